import type { DatabaseConnection } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { clientConfig } from '../../../entities/connection/database-url.ts'
import type { Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import type { ReplicaState } from '../../../routers/ports/stores.ts'
import { oneAtATime } from '../../../src/one-at-a-time.ts'

/** A replica with this lag or more, in milliseconds, serves no reads. */
const longestLag = 3000
/** Milliseconds for which a health check stays valid, and in which it must be answered. */
const freshness = 1000
const answerTimeout = 400

/** The SQL of what a replica shares with its primary alone; one that replays no log may lack the cluster's identifier. */
export const identityOf = (replaysLog: boolean) =>
  `(select ${
    replaysLog ? 'system_identifier::text from pg_control_system()' : `'users'::regclass::oid::text`
  }) || ' ' || (select oid from pg_database where datname = current_database())`

const healthCheck = (replaysLog: boolean) =>
  `select ${identityOf(replaysLog)} as identity, ${
    replaysLog
      ? `pg_is_in_recovery() as "isReplica", coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as lsn`
      : 'true as "isReplica", 0::float8 as lsn'
  }`

type Health = { identity: string; isReplica: boolean; lsn: number }

export type Consumer<T> = (connection: DatabaseConnection) => Promise<T>

/** The maximum connections, and whether each plans a frequent read only once. */
export type PoolOptions = { max: number | undefined; preparedStatements: boolean }

type Parts = {
  pool: PoolOptions
  /** Undefined until the primary has answered for the first time. */
  identityOfPrimary: () => string | undefined
  /** Whether it says how much of the primary's log it has replayed. */
  replaysLog: boolean
  log: Logger
}

/** One replica: what it has replayed, and whether it can serve reads. */
export class Replica {
  /** Its host and port. */
  readonly name: string
  readonly lag = new Lag()
  readonly #parts: Parts
  readonly #orm: Orm
  /** A connection for health checks alone, so that neither a full pool nor a slow read looks like an outage. */
  readonly #checks: pg.Pool
  readonly #question: string
  readonly #running = new Set<(reason: Error) => void>()
  #state: ReplicaState['state'] | undefined
  #lsn = 0
  #answeredAt = Number.NEGATIVE_INFINITY
  #isSuspect = false
  #isClosed = false

  constructor(url: string, parts: Parts) {
    this.name = new URL(url).host
    this.#parts = parts
    this.#orm = connect(url, parts.pool)
    this.#question = healthCheck(parts.replaysLog)
    this.#checks = new pg.Pool({
      ...clientConfig(url),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 1000,
      query_timeout: 1000,
      application_name: 'coverage',
    })
    // A server that restarts may have replayed less than it said before.
    this.#checks.on('error', (error) => this.#lose('unreachable', error))
  }

  get state(): ReplicaState {
    const isKnown = this.#parts.replaysLog && (this.#state === 'in use' || this.#state === 'behind')
    const lag_seconds = isKnown ? this.lag.at(performance.now()) / 1000 : null
    return { name: this.name, state: this.#state ?? 'unreachable', lag_seconds }
  }

  /** Whether it can serve reads now. */
  get isUsable() {
    return this.#state === 'in use' && !this.#isSuspect && performance.now() - this.#answeredAt < freshness
  }

  /** Whether it has replayed the primary's log up to the LSN. */
  has(lsn: number) {
    return this.#lsn >= lsn
  }

  /** Asks the replica what it has replayed. Never fails. */
  readonly check = oneAtATime(async () => {
    this.#isSuspect = false
    try {
      const { rows } = await within(answerTimeout, this.#checks.query<Health>(this.#question))
      this.#judge(rows[0] as Health)
    } catch (error) {
      // Replaying the log may cancel any read, even this one; the replica is fine.
      if (!isConflict(error)) this.#lose('unreachable', error)
    }
  })

  /** Runs a read; throws at once if the replica is lost meanwhile. */
  async run<T>(consumer: Consumer<T>): Promise<T> {
    const { promise: lost, reject } = Promise.withResolvers<never>()
    this.#running.add(reject)
    try {
      const read = this.#orm.em.getKysely().getExecutor().provideConnection(consumer)
      return await Promise.race([read, lost])
    } catch (error) {
      // The replica serves no reads until it has passed another check.
      if (isReplicasFault(error)) this.#isSuspect = true
      throw error
    } finally {
      this.#running.delete(reject)
    }
  }

  async close() {
    this.#isClosed = true
    void this.#checks.end()
    await this.#orm.close()
  }

  #judge({ identity, isReplica, lsn }: Health) {
    const expected = this.#parts.identityOfPrimary()
    if (expected === undefined) return
    if (identity !== expected) return this.#lose('a copy of another database')
    if (!isReplica) return this.#lose('not a replica')
    const now = performance.now()
    this.#answeredAt = now
    this.#lsn = lsn
    this.lag.replayed(lsn)
    this.#become(this.lag.at(now) < longestLag ? 'in use' : 'behind')
  }

  #lose(state: ReplicaState['state'], err?: unknown) {
    this.#answeredAt = Number.NEGATIVE_INFINITY
    for (const reject of this.#running) reject(unavailable(`The replica is ${state}`))
    this.#become(state, err)
  }

  #become(state: ReplicaState['state'], err?: unknown) {
    if (state === this.#state || this.#isClosed) return
    this.#state = state
    const entry = { replica: this.name, err }
    if (state === 'in use') this.#parts.log.info(entry, 'reads go to a replica')
    else this.#parts.log.warn(entry, `no reads go to a replica: it is ${state}`)
  }
}

/** How many ends of the primary's log are remembered while a replica lacks them: a minute's worth. */
const mostMarks = 300

/** How long a replica has been behind the primary. */
export class Lag {
  /** Where the primary's log ended, in bytes, and when, in milliseconds: each time that the replica still lacks. */
  readonly #lacking: { lsn: number; at: number }[] = []

  /** The primary's log now ends at the LSN. */
  written(lsn: number, at: number) {
    const last = this.#lacking.at(-1)
    if (last && this.#lacking.length === mostMarks) last.lsn = lsn
    else this.#lacking.push({ lsn, at })
  }

  /** The replica has now replayed the log up to the LSN. */
  replayed(lsn: number) {
    while (this.#lacking[0] && this.#lacking[0].lsn <= lsn) this.#lacking.shift()
  }

  /** In milliseconds. */
  at(now: number): number {
    return this.#lacking[0] ? now - this.#lacking[0].at : 0
  }
}

/** Refused connections (28...), conflicts with the replay (40...), lack of resources, interventions, system failures. */
const faults = /^(28|40|53|57|58|XX)...$/

const isConflict = (error: unknown) => (error as { code?: unknown }).code === '40001'

/** Whether a read failed because of the replica, so that the primary may well answer it. */
export const isReplicasFault = (error: unknown) =>
  isDatabaseUnavailable(error) || faults.test(String((error as { code?: unknown }).code))

const unavailable = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })

/** The result of the work. If it takes too long, fails as if the database were silent and stops waiting for it. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const late = unavailable('PostgreSQL did not answer in time')
  // Wait for pending input first: if this process was busy, the answer may have arrived already.
  const timer = setTimeout(() => setImmediate(reject, late), milliseconds)
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
