import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyProcedure, AnyRouter } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import type { RequestContext, Services, Surface } from '../../routers/gate/context.ts'
import { nativeAnswer, toTRPCError } from '../../routers/gate/errors.ts'
import { bringsBody, readJsonObject } from './body.ts'
import { requestContext } from './context.ts'
import { type Endpoint, endpointFinder } from './endpoints.ts'

type Found = { endpoint: Endpoint; parameters: Record<string, string>; query: string }

/** Serves the procedures of the router at the exact methods and paths of their `meta.openapi`. */
export function restAdapter(router: AnyRouter, services: Services, surface: Surface) {
  const { log, metrics } = services
  const findEndpoint = endpointFinder(router)
  const contextOf = requestContext(services, surface)

  return async (req: Request, res: Response, next: NextFunction) => {
    const [pathname = '/', ...queries] = req.url.split('?')
    if (!pathname.startsWith('/api/')) return next()
    let ctx: RequestContext | undefined
    try {
      const found = { ...findEndpoint(req.method, pathname), query: queries.join('?') }
      ctx = await contextOf(req, res)
      const { status = 200 } = found.endpoint.meta
      const data = await call(found, ctx, req)
      send(res, status, status === 204 ? undefined : data)
    } catch (thrown) {
      const error = toTRPCError(thrown)
      if (!ctx) metrics.answeredUnknown('rest', getHTTPStatusCodeFromError(error))
      if (error.code === 'INTERNAL_SERVER_ERROR')
        log.error({ err: error.cause, request: ctx?.id, path: pathname }, 'unexpected error')
      answerError(req, res, error)
    }
  }
}

/** The input is read when the procedure asks for it: a refused call costs no parsing. */
function call(found: Found, ctx: RequestContext, req: Request): Promise<unknown> {
  const { procedure, name } = found.endpoint
  let input: Promise<unknown> | undefined
  return procedure({
    ctx,
    path: name,
    type: procedure._def.type,
    signal: undefined,
    batchIndex: 0,
    input: undefined,
    getRawInput: () => {
      input ??= readInput(found, req)
      return input
    },
  } as Parameters<AnyProcedure>[0])
}

/** Body or query, with the path's parameters over both; of a repeated query parameter the last one counts. */
async function readInput({ endpoint, parameters, query }: Found, req: Request) {
  const given = endpoint.hasBody ? await readJsonObject(req) : Object.fromEntries(new URLSearchParams(query))
  return { ...given, ...parameters }
}

/** Writes the native answer to an error. Closes the connection rather than wait for a body that was not read. */
export function answerError(req: IncomingMessage, res: ServerResponse, thrown: unknown) {
  const { status, headers, body } = nativeAnswer(toTRPCError(thrown))
  for (const [header, value] of Object.entries(headers)) res.setHeader(header, value)
  if (!req.complete && bringsBody(req)) res.setHeader('Connection', 'close')
  send(res, status, body)
}

function send(res: ServerResponse, status: number, data: unknown) {
  res.statusCode = status
  if (data === undefined) return res.end()
  const text = JSON.stringify(data)
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}
