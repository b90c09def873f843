import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Em, type Orm, readRow, readRows } from '../../entities/connection/em.ts'
import { changeRows, exists } from '../../entities/lists/rows.ts'
import { unavailable } from '../../routers/ports/refusals.ts'
import { revocationSeconds } from '../../src/accounts/limits.ts'
import { oncePerOutage, untilDone } from '../stores/redis.ts'
import { type Claimed, repeatableWithin, tokenClaims, type Use, usedKey } from './token-claims.ts'

/**
 * Sessions that ended before their tokens expired, and used refresh tokens (D19, D20). The store's clock alone says how
 * long ago that was, because the clocks of instances differ.
 */
export type Revocations = {
  /** Undefined while Redis does not answer; the session's record says it too. */
  isEnded(sessionId: string): Promise<boolean | undefined>
  /** 503 when the end cannot be stored; it is then stored as soon as Redis is back. */
  end(sessionId: string): Promise<void>
  /**
   * `first` for the one caller that may use the token, `again` within a minute for the same successor; for all others
   * the milliseconds since that use. 503 when unknown; then the token can be used again.
   */
  claim(use: Use): Promise<Claimed>
  /** The milliseconds since the token was used; undefined if it may be used. 503 when unknown. */
  usedSince(use: Use): Promise<number | undefined>
}

/** Beside a used token, the successor for which a request with an `Idempotency-Key` used it. */
const nextKey = (successor: string) => `token:next:${successor}`

const endedKey = (sessionId: string) => `session:ended:${sessionId}`

/** Stored in Redis until no token can refer to them any more. */
export function redisRevocations(redis: Redis, log: Logger) {
  const watchReads = oncePerOutage((err) =>
    log.warn({ err }, 'ended sessions cannot be read in Redis: PostgreSQL is asked alone'),
  )
  const watchChanges = oncePerOutage((err) =>
    log.error({ err }, 'sessions can neither be refreshed nor ended'),
  )
  const changed = <T>(work: Promise<T>) =>
    watchChanges(work).catch((): never => {
      throw unavailable()
    })
  const claims = tokenClaims(redis)
  const ends = untilDone(redis, (sessionId) =>
    redis.set(endedKey(sessionId), 1, 'EX', revocationSeconds, 'NX'),
  )

  return {
    isEnded: (sessionId) => watchReads(redis.exists(endedKey(sessionId))).then(Boolean, () => undefined),

    end: (sessionId) => changed(ends.attempt(sessionId)),

    claim: (use) => changed(claims.claim(use)),

    usedSince: (use) => changed(claims.usedSince(use)),

    /** Makes a token that this process has claimed usable again; if Redis is down, as soon as it is back. */
    release: (use: Use) => changed(claims.release(use)),
  } satisfies Revocations & { release: unknown }
}

// Sessions that this process has ended, for operators who are recalled while the database does not answer.
const endedHere = new LRUCache<string, true>({ max: 1000 })

/** Stored in the database, for a service without Redis (D40). */
export function databaseRevocations(orm: Orm) {
  const em = () => orm.em.fork()

  /** True for the first to insert the key, and the other one with it. A concurrent insert waits for the commit. */
  const insert = (key: string, other: string | null = null) =>
    orm.em.fork().transactional(async (own) => {
      const inserted = await readRows(own as Em)`
        with first as (
          insert into revocations (key, created_at, expires_at)
          values (${key}, now(), now() + make_interval(secs => ${revocationSeconds}))
          on conflict (key) do nothing returning created_at, expires_at),
        second as (insert into revocations (key, created_at, expires_at)
          select ${other}, created_at, expires_at from first where ${other}::text is not null)
        select from first`
      return inserted.length > 0
    })

  async function ageOf(key: string): Promise<number | undefined> {
    const found = await readRow<{ age: number }>(em())`
      select (extract(epoch from clock_timestamp() - created_at) * 1000)::float as age
      from revocations where key = ${key}`
    return found?.age
  }

  async function isRepeated({ successor }: Use) {
    const age = successor === undefined ? undefined : await ageOf(nextKey(successor))
    return age !== undefined && age < repeatableWithin
  }

  return {
    isEnded: async (sessionId) =>
      endedHere.has(sessionId) || exists(em(), 'revocations', sql`key = ${endedKey(sessionId)}`),

    async end(sessionId) {
      await insert(endedKey(sessionId))
      endedHere.set(sessionId, true)
    },

    async claim(use) {
      const { tokenId, successor } = use
      if (await insert(usedKey(tokenId), successor && nextKey(successor))) return 'first'
      return (await isRepeated(use)) ? 'again' : ((await ageOf(usedKey(tokenId))) ?? 0)
    },

    usedSince: async (use) => ((await isRepeated(use)) ? undefined : ageOf(usedKey(use.tokenId))),

    /** Deletes what no token can refer to any more; returns the number of rows. */
    forgetExpired: () => changeRows(em())`delete from revocations where expires_at <= now()`,
  } satisfies Revocations & { forgetExpired: unknown }
}
