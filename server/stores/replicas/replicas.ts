import { crc32 } from 'node:zlib'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import type { Em, Orm } from '../../../entities/connection/em.ts'
import type * as ports from '../../../routers/ports/stores.ts'
import type { ReplicaMetrics } from '../../metrics/replica-metrics.ts'
import { Primary } from './primary.ts'
import { readingEm } from './reader.ts'
import { type PoolOptions, Replica } from './replica.ts'
import { unknownLsn, type Written, writtenInMemory, writtenInRedis } from './written.ts'

/** Milliseconds between checks of the replicas. */
const interval = 200

/** An address of DATABASE_REPLICA_URL leads to another database. The message says which. */
export class NotAReplica extends Error {}

type Parts = {
  urls: readonly string[]
  /** The pool of each replica. */
  pool: PoolOptions
  orm: Orm
  redis: Redis | undefined
  metrics: ReplicaMetrics
  log: Logger
}

/** The replicas of DATABASE_REPLICA_URL, for one listener. */
export class Replicas implements ports.Replicas {
  readonly #primary: Primary
  readonly #replicas: readonly Replica[]
  readonly #written: Written
  readonly #parts: Parts
  readonly #timer: NodeJS.Timeout

  /** Begins to watch the replicas; throws if one of them is a copy of another database. */
  static async open(parts: Parts): Promise<Replicas> {
    const primary = new Primary(parts.orm)
    // The service starts even if the primary is down; it uses the replicas once the primary is back.
    await primary.meet().catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
    })
    const replicas = new Replicas(parts, primary)
    await replicas.#look()
    const other = replicas.states().find(({ state }) => state === 'a copy of another database')
    if (!other) return replicas
    await replicas.close()
    throw new NotAReplica(
      `DATABASE_REPLICA_URL: ${other.name} is not a replica of DATABASE_URL: it is another cluster or database.`,
    )
  }

  private constructor(parts: Parts, primary: Primary) {
    const { urls, pool, redis, metrics, log } = parts
    this.#parts = parts
    this.#primary = primary
    this.#written = redis ? writtenInRedis(redis) : writtenInMemory()
    this.#replicas = urls.map((url) => new Replica(url, { pool, primary, log }))
    this.#timer = setInterval(() => this.#look(), interval).unref()
    metrics.watch(this)
  }

  states() {
    return this.#replicas.map(({ state }) => state)
  }

  reader(sessionId: string): Em {
    const { orm, metrics, log } = this.#parts
    return readingEm({
      primary: orm.em,
      choose: () => this.#choose(sessionId),
      onRead: (replica) => metrics.read(replica?.name ?? 'primary'),
      onFallback: ({ name }, err) => {
        metrics.fellBack(name)
        log.warn({ err, replica: name }, 'a read failed on a replica and is repeated on the primary')
      },
    })
  }

  async wrote(sessionId: string, isCommitted: boolean) {
    const lsn = isCommitted ? await this.#primary.writtenLsn().catch(() => unknownLsn) : unknownLsn
    await this.#written.remember(sessionId, lsn)
  }

  async close() {
    clearInterval(this.#timer)
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  /** A replica with all that the session has written; usually the same one, so that a session never sees older data. */
  async #choose(sessionId: string): Promise<Replica | undefined> {
    if (!this.#replicas.some(({ isUsable }) => isUsable)) return undefined
    const lsn = Math.max(await this.#written.of(sessionId), this.#primary.startLsn)
    const first = crc32(sessionId) % this.#replicas.length
    const inTurn = [...this.#replicas.slice(first), ...this.#replicas.slice(0, first)]
    return inTurn.find((replica) => replica.isUsable && replica.has(lsn))
  }

  async #look() {
    await Promise.all([this.#primary.look(), ...this.#replicas.map((replica) => replica.look())])
  }
}
