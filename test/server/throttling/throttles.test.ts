import { Redis } from 'ioredis'
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WireError } from '../../../routers/ports/refusals.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { localWindows, Throttles } from '../../../server/throttling/throttles.ts'
import { parseRate, type Rate, type Scope, scopes } from '../../../src/accounts/limits.ts'
import { secondsLeft } from '../../expect/seconds.ts'
import { openWindows } from '../../setup/open-windows.ts'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { distantRedis, freshRedis, passInRedis } from '../../setup/stores/redis.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

const silent = pino({ level: 'silent' })

const hourly = (limit: number): Rate => ({ limit, seconds: 3600 })
const rates = (given: Partial<Record<Scope, Rate>>) =>
  Object.fromEntries(scopes.map((scope) => [scope, given[scope] ?? null])) as Record<Scope, Rate | null>

const throttled = (seconds: number, policy: string) =>
  new WireError(
    'THROTTLED',
    { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
    {
      'Retry-After': String(seconds),
      'RateLimit-Policy': `"login";${policy}`,
      RateLimit: `"login";r=0;t=${seconds}`,
    },
  )

async function expectThrottled(request: Promise<unknown>, seconds: number, policy: string) {
  const error = await request.then(
    () => expect.unreachable(),
    (error: WireError) => error,
  )
  const said = Number(error.headers?.['Retry-After'])
  expect(said).toEqual(secondsLeft(seconds))
  expect(error).toEqual(throttled(said, policy))
}

async function consumeAtOnce(throttles: Throttles, scope: Scope, key: string, times: number) {
  const results = await Promise.allSettled(Array.from({ length: times }, () => throttles.consume(scope, key)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

let redis: Redis
let url: string
let drop: () => Promise<void>

beforeEach(async () => {
  ;({ url, drop } = await freshRedis())
  // Without the service's time limits.
  redis = new Redis(url)
  await redis.ping()
})

afterEach(async () => {
  redis.disconnect()
  await drop()
})

test.each([
  ['100/hour', hourly(100)],
  ['10/second', { limit: 10, seconds: 1 }],
  ['5/minute', { limit: 5, seconds: 60 }],
  ['1000/day', { limit: 1000, seconds: 86_400 }],
  ['off', null],
  ['100', undefined],
  ['0/hour', undefined],
  ['5/hours', undefined],
  ['5/constructor', undefined],
  ['', undefined],
])('the rate %j is %j', (text, rate) => {
  expect(parseRate(text)).toEqual(rate)
})

describe.each(['Redis', 'memory'])('counting in %s', (store) => {
  const create = (given: Partial<Record<Scope, Rate>>, log: Logger = silent) =>
    new Throttles({ rates: rates(given), redis: store === 'Redis' ? redis : undefined, log })

  beforeEach(() => {
    if (store === 'memory') vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + passed)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  let passed = 0
  async function pass(seconds: number) {
    if (store === 'memory') return void vi.advanceTimersByTime(seconds * 1000)
    passed += seconds * 1000
    await passInRedis(url, seconds * 1000)
  }

  test('a request past the limit is refused with the seconds until the window ends', async () => {
    const throttles = create({ login: hourly(5) })
    for (let request = 1; request <= 5; request++) await throttles.consume('login', '192.0.2.1')
    await expectThrottled(throttles.consume('login', '192.0.2.1'), 3600, 'q=5;w=3600')
  })

  test('exactly the limit of many simultaneous requests passes', async () => {
    const throttles = create({ anon: hourly(20) })
    expect(await consumeAtOnce(throttles, 'anon', '2001:db8::1', 100)).toBe(20)
  })

  test('a request that is given back can be used again and leaves no window behind', async () => {
    const throttles = create({ login: hourly(2) })
    await throttles.giveBack('login', 'a')
    expect(await consumeAtOnce(throttles, 'login', 'a', 3)).toBe(2)
    await throttles.giveBack('login', 'a')
    expect(await openWindows(throttles)).toMatchObject([{ key: 'a', used: 1 }])
    await throttles.giveBack('login', 'a')
    expect(await openWindows(throttles)).toEqual([])
    expect(await consumeAtOnce(throttles, 'login', 'a', 3)).toBe(2)
    await throttles.giveBack('logout', 'a')
  })

  test('keys and scopes are counted separately', async () => {
    const throttles = create({ login: hourly(1), logout: hourly(1) })
    await throttles.consume('login', 'a')
    await throttles.consume('login', 'b')
    await throttles.consume('logout', 'a')
    await expectThrottled(throttles.consume('login', 'a'), 3600, 'q=1;w=3600')
  })

  test('a scope that is off counts nothing', async () => {
    const throttles = create({})
    expect(await consumeAtOnce(throttles, 'login', 'a', 50)).toBe(50)
    expect(await openWindows(throttles)).toEqual([])
  })

  test('a refused request does not prolong the window, and a new window starts full', async () => {
    const throttles = create({ login: hourly(2) })
    expect(await consumeAtOnce(throttles, 'login', 'a', 3)).toBe(2)
    await pass(1800)
    await expectThrottled(throttles.consume('login', 'a'), 1800, 'q=2;w=3600')
    await pass(1800)
    expect(await consumeAtOnce(throttles, 'login', 'a', 3)).toBe(2)
  })

  test('open windows are listed with their counts', async () => {
    const throttles = create({ login: hourly(2), user: { limit: 10, seconds: 1800 } })
    await consumeAtOnce(throttles, 'login', '2001:db8::1', 5)
    await throttles.consume('user', 'u')
    expect(await openWindows(throttles)).toEqual([
      { scope: 'user', key: 'u', used: 1, limit: 10, resets_in_seconds: secondsLeft(1800) },
      { scope: 'login', key: '2001:db8::1', used: 2, limit: 2, resets_in_seconds: secondsLeft(3600) },
    ])
  })

  test.each([
    [{}, 4, []],
    [{ scope: 'login' as const }, 2, ['logout a', 'logout b']],
    [{ key: 'a' }, 2, ['login b', 'logout b']],
    [{ scope: 'logout' as const, key: 'b' }, 1, ['login a', 'login b', 'logout a']],
    [{ key: 'c' }, 0, ['login a', 'login b', 'logout a', 'logout b']],
  ])('clearing %j forgets %i windows', async (filter, count, left) => {
    const throttles = create({ login: hourly(1), logout: hourly(1) })
    for (const key of ['a', 'b']) {
      await throttles.consume('login', key)
      await throttles.consume('logout', key)
    }
    expect(await throttles.clear(filter)).toBe(count)
    expect((await openWindows(throttles)).map(({ scope, key }) => `${scope} ${key}`).sort()).toEqual(left)
  })

  test('a key is shown with its window, its override and its block until each ends', async () => {
    const throttles = create({ login: hourly(5) })
    const of = { scope: 'login' as const, key: 'a' }
    await throttles.consume('login', 'a')
    await throttles.setLimit(of, 9, 9_000_000)
    await throttles.block(of, 9_000_000)
    expect(await shown(throttles)).toEqual(['login a: 1 of 9, window, override, block'])
    await throttles.block(of, 600_000)
    await pass(600)
    expect(await shown(throttles)).toEqual(['login a: 1 of 9, window, override'])
    await pass(3000)
    expect(await shown(throttles)).toEqual(['login a: 0 of 9, override'])
    expect((await throttles.overrideCounts()).get('login')).toBe(1)
    await throttles.setLimit(of, 9, 600_000)
    await pass(600)
    expect(await shown(throttles)).toEqual([])
    expect((await throttles.overrideCounts()).get('login')).toBe(0)
  })

  test('a reset ends only the window, and a lift the override and the block', async () => {
    const throttles = create({ login: hourly(5) })
    const of = { scope: 'login' as const, key: 'a' }
    await throttles.consume('login', 'a')
    await throttles.setLimit(of, 9, 60_000)
    await throttles.block(of, 60_000)
    expect(await throttles.reset(of)).toBe(true)
    expect(await shown(throttles)).toEqual(['login a: 0 of 9, override, block'])
    expect(await throttles.reset(of)).toBe(false)
    expect(await throttles.lift(of, 'block')).toBe(true)
    expect(await throttles.lift(of, 'block')).toBe(false)
    expect(await shown(throttles)).toEqual(['login a: 0 of 9, override'])
    await throttles.block(of, 60_000)
    expect(await throttles.lift(of, 'limit')).toBe(true)
    expect(await shown(throttles)).toEqual(['login a: 0 of 5, block'])
    await throttles.lift(of)
    await throttles.consume('login', 'a')
    expect(await shown(throttles)).toEqual(['login a: 1 of 5, window'])
    expect(await throttles.lift(of)).toBe(false)
  })

  test('the keys of one scope, or those that match, can be shown alone', async () => {
    const throttles = create({ login: hourly(5), logout: hourly(5) })
    for (const key of ['a', 'b']) await throttles.consume('login', key)
    await throttles.consume('logout', 'a')
    await throttles.block({ scope: 'logout', key: 'b' }, 60_000)
    expect(await shown(throttles, { scope: 'login' })).toEqual([
      'login a: 1 of 5, window',
      'login b: 1 of 5, window',
    ])
    expect(await shown(throttles, { search: finding('b') })).toEqual([
      'login b: 1 of 5, window',
      'logout b: 0 of 5, block',
    ])
    expect(await shown(throttles, { search: finding('none', 'a', 'c') })).toEqual([
      'login a: 1 of 5, window',
      'logout a: 1 of 5, window',
    ])
    expect([...(await throttles.overrideCounts())]).toEqual([
      ['login', 0],
      ['logout', 1],
    ])
  })

  test('a search finds a text in any case and takes every character literally', async () => {
    const throttles = create({ login: hourly(5) })
    for (const key of ['A*[b]^\\?-c', 'a*[b]^\\?-cd', 'axbc', 'Zoë']) await throttles.consume('login', key)
    const found = async (text: string) => (await shown(throttles, { search: finding(text) })).length
    expect(await found('*[b]^\\?-c')).toBe(2)
    expect(await found('a*[b]^\\?-cd')).toBe(1)
    expect(await found('a*b')).toBe(0)
    expect(await found('zoë')).toBe(1)
    expect(await found('zoé')).toBe(0)
  })
})

test('a block is listed until it ends, however far ahead the clock of a process is', async () => {
  const throttles = new Throttles({ rates: rates({ login: hourly(5) }), redis, log: silent })
  const block = (key: string) => throttles.block({ scope: 'login', key }, 600_000)
  await block('a')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  onTestFinished(() => clock.mockRestore())
  await block('b')
  expect(await shown(throttles)).toEqual(['login a: 0 of 5, block', 'login b: 0 of 5, block'])
})

const finding =
  (text: string, ...keys: string[]) =>
  () => ({ text, keys })

async function shown(throttles: Throttles, which?: Parameters<Throttles['keys']>[0]) {
  const { found } = await throttles.keys(which)
  const lines = found.map(({ scope, key, used, limit, window_ends_in, limit_ends_in, block_ends_in }) => {
    const parts = [
      ['window', window_ends_in],
      ['override', limit_ends_in],
      ['block', block_ends_in],
    ].flatMap(([name, left]) => (left === null ? [] : [name]))
    return `${scope} ${key}: ${used} of ${limit}, ${parts.join(', ')}`
  })
  return lines.sort()
}

test('refused requests are not counted', async () => {
  const throttles = new Throttles({ rates: rates({ login: hourly(3) }), redis, log: silent })
  await consumeAtOnce(throttles, 'login', 'a', 10)
  expect(await redis.get('throttle:{login:a}')).toBe('3')
})

describe('a key that is known to be full', () => {
  /** Two processes that tell each other of changes that may have made room, when the test lets a second pass. */
  async function twoProcesses() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const second = new Redis(url)
    const all = [redis, second].map((redis) => {
      const local = localWindows(rates({ login: hourly(2) }))
      const membership = local.processes.join(redis)
      onTestFinished(() => membership.leave())
      return new Throttles({ rates: rates({ login: hourly(2) }), redis, log: silent, local })
    })
    onTestFinished(() => second.disconnect())
    await second.ping()
    for (const each of all) await consumeAtOnce(each, 'login', 'a', 3)
    return all as [Throttles, Throttles]
  }

  const admits = (throttles: Throttles) =>
    vi.waitFor(async () => {
      vi.advanceTimersByTime(1000)
      expect(await consumeAtOnce(throttles, 'login', 'a', 1)).toBe(1)
    }, 30_000)

  test('is refused without a command to Redis until its window ends', async () => {
    await ownRedis()
    const throttles = new Throttles({ rates: rates({ login: hourly(2) }), redis, log: silent })
    expect(await consumeAtOnce(throttles, 'login', 'a', 3)).toBe(2)
    const scripts = async () => /cmdstat_evalsha:calls=\d+/.exec(await redis.info('commandstats'))?.[0]
    const before = await scripts()
    expect(await consumeAtOnce(throttles, 'login', 'a', 500)).toBe(0)
    await expectThrottled(throttles.consume('login', 'a'), 3600, 'q=2;w=3600')
    expect(await scripts()).toBe(before)
  })

  test.each<[string, (throttles: Throttles) => Promise<unknown>]>([
    ['gives a request back', (throttles) => throttles.giveBack('login', 'a')],
    ['resets the key', (throttles) => throttles.reset({ scope: 'login', key: 'a' })],
    ['raises its limit', (throttles) => throttles.setLimit({ scope: 'login', key: 'a' }, 9, 60_000)],
  ])('is admitted by every process after one of them %s', async (_, change) => {
    const [one, other] = await twoProcesses()
    await change(one)
    await admits(other)
  })

  test('is not forgotten at the next heartbeat because of a change that its process has made itself', async () => {
    const [one] = await twoProcesses()
    await one.reset({ scope: 'login', key: 'another' })
    await consumeAtOnce(one, 'login', 'a', 1)
    vi.advanceTimersByTime(1000)
    for (const _ of [1, 2]) await redis.ping()
    expect(one.isKnownToBeFull('login', 'a')).toBe(true)
  })

  test('is admitted once an operator lifts its block', async () => {
    const [one, other] = await twoProcesses()
    const of = { scope: 'login' as const, key: 'a' }
    await one.reset(of)
    await one.block(of, 60_000)
    expect(await consumeAtOnce(other, 'login', 'a', 1)).toBe(0)
    await one.lift(of)
    await admits(other)
  })
})

test('several instances share their counts', async () => {
  const second = new Redis(url)
  onTestFinished(() => second.disconnect())
  await second.ping()
  const instances = [redis, second].map(
    (redis) => new Throttles({ rates: rates({ login: hourly(5) }), redis, log: silent }),
  )
  const passed = await Promise.all(instances.map((instance) => consumeAtOnce(instance, 'login', 'a', 20)))
  expect(passed.reduce((sum, count) => sum + count)).toBe(5)
})

test('a thousand windows can be listed and cleared', async () => {
  const throttles = new Throttles({ rates: rates({ anon: hourly(5) }), redis, log: silent })
  const keys = Array.from({ length: 1000 }, (_, index) => `198.51.100.${index}`)
  // Few at a time: a burst could outlast the time that Redis is given, and be counted in memory.
  for (let start = 0; start < keys.length; start += 50)
    await Promise.all(keys.slice(start, start + 50).map((key) => throttles.consume('anon', key)))
  expect((await openWindows(throttles)).map(({ key }) => key).sort()).toEqual(keys.sort())
  expect(await throttles.clear({ scope: 'anon' })).toBe(1000)
  expect(await redis.keys('*')).toEqual(['throttle:change'])
})

/** A Redis of the test's own, because a server counts the commands of all its databases. */
async function ownRedis() {
  const store = await startRedis()
  redis.disconnect()
  redis = new Redis(store.url)
  await redis.ping()
  onTestFinished(() => store.stop())
}

test('keys of other services in Redis are not scanned', async () => {
  await ownRedis()
  for (let thousand = 0; thousand < 50; thousand++)
    await redis.mset(
      Array.from({ length: 1000 }, (_, index) => [`other:throttle:${thousand}-${index}`, '1']).flat(),
    )
  const throttles = new Throttles({ rates: rates({ login: hourly(5), anon: hourly(5) }), redis, log: silent })
  await throttles.consume('login', 'a')
  await throttles.block({ scope: 'anon', key: 'b' }, 60_000)
  const scans = async () => /cmdstat_scan:calls=\d+/.exec(await redis.info('commandstats'))?.[0]
  const before = await scans()
  expect(await shown(throttles)).toEqual(['anon b: 0 of 5, block', 'login a: 1 of 5, window'])
  expect((await throttles.overrideCounts()).get('anon')).toBe(1)
  expect(await throttles.clear()).toBe(1)
  expect(await scans()).toBe(before)
})

describe('thousands of keys in Redis', () => {
  const create = (limit = 10_000) =>
    new Throttles({ rates: rates({ anon: hourly(limit), login: hourly(5) }), redis, log: silent })

  /** Keys with open windows, as if each had used its number. */
  async function fill(keys: number, usedOf = (key: number) => key) {
    const ends = Date.now() + 3_600_000
    for (let start = 0; start < keys; start += 500) {
      const pipeline = redis.pipeline()
      for (let key = start; key < Math.min(start + 500, keys); key++) {
        pipeline.set(`throttle:{anon:key-${key}}`, usedOf(key), 'PX', 3_600_000)
        pipeline.zadd('open:{anon}', ends, `key-${key}`)
        pipeline.zadd('busy:{anon}', usedOf(key), `key-${key}`)
      }
      await pipeline.exec()
    }
  }

  const names = async (which: Parameters<Throttles['keys']>[0]) => {
    const { count, found } = await create().keys(which)
    return [count, found.map(({ key, used }) => `${key}: ${used}`)]
  }

  test('the busiest of thousands of keys are found without reading the others', async () => {
    await ownRedis()
    await fill(3000)
    const throttles = create()
    await throttles.consume('anon', 'key-2998')
    await throttles.consume('anon', 'key-2998')
    await throttles.giveBack('anon', 'key-2999')
    const scans = async () => /cmdstat_zscan:calls=\d+/.exec(await redis.info('commandstats'))?.[0]
    expect(await names({ most: 3 })).toEqual([3000, ['key-2998: 3000', 'key-2999: 2998', 'key-2997: 2997']])
    expect(await scans()).toBeUndefined()
  })

  test('a search finds the busiest keys that match', async () => {
    await fill(3000)
    expect(await names({ search: finding('99'), most: 2 })).toEqual([
      57,
      ['key-2999: 2999', 'key-2998: 2998'],
    ])
  })

  test('keys with an override or a block come first and count once', async () => {
    await fill(1200)
    const throttles = create()
    await throttles.block({ scope: 'anon', key: 'key-7' }, 60_000)
    await throttles.setLimit({ scope: 'anon', key: 'new' }, 5, 60_000)
    expect(await names({ most: 3 })).toEqual([1201, ['key-7: 7', 'new: 0', 'key-1199: 1199']])
    expect(await names({ search: finding('key-119', 'key-7', 'new'), most: 3 })).toEqual([
      13,
      ['key-7: 7', 'new: 0', 'key-1199: 1199'],
    ])
  })

  test('lapsed keys are neither counted nor shown', async () => {
    await fill(1200)
    await redis.zadd('open:{anon}', 1, 'key-1199')
    await redis.del('throttle:{anon:key-1199}')
    expect(await names({ most: 1 })).toEqual([1199, ['key-1198: 1198']])
    expect(await redis.zcard('busy:{anon}')).toBe(1199)
  })
})

test('lapsed keys are removed from the sets in Redis, and the sets expire', async () => {
  const throttles = new Throttles({ rates: rates({ login: hourly(5) }), redis, log: silent })
  for (let key = 0; key < 15; key++) await throttles.consume('login', `${key}`)
  expect(await redis.zcard('open:{login}')).toBe(15)
  await passInRedis(url, 3_600_000)
  expect(await redis.keys('*')).toEqual([])

  for (let key = 0; key < 15; key++) await throttles.consume('login', `${key}`)
  await redis.zadd('open:{login}', `${Date.now() + 9_000_000}`, 'later')
  await redis.persist('open:{login}')
  await passInRedis(url, 3_600_000)
  await throttles.consume('login', 'first')
  expect(await redis.zcard('open:{login}')).toBe(7)
  await throttles.consume('login', 'second')
  expect(await redis.zrange('open:{login}', '0', '-1')).toEqual(['first', 'second', 'later'])
})

describe('when Redis goes away', () => {
  test.each(['cut', 'freeze'] as const)(
    'each process counts its own requests when Redis goes away (%s), and in Redis again afterwards',
    async (outage) => {
      const lines: string[] = []
      const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
      const { line, redis: distant } = await distantRedis(url, log)
      const throttles = new Throttles({ rates: rates({ login: hourly(3) }), redis: distant, log })
      await throttles.consume('login', 'a')

      await line[outage]()
      expect(await consumeAtOnce(throttles, 'login', 'a', 10)).toBe(3)
      await vi.waitFor(() => expect(distant.status).not.toBe('ready'), 30_000)
      for (let request = 0; request < 10; request++)
        await expectThrottled(throttles.consume('login', 'a'), 3600, 'q=3;w=3600')
      expect(await openWindows(throttles)).toEqual([
        { scope: 'login', key: 'a', used: 3, limit: 3, resets_in_seconds: secondsLeft(3600) },
      ])

      await line.restore()
      await vi.waitFor(() => expect(distant.status).toBe('ready'), { timeout: 30_000, interval: 20 })
      const counted = async () => {
        await throttles.clear()
        return [await consumeAtOnce(throttles, 'login', 'a', 10), await redis.get('throttle:{login:a}')]
      }
      await expect.poll(counted).toEqual([3, '3'])
      expect(lines.filter((line) => line.startsWith('Redis cannot count'))).toHaveLength(1)
      expect(lines.filter((line) => line === 'Redis is unreachable').length).toBeLessThanOrEqual(1)
    },
  )

  test('a service started without its Redis still throttles', async () => {
    const proxy = await cuttableProxy(url)
    await proxy.cut()
    const distant = await connectRedis(proxy.url, silent)
    onTestFinished(async () => {
      distant.disconnect()
      await proxy.close()
    })
    const throttles = new Throttles({ rates: rates({ login: hourly(3) }), redis: distant, log: silent })
    expect(await consumeAtOnce(throttles, 'login', 'a', 10)).toBe(3)
  })
})
