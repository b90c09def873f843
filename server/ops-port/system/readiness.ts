import type { Redis } from 'ioredis'
import type { Orm } from '../../../entities/connection/em.ts'
import { askDatabase } from '../../../entities/database.ts'
import { pendingMigrations } from '../../../entities/schema/migrate.ts'

export type Readiness = Awaited<ReturnType<typeof checkReadiness>>

/** Whether the service can serve requests, and for each store `ok` or what is wrong with it. */
export async function checkReadiness(orm: Orm, redis: Redis | undefined) {
  // In parallel, so that a probe does not wait for one silent store after another.
  const [stores, migrations] = await Promise.all([
    checkStores(orm, redis),
    pendingMigrations(orm).then(
      (pending) => (pending.length ? `pending: ${pending.join(', ')}` : 'ok'),
      () => 'unknown',
    ),
  ])
  const { postgresql, redis: redisOutcome } = stores
  // Redis is reported but not required: without it the service still serves, with throttles in memory (D21).
  const isReady = postgresql === 'ok' && migrations === 'ok'
  return { isReady, checks: { postgresql, migrations, redis: redisOutcome } }
}

export type Stores = Awaited<ReturnType<typeof checkStores>>

/** For each store `ok` or what is wrong with it. Never throws. */
export async function checkStores(orm: Orm, redis: Redis | undefined) {
  const [postgresql, redisOutcome] = await Promise.all([
    askDatabase(orm).catch(() => unreachable),
    redis
      ? redis.ping().then(
          () => 'ok' as const,
          () => unreachable,
        )
      : ('not configured' as const),
  ])
  return { postgresql, redis: redisOutcome }
}

/** Without a reason, because the drivers' messages name addresses and users. */
const unreachable = 'unreachable' as const
