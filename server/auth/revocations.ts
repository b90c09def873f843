import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Orm } from '../../entities/orm.ts'
import { unavailable } from '../../routers/gate/refusals.ts'
import { accessTokenSeconds, refreshTokenSeconds } from '../../src/limits.ts'
import { oncePerOutage } from '../redis.ts'

/** Sessions that ended before their tokens expired, and refresh tokens that have been used (D19, D20). */
export type Revocations = {
  isEnded(sessionId: string): Promise<boolean>
  /** Which of the sessions have ended, in one round trip. */
  endedAmong(sessionIds: readonly string[]): Promise<Set<string>>
  /** 503 when it cannot be stored. */
  end(sessionId: string): Promise<void>
  /** Undefined for the one caller that may use the token; for all others the instant of that use. 503 when unknown. */
  claim(tokenId: string): Promise<Date | undefined>
}

/** A refresh that was under way when its session ended issues a token a little later; the clocks of machines differ. */
const keptSeconds = refreshTokenSeconds + accessTokenSeconds

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
    return (await redis.set(key, value, 'EX', keptSeconds, 'NX')) === 'OK'
  }

  function refuse(error: unknown): never {
    reportUnavailable(error)
    throw unavailable()
  }

  async function endedAmong(sessionIds: readonly string[]): Promise<Set<string>> {
    if (!sessionIds.length) return new Set()
    const values = await redis.mget(sessionIds.map(endedKey)).catch(reportUnread)
    return new Set(sessionIds.filter((_, index) => typeof values?.[index] === 'string'))
  }

  return {
    isEnded: async (sessionId) => (await endedAmong([sessionId])).size > 0,
    endedAmong,

    async end(sessionId) {
      await set(endedKey(sessionId)).catch(refuse)
    },

    async claim(tokenId) {
      const key = usedKey(tokenId)
      if (await set(key).catch(refuse)) return undefined
      return new Date(Number(await redis.get(key).catch(refuse)))
    },

    /** Makes a claimed token usable again. */
    async release(tokenId: string) {
      await redis.del(usedKey(tokenId)).catch(refuse)
    },
  } satisfies Revocations & { release: unknown }
}

/** Kept in the database, for a service without Redis (D40). */
export function databaseRevocations(orm: Orm, clock: () => Date) {
  const db = () => orm.em.fork().getKysely()

  /** True for the first to insert the key. */
  async function insert(key: string): Promise<boolean> {
    const now = clock()
    const expires = new Date(now.getTime() + keptSeconds * 1000)
    const statement = sql`
      insert into revocations (key, created_at, expires_at) values (${key}, ${now}, ${expires})
      on conflict (key) do nothing returning key`
    return (await statement.execute(db())).rows.length > 0
  }

  async function endedAmong(sessionIds: readonly string[]): Promise<Set<string>> {
    const statement = sql<{ key: string }>`
      select key from revocations where key = any(${sessionIds.map(endedKey)})`
    const ended = new Set((await statement.execute(db())).rows.map(({ key }) => key))
    return new Set(sessionIds.filter((id) => ended.has(endedKey(id))))
  }

  return {
    isEnded: async (sessionId) => (await endedAmong([sessionId])).size > 0,
    endedAmong,

    async end(sessionId) {
      await insert(endedKey(sessionId))
    },

    async claim(tokenId) {
      const key = usedKey(tokenId)
      if (await insert(key)) return undefined
      const statement = sql<{ created_at: Date }>`select created_at from revocations where key = ${key}`
      const [claimed] = (await statement.execute(db())).rows
      return new Date(claimed?.created_at ?? clock())
    },

    /** Deletes what no token can refer to any more; returns the number of rows. */
    async forgetExpired(): Promise<number> {
      const deleted = await sql`delete from revocations where expires_at <= ${clock()}`.execute(db())
      return Number(deleted.numAffectedRows)
    },
  } satisfies Revocations & { forgetExpired: unknown }
}
