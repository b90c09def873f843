import { createExpressMiddleware } from '@trpc/server/adapters/express'
import cookieParser from 'cookie-parser'
import express from 'express'
import type { Services } from '../../routers/gate/context.ts'
import { consoleRestRouter, consoleRouter } from '../../routers/operator/router.ts'
import { maximumBody, maximumCalls } from '../http/body.ts'
import { requestContext, unstreamed } from '../http/context.ts'
import { restAdapter } from '../http/rest.ts'
import type { Settings } from '../settings.ts'

/**
 * The console's API, on the console's own origin: login, refresh and logout over REST, and all procedures over tRPC,
 * including those of operators. Other paths go to the next handler.
 */
export function consoleApi(services: Services, trustProxy: Settings['trustProxy']) {
  const { log } = services
  // CORS_ALLOWED_ORIGINS is for the public port: pages of other origins may not call this one.
  const closed = { ...services, allowedOrigins: [] }
  const contextOf = requestContext(closed, 'operator')
  const app = express()
  app.set('trust proxy', trustProxy)
  app.disable('x-powered-by')
  app.use(['/api', '/trpc'], cookieParser(), (_req, res, next) => {
    res.set('Cache-Control', 'no-store')
    next()
  })
  app.use(restAdapter(consoleRestRouter, closed, 'operator'))
  app.use(
    '/trpc',
    unstreamed,
    createExpressMiddleware({
      router: consoleRouter,
      createContext: ({ req, res }) => contextOf(req, res),
      maxBodySize: maximumBody,
      maxBatchSize: maximumCalls,
      onError: ({ error, path, ctx }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          log.error({ err: error.cause, request: ctx?.id, path }, 'unexpected error')
      },
    }),
  )
  return app
}
