import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Activity, ThrottleOutcome } from '../../routers/gate/context.ts'
import type { Scope } from '../../src/limits.ts'
import { type ActivityRange, activityRanges } from '../../src/operators/activity.ts'
import { oncePerOutage } from '../redis.ts'

/** The widths in seconds of the buckets in which each range is shown: 60, 96 and 84 of them. */
const widths = { hour: 60, day: 900, week: 7200 } as const satisfies Record<ActivityRange, number>
const lengths = { hour: 3600, day: 86_400, week: 7 * 86_400 } as const satisfies Record<ActivityRange, number>

type Counts = Map<string, number>

/** Names that one bucket keeps apart; what comes after is counted under a name of its own. */
const mostNames = 400

/** Milliseconds for which counts are gathered before they go to Redis together. */
const pause = 500

// For each bucket: seconds to live, number of counts, and of each its name, what stands for it once the bucket is
// full, and the increment. ARGV[1] is how many names a bucket may have.
const addCounts = `
local most, at = tonumber(ARGV[1]), 2
for bucket = 1, #KEYS do
  local names = redis.call('hlen', KEYS[bucket])
  local lifetime, counts = ARGV[at], tonumber(ARGV[at + 1])
  at = at + 2
  for _ = 1, counts do
    local name = ARGV[at]
    if redis.call('hexists', KEYS[bucket], name) == 0 then
      if names >= most then name = ARGV[at + 1] else names = names + 1 end
    end
    redis.call('hincrby', KEYS[bucket], name, ARGV[at + 2])
    at = at + 3
  end
  redis.call('expire', KEYS[bucket], lifetime)
end`

/** What stands for a name in a bucket that is full: \`address:198.51.100.7\` is then \`address:others\`. */
const others = (name: string) => `${name.slice(0, name.indexOf(':'))}:others`

/** The series of this process, by bucket; as bounded as those in Redis. */
export const localSeries = () => new Map<string, { counts: Counts; ends: number }>()
type Series = ReturnType<typeof localSeries>

/**
 * What was asked of the service in the last hour, day and week, for its operators. Nothing waits for the recording:
 * counts are gathered and sent to Redis twice a second at most, in one command.
 */
export function createActivity({
  redis,
  clock,
  log,
  local = localSeries(),
}: {
  redis?: Redis
  clock: () => Date
  log: Logger
  local?: Series
}) {
  const pending: Series = new Map()
  let timer: NodeJS.Timeout | undefined
  redis?.defineCommand('addCounts', { lua: addCounts })
  const report =
    redis && oncePerOutage(redis, (err) => log.warn({ err }, 'what is counted for operators is not kept'))

  /** The bucket of each range that the instant falls into. */
  const bucketsAt = (kind: string, now: number) =>
    activityRanges.map((range) => {
      const start = now - (now % widths[range])
      return { key: bucketKey(kind, range, start), ends: start + lengths[range] + 2 * widths[range] }
    })

  function record(kind: string, names: string[]) {
    const now = Math.floor(clock().getTime() / 1000)
    for (const { key, ends } of bucketsAt(kind, now)) {
      add(local, key, ends, names, now)
      if (redis) add(pending, key, ends, names, now)
    }
    if (redis) timer ??= setTimeout(send, pause).unref()
  }

  /** Sends what has gathered; what Redis does not take is tried again, unless it has grown out of all proportion. */
  async function send() {
    clearTimeout(timer)
    timer = undefined
    if (!redis || !pending.size) return
    const sent = [...pending]
    pending.clear()
    const now = Math.floor(clock().getTime() / 1000)
    const values = sent.flatMap(([, { counts, ends }]) => [
      Math.max(1, ends - now),
      counts.size,
      ...[...counts].flatMap(([name, count]) => [name, others(name), count]),
    ])
    const command = redis as unknown as { addCounts(...values: (string | number)[]): Promise<unknown> }
    await command
      .addCounts(sent.length, ...sent.map(([key]) => key), mostNames, ...values)
      .catch((error: unknown) => {
        report?.(error)
        if (pending.size > 500) return
        for (const [key, { counts, ends }] of sent)
          for (const [name, count] of counts) addOne(bucketOf(pending, key, ends), name, count)
      })
  }

  /** The buckets of a range, the last one under way. */
  async function read(kind: string, range: ActivityRange) {
    await send()
    const width = widths[range]
    const now = Math.floor(clock().getTime() / 1000)
    const last = now - (now % width)
    const first = last - lengths[range] + width
    const starts = Array.from({ length: lengths[range] / width }, (_, index) => first + index * width)
    const keys = starts.map((start) => bucketKey(kind, range, start))
    const isReady = redis?.status === 'ready'
    const kept = isReady
      ? await Promise.all(keys.map((key) => redis.hgetall(key))).catch(() => undefined)
      : undefined
    const buckets = starts.map((start, index) => ({
      at: new Date(start * 1000).toISOString(),
      counts: kept
        ? new Map(Object.entries(kept[index] ?? {}).map(([name, count]) => [name, Number(count)]))
        : (local.get(keys[index] ?? '')?.counts ?? new Map<string, number>()),
    }))
    return {
      source: kept ? ('redis' as const) : ('memory' as const),
      redis: redis ? (kept ? ('connected' as const) : ('unreachable' as const)) : ('not_configured' as const),
      range,
      from: new Date(first * 1000).toISOString(),
      to: new Date((last + width) * 1000).toISOString(),
      bucket_seconds: width,
      buckets,
    }
  }

  return {
    /** Counts a request in its scope and, with the outcome, under its procedure. */
    counted: (scope: Scope, procedure: string, outcome: ThrottleOutcome) =>
      record('requests', [`scope:${scope}:${outcome}`, `procedure:${procedure}:${outcome}`]),

    /** Counts a login that was refused, by its caller's address and the email as it was typed. */
    loginFailed: (address: string, email: string) =>
      record('logins', ['total', `address:${address}`, `account:${email.slice(0, 254)}`]),

    requests: (range: ActivityRange) => read('requests', range),
    failedLogins: (range: ActivityRange) => read('logins', range),
    stop: () => send(),
  } satisfies Activity & Record<'stop', unknown>
}

const bucketKey = (kind: string, range: ActivityRange, start: number) => `activity:${kind}:${range}:${start}`

function add(series: Series, key: string, ends: number, names: string[], now: number) {
  // A bucket is begun once a minute or less: time to drop those that no range shows any more.
  if (!series.has(key)) for (const [old, bucket] of series) if (bucket.ends < now) series.delete(old)
  const bucket = bucketOf(series, key, ends)
  for (const name of names) addOne(bucket, name, 1)
}

function bucketOf(series: Series, key: string, ends: number): Counts {
  const bucket = series.get(key) ?? { counts: new Map(), ends }
  series.set(key, bucket)
  return bucket.counts
}

function addOne(counts: Counts, name: string, count: number) {
  const kept = counts.has(name) || counts.size < mostNames ? name : others(name)
  counts.set(kept, (counts.get(kept) ?? 0) + count)
}
