import { randomUUID } from 'node:crypto'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import cookieParser from 'cookie-parser'
import cors from 'cors'
import express, { type NextFunction, type Request, type Response } from 'express'
import helmet from 'helmet'
import { appRouter, restRouter } from '../../routers/app-router.ts'
import type { RequestContext, Services, Surface } from '../../routers/gate/context.ts'
import { cookieNames } from '../../routers/gate/cookies.ts'
import { notFound } from '../../src/errors.ts'
import type { Settings } from '../settings.ts'
import { maximumBody } from './body.ts'
import { answerError, restAdapter } from './rest.ts'

/** Builds the public surface: REST under `/api/`, tRPC under `/trpc`. Does not listen. */
export function createApp(services: Services, trustProxy: Settings['trustProxy']) {
  const { log, metrics } = services
  const app = express()
  app.set('trust proxy', trustProxy)
  app.set('query parser', false)
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(helmet({ contentSecurityPolicy: apiPolicy }))
  app.use(
    cors({
      origin: [...services.allowedOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      allowedHeaders: ['Content-Type', 'X-CSRFToken'],
      exposedHeaders: ['Content-Disposition', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
      maxAge: 600,
    }),
  )
  app.use(cookieParser())

  const contextOf = (surface: Surface) => (req: Request, res: Response) =>
    requestContext(services, surface, req, res)
  app.use(restAdapter(restRouter, contextOf('rest'), log, metrics))
  const trpcContextOf = contextOf('trpc')
  app.use(
    '/trpc',
    unstreamed,
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ req, res }) => trpcContextOf(req, res),
      maxBodySize: maximumBody,
      maxBatchSize: 100,
      // tRPC writes a `Vary` of its own over that of CORS.
      responseMeta: () => ({ headers: new Headers({ Vary: 'Origin' }) }),
      onError: ({ error, path = '', ctx }) => {
        if (!(path in appRouter._def.procedures) || error.code === 'METHOD_NOT_SUPPORTED')
          metrics.answeredUnknown('trpc', getHTTPStatusCodeFromError(error))
        if (error.code === 'INTERNAL_SERVER_ERROR')
          log.error({ err: error.cause, request: ctx?.id, path }, 'unexpected error')
      },
    }),
  )
  app.use((req: Request, res: Response) => {
    metrics.answeredUnknown('rest', 404)
    answerError(req, res, notFound())
  })
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    log.error({ err: error }, 'unexpected error')
    answerError(req, res, error)
  })
  return app
}

/** Keeps tRPC from streaming a batch: the head of a stream leaves before its calls can set cookies and other headers. */
export function unstreamed(req: Request, _res: Response, next: NextFunction) {
  req.headers['trpc-accept'] = 'application/json'
  next()
}

/** Answers are data: nothing may load, run or frame them. */
const apiPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
}

/** What the procedures learn of an HTTP request. */
export async function requestContext(
  services: Services,
  surface: Surface,
  req: Request,
  res: Response,
): Promise<RequestContext> {
  const id = randomUUID()
  res.setHeader('X-Request-Id', id)
  const cookies = ownCookies(req.cookies)
  return {
    services,
    surface,
    id,
    ip: req.ip ?? '',
    origin: `${req.protocol}://${req.host}`,
    cookies,
    headers: req.headers,
    response: res,
    credentials: await services.sessions.read(cookies[cookieNames.access]),
  }
}

/** cookie-parser turns a value that starts with `j:` into an object, which none of ours is. */
const ownCookies = (given: Record<string, unknown>): RequestContext['cookies'] =>
  Object.fromEntries(
    Object.values(cookieNames).map((name) => [
      name,
      typeof given[name] === 'string' ? given[name] : undefined,
    ]),
  )
