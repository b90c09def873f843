import type { DatabaseConnection } from 'kysely'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import type { Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import type { ReplicaState } from '../../../routers/ports/stores.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { Lag, type Primary } from './primary.ts'
import { type Seen, watchReplica } from './watch.ts'

/** A replica with this lag or more, in milliseconds, serves no reads. */
const longestLag = 3000
/** Milliseconds for which an answer to the watch stays valid. */
const freshness = 1000
/** Milliseconds that a read may take (D43). */
const queryTimeout = 1800
/** Milliseconds that a read waits for a connection. */
const connectTimeout = 500

export type Consumer<T> = (connection: DatabaseConnection) => Promise<T>

/** The maximum connections, and whether each plans a frequent read only once. */
export type PoolOptions = { max: number | undefined; preparedStatements: boolean }

type Parts = { pool: PoolOptions; primary: Primary; log: Logger }

/** One replica: what it has replayed, and whether it can serve reads. */
export class Replica {
  /** Its host and port. */
  readonly name: string
  readonly #log: Logger
  readonly #orm: Orm
  readonly #watch: ReturnType<typeof watchReplica>
  readonly #lag = new Lag()
  readonly #primary: Primary
  readonly #running = new Set<(reason: Error) => void>()
  #state: ReplicaState['state'] | undefined
  #lsn = 0
  #answeredAt = Number.NEGATIVE_INFINITY
  #isSuspect = false
  #isClosed = false

  constructor(url: string, { pool, primary, log }: Parts) {
    this.name = new URL(url).host
    this.#log = log
    this.#primary = primary
    this.#orm = connect(url, { ...pool, queryTimeout, connectTimeout })
    this.#watch = watchReplica(url, () => this.#lose('unreachable'))
  }

  get state(): ReplicaState {
    const isKnown = this.#state === 'in use' || this.#state === 'behind'
    const lag = isKnown ? this.#lag.at(performance.now()) / 1000 : null
    return { name: this.name, state: this.#state ?? 'unreachable', lag_seconds: lag }
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
  readonly look = oneAtATime(async () => {
    this.#isSuspect = false
    try {
      this.#judge(await this.#watch.ask())
    } catch (error) {
      // Replaying the log may cancel any read, even this one; the replica is fine.
      if (!this.#isClosed && !isConflict(error)) this.#lose('unreachable', error)
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
      // The replica serves no reads until it has answered the watch again.
      if (isReplicasFault(error)) this.#isSuspect = true
      throw error
    } finally {
      this.#running.delete(reject)
    }
  }

  async close() {
    this.#isClosed = true
    this.#watch.close()
    await this.#orm.close()
  }

  #judge({ identity, isReplica, lsn }: Seen) {
    const primary = this.#primary
    if (primary.identity === undefined) return
    if (identity !== primary.identity) return this.#lose('a copy of another database')
    if (!isReplica) return this.#lose('not a replica')
    const now = performance.now()
    this.#answeredAt = now
    this.#lsn = lsn
    this.#lag.replayed(lsn, primary.log)
    this.#become(this.#lag.at(now) < longestLag ? 'in use' : 'behind')
  }

  #lose(state: ReplicaState['state'], err?: unknown) {
    this.#answeredAt = Number.NEGATIVE_INFINITY
    for (const reject of this.#running) reject(new ReplicaLost(`The replica is ${state}`))
    this.#running.clear()
    this.#become(state, err)
  }

  #become(state: ReplicaState['state'], err?: unknown) {
    if (state === this.#state) return
    this.#state = state
    const entry = { replica: this.name, ...(err !== undefined && { err }) }
    if (state === 'in use') this.#log.info(entry, 'reads go to a replica')
    else this.#log.warn(entry, `no reads go to a replica: it is ${state}`)
  }
}

class ReplicaLost extends Error {}

/** Refused connections (28...), conflicts with the replay (40...), lack of resources, interventions, system failures. */
const faults = /^(28|40|53|57|58|XX)...$/

const isConflict = (error: unknown) => (error as { code?: unknown }).code === '40001'

/** Whether a read failed because of the replica, so that the primary may well answer it. */
export function isReplicasFault(error: unknown): boolean {
  if (error instanceof ReplicaLost || isDatabaseUnavailable(error)) return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && faults.test(code)
}
