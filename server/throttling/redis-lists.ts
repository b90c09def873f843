import type { Redis } from 'ioredis'
import type { KeySearch } from '../../routers/ports/throttles.ts'
import type { Scope } from '../../src/accounts/limits.ts'
import { defineScript } from '../stores/redis.ts'
import { matcher } from './windows.ts'

// For the dashboards: a scope's keys with an open window, by when it ends (KEYS[1]) and by what they have used (KEYS[2]).
// ARGV: how many lapsed ones to drop, and maybe a key, the milliseconds until its window ends, and what it has used.
const listKey = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function drop(keys)
  for _, set in ipairs(#keys > 0 and KEYS or {}) do redis.call('zrem', set, unpack(keys)) end
end
local left = tonumber(ARGV[3])
if left and left > 0 then
  redis.call('zadd', KEYS[1], now + left, ARGV[2])
  redis.call('zadd', KEYS[2], ARGV[4], ARGV[2])
  for _, set in ipairs(KEYS) do
    if left > redis.call('pttl', set) then redis.call('pexpire', set, left) end
  end
elseif left then drop({ARGV[2]}) end
local lapsed = redis.call('zrangebyscore', KEYS[1], '-inf', now, 'limit', 0, ARGV[1])
drop(lapsed)
return #lapsed`

/** How many lapsed keys are dropped at once, and compared with a search, so that no command exceeds Redis's time limit. */
const [dropped, compared] = [500, 2000]

/** What only the dashboards need of a scope, beside its windows in Redis; it may lag. */
export class RedisLists {
  readonly #redis: Redis
  readonly #open: string
  readonly #busy: string
  readonly #overrides: string
  readonly #send

  constructor(redis: Redis, scope: Scope) {
    this.#redis = redis
    this.#open = `open:{${scope}}`
    this.#busy = `busy:{${scope}}`
    this.#overrides = `overrides:{${scope}}`
    this.#send = defineScript<number>(redis, { name: 'listKey', lua: listKey, numberOfKeys: 2 })
  }

  /** Lists a key with an open window; forgets it when no milliseconds are left. */
  list(key: string, left: number, used = 0) {
    return this.#send([this.#open, this.#busy, 10, key, left, used])
  }

  async dropLapsed() {
    while ((await this.#send([this.#open, this.#busy, dropped])) === dropped);
    await this.#redis.zremrangebyscore(this.#overrides, 0, await this.#now())
  }

  async override(key: string, milliseconds: number) {
    return this.#redis.zadd(this.#overrides, 'GT', (await this.#now()) + milliseconds, key)
  }

  /** By the clock of Redis, in milliseconds, because those of processes differ. */
  async #now() {
    const [seconds = 0, microseconds = 0] = (await this.#redis.time()).map(Number)
    return seconds * 1000 + microseconds / 1000
  }

  lift(key: string) {
    return this.#redis.zrem(this.#overrides, key)
  }

  overridden() {
    return this.#redis.zrange(this.#overrides, 0, '-1')
  }

  /** The number of keys with an open window, and those of them that have used the most. */
  async busiest(most: number) {
    const last = Number.isFinite(most) ? Math.max(0, most - 1) : -1
    const [count, keys] = await Promise.all([
      this.#redis.zcard(this.#busy),
      this.#redis.zrevrange(this.#busy, 0, last),
    ])
    return { count, keys }
  }

  /** The same for the keys that the search finds; Redis already leaves out most others. */
  async matching(search: KeySearch) {
    const options = { match: patternOf(search.text), count: compared }
    const scanned: string[] = []
    for await (const page of this.#redis.zscanStream(this.#busy, options) as AsyncIterable<string[]>)
      scanned.push(...page.filter((_, at) => at % 2 === 0))
    const matching = [...new Set([...scanned.filter(matcher(search)), ...search.keys])]
    const used = matching.length ? await this.#redis.zmscore(this.#busy, ...matching) : []
    const found = matching
      .map((key, at) => ({ key, used: used[at] ?? null }))
      .filter(({ used }) => used !== null)
      .sort((a, b) => Number(b.used) - Number(a.used))
    return { count: found.length, keys: found.map(({ key }) => key) }
  }
}

/** Redis compares bytes, so ASCII letters match in either case, and every other character becomes a wildcard. */
const patternOf = (text: string) =>
  `*${text
    .replace(/[\\^$*?[\]-]/g, '\\$&')
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
    .replace(/[^\x20-\x7e]+/g, '*')}*`
