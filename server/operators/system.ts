import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pendingMigrations } from '../../entities/migrate.ts'
import type { Orm } from '../../entities/orm.ts'
import { readSweepRun } from '../../entities/reads/sweep-runs.ts'
import type { StoreState, System } from '../../routers/gate/context.ts'
import { type Scope, scopes } from '../../src/limits.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Settings } from '../settings.ts'
import { sweep } from '../sweeps.ts'
import { shownSettings } from './shown-settings.ts'
import { rememberStaff } from './staff.ts'

const without = (state: StoreState['state']): StoreState => ({
  state,
  version: null,
  latency_ms: null,
  size_bytes: null,
})

/** What the operators' procedures work with besides the services that all requests share. */
export function createSystem({
  settings,
  env,
  orm,
  redis,
  nextSweepAt,
  clock,
}: {
  settings: Settings
  env: Record<string, string | undefined>
  orm: Orm
  redis: Redis | undefined
  nextSweepAt: () => Date | null
  clock: () => Date
}) {
  const shown = shownSettings(env)
  const sourceOf = (scope: Scope) =>
    shown.find(({ name }) => name === `THROTTLE_${scope.toUpperCase()}`)?.source ?? 'default'

  let lastSweep: Awaited<ReturnType<typeof readSweepRun>>

  async function readLastSweep() {
    lastSweep = await readSweepRun(orm.em.fork())
    return lastSweep
  }

  return {
    settings: shown,
    rateSources: Object.fromEntries(scopes.map((scope) => [scope, sourceOf(scope)])) as Record<
      Scope,
      'default' | 'environment'
    >,
    authMode: settings.authMode,
    deployment: settings.deployment,
    workers: settings.workers,
    startedAt: clock(),
    findStaff: rememberStaff(clock),
    hashPassword,
    nextSweepAt,

    /** Sweeps now, and says how that went. */
    async sweep() {
      await sweep(orm, clock(), settings.timeZone)
      return readLastSweep()
    },

    /** The last that this process has heard of. */
    knownLastSweep: () => lastSweep,

    /** Undefined before the first; while the database is away, the last that this process has heard of. */
    lastSweep: () => readLastSweep().catch(() => lastSweep),

    databaseAway: without('unreachable'),

    database: () =>
      timed(async () => {
        const statement = sql<{ version: string; size: string }>`
          select current_setting('server_version') as version, pg_database_size(current_database())::text as size`
        const { rows } = await statement.execute(orm.em.fork().getKysely())
        return { version: rows[0]?.version, size: rows[0]?.size }
      }),

    redis: async () =>
      redis
        ? timed(async () => {
            const info = await redis.info()
            return {
              version: /^redis_version:(.*)$/m.exec(info)?.[1]?.trim(),
              size: /^used_memory:(\d+)/m.exec(info)?.[1],
            }
          })
        : without('not_configured'),

    /** Undefined while the database is away. */
    async migrations() {
      try {
        const [applied, pending] = await Promise.all([orm.migrator.getExecuted(), pendingMigrations(orm)])
        return { applied: applied.map(({ name }) => name), pending }
      } catch {
        return undefined
      }
    },
  } satisfies System
}

async function timed(ask: () => Promise<{ version?: string; size?: string }>): Promise<StoreState> {
  const start = performance.now()
  try {
    const { version = null, size } = await ask()
    const latency_ms = Math.round((performance.now() - start) * 10) / 10
    return { state: 'connected', version, latency_ms, size_bytes: size === undefined ? null : Number(size) }
  } catch {
    return without('unreachable')
  }
}
