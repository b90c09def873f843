import type { KeySearch, Override, ThrottledKey } from '../../routers/ports/throttles.ts'

/** A key's window after a request, or the block that refused it; milliseconds until either ends. */
export type Usage = { used: number; limit: number; milliseconds: number; isRefused: boolean }

/** At most `most` of the keys that the search finds, or of all keys. */
export type WhichKeys = { search?: KeySearch; most?: number }

/** Whether the search finds a key. */
export function matcher({ text, keys }: KeySearch): (key: string) => boolean {
  const named = new Set(keys)
  return (key) => key.toLowerCase().includes(text) || named.has(key)
}

/** The windows of one scope, with the limits and blocks that operators give to single keys. */
export type Windows = {
  count(key: string): Promise<Usage>
  /** Takes back one request that was counted; true if other processes may know the window to be full. */
  giveBack(key: string): Promise<boolean>
  /** Keys with an open window, a limit of their own, or a block: how many, how many with the latter, the busiest first. */
  keys(which?: WhichKeys): Promise<{ count: number; overridden: number; found: ThrottledKey[] }>
  /** One key, used or not. */
  key(key: string): Promise<ThrottledKey>
  /** Forgets what was counted; false when nothing was. */
  forget(key: string): Promise<boolean>
  setLimit(key: string, limit: number, milliseconds: number): Promise<void>
  block(key: string, milliseconds: number): Promise<void>
  /** Ends the key's override, its block, or both; false when there was nothing to end. */
  lift(key: string, only?: Override): Promise<boolean>
}

/** False once the window, the override and the block have all ended. */
export const isInForce = ({ window_ends_in, limit_ends_in, block_ends_in }: ThrottledKey) =>
  (window_ends_in ?? limit_ends_in ?? block_ends_in) !== null

export const isOverridden = ({ block_ends_in, limit_ends_in }: ThrottledKey) =>
  (block_ends_in ?? limit_ends_in) !== null

/** Keys with an override or a block first, then by the share of the limit that is used. */
export const busiestFirst = (a: ThrottledKey, b: ThrottledKey) =>
  Number(isOverridden(b)) - Number(isOverridden(a)) || b.used / b.limit - a.used / a.limit
