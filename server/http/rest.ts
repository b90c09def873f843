import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyProcedure, AnyRouter } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'
import { forEachOpenApiProcedure, type OpenApiProcedureRecord } from 'trpc-to-openapi'
import type { Metrics, RequestContext } from '../../routers/gate/context.ts'
import { nativeAnswer, toTRPCError } from '../../routers/gate/errors.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { WireError } from '../../routers/gate/refusals.ts'
import { notFound } from '../../src/errors.ts'
import { bringsBody, readJsonObject } from './body.ts'

type Endpoint = { name: string; procedure: AnyProcedure; meta: Meta; hasBody: boolean }

/** One segment of the paths; a fixed segment wins over a parameter, whatever the order of declaration. */
type Node = {
  fixed: Map<string, Node>
  parameter?: { name: string; node: Node }
  methods?: Map<string, Endpoint>
}

/** Serves the procedures of the router at the exact methods and paths of their `meta.openapi`. */
export function restAdapter(
  router: AnyRouter,
  contextOf: (req: Request, res: Response) => Promise<RequestContext>,
  log: Logger,
  metrics: Metrics,
) {
  const root = pathTree(router)
  return async (req: Request, res: Response, next: NextFunction) => {
    const [pathname = '/', ...queries] = req.url.split('?')
    const query = queries.join('?')
    if (!pathname.startsWith('/api/')) return next()
    let id: string | undefined
    try {
      const { endpoint, parameters } = findEndpoint(root, req.method, pathname)
      const { procedure, meta, name } = endpoint
      const ctx = await contextOf(req, res)
      id = ctx.id
      let input: Promise<unknown> | undefined
      const data = await procedure({
        ctx,
        path: name,
        type: procedure._def.type,
        signal: undefined,
        batchIndex: 0,
        input: undefined,
        getRawInput: () => {
          input ??= readInput(req, endpoint, query, parameters)
          return input
        },
      } as Parameters<AnyProcedure>[0])
      send(res, meta.status ?? 200, meta.status === 204 ? undefined : data)
    } catch (thrown) {
      const error = toTRPCError(thrown)
      if (id === undefined) metrics.answeredUnknown('rest', getHTTPStatusCodeFromError(error))
      if (error.code === 'INTERNAL_SERVER_ERROR')
        log.error({ err: error.cause, request: id, url: req.url }, 'unexpected error')
      answerError(req, res, error)
    }
  }
}

/** Writes the native answer to an error. A body that was not read is not waited for: the connection closes. */
export function answerError(req: IncomingMessage, res: ServerResponse, thrown: unknown) {
  const { status, headers, body } = nativeAnswer(toTRPCError(thrown))
  for (const [header, value] of Object.entries(headers)) res.setHeader(header, value)
  if (!req.complete && bringsBody(req)) res.setHeader('Connection', 'close')
  send(res, status, body)
}

function pathTree(router: AnyRouter): Node {
  const root: Node = { fixed: new Map() }
  const procedures = router._def.procedures as OpenApiProcedureRecord
  forEachOpenApiProcedure<Meta>(procedures, ({ path: name, procedure, meta }) => {
    let node = root
    for (const segment of meta.openapi.path.split('/').slice(1)) node = child(node, segment)
    const { method } = meta.openapi
    node.methods ??= new Map()
    if (node.methods.has(method)) throw new Error(`${method} ${meta.openapi.path} is declared twice.`)
    const hasBody = method !== 'GET' && method !== 'DELETE'
    node.methods.set(method, { name, procedure: procedure as AnyProcedure, meta, hasBody })
  })
  return root
}

function child(node: Node, segment: string): Node {
  const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
  if (parameter) {
    node.parameter ??= { name: parameter, node: { fixed: new Map() } }
    return node.parameter.node
  }
  const existing = node.fixed.get(segment)
  if (existing) return existing
  const created: Node = { fixed: new Map() }
  node.fixed.set(segment, created)
  return created
}

/** 404 and 405 come before everything else, for anyone (D41). */
function findEndpoint(root: Node, method: string, pathname: string) {
  const parameters: Record<string, string> = {}
  const node = walk(root, pathname.split('/').slice(1), parameters)
  if (!node?.methods) {
    const meant = !pathname.endsWith('/') && walk(root, `${pathname}/`.split('/').slice(1), {})?.methods
    throw notFound(meant ? `Not found. Did you mean ${pathname}/?` : undefined)
  }
  const endpoint = node.methods.get(method === 'HEAD' ? 'GET' : method)
  if (endpoint) return { endpoint, parameters }
  const allowed = [...node.methods.keys(), ...(node.methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']
  throw new WireError(
    'METHOD_NOT_ALLOWED',
    { detail: `Method "${method}" not allowed.` },
    { Allow: allowed.sort().join(', ') },
  )
}

function walk(root: Node, segments: string[], parameters: Record<string, string>): Node | undefined {
  let node: Node | undefined = root
  for (const segment of segments) {
    const next: Node | undefined = node.fixed.get(segment)
    if (next) node = next
    else if (node.parameter && segment) {
      parameters[node.parameter.name] = decode(segment)
      node = node.parameter.node
    } else return undefined
  }
  return node
}

/** A malformed escape stays as it is, and then names nothing. */
function decode(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Body or query, with the path's parameters over both; of a repeated query parameter the last one counts. */
async function readInput(
  req: IncomingMessage,
  { hasBody }: Endpoint,
  query: string,
  parameters: Record<string, string>,
) {
  const given = hasBody ? await readJsonObject(req) : Object.fromEntries(new URLSearchParams(query))
  return { ...given, ...parameters }
}

function send(res: ServerResponse, status: number, data: unknown) {
  res.statusCode = status
  if (data === undefined) return res.end()
  const text = JSON.stringify(data)
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}
