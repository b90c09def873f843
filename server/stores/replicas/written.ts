import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { defineScript } from '../redis.ts'

/** An LSN beyond every replica, for a session whose last write is unknown. */
export const unknownLsn = Number.MAX_SAFE_INTEGER

/** Milliseconds to remember a session's LSN: many times the lag of any replica that serves reads. */
const lifetime = 60_000
/** The maximum number of sessions in memory. */
const mostSessions = 10_000
/** Milliseconds after an outage of Redis until the replicas in use have everything that was written during it. */
const settling = 5000

/** The LSN of the primary's log up to which each session has written. */
export type Written = {
  remember(sessionId: string, lsn: number): Promise<void>
  /** 0 if the session has not written lately. */
  of(sessionId: string): Promise<number>
}

/** An LSN, and when to forget it. */
type Remembered = { lsn: number; until: number }

/** Keeps the LSNs in the memory of this process alone. */
export function writtenInMemory(now = () => performance.now()): Written {
  const isAlive = (entry: Remembered | undefined): entry is Remembered =>
    entry !== undefined && entry.until > now()
  // The LSNs of sessions that the cache dropped early count for all sessions.
  let dropped: Remembered[] = []
  const cache = new LRUCache<string, Remembered>({
    max: mostSessions,
    dispose: (entry, _sessionId, reason) => {
      if (reason !== 'evict' || !isAlive(entry)) return
      const adds = (other: Remembered) => other.lsn > entry.lsn || other.until > entry.until
      dropped = [...dropped.filter((other) => isAlive(other) && adds(other)), entry]
    },
  })
  const highest = (entries: (Remembered | undefined)[]) =>
    Math.max(0, ...entries.filter(isAlive).map(({ lsn }) => lsn))
  return {
    async remember(sessionId, lsn) {
      cache.set(sessionId, { lsn: Math.max(lsn, highest([cache.get(sessionId)])), until: now() + lifetime })
    },
    of: async (sessionId) => highest([cache.get(sessionId), ...dropped]),
  }
}

const keepHigher = `
  local known = tonumber(redis.call('get', KEYS[1]) or '0')
  local lsn = math.max(known, tonumber(ARGV[1]))
  redis.call('set', KEYS[1], string.format('%.0f', lsn), 'PX', ARGV[2])`

const redisKey = (sessionId: string) => `session:written:${sessionId}`

/** Keeps the LSNs in Redis for all instances, and in this process in case Redis is down. */
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
      await keep([redisKey(sessionId), lsn, lifetime]).catch(() => {})
    },
    async of(sessionId) {
      // During an outage only the instance that has written knows.
      if (now() - readyAt < settling) return unknownLsn
      const found = await redis.get(redisKey(sessionId)).catch(() => unknownLsn)
      return Math.max(Number(found ?? 0), await local.of(sessionId))
    },
  }
}
