import type { Redis } from 'ioredis'
import type { KeySearch, Override, ThrottledKey } from '../../routers/ports/throttles.ts'
import type { Rate, Scope } from '../../src/accounts/limits.ts'
import { defineScript } from '../stores/redis.ts'
import {
  busiestFirst,
  inChunks,
  isInForce,
  matcher,
  type Usage,
  type WhichKeys,
  type Windows,
} from './windows.ts'

// KEYS are two sorted sets of the scope's keys: those with an open window and those with an override or a block, scored
// by when these end. A third, named busy, scores the former by what they have used. So no scan of a shared Redis is needed.
const sets = `
local busy = 'busy:' .. KEYS[1]
local function now()
  local time = redis.call('time')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function drop(set, most)
  local lapsed = redis.call('zrangebyscore', set, '-inf', now(), 'limit', 0, most)
  if #lapsed == 0 then return 0 end
  redis.call('zrem', set, unpack(lapsed))
  if set == KEYS[1] then redis.call('zrem', busy, unpack(lapsed)) end
  return #lapsed
end`

/** ARGV[1] is the key. */
const listing = `${sets}
local window = KEYS[1] .. ':' .. ARGV[1]
local function list(set, left)
  if left > 0 then redis.call('zadd', set, now() + left, ARGV[1]) else redis.call('zrem', set, ARGV[1]) end
  if left <= 0 and set == KEYS[1] then redis.call('zrem', busy, ARGV[1]) end
  drop(set, 10)
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
local limit = tonumber(kept[2]) or tonumber(ARGV[3])
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
redis.call('zadd', busy, used, ARGV[1])
if used == 1 and left > redis.call('pttl', busy) then redis.call('pexpire', busy, left) end
return {used, left, limit, 0}`

/** Takes back a counted request, and deletes the window if it counted no other. */
const giveBack = `${listing}
if tonumber(redis.call('get', window) or '0') > 1 then
  return redis.call('zadd', busy, redis.call('decr', window), ARGV[1])
end
redis.call('del', window)
list(KEYS[1], 0)`

/** Runs the command in ARGV after the key, which changes the key's window, override or block, and updates the sets. */
const changeKey = `${listing}
local reply = redis.call(unpack(ARGV, 2))
list(KEYS[1], redis.call('pttl', window))
listOverride()
return reply`

/** Drops lapsed keys, but only as many as a millisecond or two allows; replies with their number. */
const dropLapsed = `${sets}
return math.max(drop(KEYS[1], ARGV[1]), drop(KEYS[2], ARGV[1]))`

/** The maximum number of keys that one command reads or drops. */
const chunk = 500
/** How many keys Redis compares with a search at once, in less than a millisecond. */
const compared = 2000

/** Windows in Redis, which all processes share; every method fails when Redis does. */
export class RedisWindows implements Windows {
  readonly #redis: Redis
  readonly #scope: Scope
  readonly #rate: Rate
  readonly #windows: string
  readonly #overrides: string
  readonly #count
  readonly #busy: string
  readonly #changeKey
  readonly #drop
  readonly #giveBack

  constructor(redis: Redis, scope: Scope, rate: Rate) {
    this.#redis = redis
    this.#scope = scope
    this.#rate = rate
    this.#windows = `throttle:${scope}`
    this.#overrides = `overrides:throttle:${scope}`
    this.#busy = `busy:throttle:${scope}`
    this.#count = defineScript<[used: number, milliseconds: number, limit: number, refused: number]>(redis, {
      name: 'countUnlessRefused',
      lua: countUnlessRefused,
      numberOfKeys: 2,
    })
    this.#changeKey = defineScript<unknown>(redis, { name: 'changeKey', lua: changeKey, numberOfKeys: 2 })
    this.#drop = defineScript<number>(redis, { name: 'dropLapsed', lua: dropLapsed, numberOfKeys: 2 })
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

  async keys({ search, most = Number.POSITIVE_INFINITY }: WhichKeys = {}) {
    await this.#dropLapsed()
    const overrides = await this.#overridesOf(await this.#listed(this.#overrides, search))
    const top =
      search || most === Number.POSITIVE_INFINITY ? undefined : await this.#top(most + overrides.size)
    const { count, open } = top ?? (await this.#walk(most, search))
    const keys = [...new Set([...overrides.keys(), ...open])]
    const read = async (some: string[]) => (await this.#read(some, overrides)).filter(isInForce)
    const found = await inChunks(keys, chunk, read)
    const closed = found.filter(({ key, window_ends_in }) => window_ends_in === null && overrides.has(key))
    return { count: count + closed.length, found: found.sort(busiestFirst).slice(0, most) }
  }

  async key(key: string) {
    const [found] = await this.#read([key], await this.#overridesOf(new Set([key])))
    return found as ThrottledKey
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

  async lift(key: string, only?: Override) {
    const overrides = { limit: this.#limit(key), block: this.#block(key) }
    return (await this.#change(key, 'del', ...(only ? [overrides[only]] : Object.values(overrides)))) !== 0
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

  async #dropLapsed() {
    while ((await this.#drop([this.#windows, this.#overrides, chunk])) === chunk);
  }

  /** The keys with an open window that have used the most; undefined unless the busy set has all of them. */
  async #top(most: number) {
    const [[, count], [, indexed], [, open]] = (await this.#redis
      .multi()
      .zcard(this.#windows)
      .zcard(this.#busy)
      .zrevrange(this.#busy, 0, most - 1)
      .exec()) as [Reply<number>, Reply<number>, Reply<string[]>]
    // A process of an earlier release counts without it, and leaves behind what has lapsed.
    if (indexed > count) await this.#redis.unlink(this.#busy)
    return indexed === count ? { count, open } : undefined
  }

  /** The same for the keys that the search finds; goes through all keys of the scope in chunks. */
  async #walk(most: number, search?: KeySearch) {
    const keys = [...(await this.#listed(this.#windows, search))]
    if (keys.length <= most) return { count: keys.length, open: keys }
    let busiest: [key: string, used: number][] = []
    await inChunks(keys, chunk, async (some) => {
      const used = await this.#redis.mget(some.map(this.#window))
      busiest.push(...some.map((key, index): [string, number] => [key, numberOf(used[index])]))
      busiest = busiest.sort(([, a], [, b]) => b - a).slice(0, most)
      return []
    })
    return { count: keys.length, open: busiest.map(([key]) => key) }
  }

  /** The keys of a set that the search finds; Redis already leaves out most others. */
  async #listed(set: string, search: KeySearch = { text: '', keys: [] }) {
    const matches = matcher(search)
    const options = { match: patternOf(search.text), count: search.text ? compared : chunk }
    const found = new Set<string>()
    for await (const page of this.#redis.zscanStream(set, options) as AsyncIterable<string[]>)
      for (let at = 0; at < page.length; at += 2) {
        const key = page[at] ?? ''
        if (matches(key)) found.add(key)
      }
    const has = async (key: string) => ((await this.#redis.zscore(set, key)) === null ? [] : [key])
    const named = await inChunks(search.keys, chunk, async (some) =>
      (await Promise.all(some.map(has))).flat(),
    )
    for (const key of named) found.add(key)
    return found
  }

  async #overridesOf(keys: Set<string>) {
    const read = (some: string[]) =>
      Promise.all(some.map(async (key) => [key, await this.#override(key)] as const))
    return new Map(await inChunks([...keys], 100, read))
  }

  async #override(key: string) {
    // Unlike GET, MGET does not fail when another program has stored something else under that name.
    const [[stored], limitLeft, blockLeft] = await Promise.all([
      this.#redis.mget(this.#limit(key)),
      this.#redis.pttl(this.#limit(key)),
      this.#redis.pttl(this.#block(key)),
    ])
    const limit = numberOf(stored)
    return {
      ...(limit && { limit }),
      limit_ends_in: limit && limitLeft > 0 ? limitLeft : null,
      block_ends_in: blockLeft > 0 ? blockLeft : null,
    }
  }

  async #read(keys: string[], overrides: Map<string, object>): Promise<ThrottledKey[]> {
    const [used, ...left] = await Promise.all([
      this.#redis.mget(keys.map(this.#window)),
      ...keys.map((key) => this.#redis.pttl(this.#window(key))),
    ])
    return keys.map((key, index) => ({
      scope: this.#scope,
      key,
      used: numberOf(used[index]),
      limit: this.#rate.limit,
      window_ends_in: (left[index] ?? 0) > 0 ? (left[index] as number) : null,
      limit_ends_in: null,
      block_ends_in: null,
      ...overrides.get(key),
    }))
  }
}

/** Reads a stored whole number; 0 for anything else. */
function numberOf(stored: string | null | undefined) {
  const number = Number(stored)
  return Number.isSafeInteger(number) ? number : 0
}

/** Redis compares bytes, so ASCII letters match in either case, and every other character becomes a wildcard. */
const patternOf = (text: string) =>
  `*${text
    .replace(/[\\^$*?[\]-]/g, '\\$&')
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
    .replace(/[^\x20-\x7e]+/g, '*')}*`

type Reply<T> = [error: Error | null, reply: T]
