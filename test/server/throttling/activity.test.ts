import type { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { Activity, Series } from '../../../server/throttling/activity.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { distantRedis, freshRedis } from '../../setup/stores/redis.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

const silent = pino({ level: 'silent' })
const hour = 3600
const week = 7 * 24 * hour

let redis: Redis
let url: string
let drop: () => Promise<void>
let now: Date
const clock = () => now

beforeEach(async () => {
  now = new Date('2026-03-04T10:00:30Z')
  ;({ url, drop } = await freshRedis())
  redis = await connectRedis(url, silent)
})
afterEach(async () => {
  redis.disconnect()
  await drop()
})

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

describe.each(['Redis', 'memory'])('counts in %s', (store) => {
  const create = () => new Activity({ redis: store === 'Redis' ? redis : undefined, clock, log: silent })

  test('a count is in the bucket of its time, in every range that still covers it', async () => {
    const activity = create()
    activity.counted('anon', 'tags.list', 'allowed')
    later(60)
    activity.counted('anon', 'tags.list', 'allowed')
    activity.counted('anon', 'tags.list', 'blocked')
    const hourly = await activity.requests('hour')
    expect(hourly.buckets.slice(-2).map(({ at, counts }) => [at, Object.fromEntries(counts)])).toEqual([
      ['2026-03-04T10:00:00.000Z', { 'scope:anon:allowed': 1, 'procedure:tags.list:allowed': 1 }],
      [
        '2026-03-04T10:01:00.000Z',
        {
          'scope:anon:allowed': 1,
          'procedure:tags.list:allowed': 1,
          'scope:anon:blocked': 1,
          'procedure:tags.list:blocked': 1,
        },
      ],
    ])
    later(2 * hour)
    const total = async (range: 'hour' | 'day' | 'week') =>
      (await activity.requests(range)).buckets.reduce(
        (sum, { counts }) => sum + (counts.get('scope:anon:allowed') ?? 0),
        0,
      )
    expect([await total('hour'), await total('day'), await total('week')]).toEqual([0, 2, 2])
    later(2 * 24 * hour)
    expect([await total('day'), await total('week')]).toEqual([0, 2])
    later(week)
    expect(await total('week')).toBe(0)
  })

  test('counts of failed logins stay bounded, whatever is typed and from any address', async () => {
    const activity = create()
    for (let i = 0; i < 1500; i++)
      activity.loginFailed(`198.51.100.${i}`, `${'x'.repeat(300)}${i}@clinic.example`)
    const { buckets } = await activity.failedLogins('hour')
    const counts = buckets.at(-1)?.counts ?? new Map()
    expect(counts.size).toBeLessThan(410)
    expect(counts.get('total')).toBe(1500)
    expect(counts.get('address:others')).toBeGreaterThan(1000)
    expect(Math.max(...[...counts.keys()].map((name) => name.length))).toBeLessThan(270)
  })
})

test('the counts of many requests go to Redis in one command for each bucket and expire', async () => {
  // A Redis of its own, because a server counts the commands of all its databases.
  const store = await startRedis()
  const redis = await connectRedis(store.url, silent)
  onTestFinished(async () => {
    redis.disconnect()
    await store.stop()
  })
  const activity = new Activity({ redis, clock, log: silent })
  const before = await commandsOf(redis)
  for (let i = 0; i < 500; i++) activity.counted('user', 'tags.list', 'allowed')
  await activity.stop()
  expect((await commandsOf(redis)) - before).toBe(3)
  const keys = await redis.keys('activity:*')
  expect(keys).toHaveLength(3)
  for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(0)
  expect(Math.max(...(await Promise.all(keys.map((key) => redis.ttl(key)))))).toBeLessThan(week + 5 * hour)
})

/** How often the script of the counts has run. */
async function commandsOf(redis: Redis): Promise<number> {
  const stats = await redis.info('commandstats')
  const calls = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0)
  const failed = Number(/cmdstat_evalsha:.*failed_calls=(\d+)/.exec(stats)?.[1] ?? 0)
  return calls('evalsha') - failed + calls('eval')
}

test('the activity of callers in several processes adds up', async () => {
  const processes = [1, 2].map(() => new Activity({ redis, clock, log: silent }))
  for (const activity of processes) activity.counted('login', 'auth.login', 'near')
  await Promise.all(processes.map((activity) => activity.stop()))
  const { buckets } = await new Activity({ redis, clock, log: silent }).requests('day')
  expect(buckets.at(-1)?.counts.get('scope:login:near')).toBe(2)
})

test('counts made while Redis is away are kept for its return', async () => {
  const { line, redis: distant } = await distantRedis(url, silent)
  const activity = new Activity({ redis: distant, clock, log: silent })
  await line.cut()
  await vi.waitFor(() => expect(distant.status).not.toBe('ready'), 30_000)
  activity.counted('anon', 'health', 'allowed')
  const away = await activity.requests('hour')
  expect([away.source, away.redis]).toEqual(['memory', 'unreachable'])
  expect(away.buckets.at(-1)?.counts.get('scope:anon:allowed')).toBe(1)
  await line.restore()
  await vi.waitFor(() => expect(distant.status).toBe('ready'), 30_000)
  const back = await activity.requests('hour')
  expect([back.source, back.buckets.at(-1)?.counts.get('scope:anon:allowed')]).toEqual(['redis', 1])
})

if (isCheck)
  test('counts kept for a Redis that stays away for weeks are bounded, and all of them arrive', async () => {
    const { line, redis: distant } = await distantRedis(url, silent)
    const activity = new Activity({ redis: distant, clock, log: silent })
    await line.cut()
    await vi.waitFor(() => expect(distant.status).not.toBe('ready'), 30_000)
    for (let hours = 0; hours < 3 * 7 * 24; hours++) {
      later(hour)
      for (let i = 0; i < 20; i++) activity.loginFailed(`198.51.100.${i}`, `${i}@clinic.example`)
      await activity.stop()
    }
    await line.restore()
    await vi.waitFor(() => expect(distant.status).toBe('ready'), 30_000)
    const { source, buckets } = await activity.failedLogins('week')
    // The last of the week's buckets, two hours each, has just begun.
    const hours = 7 * 24 - 1
    expect([source, buckets.reduce((sum, { counts }) => sum + (counts.get('total') ?? 0), 0)]).toEqual([
      'redis',
      hours * 20,
    ])
    expect((await redis.keys('activity:*')).length).toBeLessThan(62 + 98 + 86)
  })

test('a process forgets counts that no range shows any more', async () => {
  const local = new Series()
  const activity = new Activity({ clock, log: silent, local })
  for (let day = 0; day < 30; day++) {
    activity.counted('anon', 'health', 'allowed')
    later(24 * hour)
  }
  expect(local.take().length).toBeLessThan(15)
})
