import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pendingMigrations } from '../../entities/migrate.ts'
import type { Orm } from '../../entities/orm.ts'
import { readSweepRun } from '../../entities/reads/sweep-runs.ts'
import type * as ports from '../../routers/gate/context.ts'
import { type Scope, scopes } from '../../src/limits.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Settings } from '../settings.ts'
import { sweep } from '../sweeps.ts'
import { shownSettings } from './shown-settings.ts'
import { rememberStaff } from './staff.ts'

const without = (state: ports.StoreState['state']): ports.StoreState => ({
  state,
  version: null,
  latency_ms: null,
  size_bytes: null,
})

type Parts = {
  settings: Settings
  env: Record<string, string | undefined>
  orm: Orm
  redis: Redis | undefined
  nextSweepAt: () => Date | null
  clock: () => Date
}

/** The running service as operators see and control it. */
export class System implements ports.System {
  readonly settings
  readonly rateSources
  readonly authMode
  readonly deployment
  readonly workers
  readonly startedAt
  readonly findStaff
  readonly nextSweepAt
  readonly hashPassword = hashPassword
  readonly databaseAway = without('unreachable')
  readonly #orm: Orm
  readonly #redis: Redis | undefined
  readonly #clock: () => Date
  readonly #timeZone: string
  #lastSweep: ports.SweepRun | undefined

  constructor({ settings, env, orm, redis, nextSweepAt, clock }: Parts) {
    this.settings = shownSettings(env)
    this.rateSources = rateSources(this.settings)
    this.authMode = settings.authMode
    this.deployment = settings.deployment
    this.workers = settings.workers
    this.startedAt = clock()
    this.findStaff = rememberStaff(clock)
    this.nextSweepAt = nextSweepAt
    this.#orm = orm
    this.#redis = redis
    this.#clock = clock
    this.#timeZone = settings.timeZone
  }

  async sweep() {
    await sweep(this.#orm, this.#clock(), this.#timeZone)
    return this.#readLastSweep()
  }

  knownLastSweep() {
    return this.#lastSweep
  }

  lastSweep() {
    return this.#readLastSweep().catch(() => this.#lastSweep)
  }

  database() {
    return timed(async () => {
      const statement = sql<{ version: string; size: string }>`
        select current_setting('server_version') as version, pg_database_size(current_database())::text as size`
      const { rows } = await statement.execute(this.#orm.em.fork().getKysely())
      return { version: rows[0]?.version, size: rows[0]?.size }
    })
  }

  async redis() {
    const redis = this.#redis
    if (!redis) return without('not_configured')
    return timed(async () => {
      const info = await redis.info()
      return {
        version: /^redis_version:(.*)$/m.exec(info)?.[1]?.trim(),
        size: /^used_memory:(\d+)/m.exec(info)?.[1],
      }
    })
  }

  async migrations() {
    try {
      const [applied, pending] = await Promise.all([
        this.#orm.migrator.getExecuted(),
        pendingMigrations(this.#orm),
      ])
      return { applied: applied.map(({ name }) => name), pending }
    } catch {
      return undefined
    }
  }

  async #readLastSweep() {
    this.#lastSweep = await readSweepRun(this.#orm.em.fork())
    return this.#lastSweep
  }
}

function rateSources(settings: ports.System['settings']) {
  const sourceOf = (scope: Scope) =>
    settings.find(({ name }) => name === `THROTTLE_${scope.toUpperCase()}`)?.source ?? 'default'
  return Object.fromEntries(scopes.map((scope) => [scope, sourceOf(scope)])) as ports.System['rateSources']
}

async function timed(ask: () => Promise<{ version?: string; size?: string }>): Promise<ports.StoreState> {
  const start = performance.now()
  try {
    const { version = null, size } = await ask()
    const latency_ms = Math.round((performance.now() - start) * 10) / 10
    return { state: 'connected', version, latency_ms, size_bytes: size === undefined ? null : Number(size) }
  } catch {
    return without('unreachable')
  }
}
