import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { defineScript } from '../redis.ts'

/** Beyond what any replica has replayed: stands for a session of which it is not known how far it has written. */
export const unknownLsn = Number.MAX_SAFE_INTEGER

/** Milliseconds for which a session's LSN is kept: many times the lag of any replica that serves reads. */
const kept = 60_000
/** The most sessions that are kept in memory. */
const most = 10_000
/** Milliseconds after an outage of Redis until the replicas in use have everything that was written during it. */
const settling = 5000

/** The LSN of the primary's log up to which each session has written. */
export type Written = {
  remember(sessionId: string, lsn: number): Promise<void>
  /** 0 if the session has not written lately. */
  of(sessionId: string): Promise<number>
}

/** Kept in this process alone. */
export function writtenInMemory(): Written {
  // What sessions that the cache dropped early have written counts for all sessions.
  let dropped = 0
  const cache = new LRUCache<string, number>({
    max: most,
    ttl: kept,
    dispose: (lsn, _sessionId, reason) => {
      if (reason === 'evict') dropped = Math.max(dropped, lsn)
    },
  })
  const known = (sessionId: string) => Math.max(cache.get(sessionId) ?? 0, dropped)
  return {
    async remember(sessionId, lsn) {
      cache.set(sessionId, Math.max(cache.get(sessionId) ?? 0, lsn))
    },
    of: async (sessionId) => known(sessionId),
  }
}

const keepHigher = `
  local known = tonumber(redis.call('get', KEYS[1]) or '0')
  local lsn = math.max(known, tonumber(ARGV[1]))
  redis.call('set', KEYS[1], string.format('%.0f', lsn), 'PX', ARGV[2])`

const keyOf = (sessionId: string) => `session:written:${sessionId}`

/** Kept in Redis for all instances, and in this process in case Redis is away. */
export function writtenInRedis(redis: Redis, now = () => performance.now()): Written {
  const local = writtenInMemory()
  const keep = defineScript<null>(redis, { name: 'keepHigherLsn', lua: keepHigher, numberOfKeys: 1 })
  let readyAt = Number.NEGATIVE_INFINITY
  redis.on('ready', () => {
    readyAt = now()
  })
  return {
    async remember(sessionId, lsn) {
      await local.remember(sessionId, lsn)
      await keep([keyOf(sessionId), lsn, kept]).catch(() => {})
    },
    async of(sessionId) {
      // During an outage only the instance that has written knows.
      if (now() - readyAt < settling) return unknownLsn
      const found = await redis.get(keyOf(sessionId)).catch(() => unknownLsn)
      return Math.max(Number(found ?? 0), await local.of(sessionId))
    },
  }
}
