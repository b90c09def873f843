import type { Redis } from 'ioredis'
import type { ThrottledKey } from '../../routers/gate/context.ts'
import type { Rate, Scope } from '../../src/limits.ts'
import { defineScript } from '../redis.ts'
import { inChunks, isInForce, type Usage, type Windows } from './windows.ts'

// KEYS are two sorted sets of the scope's keys: those with an open window and those with an override or a block, scored
// by when these end. So nobody has to scan a Redis that others share. ARGV[1] is the key.
const listing = `
local window = KEYS[1] .. ':' .. ARGV[1]
local function list(set, left)
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if left > 0 then redis.call('zadd', set, now + left, ARGV[1]) else redis.call('zrem', set, ARGV[1]) end
  for _, lapsed in ipairs(redis.call('zrangebyscore', set, '-inf', now, 'limit', 0, 10)) do
    redis.call('zrem', set, lapsed)
  end
  if left > redis.call('pttl', set) then redis.call('pexpire', set, left) end
end
local function listOverride()
  list(KEYS[2], math.max(redis.call('pttl', 'limit:' .. window), redis.call('pttl', 'block:' .. window)))
end`

/**
 * Counts a request unless it is refused, which prolongs nothing (D24). ARGV: the key, the window's milliseconds, the
 * limit. The key's override and its block are stored beside its window. Replies used, milliseconds, limit, refused.
 */
export const countUnlessRefused = `${listing}
local kept = redis.call('mget', window, 'limit:' .. window, 'block:' .. window)
if (kept[2] or kept[3]) and not redis.call('zscore', KEYS[2], ARGV[1]) then listOverride() end
local limit = tonumber(kept[2] or ARGV[3])
if kept[3] then return {limit, redis.call('pttl', 'block:' .. window), limit, 1} end
local used = tonumber(kept[1] or '0')
if used >= limit then return {used, redis.call('pttl', window), limit, 1} end
used = redis.call('incr', window)
local left = redis.call('pttl', window)
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('pexpire', window, left)
  list(KEYS[1], left)
end
return {used, left, limit, 0}`

/** A window that has counted nothing else is forgotten. */
const giveBack = `${listing}
if tonumber(redis.call('get', window) or '0') > 1 then return redis.call('decr', window) end
redis.call('del', window)
list(KEYS[1], 0)`

/** Runs the command in ARGV after the key, which changes the key's window, override or block, and updates the sets. */
const changeKey = `${listing}
local reply = redis.call(unpack(ARGV, 2))
list(KEYS[1], redis.call('pttl', window))
listOverride()
return reply`

/** Windows in Redis, which all processes share; every method fails when Redis does. */
export class RedisWindows implements Windows {
  readonly #redis: Redis
  readonly #scope: Scope
  readonly #rate: Rate
  readonly #windows: string
  readonly #overrides: string
  readonly #count
  readonly #changeKey
  readonly #giveBack

  constructor(redis: Redis, scope: Scope, rate: Rate) {
    this.#redis = redis
    this.#scope = scope
    this.#rate = rate
    this.#windows = `throttle:${scope}`
    this.#overrides = `overrides:throttle:${scope}`
    this.#count = defineScript<[used: number, milliseconds: number, limit: number, refused: number]>(redis, {
      name: 'countUnlessRefused',
      lua: countUnlessRefused,
      numberOfKeys: 2,
    })
    this.#changeKey = defineScript<unknown>(redis, { name: 'changeKey', lua: changeKey, numberOfKeys: 2 })
    this.#giveBack = defineScript<unknown>(redis, { name: 'giveBack', lua: giveBack, numberOfKeys: 1 })
  }

  async count(key: string): Promise<Usage> {
    if (this.#redis.status !== 'ready') throw new Error('Redis connection is not ready')
    const values = [this.#windows, this.#overrides, key, this.#rate.seconds * 1000, this.#rate.limit]
    const [used, milliseconds, limit, refused] = await this.#count(values)
    return { used, limit, milliseconds, isRefused: refused === 1 }
  }

  async giveBack(key: string) {
    await this.#giveBack([this.#windows, key])
  }

  async keys(matches: (key: string) => boolean = () => true): Promise<ThrottledKey[]> {
    const [open, overridden] = await Promise.all([
      this.#listed(this.#windows, matches),
      this.#listed(this.#overrides, matches),
    ])
    const overrides = new Map(
      await inChunks([...overridden.keys()], 100, (chunk) =>
        Promise.all(chunk.map(async (key) => [key, await this.#override(key)] as const)),
      ),
    )
    const keys = [...new Set([...overrides.keys(), ...open.keys()])]
    const used = await inChunks(keys, 1000, (chunk) => this.#redis.mget(chunk.map(this.#window)))
    return keys
      .map((key, index) => ({
        scope: this.#scope,
        key,
        used: Number(used[index] ?? 0),
        limit: this.#rate.limit,
        window_ends_in: (used[index] && open.get(key)) || null,
        limit_ends_in: null,
        block_ends_in: null,
        ...overrides.get(key),
      }))
      .filter(isInForce)
  }

  async overrideCount() {
    return this.#redis.zcount(this.#overrides, `(${await this.#now()}`, '+inf')
  }

  async forget(key: string) {
    return (await this.#change(key, 'del', this.#window(key))) === 1
  }

  async setLimit(key: string, limit: number, milliseconds: number) {
    await this.#change(key, 'set', this.#limit(key), limit, 'px', milliseconds)
  }

  async block(key: string, milliseconds: number) {
    await this.#change(key, 'set', this.#block(key), 1, 'px', milliseconds)
  }

  async lift(key: string) {
    return (await this.#change(key, 'del', this.#limit(key), this.#block(key))) !== 0
  }

  readonly #window = (key: string) => `throttle:${this.#scope}:${key}`
  readonly #limit = (key: string) => `limit:${this.#window(key)}`
  readonly #block = (key: string) => `block:${this.#window(key)}`

  #change(key: string, ...command: (string | number)[]) {
    return this.#changeKey([this.#windows, this.#overrides, key, ...command])
  }

  /** Redis's own clock, in milliseconds. */
  async #now() {
    const [seconds, microseconds] = await this.#redis.time()
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
  }

  /** The matching keys of a set, with the milliseconds until each lapses. */
  async #listed(set: string, matches: (key: string) => boolean) {
    const now = await this.#now()
    const found = new Map<string, number>()
    for await (const page of this.#redis.zscanStream(set, { count: 1000 }) as AsyncIterable<string[]>)
      for (let at = 0; at < page.length; at += 2) {
        const [key = '', ends] = page.slice(at, at + 2)
        const left = Number(ends) - now
        if (left > 0 && matches(key)) found.set(key, left)
      }
    return found
  }

  async #override(key: string) {
    const [limit, limitLeft, blockLeft] = await Promise.all([
      this.#redis.get(this.#limit(key)),
      this.#redis.pttl(this.#limit(key)),
      this.#redis.pttl(this.#block(key)),
    ])
    return {
      ...(limit !== null && { limit: Number(limit) }),
      limit_ends_in: limitLeft > 0 ? limitLeft : null,
      block_ends_in: blockLeft > 0 ? blockLeft : null,
    }
  }
}
