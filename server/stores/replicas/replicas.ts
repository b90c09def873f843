import { crc32 } from 'node:zlib'
import type { Redis } from 'ioredis'
import { type ConnectionProvider, type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { type Em, type Orm, readSingleRow } from '../../../entities/connection/em.ts'
import type * as ports from '../../../routers/ports/stores.ts'
import { oneAtATime } from '../../../src/one-at-a-time.ts'
import type { ReplicaMetrics } from '../../metrics/replica-metrics.ts'
import { StartRefused } from '../../settings/start-and-stop.ts'
import { type Consumer, identityOf, isReplicasFault, type PoolOptions, Replica, within } from './replica.ts'
import { unknownLsn, writtenInMemory, writtenInRedis } from './written.ts'

/** Milliseconds between health checks. */
const interval = 200
/** Milliseconds that the primary has to say how far a session has written. */
const lsnTimeout = 500
/** Milliseconds that a replica has to answer; then the read goes to the primary as well. */
const replicaTimeout = 1000

type Parts = {
  urls: readonly string[]
  /** The pool of each replica. */
  pool: PoolOptions
  /** The seconds after a write in which a session reads from the primary, for replicas that replay no log. */
  wait: number | undefined
  orm: Orm
  redis: Redis | undefined
  metrics: ReplicaMetrics
  log: Logger
}

const lsnOf = (lsn: RawBuilder<unknown>) => sql<number>`pg_wal_lsn_diff(${lsn}, '0/0')::float8`
/** Beyond everything committed so far. */
const inserted = lsnOf(sql`pg_current_wal_insert_lsn()`)
/** Unlike the insert LSN, an idle replica always reaches this one. */
const flushed = lsnOf(sql`pg_current_wal_flush_lsn()`)

/** The replicas of DATABASE_REPLICA_URL, for one listener. */
export class Replicas implements ports.Replicas {
  readonly #parts: Parts
  readonly #replicas: readonly Replica[]
  readonly #written
  readonly #replaysLog: boolean
  readonly #timer: NodeJS.Timeout
  #identity: string | undefined
  /** The end of the primary's log when this process started: a replica must have all migrations that ran before. */
  #startLsn = Number.POSITIVE_INFINITY
  readonly #openedAt = performance.now()

  /** Begins to check the replicas; throws if one of them is a copy of another database. */
  static async open(parts: Parts): Promise<Replicas> {
    const replicas = new Replicas(parts)
    // The service starts even if the primary is down; it uses the replicas once the primary is back.
    await replicas.#identify().catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
    })
    await replicas.#check()
    const other = replicas.states().find(({ state }) => state === 'a copy of another database')
    if (!other) return replicas
    await replicas.close()
    throw new StartRefused(
      `DATABASE_REPLICA_URL: ${other.name} is not a replica of DATABASE_URL: it is another cluster or database.`,
    )
  }

  private constructor(parts: Parts) {
    const { urls, pool, wait, redis, metrics, log } = parts
    this.#parts = parts
    const spans = wait === undefined ? undefined : { lifetime: wait * 1000, settling: wait * 1000 }
    this.#written = redis ? writtenInRedis(redis, undefined, spans) : writtenInMemory(undefined, spans)
    this.#replaysLog = wait === undefined
    const of = { pool, identityOfPrimary: () => this.#identity, replaysLog: this.#replaysLog, log }
    this.#replicas = urls.map((url) => new Replica(url, of))
    this.#timer = setInterval(() => this.#check(), interval).unref()
    metrics.watch(this)
  }

  states() {
    return this.#replicas.map(({ state }) => state)
  }

  /** An entity manager that reads from a replica, or from the primary. Its forks belong to the primary. */
  reader(sessionId: string): Em {
    const { em } = this.#parts.orm
    const executor = em.getKysely().getExecutor().withConnectionProvider(this.#readsOf(sessionId))
    const kysely = { getExecutor: () => executor, executeQuery: executor.executeQuery.bind(executor) }
    return { getKysely: () => kysely, fork: em.fork.bind(em) } as unknown as Em
  }

  async knows(sessionIds: readonly string[], isCommitted = true) {
    const lsn =
      isCommitted && this.#replaysLog
        ? await within(lsnTimeout, this.#primaryLsn(inserted)).catch(() => unknownLsn)
        : unknownLsn
    await Promise.all(sessionIds.map((sessionId) => this.#written.remember(sessionId, lsn)))
  }

  async close() {
    clearInterval(this.#timer)
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  /** Where the reads of one call go: all to the same replica until one fails there, then to the primary. */
  #readsOf(sessionId: string): ConnectionProvider {
    const { orm, metrics, log } = this.#parts
    let choice: Promise<Replica | undefined> | undefined

    async function readPrimary<T>(consumer: Consumer<T>): Promise<T> {
      const result = await orm.em.getKysely().getExecutor().provideConnection(consumer)
      metrics.read('primary')
      return result
    }

    const provideConnection = async <T>(consumer: Consumer<T>): Promise<T> => {
      choice ??= this.#choose(sessionId)
      const replica = await choice
      if (!replica?.isUsable) return readPrimary(consumer)
      const fromReplica = replica.run(consumer)
      try {
        const result = await within(replicaTimeout, fromReplica)
        metrics.read(replica.name)
        return result
      } catch (err) {
        if (!isReplicasFault(err)) throw err
        metrics.fellBack(replica.name)
        log.warn({ err, replica: replica.name }, 'a read failed on a replica and is repeated on the primary')
      }
      choice = Promise.resolve(undefined)
      const fromPrimary = readPrimary(consumer)
      // The read itself may be slow; then the replica still answers first.
      return Promise.race([fromPrimary, fromReplica.catch(() => fromPrimary)])
    }
    return { provideConnection }
  }

  /** A replica with all that the session knows of; usually the same one, so that a session never sees older data. */
  async #choose(sessionId: string): Promise<Replica | undefined> {
    if (!this.#replicas.some(({ isUsable }) => isUsable)) return undefined
    if (performance.now() - this.#openedAt < 1000 * (this.#parts.wait ?? 0)) return undefined
    const lsn = Math.max(await this.#written.of(sessionId), this.#startLsn)
    const first = crc32(sessionId) % this.#replicas.length
    const inTurn = [...this.#replicas.slice(first), ...this.#replicas.slice(0, first)]
    return inTurn.find((replica) => replica.isUsable && replica.has(lsn))
  }

  async #check() {
    await Promise.all([this.#followPrimary(), ...this.#replicas.map((replica) => replica.check())])
  }

  readonly #followPrimary = oneAtATime(async () => {
    try {
      if (this.#identity === undefined) await this.#identify()
      if (!this.#replaysLog) return
      const lsn = await this.#primaryLsn(flushed)
      for (const { lag } of this.#replicas) lag.written(lsn, performance.now())
    } catch {
      // While the primary is down, nothing is written that a replica could lack.
    }
  })

  async #identify() {
    const read = readSingleRow<{ identity: string; lsn: number }>(this.#parts.orm.em)
    const { identity, lsn } = await read`
      select ${sql.raw(identityOf(this.#replaysLog))} as identity, ${this.#replaysLog ? inserted : sql`0::float8`} as lsn`
    this.#identity = identity
    this.#startLsn = lsn
  }

  async #primaryLsn(lsn: RawBuilder<number>): Promise<number> {
    return (await readSingleRow<{ lsn: number }>(this.#parts.orm.em)`select ${lsn} as lsn`).lsn
  }
}
