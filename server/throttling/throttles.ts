import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { ThrottledKey, Throttles } from '../../routers/gate/context.ts'
import { type Counted, throttled, unavailable } from '../../routers/gate/refusals.ts'
import { DomainError, invalid } from '../../src/errors.ts'
import { type Rate, type Scope, scopes } from '../../src/limits.ts'
import { oncePerOutage } from '../redis.ts'
import {
  type KeyState,
  memoryWindows,
  redisWindows,
  throttleNames,
  type Windows,
} from './throttle-windows.ts'

/** One open window. */
export type Window = { scope: Scope; key: string; used: number; limit: number; resets_in_seconds: number }

/** The windows that this process keeps while there is no Redis, by scope. */
export type LocalWindows = Map<Scope, Windows>

export const localWindows = (rates: Record<Scope, Rate | null>): LocalWindows =>
  new Map(scopes.flatMap((scope) => (rates[scope] ? [[scope, memoryWindows(rates[scope])]] : [])))

type Key = { scope: Scope; key: string }

/** Counts requests in Redis, and in this process's memory while there is none (D21, D24). */
export function createThrottles({
  rates,
  redis,
  log,
  local = localWindows(rates),
}: {
  rates: Record<Scope, Rate | null>
  redis?: Redis
  log: Logger
  local?: LocalWindows
}) {
  const report =
    redis &&
    oncePerOutage(redis, (err) =>
      log.warn({ err }, 'Redis cannot count requests: each process counts its own'),
    )
  const names = redis && throttleNames(redis)
  const limiters = scopes.flatMap((scope) => {
    const [rate, memory] = [rates[scope], local.get(scope)]
    if (!rate || !memory) return []
    return [{ scope, rate, memory, shared: redis && names && redisWindows(redis, names, scope, rate) }]
  })
  const byScope = new Map(limiters.map((limiter) => [limiter.scope, limiter]))

  const isShared = () => redis?.status === 'ready'
  /** Where an operator's act takes effect; 503 while Redis, which all processes share, is away. */
  function actOn(scope: Scope): Windows {
    const limiter = byScope.get(scope)
    if (!limiter) throw invalid('scope', 'The throttle of this scope is off.')
    if (limiter.shared && !isShared()) throw unavailable()
    return limiter.shared ?? limiter.memory
  }

  type Limiter = (typeof limiters)[number]

  /** Reads Redis, or this process's memory when there is none that answers; says which, and whether that is by choice. */
  async function readEach<T>(read: (windows: Windows, limiter: Limiter) => Promise<T>) {
    const all = (of: (limiter: Limiter) => Windows) =>
      Promise.all(limiters.map((limiter) => read(of(limiter), limiter)))
    const shared = isShared() && (await all(({ shared, memory }) => shared ?? memory).catch(() => undefined))
    if (shared) return { source: 'redis' as const, redis: 'connected' as const, found: shared }
    const found = await all(({ memory }) => memory)
    const state = redis ? ('unreachable' as const) : ('not_configured' as const)
    return { source: 'memory' as const, redis: state, found }
  }

  /** The wanted keys, of each scope at most so many: those that operators have touched, and the busiest. */
  async function keys(isWanted?: (of: Key) => boolean, most?: number) {
    const { found, ...from } = await readEach(async (windows, { scope, rate }) => {
      const wanted = isWanted && ((key: string) => isWanted({ scope, key }))
      const { count, states } = await windows.states(wanted, most)
      return { count, rows: states.map((state) => keyOf(scope, rate, state)) }
    })
    const count = found.reduce((sum, { count }) => sum + count, 0)
    return { ...from, count, rows: found.flatMap(({ rows }) => rows) }
  }

  return {
    rates,

    /** Undefined where the throttle is off; 429 when the key's window is full, or an operator has blocked it. */
    async consume(scope: Scope, key: string): Promise<Counted | undefined> {
      const limiter = byScope.get(scope)
      if (!limiter) return undefined
      const counting = limiter.shared?.count(key).catch((error: unknown) => {
        report?.(error)
        return limiter.memory.count(key)
      })
      const { used, limit, milliseconds, isRefused } = await (counting ?? limiter.memory.count(key))
      const { seconds } = limiter.rate
      const counted = {
        scope,
        key,
        used: Math.min(used, limit),
        limit,
        seconds,
        resets_in_seconds: secondsLeft(milliseconds),
      }
      if (isRefused) throw throttled(counted)
      return counted
    },

    /** How many keys of each scope have a limit of their own or a block. */
    async touched(): Promise<Map<Scope, number>> {
      const { found } = await readEach(
        async (windows, { scope }) => [scope, await windows.touched()] as const,
      )
      return new Map(found)
    },

    /** Every open window. */
    async list(): Promise<Window[]> {
      const { rows } = await keys()
      return rows.flatMap(({ scope, key, used, limit, window_ends_in: left }) =>
        left === null
          ? []
          : [{ scope, key, used: Math.min(used, limit), limit, resets_in_seconds: secondsLeft(left) }],
      )
    },

    keys,

    /** Forgets what was counted, of a scope or a key or both, otherwise all; returns the number of windows. */
    async clear({ scope, key }: { scope?: Scope; key?: string } = {}): Promise<number> {
      const chosen = limiters.filter((limiter) => scope === undefined || limiter.scope === scope)
      const counts = await Promise.all(
        chosen.map(async ({ memory, shared }) => {
          const stores = [memory, ...(isShared() && shared ? [shared] : [])]
          const keys = new Set(key === undefined ? await openKeys(stores) : [key])
          const forgotten = await Promise.all(
            [...keys].map(async (each) =>
              (await Promise.all(stores.map((store) => store.forget(each)))).includes(true),
            ),
          )
          return forgotten.filter(Boolean).length
        }),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },

    /** Gives the key a limit of its own for so many milliseconds; what it has used of its window stays. */
    setLimit: async ({ scope, key }: Key, limit: number, milliseconds: number) =>
      actOn(scope).setLimit(key, limit, milliseconds).catch(refuse),

    /** Refuses the key for so many milliseconds. */
    block: async ({ scope, key }: Key, milliseconds: number) =>
      actOn(scope).block(key, milliseconds).catch(refuse),

    /** Ends the key's own limit and its block; false when it had neither. */
    lift: async ({ scope, key }: Key) => actOn(scope).lift(key).catch(refuse),

    /** Forgets what the key has used; false when that was nothing. */
    reset: async ({ scope, key }: Key) => actOn(scope).forget(key).catch(refuse),
  } satisfies Throttles & Record<'list' | 'clear', unknown>
}

async function openKeys(stores: Windows[]): Promise<string[]> {
  const found = await Promise.all(stores.map((store) => store.states()))
  return found.flatMap(({ states }) => states.map(({ key }) => key))
}

/** `..._ends_in` are milliseconds, null for what is not. */
const keyOf = (scope: Scope, rate: Rate, state: KeyState): ThrottledKey => ({
  scope,
  key: state.key,
  used: state.used,
  limit: state.ownLimit ?? rate.limit,
  window_ends_in: state.windowEnds,
  limit_ends_in: state.limitEnds,
  block_ends_in: state.blockEnds,
})

function refuse(error: unknown): never {
  if (error instanceof DomainError) throw error
  throw unavailable()
}

const secondsLeft = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))
