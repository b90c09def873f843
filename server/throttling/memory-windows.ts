import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { ThrottledKey } from '../../routers/ports/throttles.ts'
import type { Rate, Scope } from '../../src/accounts/limits.ts'
import { busiestFirst, isInForce, isOverridden, matcher, type Windows } from './windows.ts'

/** How much of the key's limit this process may admit. */
type Share = (limit: number, key: string) => number

/** Windows of this process alone. */
export function memoryWindows(scope: Scope, rate: Rate, share: Share = (limit) => limit): Windows {
  const counts = new RateLimiterMemory({ keyPrefix: '', points: rate.limit, duration: rate.seconds })
  // Not kept by the limiter, whose timers cannot last a month.
  const limits: Overrides = new LRUCache({ max: 1000 })
  const blocks: Overrides = new LRUCache({ max: 1000 })
  const limitOf = (key: string) => share(limits.get(key) ?? rate.limit, key)

  /** A window that has ended meanwhile, and so counts less than none, is forgotten. */
  async function giveBack(key: string) {
    const { consumedPoints } = await counts.reward(key)
    if (consumedPoints < 0) await counts.delete(key)
    return false
  }

  async function find(key: string): Promise<ThrottledKey> {
    const counted = await counts.get(key)
    const used = counted?.consumedPoints ?? 0
    return {
      ...{ scope, key, used, limit: limitOf(key) },
      window_ends_in: counted && used > 0 ? counted.msBeforeNext : null,
      limit_ends_in: leftOf(limits, key),
      block_ends_in: leftOf(blocks, key),
    }
  }

  return {
    giveBack,
    key: find,

    async count(key) {
      const limit = limitOf(key)
      const blocked = leftOf(blocks, key)
      if (blocked !== null) return { used: limit, limit, milliseconds: blocked, isRefused: true }
      const { consumedPoints, msBeforeNext: milliseconds } = await counts.penalty(key)
      const isRefused = consumedPoints > limit
      // The limiter replies later, so the next window may begin before a request can be taken back.
      if (isRefused && milliseconds > 1000) await giveBack(key)
      return { used: Math.min(consumedPoints, limit), limit, milliseconds, isRefused }
    },

    async keys({ search, most } = {}) {
      const counted = counts.dump().storage.map(({ key }) => `${key}`)
      const keys = [...new Set([...limits.keys(), ...blocks.keys(), ...counted])]
      return listed(await Promise.all(keys.filter(search ? matcher(search) : () => true).map(find)), most)
    },

    async forget(key) {
      const { window_ends_in } = await find(key)
      return (await counts.delete(key)) && window_ends_in !== null
    },

    setLimit: async (key, limit, ttl) => void limits.set(key, limit, { ttl }),
    block: async (key, ttl) => void blocks.set(key, 1, { ttl }),

    async lift(key, only) {
      const limit = only !== 'block' && end(limits, key)
      const block = only !== 'limit' && end(blocks, key)
      return limit || block
    },
  }
}

function listed(all: ThrottledKey[], most?: number) {
  const found = all.filter(isInForce).sort(busiestFirst)
  const overridden = found.filter(isOverridden).length
  return { count: found.length, overridden, found: found.slice(0, most) }
}

type Overrides = LRUCache<string, number>

function leftOf(overrides: Overrides, key: string) {
  const left = overrides.getRemainingTTL(key)
  return left > 0 ? left : null
}

const end = (overrides: Overrides, key: string) => leftOf(overrides, key) !== null && overrides.delete(key)
