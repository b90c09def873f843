import type { AnyRouter } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import type { Services, Surface } from '../../routers/gate/context.ts'
import { maximumBody, maximumCalls } from './body.ts'
import { requestContext } from './context.ts'

/** Serves the procedures of the router over tRPC. */
export function trpcAdapter(router: AnyRouter, services: Services, surface: Surface) {
  const { log, metrics } = services
  const contextOf = requestContext(services, surface)
  const isPublic = surface === 'trpc'
  const isUnknown = (path: string, code: string) =>
    !(path in router._def.procedures) || code === 'METHOD_NOT_SUPPORTED'
  const middleware = createExpressMiddleware({
    router,
    createContext: ({ req, res }) => contextOf(req, res),
    maxBodySize: maximumBody,
    maxBatchSize: maximumCalls,
    // tRPC overwrites the `Vary` of CORS with one of its own.
    responseMeta: () => (isPublic ? { headers: new Headers({ Vary: 'Origin' }) } : {}),
    onError: ({ error, path = '', ctx }) => {
      if (isPublic && isUnknown(path, error.code))
        metrics.answeredUnknown(surface, getHTTPStatusCodeFromError(error))
      if (error.code === 'INTERNAL_SERVER_ERROR')
        log.error({ err: error.cause, request: ctx?.id, path }, 'unexpected error')
    },
  })
  return (req: Request, res: Response, next: NextFunction) => {
    // Keeps tRPC from streaming a batch: a stream's head is sent before its calls can set cookies and other headers.
    req.headers['trpc-accept'] = 'application/json'
    return middleware(req, res, next)
  }
}
