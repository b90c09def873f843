import type { z } from 'zod'
import type { ActivityRange, Rate, Scope } from '../../src/accounts/limits.ts'
import type * as schema from '../schema/system.ts'
import type { Counted } from './refusals.ts'

export type CountsSource = z.infer<typeof schema.CountsSource>

export type Key = { scope: Scope; key: string }

/** What an operator can set for a key. */
export type Override = 'block' | 'limit'

/** A key with an open window, an override or a block; `..._ends_in` are milliseconds, null where there is none. */
export type ThrottledKey = Key & {
  used: number
  limit: number
  window_ends_in: number | null
  limit_ends_in: number | null
  block_ends_in: number | null
}

/** Finds the keys that contain the text, which is lower-case, ignoring case, and also the keys given. */
export type KeySearch = { text: string; keys: readonly string[] }

export type Throttles = {
  rates: Record<Scope, Rate | null>
  /** Counts a request. Undefined if the throttle is off; 429 if the key's window is full or it is blocked. */
  consume(scope: Scope, key: string): Promise<Counted | undefined>
  /** Whether this process knows that requests will be refused until the key's window ends; asks no store. */
  isKnownToBeFull(scope: Scope, key: string): boolean
  /** Takes back one request that the key's window has counted. */
  giveBack(scope: Scope, key: string): Promise<void>
  /** How many keys of each scope have an override or a block. */
  overrideCounts(): Promise<Map<Scope, number>>
  /** How many keys the search finds, and the first of them: those with an override or a block, then the busiest. */
  keys(which?: {
    scope?: Scope
    search?: (scope: Scope) => KeySearch
    most?: number
  }): Promise<CountsSource & { count: number; found: ThrottledKey[] }>
  /** One key, used or not; undefined if the throttle of its scope is off. */
  find(of: Key): Promise<CountsSource & { found: ThrottledKey | undefined }>
  /** Overrides the key's limit for a number of milliseconds; what it has used of its window stays. */
  setLimit(of: Key, limit: number, milliseconds: number): Promise<void>
  /** Refuses the key for a number of milliseconds. */
  block(of: Key, milliseconds: number): Promise<void>
  /** Ends the key's override, its block, or both; false when there was nothing to end. */
  lift(of: Key, only?: Override): Promise<boolean>
  /** Forgets what the key has used; false when that was nothing. */
  reset(of: Key): Promise<boolean>
  /** Like `reset`, in Redis and in memory, even while Redis is down; returns the number of windows. */
  clear(of: Key): Promise<number>
}

export type ThrottleOutcome = 'allowed' | 'near' | 'blocked'

/** The buckets of a range, the last one still open; counts by name. */
export type ActivitySeries = CountsSource & {
  range: ActivityRange
  from: string
  to: string
  bucket_seconds: number
  buckets: { at: string; counts: ReadonlyMap<string, number> }[]
}

/** Recent requests and failed logins, counted for operators. */
export type Activity = {
  /** Counts a request in its scope and, with the outcome, under its procedure, if one is given. */
  counted(scope: Scope, procedure: string | undefined, outcome: ThrottleOutcome): void
  /** Counts a request that was refused, or allowed near the limit, under its key. */
  keyCounted(of: Key, procedure: string | undefined, outcome: ThrottleOutcome): void
  /** Counts a refused login, by the caller's address and the email of the account, if there is one. */
  loginFailed(address: string, email: string | undefined): void
  requests(range: ActivityRange): Promise<ActivitySeries>
  /** The same series, for the hour before the last one. */
  hourBefore(kind: 'requests' | 'logins'): Promise<ActivitySeries>
  failedLogins(range: ActivityRange): Promise<ActivitySeries>
  /** What `keyCounted` counted, as `outcome:scope:key`. */
  keys(range: ActivityRange): Promise<ActivitySeries>
  /** The same by procedure, as `outcome:scope:procedure:key`. */
  keyCalls(range: ActivityRange): Promise<ActivitySeries>
}
