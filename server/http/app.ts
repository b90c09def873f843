import type * as http from 'node:http'
import { Socket } from 'node:net'
import cookieParser from 'cookie-parser'
import cors from 'cors'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import helmet from 'helmet'
import { appRouter, restRouter } from '../../routers/app-router.ts'
import type { Services } from '../../routers/ports/context.ts'
import { notFound } from '../../src/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { namesIn, traceRequests } from '../tracing/requests.ts'
import { answerError } from './answer.ts'
import { answerOnlyTo, publicHosts } from './hosts.ts'
import { createServer, IncomingMessage, ServerResponse } from './node-http.ts'
import { restAdapter } from './rest.ts'
import { trpcAdapter } from './trpc.ts'

type PortSettings = Pick<Settings, 'trustProxy' | 'allowedHosts'>

/** Builds the public surface: REST under `/api/`, `/planning/` and `/integration/`, tRPC under `/trpc`. It does not listen yet. `pages` are for people. */
export function createApp(services: Services, { trustProxy, allowedHosts }: PortSettings, pages?: Router) {
  const app = express()
  app.set('trust proxy', trustProxy)
  app.set('query parser', false)
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(traceRequests(services.log))
  app.use(always(helmet({ contentSecurityPolicy: apiPolicy })))
  app.use(answerOnlyTo(publicHosts(allowedHosts)))
  app.use(corsHandler(services.allowedOrigins))
  app.use(cookieParser())
  if (pages) app.use(pages)
  app.use(restAdapter(restRouter, services, { surface: 'rest' }))
  app.use('/trpc', trpcAdapter(appRouter, services, 'trpc'))
  return createServer((req, res) =>
    app(req as Request, res as Response, (error?: unknown) => {
      if (error) services.log.error({ err: error, ...namesIn(req, res) }, 'unexpected error')
      else services.metrics.answeredUnknown('rest', 404)
      if (res.headersSent) return void res.destroy()
      answerError(req, res, error ?? notFound())
    }),
  )
}

type Handler = (req: http.IncomingMessage, res: http.ServerResponse, next: () => void) => void

/** Sets the headers that the handler sets for a request without headers: computed once, because they never change. */
function always(handler: Handler) {
  const headers = new Map<string, string>()
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  sample.setHeader = (name, value) => {
    headers.set(name, String(value))
    return sample
  }
  handler(sample.req, sample, () => {})
  return (_req: Request, res: Response, next: NextFunction) => {
    res.setHeaders(headers)
    next()
  }
}

/** Only pages' requests need more than the constant headers. */
function corsHandler(allowedOrigins: readonly string[]) {
  const ofPages = cors({ ...corsPolicy, origin: [...allowedOrigins] })
  const ofOthers = always(ofPages)
  return (req: Request, res: Response, next: NextFunction) => {
    const isOfPage = req.headers.origin !== undefined || req.method === 'OPTIONS'
    return isOfPage ? ofPages(req, res, next) : ofOthers(req, res, next)
  }
}

const none = ["'none'"]

/** Answers are data: nothing may load, run or frame them. */
const apiPolicy = {
  useDefaults: false,
  directives: { defaultSrc: none, objectSrc: none, baseUri: none, frameAncestors: none },
}

const corsPolicy = {
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'X-CSRFToken',
    'X-Request-Id',
    'traceparent',
    'tracestate',
    'trpc-accept',
  ],
  exposedHeaders: [
    'Content-Disposition',
    'ETag',
    'Idempotent-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Error-Code',
    'X-Password-Expires',
    'X-Request-Id',
  ],
  maxAge: 600,
}
