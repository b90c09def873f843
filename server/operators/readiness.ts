import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pendingMigrations } from '../../entities/migrate.ts'
import type { Orm } from '../../entities/orm.ts'

export type Readiness = Awaited<ReturnType<typeof checkReadiness>>

/** Whether the service can serve requests, and for each store `ok` or the reason why not. */
export async function checkReadiness(orm: Orm, redis: Redis | undefined) {
  // In parallel, so that a probe does not wait for one silent store after another.
  const [postgresql, migrations, redisOutcome] = await Promise.all([
    outcome(() => sql`select 1`.execute(orm.em.fork().getKysely())),
    outcome(async () => {
      const pending = await pendingMigrations(orm)
      if (pending.length) throw new Error(`pending: ${pending.join(', ')}`)
    }),
    redis ? outcome(() => redis.ping()) : 'not configured',
  ])
  // Redis is reported but not required: without it the service still serves, with throttles in memory (D21, O11).
  const isReady = postgresql === 'ok' && migrations === 'ok'
  return { isReady, checks: { postgresql, migrations, redis: redisOutcome } }
}

const outcome = (check: () => Promise<unknown>) =>
  check().then(
    () => 'ok',
    (error: Error) => error.message,
  )
