import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type * as ports from '../../routers/ports/throttles.ts'
import { type ActivityRange, activityRanges, type Scope } from '../../src/accounts/limits.ts'
import { defineScript, oncePerOutage } from '../stores/redis.ts'

/** The widths in seconds of the buckets in which each range is shown: 60, 96 and 84 of them. */
const widths = { hour: 60, day: 900, week: 7200 } as const satisfies Record<ActivityRange, number>
const lengths = { hour: 3600, day: 86_400, week: 7 * 86_400 } as const satisfies Record<ActivityRange, number>
/** How long counts last: two hours, because the last hour is compared with the one before. */
const lifetimes = { ...lengths, hour: 2 * lengths.hour } as const

/** Milliseconds between batches of counts for Redis. */
const pause = 500

/** The maximum length of a key, because a proxy may send anything instead of an address. */
const longestKey = 300

/** Buckets at once: after a long outage there are hundreds, too many for Redis's time limit. */
const mostBuckets = 16

// ARGV: how many names the bucket may have, its seconds to live, and of each count its name, the name that replaces it
// once the bucket is full, and the increment. Each bucket has its own slot of a cluster.
const addCounts = `
local names = redis.call('hlen', KEYS[1])
for at = 3, #ARGV, 3 do
  local name = ARGV[at]
  if redis.call('hexists', KEYS[1], name) == 0 then
    if names >= tonumber(ARGV[1]) then name = ARGV[at + 1] else names = names + 1 end
  end
  redis.call('hincrby', KEYS[1], name, ARGV[at + 2])
end
redis.call('expire', KEYS[1], ARGV[2])`

type ActivityKind = 'requests' | 'logins' | 'keys' | 'calls'
type Parts = { redis?: Redis; clock: () => Date; log: Logger; local?: Series }

/**
 * Counts requests and failed logins for operators. No request waits for it: counts are gathered and sent to Redis at
 * most twice a second. What Redis does not take is sent again, for as long as a range shows it.
 */
export class Activity implements ports.Activity {
  readonly #redis?: Redis
  readonly #clock: () => Date
  readonly #local: Series
  readonly #pending = new Series()
  readonly #send?: (values: (string | number)[]) => Promise<unknown>
  readonly #watch
  #timer: NodeJS.Timeout | undefined

  constructor({ redis, clock, log, local = new Series() }: Parts) {
    this.#clock = clock
    this.#local = local
    this.#watch = oncePerOutage((err) =>
      log.warn({ err }, 'Redis does not take the counts for operators: they are sent again when it is back'),
    )
    if (!redis) return
    this.#redis = redis
    this.#send = defineScript(redis, { name: 'addCounts', lua: addCounts, numberOfKeys: 1 })
  }

  counted(scope: Scope, procedure: string | undefined, outcome: ports.ThrottleOutcome) {
    const ofProcedure = procedure === undefined ? [] : [`procedure:${procedure}:${outcome}`]
    this.#record('requests', [`scope:${scope}:${outcome}`, ...ofProcedure])
  }

  /** Procedures are counted by their own names, so that a key that calls all of them hides no other key. */
  keyCounted({ scope, key }: ports.Key, procedure: string | undefined, outcome: ports.ThrottleOutcome) {
    const name = key.slice(0, longestKey)
    this.#record('keys', [`${outcome}:${scope}:${name}`])
    if (procedure !== undefined) this.#record('calls', [`${outcome}:${scope}:${procedure}:${name}`])
  }

  /** Shows only emails of accounts, because anything else may be a password. */
  loginFailed(address: string, email = 'unknown account') {
    this.#record('logins', ['total', `address:${address}`, `account:${email.slice(0, 254)}`])
  }

  readonly requests = (range: ActivityRange) => this.#read('requests', range)
  readonly failedLogins = (range: ActivityRange) => this.#read('logins', range)
  readonly keys = (range: ActivityRange) => this.#read('keys', range)
  readonly keyCalls = (range: ActivityRange) => this.#read('calls', range)
  readonly hourBefore = (kind: ActivityKind) => this.#read(kind, 'hour', lengths.hour)

  /** Sends what has been gathered. */
  async stop() {
    await this.#flush()
  }

  #now() {
    return Math.floor(this.#clock().getTime() / 1000)
  }

  #record(kind: ActivityKind, names: string[]) {
    const now = this.#now()
    const counts = names.map((name): [string, number] => [name, 1])
    for (const range of activityRanges) {
      const start = now - (now % widths[range])
      const ends = start + lifetimes[range] + 2 * widths[range]
      const bucket = { key: bucketKey(kind, range, start), ends }
      this.#local.add(bucket, counts, now)
      if (this.#redis) this.#pending.add(bucket, counts, now)
    }
    if (this.#redis) this.#timer ??= setTimeout(() => this.#flush(), pause).unref()
  }

  async #flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const gathered = this.#pending.take()
    for (let start = 0; start < gathered.length; start += mostBuckets)
      await Promise.all(gathered.slice(start, start + mostBuckets).map((bucket) => this.#sendBucket(bucket)))
  }

  async #sendBucket([key, { counts, ends }]: Buckets[number]) {
    if (!this.#send) return
    const now = this.#now()
    const values = [...counts].flatMap(([name, count]) => [name, others(name), count])
    try {
      await this.#watch(this.#send([key, mostNames, Math.max(1, ends - now), ...values]))
    } catch {
      this.#pending.add({ key, ends }, counts, now)
    }
  }

  async #read(kind: ActivityKind, range: ActivityRange, ago = 0): Promise<ports.ActivitySeries> {
    await this.#flush()
    const width = widths[range]
    const now = this.#now() - ago
    const last = now - (now % width)
    const first = last - lengths[range] + width
    const starts = Array.from({ length: lengths[range] / width }, (_, index) => first + index * width)
    const keys = starts.map((start) => bucketKey(kind, range, start))
    const shared = await this.#readShared(keys)
    return {
      source: shared ? 'redis' : 'memory',
      redis: this.#redis ? (shared ? 'connected' : 'unreachable') : 'not_configured',
      range,
      from: new Date(first * 1000).toISOString(),
      to: new Date((last + width) * 1000).toISOString(),
      bucket_seconds: width,
      buckets: starts.map((start, index) => ({
        at: new Date(start * 1000).toISOString(),
        counts: (shared ? shared[index] : this.#local.counts(keys[index] ?? '')) ?? new Map<string, number>(),
      })),
    }
  }

  /** The counts of each bucket; undefined unless Redis answers. */
  async #readShared(keys: string[]) {
    const redis = this.#redis
    if (redis?.status !== 'ready') return undefined
    const hashes = await Promise.all(keys.map((key) => redis.hgetall(key))).catch(() => undefined)
    return hashes?.map((hash) => new Map(Object.entries(hash).map(([name, count]) => [name, Number(count)])))
  }
}

const bucketKey = (kind: ActivityKind, range: ActivityRange, start: number) =>
  `activity:${kind}:${range}:${start}`

type BucketCounts = Map<string, number>
type Bucket = { counts: BucketCounts; ends: number }
export type Buckets = [key: string, Bucket][]

/** Names beyond this number are counted together, per bucket. */
export const mostNames = 400

/** What counts for a name once its bucket is full: `address:others` for `address:198.51.100.7`. */
export const others = (name: string) => `${name.slice(0, name.indexOf(':'))}:others`

/** Counts by name in buckets, as bounded as those in Redis. Instants are in seconds. */
export class Series {
  readonly #buckets = new Map<string, Bucket>()

  counts(key: string): ReadonlyMap<string, number> | undefined {
    return this.#buckets.get(key)?.counts
  }

  /** Adds to a bucket. A new bucket drops those that no range shows any more. */
  add({ key, ends }: { key: string; ends: number }, counts: Iterable<[string, number]>, now: number) {
    let bucket = this.#buckets.get(key)
    if (!bucket) {
      for (const [old, { ends }] of this.#buckets) if (ends < now) this.#buckets.delete(old)
      bucket = { counts: new Map(), ends }
      this.#buckets.set(key, bucket)
    }
    for (const [name, count] of counts) {
      const counted = bucket.counts.has(name) || bucket.counts.size < mostNames ? name : others(name)
      bucket.counts.set(counted, (bucket.counts.get(counted) ?? 0) + count)
    }
  }

  /** Empties the series. */
  take(): Buckets {
    const taken = [...this.#buckets]
    this.#buckets.clear()
    return taken
  }
}
