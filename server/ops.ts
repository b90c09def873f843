import express, { type Response } from 'express'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pendingMigrations } from '../entities/migrate.ts'
import type { Orm } from '../entities/orm.ts'

/** Builds the operators' listener: `/livez` says that the process answers, `/readyz` whether it can serve. */
export function createOpsApp(orm: Orm, redis: Redis | undefined) {
  const app = express()
  app.disable('x-powered-by')
  app.get('/livez', (_req, res) => {
    res.json({ status: 'alive' })
  })
  app.get('/readyz', async (_req, res: Response) => {
    // Side by side: a prober does not wait for one silent store after the other.
    const [postgresql, migrations, redisOutcome] = await Promise.all([
      outcome(() => sql`select 1`.execute(orm.em.fork().getKysely())),
      outcome(async () => {
        const pending = await pendingMigrations(orm)
        if (pending.length) throw new Error(`pending: ${pending.join(', ')}`)
      }),
      redis ? outcome(() => redis.ping()) : 'not configured',
    ])
    const checks = { postgresql, migrations, redis: redisOutcome }
    // Without Redis the service still serves, with throttles in memory (D21): reported, but no reason to take it out.
    const isReady = checks.postgresql === 'ok' && checks.migrations === 'ok'
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready', ...checks })
  })
  return app
}

const outcome = (check: () => Promise<unknown>) =>
  check().then(
    () => 'ok',
    (error: Error) => error.message,
  )
