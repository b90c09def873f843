import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Orm } from '../../entities/orm.ts'
import { unavailable } from '../../routers/gate/refusals.ts'
import { refreshTokenSeconds } from '../../src/limits.ts'
import { oncePerOutage } from '../redis.ts'

/** Sessions that ended before their time, and refresh tokens that have been used (D19, D20). */
export type Revocations = {
  isEnded(sessionId: string): Promise<boolean>
  /** Which of the sessions have ended, in one round trip. */
  endedAmong(sessionIds: readonly string[]): Promise<Set<string>>
  /** 503 when it cannot be kept. */
  end(sessionId: string): Promise<void>
  /** Undefined to the one caller that may use the token; to all others the instant of that use. 503 when unknown. */
  claim(tokenId: string): Promise<Date | undefined>
}

const endedKey = (sessionId: string) => `session:ended:${sessionId}`
const usedKey = (tokenId: string) => `token:used:${tokenId}`

/** Kept in Redis until no token can refer to them any more. */
export function redisRevocations(redis: Redis, clock: () => Date, log: Logger) {
  const reportUnread = oncePerOutage(redis, (err) =>
    log.warn({ err }, 'ended sessions cannot be read: their access tokens pass until they expire'),
  )
  const reportUnavailable = oncePerOutage(redis, (err) =>
    log.error({ err }, 'sessions can neither be refreshed nor ended'),
  )

  /** True for the first to set the key. */
  async function set(key: string): Promise<boolean> {
    const value = String(clock().getTime())
    return (await redis.set(key, value, 'EX', refreshTokenSeconds, 'NX')) === 'OK'
  }

  function refuse(error: unknown): never {
    reportUnavailable(error)
    throw unavailable()
  }

  return {
    isEnded: (sessionId: string): Promise<boolean> =>
      redis.exists(endedKey(sessionId)).then(
        (count) => count > 0,
        (error) => {
          reportUnread(error)
          return false
        },
      ),

    async endedAmong(sessionIds: readonly string[]): Promise<Set<string>> {
      if (!sessionIds.length) return new Set()
      const values = await redis.mget(sessionIds.map(endedKey)).catch((error): null[] => {
        reportUnread(error)
        return []
      })
      return new Set(sessionIds.filter((_, index) => (values[index] ?? null) !== null))
    },

    async end(sessionId: string) {
      await set(endedKey(sessionId)).catch(refuse)
    },

    async claim(tokenId: string) {
      const key = usedKey(tokenId)
      if (await set(key).catch(refuse)) return undefined
      return new Date(Number(await redis.get(key).catch(refuse)))
    },

    /** Gives a claimed token back, as if it had never been used. */
    async release(tokenId: string) {
      await redis.del(usedKey(tokenId)).catch(refuse)
    },
  } satisfies Revocations & Record<'release', unknown>
}

/** Kept in the database, for a service without Redis (D40). */
export function databaseRevocations(orm: Orm, clock: () => Date) {
  const db = () => orm.em.fork().getKysely()

  /** True for the first to insert the key. */
  async function insert(key: string): Promise<boolean> {
    const created_at = clock()
    const expires_at = new Date(created_at.getTime() + refreshTokenSeconds * 1000)
    const inserted = await db()
      .insertInto('revocations')
      .values({ key, created_at, expires_at })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    return inserted !== undefined
  }

  const find = (key: string) =>
    db().selectFrom('revocations').select('created_at').where('key', '=', key).executeTakeFirst()

  return {
    isEnded: async (sessionId: string) => (await find(endedKey(sessionId))) !== undefined,

    async endedAmong(sessionIds: readonly string[]): Promise<Set<string>> {
      const keys = sessionIds.map(endedKey)
      const found = await sql<{ key: string }>`select key from revocations where key = any(${keys})`.execute(
        db(),
      )
      const ended = new Set(found.rows.map(({ key }) => key))
      return new Set(sessionIds.filter((id) => ended.has(endedKey(id))))
    },

    async end(sessionId: string) {
      await insert(endedKey(sessionId))
    },

    async claim(tokenId: string) {
      const key = usedKey(tokenId)
      return (await insert(key)) ? undefined : new Date((await find(key))?.created_at ?? clock())
    },

    /** Deletes what no token can refer to any more; returns how many. */
    async forgetExpired(): Promise<number> {
      const { numDeletedRows } = await db()
        .deleteFrom('revocations')
        .where('expires_at', '<=', clock())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  } satisfies Revocations & Record<'forgetExpired', unknown>
}
