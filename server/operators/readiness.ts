import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pendingMigrations } from '../../entities/migrate.ts'
import type { Orm } from '../../entities/orm.ts'

export type Readiness = Awaited<ReturnType<typeof checkReadiness>>

/** Whether this service can serve, and how each of its stores is: `ok` or what is wrong. */
export async function checkReadiness(orm: Orm, redis: Redis | undefined) {
  // Side by side: a prober does not wait for one silent store after the other.
  const [postgresql, migrations, redisOutcome] = await Promise.all([
    outcome(() => sql`select 1`.execute(orm.em.fork().getKysely())),
    outcome(async () => {
      const pending = await pendingMigrations(orm)
      if (pending.length) throw new Error(`pending: ${pending.join(', ')}`)
    }),
    redis ? outcome(() => redis.ping()) : 'not configured',
  ])
  // Without Redis the service still serves, with throttles in memory (D21): reported, but no reason to take it out.
  const isReady = postgresql === 'ok' && migrations === 'ok'
  return { isReady, checks: { postgresql, migrations, redis: redisOutcome } }
}

const outcome = (check: () => Promise<unknown>) =>
  check().then(
    () => 'ok',
    (error: Error) => error.message,
  )
