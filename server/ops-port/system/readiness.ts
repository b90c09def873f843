import type { Redis } from 'ioredis'
import type { Orm } from '../../../entities/connection/em.ts'
import { askDatabase } from '../../../entities/database.ts'
import { pendingMigrations } from '../../../entities/schema/migrate.ts'
import { askRedis } from '../../stores/redis.ts'

export type Readiness = Awaited<ReturnType<typeof checkReadiness>>

/** Whether the service can serve requests, and for each store `ok` or what is wrong with it. */
export async function checkReadiness(orm: Orm, client: Redis | undefined) {
  // In parallel, so that a probe does not wait for one silent store after another.
  const [{ postgresql, redis }, migrations] = await Promise.all([
    checkStores(orm, client),
    pendingMigrations(orm).then(
      (pending) => (pending.length ? `pending: ${pending.join(', ')}` : 'ok'),
      () => 'unknown',
    ),
  ])
  // Redis is reported but not required: without it the service still serves, with throttles in memory (D21).
  return {
    isReady: postgresql === 'ok' && migrations === 'ok',
    checks: { postgresql, migrations, redis },
  }
}

export type Stores = Awaited<ReturnType<typeof checkStores>>

/** For each store `ok` or what is wrong with it. Never throws. */
export async function checkStores(orm: Orm, client: Redis | undefined) {
  const [postgresql, redis] = await Promise.all([
    askDatabase(orm).catch(() => unreachable),
    client ? askRedis(client).catch(() => unreachable) : ('not configured' as const),
  ])
  return { postgresql, redis }
}

/** Leaves out the reason, because the drivers' messages name addresses and users. */
const unreachable = 'unreachable' as const
