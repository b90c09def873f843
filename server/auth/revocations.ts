import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Orm } from '../../entities/connection/em.ts'
import { unavailable } from '../../routers/ports/refusals.ts'
import { revocationSeconds } from '../../src/accounts/limits.ts'
import { oncePerOutage, untilDone } from '../stores/redis.ts'
import { tokenClaims, usedKey } from './token-claims.ts'

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
   * Undefined for the one caller that may use the token; for all others the milliseconds since that use. 503 when
   * unknown; then the token can be used again.
   */
  claim(tokenId: string): Promise<number | undefined>
  /** The milliseconds since the token was used; undefined if it was not. 503 when unknown. */
  usedSince(tokenId: string): Promise<number | undefined>
}

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

    claim: (tokenId) => changed(claims.claim(tokenId)),

    usedSince: (tokenId) => changed(claims.usedSince(tokenId)),

    /** Makes a token that this process has claimed usable again; if Redis is down, as soon as it is back. */
    release: (tokenId: string) => changed(claims.release(tokenId)),
  } satisfies Revocations & { release: unknown }
}

// Sessions that this process has ended, for operators who are recalled while the database does not answer.
const endedHere = new LRUCache<string, true>({ max: 1000 })

/** Stored in the database, for a service without Redis (D40). */
export function databaseRevocations(orm: Orm) {
  const db = () => orm.em.fork().getKysely()

  /** True for the first to insert the key. A concurrent insert waits until the first has committed. */
  const insert = (key: string) =>
    orm.em.fork().transactional(async (em) => {
      const statement = sql`
        insert into revocations (key, created_at, expires_at)
        values (${key}, now(), now() + make_interval(secs => ${revocationSeconds}))
        on conflict (key) do nothing returning key`
      return (await statement.execute((em as Orm['em']).getKysely())).rows.length > 0
    })

  async function usedSince(tokenId: string): Promise<number | undefined> {
    const statement = sql<{ age: number }>`
      select (extract(epoch from clock_timestamp() - created_at) * 1000)::float as age
      from revocations where key = ${usedKey(tokenId)}`
    return (await statement.execute(db())).rows[0]?.age
  }

  return {
    async isEnded(sessionId) {
      const statement = sql`select from revocations where key = ${endedKey(sessionId)}`
      return endedHere.has(sessionId) || (await statement.execute(db())).rows.length > 0
    },

    async end(sessionId) {
      await insert(endedKey(sessionId))
      endedHere.set(sessionId, true)
    },

    async claim(tokenId) {
      return (await insert(usedKey(tokenId))) ? undefined : ((await usedSince(tokenId)) ?? 0)
    },

    usedSince,

    /** Deletes what no token can refer to any more; returns the number of rows. */
    async forgetExpired(): Promise<number> {
      const deleted = await sql`delete from revocations where expires_at <= now()`.execute(db())
      return Number(deleted.numAffectedRows)
    },
  } satisfies Revocations & { forgetExpired: unknown }
}
