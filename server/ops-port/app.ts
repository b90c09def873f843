import { Registry } from '@prometheus-io/client'
import express, { type Express, type Request, type Response } from 'express'
import helmet from 'helmet'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Orm } from '../../entities/connection/em.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { ProviderPages } from '../../routers/ports/sessions.ts'
import { languageOf } from '../http/context.ts'
import { answerOnlyTo, opsHosts } from '../http/hosts.ts'
import { createServer } from '../http/node-http.ts'
import type { Settings } from '../settings/settings.ts'
import { traceRequests } from '../tracing/requests.ts'
import { consoleFiles } from './console-files.ts'
import { documentSite } from './document-site.ts'
import { pageFiles, pagePolicy } from './page-files.ts'
import { answerProblem } from './problems.ts'
import { apiReference } from './reference.ts'
import { statusPage } from './status-page.ts'
import { watchStores } from './system/store-watch.ts'

type Parts = {
  orm: Orm
  redis: Redis | undefined
  /** The text that Prometheus reads. */
  scrape: () => Promise<string>
  /** The console's API. */
  api?: Express
  /** Names of the ops port besides those of loopback. */
  names?: readonly string[]
  trustProxy?: Settings['opsTrustProxy']
  log?: Logger
  /** Whether the service is stopping, so that balancers should send it no new connections. */
  isLeaving?: () => boolean
  clock?: () => Date
  timeZone?: string
  /** The identity provider of `AUTH_MODE=oidc`. */
  provider?: ProviderPages | undefined
}

/** Builds the ops port: probes, metrics, API reference and console. It answers without any store. */
export function createOpsApp(parts: Parts) {
  const { orm, redis, scrape, api, names = [], trustProxy = false, log, isLeaving = () => false } = parts
  const { clock = () => new Date(), timeZone = 'UTC', provider } = parts
  const stores = watchStores({ orm, redis, clock, provider })
  const app = express()
  app.set('trust proxy', trustProxy)
  app.disable('x-powered-by')
  app.use(traceRequests(log), helmet({ contentSecurityPolicy: pagePolicy() }))
  app.use(
    answerOnlyTo(opsHosts(names), (req, res, detail) => answerProblem(req, res, { status: 421, detail })),
  )

  app.get('/livez', (_req, res) => {
    res.json({ status: 'alive' })
  })
  app.get('/readyz', (_req, res) => answerProbe(res, isLeaving(), { stores, provider }))
  app.get('/status', async (req, res) => {
    const about = { version: packageJson.version, language: languageOf(req), timeZone }
    const page = statusPage(await stores.read(), { ...about, now: clock(), isLeaving: isLeaving() })
    res.set('Cache-Control', 'no-store').vary('Accept-Language').type('html').send(page)
  })
  app.get('/metrics', async (_req, res) => {
    res.set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape())
  })
  app.use(pageFiles())
  app.use(documentSite())
  app.use(apiReference())
  if (api) app.use(api)
  app.use(consoleFiles())
  const server = createServer((req, res) =>
    app(req as Request, res as Response, (thrown?: unknown) => {
      const error = thrown as HttpError | undefined
      if (res.headersSent) return void res.destroy()
      const status = error ? (error.status ?? 500) : 404
      if (status >= 500) log?.error({ err: error }, 'unexpected error')
      answerProblem(req as Request, (res as Response).set(error?.headers ?? {}), { status })
    }),
  )
  return server.on('listening', () => stores.start()).on('close', () => stores.stop())
}

type HttpError = Error & { status?: number; headers?: Record<string, string> }

type Probed = { stores: ReturnType<typeof watchStores>; provider: ProviderPages | undefined }

async function answerProbe(res: Response, isLeaving: boolean, { stores, provider }: Probed) {
  if (isLeaving) return void res.status(503).json({ status: 'stopping' })
  const [report, identity_provider] = await Promise.all([stores.read(), provider?.describe()])
  const { isReady, checks, canSignIn, since } = report
  const sign_in = canSignIn ? 'ok' : 'unavailable'
  const status = isReady ? 'ready' : 'not ready'
  res.status(isReady ? 200 : 503).json({ status, ...checks, sign_in, since, identity_provider })
}
