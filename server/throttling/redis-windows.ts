import type { Redis } from 'ioredis'
import pLimit from 'p-limit'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Override, ThrottledKey } from '../../routers/ports/throttles.ts'
import type { Rate, Scope } from '../../src/accounts/limits.ts'
import { RedisLists } from './redis-lists.ts'
import {
  busiestFirst,
  isInForce,
  isOverridden,
  matcher,
  type Usage,
  type WhichKeys,
  type Windows,
} from './windows.ts'

/**
 * Counts a request unless it is refused, which prolongs nothing (D24). KEYS[1] is the window; the key's own limit and its
 * block have names with the same hash tag. ARGV: 1 to count, -1 to give back, 0 to look; the window's seconds; the limit.
 */
const countUnlessRefused = `
local name = string.sub(KEYS[1], #'throttle:' + 1)
local function left(kind) return redis.call('pttl', kind .. name) end
local kept = redis.call('mget', KEYS[1], 'limit:' .. name, 'block:' .. name)
local used, limit = tonumber(kept[1]) or 0, tonumber(kept[2]) or tonumber(ARGV[3])
if ARGV[1] == '0' then return {used, left('throttle:'), limit, left('limit:'), left('block:')} end
if ARGV[1] == '-1' then
  if used > 1 then redis.call('decr', KEYS[1]) else redis.call('del', KEYS[1]) end
  return {used - 1, left('throttle:'), limit}
end
if kept[3] then return {limit + 1, left('block:'), limit} end
if used >= limit then return {limit + 1, left('throttle:'), limit} end
used = redis.call('incr', KEYS[1])
if left('throttle:') < 0 then redis.call('expire', KEYS[1], ARGV[2]) end
return {used, left('throttle:'), limit}`

type Reply = [used: number, left: number, limit: number, limitLeft: number, blockLeft: number]

/** Replies with the limit too, which may be the key's own. */
class Counts extends RateLimiterRedis {
  _getRateLimiterRes(_name: string, _points: number, reply: Reply) {
    return Object.assign(new RateLimiterRes(), { reply })
  }

  async ask(name: string, points: 1 | -1 | 0) {
    const asked = (await this.penalty(name, points)) as ReturnType<typeof this._getRateLimiterRes>
    return asked.reply
  }
}

/** Windows in Redis, which all processes share; every method fails when Redis does. */
export class RedisWindows implements Windows {
  readonly #scope: Scope
  readonly #counts: Counts
  readonly #limits: RateLimiterRedis
  readonly #blocks: RateLimiterRedis
  readonly #lists: RedisLists
  /** A key is listed at each hundredth of its limit, so most requests need one command only. */
  readonly #step: number

  constructor(redis: Redis, scope: Scope, { limit, seconds }: Rate) {
    this.#scope = scope
    this.#step = Math.ceil(limit / 100)
    this.#lists = new RedisLists(redis, scope)
    // All limiters of a client share the script.
    const common = {
      storeClient: redis,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: countUnlessRefused,
    }
    this.#counts = new Counts({ ...common, keyPrefix: 'throttle', points: limit, duration: seconds })
    this.#limits = new RateLimiterRedis({ ...common, keyPrefix: 'limit', points: 0, duration: 0 })
    this.#blocks = new RateLimiterRedis({ ...common, keyPrefix: 'block', points: 0, duration: 0 })
  }

  async count(key: string): Promise<Usage> {
    const [used, milliseconds, limit] = await this.#counts.ask(this.#name(key), 1)
    const isRefused = used > limit
    if (!isRefused && (used === 1 || used % this.#step === 0))
      this.#lists.list(key, milliseconds, used).catch(() => {})
    return { used: Math.min(used, limit), limit, milliseconds, isRefused }
  }

  async giveBack(key: string) {
    const [used, left, limit] = await this.#counts.ask(this.#name(key), -1)
    await this.#lists.list(key, left, used)
    return used + 1 >= limit
  }

  async keys({ search, most = Number.POSITIVE_INFINITY }: WhichKeys = {}) {
    await this.#lists.dropLapsed()
    const listed = await this.#lists.overridden()
    const overridden = (await this.#read(search ? listed.filter(matcher(search)) : listed)).filter(
      isOverridden,
    )
    const { count, keys } = search
      ? await this.#lists.matching(search)
      : await this.#lists.busiest(most + overridden.length)
    const isRead = new Set(overridden.map(({ key }) => key))
    const others = await this.#read(keys.filter((key) => !isRead.has(key)).slice(0, most))
    const closed = overridden.filter(({ window_ends_in }) => window_ends_in === null)
    const found = [...overridden, ...others].sort(busiestFirst).slice(0, most)
    return { count: count + closed.length, overridden: overridden.length, found }
  }

  async key(key: string): Promise<ThrottledKey> {
    const [used, left, limit, limitLeft, blockLeft] = await this.#counts.ask(this.#name(key), 0)
    const orNull = (left: number) => (left > 0 ? left : null)
    return {
      ...{ scope: this.#scope, key, used, limit },
      window_ends_in: orNull(left),
      limit_ends_in: orNull(limitLeft),
      block_ends_in: orNull(blockLeft),
    }
  }

  async forget(key: string) {
    await this.#lists.list(key, 0)
    return this.#counts.delete(this.#name(key))
  }

  async setLimit(key: string, limit: number, milliseconds: number) {
    await this.#lists.override(key, milliseconds)
    await this.#limits.set(this.#name(key), limit, Math.ceil(milliseconds / 1000))
  }

  async block(key: string, milliseconds: number) {
    await this.#lists.override(key, milliseconds)
    await this.#blocks.block(this.#name(key), Math.ceil(milliseconds / 1000))
  }

  async lift(key: string, only?: Override) {
    const limiters = { limit: [this.#limits], block: [this.#blocks], both: [this.#limits, this.#blocks] }
    const lifting = limiters[only ?? 'both'].map((limiter) => limiter.delete(this.#name(key)))
    const lifted = await Promise.all(lifting)
    if (!only) await this.#lists.lift(key)
    return lifted.includes(true)
  }

  readonly #name = (key: string) => `{${this.#scope}:${key}}`

  /** Few at a time, so that no command exceeds Redis's time limit. */
  async #read(keys: string[]) {
    return (await pLimit(500).map(keys, (key) => this.key(key))).filter(isInForce)
  }
}
