import cookieParser from 'cookie-parser'
import express from 'express'
import type { Services } from '../../routers/gate/context.ts'
import { consoleRestRouter, consoleRouter } from '../../routers/operator/router.ts'
import { restAdapter } from '../http/rest.ts'
import { trpcAdapter } from '../http/trpc.ts'

/**
 * The console's API, on the console's own origin: login, refresh and logout over REST, and all procedures over tRPC,
 * including those of operators. Other paths go to the next handler.
 */
export function consoleApi(services: Services) {
  // CORS_ALLOWED_ORIGINS is for the public port: pages of other origins may not call this one.
  const closed = { ...services, allowedOrigins: [] }
  const app = express()
  app.disable('x-powered-by')
  app.use(['/api', '/trpc'], cookieParser())
  app.use(restAdapter(consoleRestRouter, closed, 'operator'))
  app.use('/trpc', trpcAdapter(consoleRouter, closed, 'operator'))
  return app
}
