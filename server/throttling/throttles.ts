import type { Redis } from 'ioredis'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type Counted, throttled, unavailable } from '../../routers/ports/refusals.ts'
import type * as ports from '../../routers/ports/throttles.ts'
import { type Rate, type Scope, scopes } from '../../src/accounts/limits.ts'
import { invalid } from '../../src/errors.ts'
import { oncePerOutage } from '../stores/redis.ts'
import { memoryWindows } from './memory-windows.ts'
import { Processes } from './processes.ts'
import { RedisWindows } from './redis-windows.ts'
import { busiestFirst, type Usage, type Windows } from './windows.ts'

type Rates = Record<Scope, Rate | null>
type ThrottleKey = { scope: Scope; key: string }

/** What the listeners of this process share: the windows that it keeps while there is no Redis, and its share of each. */
type Local = { processes: Processes; windows: Map<Scope, Windows> }

/** Each throttle admits its share of the limit, by `processes`: all of it if there is no other process. */
export function localWindows(rates: Rates, processes = new Processes()): Local {
  const share = processes.share.bind(processes)
  const windows = scopes.flatMap((scope): [Scope, Windows][] =>
    rates[scope] ? [[scope, memoryWindows(scope, rates[scope], share)]] : [],
  )
  return { processes, windows: new Map(windows) }
}

type Limiter = { scope: Scope; seconds: number; local: Windows; shared?: Windows }

/** Counts requests in Redis, and in this process's memory while there is none (D21, D24). */
export class Throttles implements ports.Throttles {
  readonly rates: Rates
  readonly #redis?: Redis
  readonly #limiters: Map<Scope, Limiter>
  readonly #processes: Processes
  readonly #watch

  constructor({ rates, redis, log, local = localWindows(rates) }: Parts) {
    this.rates = rates
    this.#redis = redis
    this.#processes = local.processes
    const limiters = scopes.flatMap((scope): Limiter[] => {
      const [rate, windows] = [rates[scope], local.windows.get(scope)]
      if (!rate || !windows) return []
      const shared = redis && new RedisWindows(redis, scope, rate)
      return [{ scope, seconds: rate.seconds, local: windows, shared }]
    })
    this.#limiters = new Map(limiters.map((limiter) => [limiter.scope, limiter]))
    this.#watch = oncePerOutage((err) =>
      log.warn({ err }, 'Redis cannot count requests: each process counts its own requests'),
    )
  }

  async consume(scope: Scope, key: string): Promise<Counted | undefined> {
    const limiter = this.#limiters.get(scope)
    if (!limiter) return undefined
    const { used, limit, milliseconds, isRefused } = await this.#count(limiter, key)
    const resets_in_seconds = secondsLeft(milliseconds)
    const counted = { scope, used: Math.min(used, limit), limit, seconds: limiter.seconds, resets_in_seconds }
    if (isRefused) throw throttled(counted)
    return counted
  }

  isKnownToBeFull = (scope: Scope, key: string) => this.#processes.full.has(`${scope}:${key}`)

  async giveBack(scope: Scope, key: string) {
    const { shared, local } = this.#limiters.get(scope) ?? {}
    const wasFull = await (shared ?? local)?.giveBack(key).catch(() => local?.giveBack(key))
    if (wasFull) await this.#processes.forgetFull(this.#redis).catch(() => {})
  }

  async keys({ scope, search, most }: Parameters<ports.Throttles['keys']>[0] = {}) {
    const { found, ...source } = await this.#read(this.#limitersOf(scope), (windows, scope) =>
      windows.keys({ search: search?.(scope), most }),
    )
    const all = found.flatMap((each) => each.found)
    return {
      ...source,
      count: found.reduce((sum, { count }) => sum + count, 0),
      found: most === undefined ? all : all.sort(busiestFirst).slice(0, most),
    }
  }

  async find({ scope, key }: ThrottleKey) {
    const { found, ...source } = await this.#read(this.#limitersOf(scope), (windows) => windows.key(key))
    return { ...source, found: found[0] }
  }

  async overrideCounts(): Promise<Map<Scope, number>> {
    const { found } = await this.#read(this.#limitersOf(), async (windows, scope) => {
      const { overridden } = await windows.keys({ most: 0 })
      return [scope, overridden] as const
    })
    return new Map(found)
  }

  /** Clears the counts of a scope, a key or both, or else all counts; returns the number of windows. */
  async clear({ scope, key }: Partial<ThrottleKey> = {}): Promise<number> {
    const counts = await Promise.all(this.#limitersOf(scope).map((limiter) => this.#clear(limiter, key)))
    await this.#processes.forgetFull(this.#isConnected() ? this.#redis : undefined)
    return counts.reduce((sum, count) => sum + count, 0)
  }

  setLimit({ scope, key }: ThrottleKey, limit: number, milliseconds: number) {
    return this.#change(scope, (windows) => windows.setLimit(key, limit, milliseconds))
  }

  block({ scope, key }: ThrottleKey, milliseconds: number) {
    return this.#change(scope, (windows) => windows.block(key, milliseconds))
  }

  lift({ scope, key }: ThrottleKey, only?: ports.Override) {
    return this.#change(scope, (windows) => windows.lift(key, only))
  }

  reset({ scope, key }: ThrottleKey) {
    return this.#change(scope, (windows) => windows.forget(key))
  }

  #limitersOf(scope?: Scope): Limiter[] {
    return [...this.#limiters.values()].filter((limiter) => scope === undefined || limiter.scope === scope)
  }

  #isConnected() {
    return this.#redis?.status === 'ready'
  }

  /** A full window stays full until it ends, so Redis is not asked again; a limit of the key's own may end earlier. */
  async #count({ scope, shared, local }: Limiter, key: string): Promise<Usage> {
    if (!shared) return local.count(key)
    const { full } = this.#processes
    const name = `${scope}:${key}`
    const known = full.get(name)
    if (known) return { ...known, milliseconds: full.getRemainingTTL(name) }
    try {
      const usage = await this.#watch(shared.count(key))
      if (usage.isRefused && usage.limit === this.rates[scope]?.limit)
        full.set(name, usage, { ttl: Math.max(1, usage.milliseconds) })
      return usage
    } catch {
      return local.count(key)
    }
  }

  /** Reads Redis, or this process's memory when Redis does not answer or is not in use. */
  async #read<T>(
    limiters: Limiter[],
    read: (windows: Windows, scope: Scope) => Promise<T>,
  ): Promise<ports.CountsSource & { found: T[] }> {
    const readFrom = (store: 'shared' | 'local') =>
      Promise.all(limiters.map((limiter) => read(limiter[store] ?? limiter.local, limiter.scope)))
    const shared = this.#isConnected() && (await readFrom('shared').catch(() => undefined))
    if (shared) return { source: 'redis', redis: 'connected', found: shared }
    const redis = this.#redis ? 'unreachable' : 'not_configured'
    return { source: 'memory', redis, found: await readFrom('local') }
  }

  async #clear({ local, shared }: Limiter, key: string | undefined) {
    const stores = shared && this.#isConnected() ? [local, shared] : [local]
    const found = async () =>
      (await Promise.all(stores.map((store) => store.keys()))).flatMap((each) => each.found)
    const keys = key === undefined ? new Set((await found()).map((each) => each.key)) : [key]
    const forget = async (each: string) =>
      (await Promise.all(stores.map((store) => store.forget(each)))).includes(true)
    return (await pLimit(100).map(keys, forget)).filter(Boolean).length
  }

  /** An operator's change; 503 while Redis, which all processes share, is down. */
  async #change<T>(scope: Scope, change: (windows: Windows) => Promise<T>): Promise<T> {
    const limiter = this.#limiters.get(scope)
    if (!limiter) throw invalid('scope', 'The throttle of this scope is off.')
    if (limiter.shared && !this.#isConnected()) throw unavailable()
    try {
      const result = await change(limiter.shared ?? limiter.local)
      await this.#processes.forgetFull(this.#redis)
      return result
    } catch {
      throw unavailable()
    }
  }
}

type Parts = { rates: Rates; redis?: Redis; log: Logger; local?: Local }

const secondsLeft = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))
