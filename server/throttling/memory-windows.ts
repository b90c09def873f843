import type { ThrottledKey } from '../../routers/gate/context.ts'
import type { Rate, Scope } from '../../src/limits.ts'
import { busiestFirst, isInForce, matcher, type Usage, type WhichKeys, type Windows } from './windows.ts'

type Window = { used: number; ends: number }

type Options = {
  /** How much of the key's limit this process may admit; all of it unless given. */
  share?: (limit: number, key: string) => number
  /** Milliseconds that only ever grow, however the machine's clock is set. */
  elapsed?: () => number
}

/** Windows of this process alone; exact, because each count is made within one turn of the event loop. */
export class MemoryWindows implements Windows {
  readonly #scope: Scope
  readonly #rate: Rate
  readonly #share: (limit: number, key: string) => number
  readonly #elapsed: () => number
  /** In the order in which they end, because all are equally long. */
  readonly #windows = new Map<string, Window>()
  readonly #limits = new Map<string, { limit: number; ends: number }>()
  readonly #blocks = new Map<string, { ends: number }>()

  constructor(scope: Scope, rate: Rate, options: Options = {}) {
    const { share = (limit) => limit, elapsed = () => performance.now() } = options
    this.#scope = scope
    this.#rate = rate
    this.#share = share
    this.#elapsed = elapsed
  }

  async count(key: string): Promise<Usage> {
    const limit = this.#share(this.#limit(key), key)
    const blockLeft = this.#left(this.#inForce(this.#blocks, key))
    if (blockLeft !== null) return { used: limit, limit, milliseconds: blockLeft, isRefused: true }
    const window = this.#inForce(this.#windows, key)
    const milliseconds = this.#left(window) ?? this.#rate.seconds * 1000
    const used = window?.used ?? 0
    if (used >= limit) return { used: limit, limit, milliseconds, isRefused: true }
    if (window) window.used++
    else this.#open(key)
    return { used: used + 1, limit, milliseconds, isRefused: false }
  }

  async giveBack(key: string) {
    const window = this.#inForce(this.#windows, key)
    if (window && window.used > 1) window.used--
    else this.#windows.delete(key)
  }

  async keys({ search, most }: WhichKeys = {}) {
    const keys = [...new Set([...this.#limits.keys(), ...this.#blocks.keys(), ...this.#windows.keys()])]
    const found = keys
      .filter(search ? matcher(search) : () => true)
      .map((key): ThrottledKey => {
        const window = this.#inForce(this.#windows, key)
        return {
          scope: this.#scope,
          key,
          used: window?.used ?? 0,
          limit: this.#share(this.#limit(key), key),
          window_ends_in: this.#left(window),
          limit_ends_in: this.#left(this.#inForce(this.#limits, key)),
          block_ends_in: this.#left(this.#inForce(this.#blocks, key)),
        }
      })
      .filter(isInForce)
      .sort(busiestFirst)
    return { count: found.length, found: found.slice(0, most) }
  }

  async overrideCount() {
    const keys = new Set([...this.#limits.keys(), ...this.#blocks.keys()])
    return [...keys].filter((key) => this.#inForce(this.#limits, key) ?? this.#inForce(this.#blocks, key))
      .length
  }

  async forget(key: string) {
    return this.#windows.delete(key)
  }

  async setLimit(key: string, limit: number, milliseconds: number) {
    this.#limits.set(key, { limit, ends: this.#elapsed() + milliseconds })
  }

  async block(key: string, milliseconds: number) {
    this.#blocks.set(key, { ends: this.#elapsed() + milliseconds })
  }

  async lift(key: string) {
    const wasInForce = (this.#inForce(this.#limits, key) ?? this.#inForce(this.#blocks, key)) !== undefined
    this.#limits.delete(key)
    this.#blocks.delete(key)
    return wasInForce
  }

  #open(key: string) {
    for (const [first] of this.#windows) if (this.#inForce(this.#windows, first)) break
    this.#windows.set(key, { used: 1, ends: this.#elapsed() + this.#rate.seconds * 1000 })
  }

  #limit(key: string) {
    return this.#inForce(this.#limits, key)?.limit ?? this.#rate.limit
  }

  /** What the map has for the key, which is deleted once it has ended. */
  #inForce<T extends { ends: number }>(map: Map<string, T>, key: string): T | undefined {
    const found = map.get(key)
    if (!found || found.ends > this.#elapsed()) return found
    map.delete(key)
  }

  #left(found: { ends: number } | undefined) {
    return found ? found.ends - this.#elapsed() : null
  }
}
