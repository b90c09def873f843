import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** What became of one request: the key's window after it, or its block's. Milliseconds until either ends. */
export type Verdict = { used: number; limit: number; milliseconds: number; isRefused: boolean }

/** A key with an open window, a limit of its own, or a block; milliseconds until each ends, null for what is not. */
export type KeyState = {
  key: string
  used: number
  ownLimit: number | null
  windowEnds: number | null
  limitEnds: number | null
  blockEnds: number | null
}

/** The windows of one scope, with the limits and blocks that operators give to single keys. */
export type Windows = {
  count(key: string): Promise<Verdict>
  /** The wanted keys, at most so many: those that operators have touched, then the busiest; and how many there are. */
  states(isWanted?: Wanted, most?: number): Promise<{ count: number; states: KeyState[] }>
  /** How many keys have a limit of their own or a block. */
  touched(): Promise<number>
  /** Forgets what was counted; false when nothing was. */
  forget(key: string): Promise<boolean>
  setLimit(key: string, limit: number, milliseconds: number): Promise<void>
  block(key: string, milliseconds: number): Promise<void>
  /** Ends the key's own limit and its block; false when it had neither. */
  lift(key: string): Promise<boolean>
}

type Wanted = (key: string) => boolean

type Rate = { limit: number; seconds: number }

// A refused request is not counted and prolongs nothing (D24). ARGV: points, seconds, limit. The key's own limit and
// its block stand beside its window and end by themselves; the reply is used, milliseconds, limit, refused.
export const countUnlessRefused = `
local kept = redis.call('mget', KEYS[1], 'limit:' .. KEYS[1], 'block:' .. KEYS[1])
local limit = tonumber(kept[2] or ARGV[3])
if kept[3] then return {limit, redis.call('pttl', 'block:' .. KEYS[1]), limit, 1} end
local used = tonumber(kept[1] or '0')
if used >= limit then return {used, redis.call('pttl', KEYS[1]), limit, 1} end
used = redis.call('incrby', KEYS[1], ARGV[1])
if redis.call('pttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], ARGV[2]) end
return {used, redis.call('pttl', KEYS[1]), limit, 0}`

type Reply = [used: number, milliseconds: number, limit: number, refused: number]

/** What the script says besides the library's own numbers travels on its result. */
class KeyedResult extends RateLimiterRes {
  declare verdict: Verdict
}

/** The library's limiter, except that the script judges, since a key may have a limit of its own. */
class KeyedLimiter extends RateLimiterRedis {
  _getRateLimiterRes(_key: string, _points: number, [used, milliseconds, limit, refused]: Reply) {
    const isRefused = refused === 1
    const judged = isRefused ? this.points + 1 : Math.min(used, this.points)
    const result = new KeyedResult(Math.max(limit - used, 0), milliseconds, judged, used === 1)
    result.verdict = { used, milliseconds, limit, isRefused }
    return result
  }
}

/**
 * The names of all windows, limits and blocks in Redis, found in one pass: whoever asks while it is under way gets the
 * same, for it walks over every other key as well.
 */
export function throttleNames(redis: Redis): () => Promise<string[]> {
  let underWay: Promise<string[]> | undefined

  async function walk() {
    const names = new Set<string>()
    for await (const found of redis.scanStream({ match: '*throttle:*', count: 1000 }))
      for (const name of found as string[]) names.add(name)
    return [...names]
  }

  return () => {
    underWay ??= walk().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

/** Shared by all processes; fails when Redis does. */
export function redisWindows(
  redis: Redis,
  names: () => Promise<string[]>,
  scope: string,
  rate: Rate,
): Windows {
  const limiter = new KeyedLimiter({
    storeClient: redis,
    keyPrefix: `throttle:${scope}`,
    points: rate.limit,
    duration: rate.seconds,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: countUnlessRefused,
  })
  const window = (key: string) => `throttle:${scope}:${key}`
  const limit = (key: string) => `limit:${window(key)}`
  const block = (key: string) => `block:${window(key)}`

  const keysOf = async (prefix: string) =>
    (await names()).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))

  async function busiestFirst(keys: string[]) {
    const counted = await inChunks(keys, async (chunk) => {
      const values = await redis.mget(chunk.map(window))
      return chunk.map((key, index) => ({ key, used: Number(values[index] ?? 0) }))
    })
    return counted.sort((a, b) => b.used - a.used).map(({ key }) => key)
  }

  async function stateOf(key: string): Promise<KeyState> {
    const [[used, ownLimit], windowEnds, limitEnds, blockEnds] = await Promise.all([
      redis.mget(window(key), limit(key)),
      redis.pttl(window(key)),
      redis.pttl(limit(key)),
      redis.pttl(block(key)),
    ])
    const ends = (milliseconds: number) => (milliseconds > 0 ? milliseconds : null)
    return {
      key,
      used: Number(used ?? 0),
      ownLimit: ownLimit === null || ownLimit === undefined ? null : Number(ownLimit),
      windowEnds: ends(windowEnds),
      limitEnds: ends(limitEnds),
      blockEnds: ends(blockEnds),
    }
  }

  return {
    async count(key) {
      const result = await limiter.consume(key).catch((refusal: unknown) => {
        if (refusal instanceof KeyedResult) return refusal
        throw refusal
      })
      return (result as KeyedResult).verdict
    },

    async states(isWanted = () => true, most = Number.POSITIVE_INFINITY) {
      const [limited, blocked, open] = await Promise.all([limit(''), block(''), window('')].map(keysOf))
      const touched = new Set([...(limited ?? []), ...(blocked ?? [])].filter(isWanted))
      const others = (open ?? []).filter((key) => isWanted(key) && !touched.has(key))
      const keys = [
        ...touched,
        ...(touched.size + others.length > most ? await busiestFirst(others) : others),
      ]
      const states = await inChunks(keys.slice(0, most), (chunk) => Promise.all(chunk.map(stateOf)))
      return { count: keys.length, states: states.filter(isAnything) }
    },

    async touched() {
      const found = await Promise.all([limit(''), block('')].map(keysOf))
      return new Set(found.flat()).size
    },

    forget: async (key) => (await redis.del(window(key))) > 0,

    async setLimit(key, value, milliseconds) {
      await redis.set(limit(key), value, 'PX', milliseconds)
    },

    async block(key, milliseconds) {
      await redis.set(block(key), 1, 'PX', milliseconds)
    },

    lift: async (key) => (await redis.del(limit(key), block(key))) > 0,
  }
}

/** This process's own; every count is made within one turn of the event loop, and so is exact as well. */
export function memoryWindows(rate: Rate): Windows {
  // The limit is ours to judge: a key may have its own.
  const windows = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: rate.seconds })
  const limits = new Map<string, { limit: number; ends: number }>()
  const blocks = new Map<string, { ends: number }>()

  function inForce<T extends { ends: number }>(kept: Map<string, T>, key: string): T | undefined {
    const found = kept.get(key)
    if (!found || found.ends > Date.now()) return found
    kept.delete(key)
  }

  const leftOf = (kept: { ends: number } | undefined) => (kept ? kept.ends - Date.now() : null)

  async function stateOf(key: string): Promise<KeyState> {
    const own = inForce(limits, key)
    const counted = await windows.get(key)
    return {
      key,
      used: counted?.consumedPoints ?? 0,
      ownLimit: own?.limit ?? null,
      windowEnds: counted?.msBeforeNext ?? null,
      limitEnds: leftOf(own),
      blockEnds: leftOf(inForce(blocks, key)),
    }
  }

  return {
    async count(key) {
      const limit = inForce(limits, key)?.limit ?? rate.limit
      const block = inForce(blocks, key)
      if (block) return { used: limit, limit, milliseconds: block.ends - Date.now(), isRefused: true }
      const { consumedPoints, msBeforeNext } = await windows.consume(key)
      const isRefused = consumedPoints > limit
      if (isRefused) await windows.reward(key)
      return { used: Math.min(consumedPoints, limit), limit, milliseconds: msBeforeNext, isRefused }
    },

    async states(isWanted = () => true, most = Number.POSITIVE_INFINITY) {
      const open = windows.dump().storage.toSorted((a, b) => b.value - a.value)
      const keys = [...limits.keys(), ...blocks.keys(), ...open.map(({ key }) => String(key))]
      const wanted = [...new Set(keys)].filter(isWanted)
      const states = await Promise.all(wanted.slice(0, most).map(stateOf))
      return { count: wanted.length, states: states.filter(isAnything) }
    },

    async touched() {
      const keys = [...limits.keys(), ...blocks.keys()]
      return new Set(keys.filter((key) => inForce(limits, key) ?? inForce(blocks, key))).size
    },

    forget: (key) => windows.delete(key),

    async setLimit(key, limit, milliseconds) {
      limits.set(key, { limit, ends: Date.now() + milliseconds })
    },

    async block(key, milliseconds) {
      blocks.set(key, { ends: Date.now() + milliseconds })
    },

    async lift(key) {
      const had = inForce(limits, key) !== undefined || inForce(blocks, key) !== undefined
      limits.delete(key)
      blocks.delete(key)
      return had
    },
  }
}

const isAnything = ({ windowEnds, limitEnds, blockEnds }: KeyState) =>
  windowEnds !== null || limitEnds !== null || blockEnds !== null

/** A thousand at a time, so that no command waits for its turn longer than Redis is given. */
async function inChunks<T, R>(items: T[], work: (chunk: T[]) => Promise<R[]>): Promise<R[]> {
  const done: R[] = []
  for (let start = 0; start < items.length; start += 1000)
    done.push(...(await work(items.slice(start, start + 1000))))
  return done
}
