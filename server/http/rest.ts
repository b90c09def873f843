import type { AnyRouter } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import { toTRPCError } from '../../routers/gate/errors.ts'
import type { RequestContext, Services, Surface } from '../../routers/ports/context.ts'
import { namesIn } from '../tracing/requests.ts'
import { answerError, call, isNotModified, send } from './answer.ts'
import { maximumBodyOf, readJsonObject } from './body.ts'
import { requestContext } from './context.ts'
import { type Endpoint, endpointFinder } from './endpoints.ts'

type FoundEndpoint = { endpoint: Endpoint; parameters: Record<string, string>; query: string }

type RestOptions = { surface: Surface; answerWith?: (req: Request, res: Response, thrown: unknown) => void }

/** Serves the procedures of the router at the exact methods and paths of their `meta.openapi`. */
export function restAdapter(router: AnyRouter, services: Services, options: RestOptions) {
  const { surface, answerWith = answerError } = options
  const { log, metrics } = services
  const endpoints = endpointFinder(router)
  const contextOf = requestContext(services, surface)

  return async (req: Request, res: Response, next: NextFunction) => {
    const [pathname = '/', ...queries] = req.url.split('?')
    if (!endpoints.isBelow(pathname)) return next()
    let ctx: RequestContext | undefined
    try {
      const found = { ...endpoints.find(req.method, pathname), query: queries.join('?') }
      res.locals.route = found.endpoint.meta.openapi?.path
      ctx = await contextOf(req, res)
      const { name, procedure, meta } = found.endpoint
      const data = await call({ name, procedure, ctx, readInput: (caller) => readInput(found, req, caller) })
      const json = meta.status === 204 ? undefined : JSON.stringify(data)
      const status = isNotModified({ procedure, ctx, data, json }) ? 304 : (meta.status ?? 200)
      send(req, res, { status, json })
    } catch (thrown) {
      const error = toTRPCError(thrown)
      if (!ctx) metrics.answeredUnknown(surface, getHTTPStatusCodeFromError(error))
      if (error.code === 'INTERNAL_SERVER_ERROR')
        log.error({ err: error.cause, ...namesIn(req, res), path: pathname }, 'unexpected error')
      answerWith(req, res, error)
    }
  }
}

/** Body or query; the path's parameters override both. The last of repeated query parameters counts. */
async function readInput({ endpoint, parameters, query }: FoundEndpoint, req: Request, caller: string) {
  const given = endpoint.hasBody
    ? await readJsonObject(req, { caller, maximum: maximumBodyOf(endpoint.meta) })
    : Object.fromEntries(new URLSearchParams(query))
  return Object.assign(given, parameters)
}
