import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Override, ThrottledKey } from '../../routers/ports/throttles.ts'
import type { Rate, Scope } from '../../src/accounts/limits.ts'
import { busiestFirst, isInForce, matcher, type Usage, type WhichKeys, type Windows } from './windows.ts'

type WindowOptions = {
  /** How much of the key's limit this process may admit; all of it by default. */
  share?: (limit: number, key: string) => number
  /** Milliseconds that never decrease, even if the machine's clock is set back. */
  elapsed?: () => number
}

/** `requests` counts all that have arrived, refused ones included. */
type Window = { ends: number; requests: number }

/**
 * Windows of this process alone. RateLimiterMemory counts at once but replies later, so before a reply is used, the
 * window must still be the same. It gets no duration, because it would measure one by the machine's clock.
 */
export class MemoryWindows implements Windows {
  readonly #scope: Scope
  readonly #rate: Rate
  readonly #share: (limit: number, key: string) => number
  readonly #elapsed: () => number
  readonly #counts = new RateLimiterMemory({ keyPrefix: '', points: 0, duration: 0 })
  /** In the order in which they end, because all are equally long. */
  readonly #windows = new Map<string, Window>()
  readonly #limits = new Map<string, { limit: number; ends: number }>()
  readonly #blocks = new Map<string, { ends: number }>()

  constructor(scope: Scope, rate: Rate, options: WindowOptions = {}) {
    const { share = (limit) => limit, elapsed = () => performance.now() } = options
    this.#scope = scope
    this.#rate = rate
    this.#share = share
    this.#elapsed = elapsed
  }

  async count(key: string): Promise<Usage> {
    const limit = this.#share(this.#limit(key), key)
    const block = this.#inForce(this.#blocks, key)
    if (block) return { used: limit, limit, milliseconds: this.#left(block), isRefused: true }
    const window = this.#window(key) ?? this.#open(key)
    const milliseconds = this.#left(window)
    window.requests++
    const { consumedPoints: used } = await this.#counts.penalty(key)
    if (used <= limit) return { used, limit, milliseconds, isRefused: false }
    if (this.#windows.get(key) === window) await this.#counts.reward(key)
    return { used: limit, limit, milliseconds, isRefused: true }
  }

  async giveBack(key: string) {
    const window = this.#window(key)
    if (!window) return
    const { requests } = window
    const { consumedPoints: used } = await this.#counts.reward(key)
    if (used < 1 && this.#windows.get(key) === window && window.requests === requests) this.#close(key)
  }

  async keys({ search, most }: WhichKeys = {}) {
    const keys = [...new Set([...this.#limits.keys(), ...this.#blocks.keys(), ...this.#windows.keys()])]
    const matching = keys.filter(search ? matcher(search) : () => true)
    const all = await Promise.all(matching.map((key) => this.key(key)))
    const found = all.filter(isInForce).sort(busiestFirst)
    return { count: found.length, found: found.slice(0, most) }
  }

  async key(key: string): Promise<ThrottledKey> {
    const window = this.#window(key)
    return {
      scope: this.#scope,
      key,
      used: (window && (await this.#counts.get(key))?.consumedPoints) ?? 0,
      limit: this.#share(this.#limit(key), key),
      window_ends_in: this.#leftOf(window),
      limit_ends_in: this.#leftOf(this.#inForce(this.#limits, key)),
      block_ends_in: this.#leftOf(this.#inForce(this.#blocks, key)),
    }
  }

  async overrideCount() {
    const keys = new Set([...this.#limits.keys(), ...this.#blocks.keys()])
    return [...keys].filter((key) => this.#inForce(this.#limits, key) ?? this.#inForce(this.#blocks, key))
      .length
  }

  async forget(key: string) {
    return this.#window(key) !== undefined && this.#close(key)
  }

  async setLimit(key: string, limit: number, milliseconds: number) {
    this.#limits.set(key, { limit, ends: this.#elapsed() + milliseconds })
  }

  async block(key: string, milliseconds: number) {
    this.#blocks.set(key, { ends: this.#elapsed() + milliseconds })
  }

  async lift(key: string, only?: Override) {
    const limit = only !== 'block' && this.#end(this.#limits, key)
    const block = only !== 'limit' && this.#end(this.#blocks, key)
    return limit || block
  }

  #window(key: string) {
    const window = this.#windows.get(key)
    if (window && this.#left(window) > 0) return window
    this.#close(key)
  }

  #open(key: string) {
    for (const [first] of this.#windows) if (this.#window(first)) break
    const window = { ends: this.#elapsed() + this.#rate.seconds * 1000, requests: 0 }
    this.#windows.set(key, window)
    return window
  }

  #close(key: string) {
    void this.#counts.delete(key)
    return this.#windows.delete(key)
  }

  #limit(key: string) {
    return this.#inForce(this.#limits, key)?.limit ?? this.#rate.limit
  }

  /** The window of the key; deletes it if it has ended. */
  #inForce<T extends { ends: number }>(map: Map<string, T>, key: string): T | undefined {
    const found = map.get(key)
    if (!found || found.ends > this.#elapsed()) return found
    map.delete(key)
  }

  #end<T extends { ends: number }>(map: Map<string, T>, key: string) {
    return this.#inForce(map, key) !== undefined && map.delete(key)
  }

  #left({ ends }: { ends: number }) {
    return ends - this.#elapsed()
  }

  #leftOf(found: { ends: number } | undefined) {
    return found ? this.#left(found) : null
  }
}
