import cookieParser from 'cookie-parser'
import express from 'express'
import { restRouter } from '../../routers/app-router.ts'
import { consoleRouter } from '../../routers/console/router.ts'
import type { Services } from '../../routers/ports/context.ts'
import { signInPages } from '../auth/oidc/pages.ts'
import { restAdapter } from '../http/rest.ts'
import { trpcAdapter } from '../http/trpc.ts'
import { answerApiProblem } from './problems.ts'

/**
 * The API on the console's own origin, for staff: what the public port serves over REST, which the API reference
 * calls, and all procedures over tRPC, including those of operators. Other paths go to the next handler.
 */
export function consoleApi(services: Services) {
  // CORS_ALLOWED_ORIGINS is for the public port: pages of other origins may not call this one.
  const closed = { ...services, allowedOrigins: [] }
  const app = express()
  app.disable('x-powered-by')
  app.use(['/api', '/planning', '/integration', '/trpc'], cookieParser())
  app.use(signInPages(closed, 'operator'))
  app.use(restAdapter(restRouter, closed, { surface: 'operator', answerWith: answerApiProblem }))
  app.use('/trpc', trpcAdapter(consoleRouter, closed, 'operator'))
  return app
}
