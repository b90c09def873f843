import { type ActivityRange, type Scope, scopes } from '../../../src/accounts/limits.ts'
import type { Activity, ActivitySeries, Key } from '../../ports/throttles.ts'

/** Requests of a key that were refused, and those that were allowed near its limit. */
type KeyCounts = Key & { refused: number; near: number } & LastBucket

/** The last bucket that counted something. Nothing more exact is kept of the time. */
export type LastBucket = { last_at: string; last_before: string }

export const lastBucket = (at: string, seconds: number): LastBucket => ({
  last_at: at,
  last_before: new Date(Date.parse(at) + seconds * 1000).toISOString(),
})

const scopedKey = ({ scope, key }: Key) => `${scope}:${key}`

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** The counts of every key in the range, by `scope:key`. Buckets that are full count the rest as `others`. */
export async function readKeyCounts(activity: Activity, range: ActivityRange) {
  const { buckets, ...source } = await activity.keys(range)
  const found = new Map<string, KeyCounts>()
  let others = 0
  for (const { at, counts } of buckets)
    for (const [name, count] of counts) {
      const [, outcome, scope = '', key = ''] = /^(near|blocked):(\w+):(.*)$/s.exec(name) ?? []
      if (name === 'blocked:others') others += count
      if (!isScope(scope)) continue
      const known = found.get(scopedKey({ scope, key })) ?? { scope, key, refused: 0, near: 0 }
      known[outcome === 'near' ? 'near' : 'refused'] += count
      found.set(scopedKey({ scope, key }), { ...known, ...lastBucket(at, source.bucket_seconds) })
    }
  return { ...source, of: (key: Key) => found.get(scopedKey(key)), all: [...found.values()], others }
}

/** The counts of one key, by bucket. */
export const seriesOf = ({ buckets }: ActivitySeries, key: Key) =>
  buckets.map(({ at, counts }) => ({
    at,
    near: counts.get(`near:${scopedKey(key)}`) ?? 0,
    refused: counts.get(`blocked:${scopedKey(key)}`) ?? 0,
  }))

/** The procedures that the keys called; those that were refused most come first. */
export function callsOf({ buckets, bucket_seconds }: ActivitySeries, keys: readonly Key[]) {
  const found = new Map<string, Omit<KeyCounts, 'key'> & { procedure: string }>()
  const wanted = new Set(keys.map(scopedKey))
  for (const { at, counts } of buckets)
    for (const [name, count] of counts) {
      const [, outcome, scope = '', procedure = '', key = ''] =
        /^(near|blocked):(\w+):([^:]*):(.*)$/s.exec(name) ?? []
      if (!isScope(scope) || !wanted.has(scopedKey({ scope, key }))) continue
      const known = found.get(`${scope}:${procedure}`) ?? { scope, procedure, refused: 0, near: 0 }
      known[outcome === 'near' ? 'near' : 'refused'] += count
      found.set(`${scope}:${procedure}`, { ...known, ...lastBucket(at, bucket_seconds) })
    }
  return [...found.values()].sort((a, b) => b.refused - a.refused || b.near - a.near)
}
