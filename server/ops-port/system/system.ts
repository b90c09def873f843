import type { Redis } from 'ioredis'
import { type Orm, readSingleRow } from '../../../entities/connection/em.ts'
import { askDatabase } from '../../../entities/database.ts'
import { pendingMigrations } from '../../../entities/schema/migrate.ts'
import { readSweepRun } from '../../../entities/sweep-run.ts'
import type * as ports from '../../../routers/ports/context.ts'
import type { StoreState, SweepRun } from '../../../routers/ports/stores.ts'
import { type Scope, scopes } from '../../../src/accounts/limits.ts'
import { theService } from '../../../src/logs/audit.ts'
import { sweep } from '../../jobs/sweeps.ts'
import { type Settings, throttleVariable } from '../../settings/settings.ts'
import { askRedis } from '../../stores/redis.ts'
import { shownSettings } from './shown-settings.ts'
import { rememberStaff } from './staff.ts'

const without = (state: StoreState['state']): StoreState => ({
  state,
  version: null,
  latency_ms: null,
  size_bytes: null,
})

type Parts = {
  settings: Settings
  warnings?: string[]
  env: Record<string, string | undefined>
  orm: Orm
  redis: Redis | undefined
  nextSweepAt: () => Date | null
  clock: () => Date
}

/** The running service as operators see and control it. */
export function createSystem(parts: Parts): ports.System {
  const { settings, warnings = [], env, orm, redis, nextSweepAt, clock } = parts
  const { authMode, deployment, workers, timeZone } = settings
  const shown = shownSettings(env)
  let known: SweepRun | undefined
  const readLastSweep = async () => {
    known = await readSweepRun(orm.em.fork())
    return known
  }

  return {
    ...{ settings: shown, warnings, rateSources: rateSources(shown), authMode, deployment, workers },
    ...{ startedAt: clock(), findStaff: rememberStaff(clock), nextSweepAt },
    databaseAway: without('unreachable'),
    database: () => timed(() => readDatabase(orm)),
    redis: async () => (redis ? timed(() => readRedis(redis)) : without('not_configured')),
    knownLastSweep: () => known,
    lastSweep: () => readLastSweep().catch(() => known),

    async sweep() {
      await sweep(orm, theService(clock()), timeZone)
      return readLastSweep()
    },

    async migrations() {
      try {
        const [applied, pending] = await Promise.all([orm.migrator.getExecuted(), pendingMigrations(orm)])
        return { applied: applied.map(({ name }) => name), pending }
      } catch {
        return undefined
      }
    },
  }
}

async function readDatabase(orm: Orm) {
  const [outcome, sizes] = await Promise.all([
    askDatabase(orm),
    readSingleRow<{ version: string; size: string }>(orm.em.fork())`
      select current_setting('server_version') as version, pg_database_size(current_database())::text as size`,
  ])
  return { outcome, ...sizes }
}

async function readRedis(redis: Redis) {
  const [outcome, info] = await Promise.all([askRedis(redis), redis.info()])
  return {
    outcome,
    // Valkey also says which Redis it is like.
    version: (/^valkey_version:(.*)$/m.exec(info) ?? /^redis_version:(.*)$/m.exec(info))?.[1]?.trim(),
    size: /^used_memory:(\d+)/m.exec(info)?.[1],
  }
}

function rateSources(settings: ports.System['settings']) {
  const sourceOf = (scope: Scope) =>
    settings.some(({ name, source }) => name === throttleVariable(scope) && source !== 'default')
      ? 'environment'
      : 'default'
  return Object.fromEntries(scopes.map((scope) => [scope, sourceOf(scope)])) as ports.System['rateSources']
}

type Found = { outcome: string; version?: string; size?: string }

async function timed(ask: () => Promise<Found>): Promise<StoreState> {
  const start = performance.now()
  try {
    const { outcome, version = null, size } = await ask()
    const latency_ms = Math.round((performance.now() - start) * 10) / 10
    const state = outcome === 'ok' ? 'connected' : 'read_only'
    return { state, version, latency_ms, size_bytes: size === undefined ? null : Number(size) }
  } catch {
    return without('unreachable')
  }
}
