import { isIPv6 } from 'node:net'
import type { NextFunction, Request, Response } from 'express'
import { LRUCache } from 'lru-cache'

/** The name in a `Host` header as browsers write it, without port and last dot; undefined unless well formed. */
function hostName(host = ''): string | undefined {
  const [, name] = /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(?::\d{0,5})?$/i.exec(host) ?? []
  return name && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined
}

const loopback = /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/

type IsKnown = (name: string) => boolean

/** The names that the public port answers to: those given, or any if none are given (D45). */
export function publicHosts(names: readonly string[]): IsKnown {
  const known = new Set(names.map(hostName))
  return (name) => known.size === 0 || known.has(name)
}

/** The names that the ops port answers to: loopback names, and those given (D45). */
export function opsHosts(names: readonly string[]): IsKnown {
  const known = new Set(names.map((name) => hostName(isIPv6(name) ? `[${name}]` : name)))
  return (name) => loopback.test(name) || known.has(name)
}

/** Node takes the first of several `Host` headers; a proxy in front may have used another. */
function namesOneHost({ rawHeaders }: Request) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1
}

const refusal = 'The service does not answer to this host name.'
const refusalAsJson = JSON.stringify({ detail: refusal })

function refuse(_req: Request, res: Response) {
  res.writeHead(421, { 'Content-Type': 'application/json', 'Content-Length': refusalAsJson.length })
  res.end(refusalAsJson)
}

/** Answers 421 to requests for any other host, before any other check (D45). */
export function answerOnlyTo(
  isKnown: IsKnown,
  answer: (req: Request, res: Response, detail: string) => void = refuse,
) {
  // Parsing a name takes a while, and the same few come again. A name longer than DNS allows is not cached.
  const known = new LRUCache<string, true>({ max: 1000 })
  function answersTo(host = '') {
    if (known.has(host)) return true
    const name = hostName(host)
    if (name === undefined || !isKnown(name)) return false
    if (host.length < 300) known.set(host, true)
    return true
  }

  return (req: Request, res: Response, next: NextFunction) => {
    if (namesOneHost(req) && answersTo(req.host)) return next()
    res.setHeader('Connection', 'close')
    answer(req, res, refusal)
  }
}
