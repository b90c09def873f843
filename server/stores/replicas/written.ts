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
  // What is known later does not make an unknown LSN known, and does not keep it either.
  const [known, unknown] = [forgetting(lifetime, now), forgetting(lifetime, now)]
  return {
    async remember(sessionId, lsn) {
      const kept = lsn === unknownLsn ? unknown : known
      kept.set(sessionId, Math.max(lsn, kept.get(sessionId)))
    },
    of: async (sessionId) => Math.max(known.get(sessionId), unknown.get(sessionId)),
  }
}

/** Numbers by name, 0 once it was last set a lifetime ago. */
function forgetting(lifetime: number, now: () => number) {
  // In the order in which they are forgotten. The changes of one minute are few enough to keep them all.
  const kept = new Map<string, { value: number; until: number }>()
  return {
    get(name: string) {
      for (const [each, { until }] of kept) {
        if (until > now()) break
        kept.delete(each)
      }
      return kept.get(name)?.value ?? 0
    },
    set(name: string, value: number) {
      kept.delete(name)
      kept.set(name, { value, until: now() + lifetime })
    },
  }
}

const keepHigher = `
  local known = tonumber(redis.call('get', KEYS[1]) or '0')
  local lsn = math.max(known, tonumber(ARGV[1]))
  redis.call('set', KEYS[1], string.format('%.0f', lsn), 'PX', ARGV[2])`

const knownKey = (sessionId: string) => `session:written:${sessionId}`
const unknownKey = (sessionId: string) => `session:unknown:${sessionId}`

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
      const key = lsn === unknownLsn ? unknownKey : knownKey
      await keep([key(sessionId), lsn, lifetime]).catch(() => {})
    },
    async of(sessionId) {
      const keys = [knownKey(sessionId), unknownKey(sessionId)]
      const found = await Promise.all(keys.map((key) => redis.get(key))).catch(() => [unknownLsn])
      // During an outage only the instance that has written knows.
      if (now() - readyAt < settling) return unknownLsn
      return Math.max(...found.map(Number), await local.of(sessionId))
    },
  }
}
