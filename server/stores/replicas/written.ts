import type { Redis } from 'ioredis'
import { defineScript } from '../redis.ts'

/** An LSN beyond every replica, for a session whose last write is unknown. */
export const unknownLsn = Number.MAX_SAFE_INTEGER

/**
 * Milliseconds to remember a session's LSN, many times the lag of any replica that serves reads; and after an outage of
 * Redis until the replicas in use have everything that was written during it.
 */
const byLog = { lifetime: 60_000, settling: 5000 }

type Spans = typeof byLog

/** The LSN of the primary's log up to which each session has written. */
export type Written = {
  remember(sessionId: string, lsn: number): Promise<void>
  /** 0 if the session has not written lately. */
  of(sessionId: string): Promise<number>
}

/** Keeps the LSNs in the memory of this process alone. */
export function writtenInMemory(now = () => performance.now(), { lifetime }: Spans = byLog): Written {
  // In the order in which they are forgotten. The changes of one minute are few enough to keep them all.
  const sessions = new Map<string, { lsn: number; until: number }>()
  const known = (sessionId: string) => {
    for (const [id, { until }] of sessions) {
      if (until > now()) break
      sessions.delete(id)
    }
    return sessions.get(sessionId)?.lsn ?? 0
  }
  return {
    async remember(sessionId, lsn) {
      const highest = Math.max(lsn, known(sessionId))
      sessions.delete(sessionId)
      sessions.set(sessionId, { lsn: highest, until: now() + lifetime })
    },
    of: async (sessionId) => known(sessionId),
  }
}

const keepHigher = `
  local known = tonumber(redis.call('get', KEYS[1]) or '0')
  local lsn = math.max(known, tonumber(ARGV[1]))
  redis.call('set', KEYS[1], string.format('%.0f', lsn), 'PX', ARGV[2])`

const redisKey = (sessionId: string) => `session:written:${sessionId}`

/** Keeps the LSNs in Redis for all instances, and in this process in case Redis is down. */
export function writtenInRedis(redis: Redis, now = () => performance.now(), spans: Spans = byLog): Written {
  const { lifetime, settling } = spans
  const local = writtenInMemory(undefined, spans)
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
      const found = await redis.get(redisKey(sessionId)).catch(() => unknownLsn)
      // During an outage only the instance that has written knows.
      if (now() - readyAt < settling) return unknownLsn
      return Math.max(Number(found ?? 0), await local.of(sessionId))
    },
  }
}
