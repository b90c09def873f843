import { Registry } from '@prometheus-io/client'
import express, { type Express } from 'express'
import helmet from 'helmet'
import type { Redis } from 'ioredis'
import type { Orm } from '../../entities/orm.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { consoleFiles } from './console-files.ts'
import { pagePolicy } from './page-policy.ts'
import { checkReadiness } from './readiness.ts'
import { apiReference } from './reference.ts'
import { statusPage } from './status-page.ts'

type Parts = {
  orm: Orm
  redis: Redis | undefined
  /** The text that Prometheus reads. */
  scrape: () => Promise<string>
  /** The console's API. */
  api?: Express
}

/** Builds the app of the ops port: probes, metrics, API reference and console. It answers without any store. */
export function createOpsApp({ orm, redis, scrape, api }: Parts) {
  const app = express()
  app.disable('x-powered-by')
  app.use(helmet({ contentSecurityPolicy: pagePolicy() }))

  app.get('/livez', (_req, res) => {
    res.json({ status: 'alive' })
  })
  app.get('/readyz', async (_req, res) => {
    const { isReady, checks } = await checkReadiness(orm, redis)
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready', ...checks })
  })
  app.get('/status', async (_req, res) => {
    const page = statusPage(await checkReadiness(orm, redis), packageJson.version)
    res.set('Cache-Control', 'no-store').type('html').send(page)
  })
  app.get('/metrics', async (_req, res) => {
    res.set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape())
  })
  app.use(apiReference())
  if (api) app.use(api)
  app.use(consoleFiles())
  return app
}
