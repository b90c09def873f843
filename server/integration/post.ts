import { type LookupAddress, lookup } from 'node:dns'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { urlProblem } from '../../src/integration/webhooks.ts'

export type Network = ReturnType<typeof ipaddr.parseCIDR>

type Resolve = (
  name: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** What requests to addresses that others have chosen may reach. */
export type Reach = {
  allowsHttp: boolean
  /** Private networks that may be reached all the same. */
  networks: readonly Network[]
  /** Milliseconds for the whole answer. */
  timeout?: number
  resolve?: Resolve
}

export type Answer = { status: number; text: string }

/** Bytes of an answer that are read. */
const mostRead = 4096

const globalUnicast = ipaddr.parseCIDR('2000::/3')
/** Where virtual machines of Azure find their host, although it looks like any other address. */
const azuresHost = '168.63.129.16'

/** Whether the address is a public one, or in one of the networks. */
export function mayReach(address: string, networks: readonly Network[]): boolean {
  const ip = ipaddr.process(address)
  const isIn = ([network, bits]: Network) => ip.kind() === network.kind() && ip.match(network, bits)
  if (networks.some(isIn)) return true
  const isPublic = ip.range() === 'unicast' && ip.toString() !== azuresHost
  return isPublic && (ip.kind() === 'ipv4' || isIn(globalUnicast))
}

/**
 * Sends the body, and reads the status and the beginning of the answer. The name is resolved once, and the connection
 * leads to an address that was checked. Follows no redirect, and keeps no connection.
 */
export async function post(
  url: URL,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
  { allowsHttp, networks, timeout = 10_000, resolve = lookup }: Reach,
): Promise<Answer> {
  const check = (address: string) => {
    if (!mayReach(address, networks))
      throw new Error(`${url.hostname} leads to ${address}, which is not a public address.`)
  }
  const checkedLookup: LookupFunction = (name, { all }, done) =>
    resolve(name, { all: true }, (error, addresses) => {
      try {
        if (error) throw error
        for (const { address } of addresses) check(address)
        const [first] = addresses
        if (all || !first) done(null, addresses)
        else done(null, first.address, first.family)
      } catch (refusal) {
        done(refusal as Error, [])
      }
    })
  const problem = urlProblem(url.href, allowsHttp)
  if (problem) throw new Error(problem)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node looks up names only.
  if (isIP(host)) check(host)
  const time = AbortSignal.timeout(timeout)
  try {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers,
      agent: false,
      lookup: checkedLookup,
      signal: AbortSignal.any([signal, time]),
    })
    // An abort while the answer is read is an error of both.
    request.on('error', () => {})
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const text = await beginningOf(response)
    request.destroy()
    return { status: response.statusCode ?? 0, text }
  } catch (error) {
    if (time.aborted) throw new Error(`There was no complete answer within ${timeout / 1000} seconds.`)
    throw error
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= mostRead) break
  }
  return Buffer.concat(chunks).subarray(0, mostRead).toString('utf8')
}
