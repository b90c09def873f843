import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '../src/errors.ts'
import { oncePerOutage } from './redis.ts'

export const scopes = ['anon', 'user', 'login', 'token_refresh', 'logout'] as const
export type Scope = (typeof scopes)[number]

/** At most `limit` requests in a window of so many seconds. */
export type Rate = { limit: number; seconds: number }

/** One open window. */
export type Window = { scope: Scope; key: string; used: number; limit: number; resets_in_seconds: number }

/** The window of a request that was counted, and the seconds that it lasts as a whole. */
export type Counted = Window & { seconds: number }

/** The contract's limits (Limits, D24). */
export const defaultRates = {
  anon: '100/hour',
  user: '1000/hour',
  login: '5/hour',
  token_refresh: '20/hour',
  logout: '20/hour',
} as const satisfies Record<Scope, string>

const periods = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
])

/** Reads `100/hour` and the like; null for `off`, undefined for anything else. */
export function parseRate(text: string): Rate | null | undefined {
  if (text === 'off') return null
  const [, limit, period = ''] = /^([1-9]\d{0,8})\/(\w+)$/.exec(text) ?? []
  const seconds = periods.get(period)
  return limit && seconds ? { limit: Number(limit), seconds } : undefined
}

// A refused request is not counted and prolongs nothing (D24). ARGV: points, seconds, limit.
export const countUnlessRefused = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local limit = tonumber(ARGV[3])
if used >= limit then return {limit + 1, redis.call('pttl', KEYS[1])} end
used = redis.call('incrby', KEYS[1], ARGV[1])
if redis.call('pttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], ARGV[2]) end
return {used, redis.call('pttl', KEYS[1])}`

export type Throttles = ReturnType<typeof createThrottles>

/** Counts requests in Redis, and in this process's memory while there is none (D21, D24). */
export function createThrottles({
  rates,
  redis,
  log,
}: {
  rates: Record<Scope, Rate | null>
  redis?: Redis
  log: Logger
}) {
  const store = redis && {
    redis,
    report: oncePerOutage(redis, (err) =>
      log.warn({ err }, 'Redis cannot count requests: each process counts its own'),
    ),
  }
  const limiters = scopes.flatMap((scope) => {
    const rate = rates[scope]
    return rate ? [createLimiter(scope, rate, store)] : []
  })
  const byScope = new Map(limiters.map((limiter) => [limiter.scope, limiter]))

  return {
    /** Undefined where the throttle is off; 429 when the key's window is full. */
    consume: async (scope: Scope, key: string): Promise<Counted | undefined> =>
      byScope.get(scope)?.consume(key),

    /** Every open window. */
    list: async (): Promise<Window[]> => (await Promise.all(limiters.map(({ list }) => list()))).flat(),

    /** Forgets what was counted, of a scope or a key or both, otherwise all; returns the number of windows. */
    async clear({ scope, key }: { scope?: Scope; key?: string } = {}): Promise<number> {
      const chosen = limiters.filter((limiter) => scope === undefined || limiter.scope === scope)
      const counts = await Promise.all(chosen.map((limiter) => limiter.clear(key)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}

type Store = { redis: Redis; report: (error: unknown) => void }

function createLimiter(scope: Scope, { limit, seconds }: Rate, store: Store | undefined) {
  const options = { keyPrefix: `throttle:${scope}`, points: limit, duration: seconds }
  const memory = new RateLimiterMemory(options)
  const shared =
    store &&
    new RateLimiterRedis({
      ...options,
      storeClient: store.redis,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: countUnlessRefused,
    })

  async function* openKeys() {
    if (store?.redis.status === 'ready')
      for await (const keys of store.redis.scanStream({ match: `${options.keyPrefix}:*`, count: 200 }))
        yield (keys as string[]).map((key) => memory.parseKey(key))
    else yield memory.dump().storage.map(({ key }) => String(key))
  }

  async function windowOf(key: string): Promise<Window | undefined> {
    const counted = await (store?.redis.status === 'ready' && shared ? shared : memory).get(key)
    if (!counted) return undefined
    const used = Math.min(counted.consumedPoints, limit)
    return { scope, key, used, limit, resets_in_seconds: secondsLeft(counted) }
  }

  async function forget(key: string): Promise<boolean> {
    const wasShared = store?.redis.status === 'ready' && (await shared?.delete(key))
    return (await memory.delete(key)) || !!wasShared
  }

  /** The same whether the request passes or not: what was refused is one point past the limit. */
  async function count(key: string): Promise<RateLimiterRes> {
    const counting = shared?.consume(key).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) throw error
      store?.report(error)
      return memory.consume(key)
    })
    return (counting ?? memory.consume(key)).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal
      throw refusal
    })
  }

  return {
    scope,

    async consume(key: string): Promise<Counted> {
      const counted = await count(key)
      const used = Math.min(counted.consumedPoints, limit)
      const window = { scope, key, used, limit, seconds, resets_in_seconds: secondsLeft(counted) }
      if (counted.consumedPoints > limit) throw throttled(window)
      return window
    },

    async list(): Promise<Window[]> {
      const windows = new Map<string, Window>()
      for await (const keys of openKeys())
        for (const window of await Promise.all(keys.map(windowOf)))
          if (window) windows.set(window.key, window)
      return [...windows.values()]
    },

    async clear(key?: string): Promise<number> {
      let count = 0
      for await (const keys of key === undefined ? openKeys() : [[key]])
        count += (await Promise.all(keys.map(forget))).filter(Boolean).length
      return count
    },
  }
}

const secondsLeft = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

/** What a client is told of its window, in the fields of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateLimitHeaders = ({ scope, used, limit, seconds, resets_in_seconds }: Counted) => ({
  'RateLimit-Policy': `"${scope}";q=${limit};w=${seconds}`,
  RateLimit: `"${scope}";r=${limit - used};t=${resets_in_seconds}`,
})

function throttled(window: Counted) {
  const seconds = window.resets_in_seconds
  return new DomainError(
    'THROTTLED',
    { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
    { 'Retry-After': String(seconds), ...rateLimitHeaders(window) },
  )
}
