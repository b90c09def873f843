import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { ThrottledKey } from '../../routers/gate/context.ts'
import type { Rate, Scope } from '../../src/limits.ts'
import { busiestFirst, isInForce, type Usage, type WhichKeys, type Windows } from './windows.ts'

/**
 * Windows of this process alone; exact, because each count is made within one turn of the event loop. RateLimiterMemory
 * goes by the machine's clock, so the overrides beside its windows do too.
 */
export class MemoryWindows implements Windows {
  readonly #scope: Scope
  readonly #rate: Rate
  readonly #windows: RateLimiterMemory
  readonly #limits = new Map<string, { limit: number; ends: number }>()
  readonly #blocks = new Map<string, { ends: number }>()

  constructor(scope: Scope, rate: Rate) {
    this.#scope = scope
    this.#rate = rate
    // The limit is compared here, because a key may have an override.
    this.#windows = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: rate.seconds })
  }

  async count(key: string): Promise<Usage> {
    const limit = inForce(this.#limits, key)?.limit ?? this.#rate.limit
    const block = inForce(this.#blocks, key)
    if (block) return { used: limit, limit, milliseconds: block.ends - Date.now(), isRefused: true }
    const { consumedPoints, msBeforeNext } = await this.#windows.consume(key)
    const isRefused = consumedPoints > limit
    if (isRefused) await this.#windows.reward(key)
    return { used: Math.min(consumedPoints, limit), limit, milliseconds: msBeforeNext, isRefused }
  }

  async giveBack(key: string) {
    const window = await this.#windows.get(key)
    if (window && window.consumedPoints > 1) await this.#windows.reward(key)
    else await this.#windows.delete(key)
  }

  async keys({ matches = () => true, most }: WhichKeys = {}) {
    const open = new Map(this.#windows.dump().storage.map(({ key, ...window }) => [String(key), window]))
    const keys = [...new Set([...this.#limits.keys(), ...this.#blocks.keys(), ...open.keys()])]
    const found = keys
      .filter(matches)
      .map((key): ThrottledKey => {
        const [window, limit] = [open.get(key), inForce(this.#limits, key)]
        return {
          scope: this.#scope,
          key,
          used: window?.value ?? 0,
          limit: limit?.limit ?? this.#rate.limit,
          window_ends_in: millisecondsUntil(window?.expiresAt),
          limit_ends_in: millisecondsUntil(limit?.ends),
          block_ends_in: millisecondsUntil(inForce(this.#blocks, key)?.ends),
        }
      })
      .filter(isInForce)
      .sort(busiestFirst)
    return { count: found.length, found: found.slice(0, most) }
  }

  async overrideCount() {
    const keys = new Set([...this.#limits.keys(), ...this.#blocks.keys()])
    return [...keys].filter((key) => inForce(this.#limits, key) ?? inForce(this.#blocks, key)).length
  }

  forget(key: string) {
    return this.#windows.delete(key)
  }

  async setLimit(key: string, limit: number, milliseconds: number) {
    this.#limits.set(key, { limit, ends: Date.now() + milliseconds })
  }

  async block(key: string, milliseconds: number) {
    this.#blocks.set(key, { ends: Date.now() + milliseconds })
  }

  async lift(key: string) {
    const wasInForce = (inForce(this.#limits, key) ?? inForce(this.#blocks, key)) !== undefined
    this.#limits.delete(key)
    this.#blocks.delete(key)
    return wasInForce
  }
}

/** The key's override or block, which is deleted once it has ended. */
function inForce<T extends { ends: number }>(overrides: Map<string, T>, key: string): T | undefined {
  const found = overrides.get(key)
  if (!found || found.ends > Date.now()) return found
  overrides.delete(key)
}

const millisecondsUntil = (instant: number | null = null) =>
  instant !== null && instant > Date.now() ? instant - Date.now() : null
