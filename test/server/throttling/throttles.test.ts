import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Throttles } from '../../../routers/gate/context.ts'
import { WireError } from '../../../routers/gate/refusals.ts'
import { connectRedis } from '../../../server/redis.ts'
import { createThrottles } from '../../../server/throttling/throttles.ts'
import { parseRate, type Rate, type Scope, scopes } from '../../../src/limits.ts'
import { cuttableProxy } from '../../cuttable-proxy.ts'
import { freshRedis } from '../../redis.ts'

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

async function consumeAtOnce(throttles: Throttles, scope: Scope, key: string, times: number) {
  const results = await Promise.allSettled(Array.from({ length: times }, () => throttles.consume(scope, key)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

let redis: Redis
let url: string
let drop: () => Promise<void>

beforeEach(async () => {
  ;({ url, drop } = await freshRedis())
  redis = await connectRedis(url, silent)
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
    createThrottles({ rates: rates(given), redis: store === 'Redis' ? redis : undefined, log })

  test('the request past the limit is refused with the seconds until the window ends', async () => {
    const throttles = create({ login: hourly(5) })
    for (let request = 1; request <= 5; request++) await throttles.consume('login', '192.0.2.1')
    await expect(throttles.consume('login', '192.0.2.1')).rejects.toEqual(throttled(3600, 'q=5;w=3600'))
  })

  test('of many simultaneous requests exactly the limit passes', async () => {
    const throttles = create({ anon: hourly(20) })
    expect(await consumeAtOnce(throttles, 'anon', '2001:db8::1', 100)).toBe(20)
  })

  test('keys and scopes are counted apart', async () => {
    const throttles = create({ login: hourly(1), logout: hourly(1) })
    await throttles.consume('login', 'a')
    await throttles.consume('login', 'b')
    await throttles.consume('logout', 'a')
    await expect(throttles.consume('login', 'a')).rejects.toEqual(throttled(3600, 'q=1;w=3600'))
  })

  test('a scope that is off counts nothing', async () => {
    const throttles = create({})
    expect(await consumeAtOnce(throttles, 'login', 'a', 50)).toBe(50)
    expect(await throttles.list()).toEqual([])
  })

  test('a refused request does not prolong the window, and a new window starts full', async () => {
    const throttles = create({ login: { limit: 2, seconds: 1 } })
    const started = performance.now()
    expect(await consumeAtOnce(throttles, 'login', 'a', 3)).toBe(2)
    await sleep(600)
    await expect(throttles.consume('login', 'a')).rejects.toEqual(throttled(1, 'q=2;w=1'))
    await sleep(1100 - (performance.now() - started))
    expect(await consumeAtOnce(throttles, 'login', 'a', 3)).toBe(2)
  })

  test('open windows are listed with what they have counted', async () => {
    const throttles = create({ login: hourly(2), user: { limit: 10, seconds: 60 } })
    await consumeAtOnce(throttles, 'login', '2001:db8::1', 5)
    await throttles.consume('user', 'u')
    expect(await throttles.list()).toEqual([
      { scope: 'user', key: 'u', used: 1, limit: 10, resets_in_seconds: 60 },
      { scope: 'login', key: '2001:db8::1', used: 2, limit: 2, resets_in_seconds: 3600 },
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
    expect((await throttles.list()).map(({ scope, key }) => `${scope} ${key}`).sort()).toEqual(left)
  })
})

test('refused requests are not counted', async () => {
  const throttles = createThrottles({ rates: rates({ login: hourly(3) }), redis, log: silent })
  await consumeAtOnce(throttles, 'login', 'a', 10)
  expect(await redis.get('throttle:login:a')).toBe('3')
})

test('several instances share what they count', async () => {
  const second = await connectRedis(url, silent)
  onTestFinished(() => second.disconnect())
  const instances = [redis, second].map((redis) =>
    createThrottles({ rates: rates({ login: hourly(5) }), redis, log: silent }),
  )
  const passed = await Promise.all(instances.map((instance) => consumeAtOnce(instance, 'login', 'a', 20)))
  expect(passed.reduce((sum, count) => sum + count)).toBe(5)
})

test('a thousand windows can be listed and cleared', async () => {
  const throttles = createThrottles({ rates: rates({ anon: hourly(5) }), redis, log: silent })
  const keys = Array.from({ length: 1000 }, (_, index) => `198.51.100.${index}`)
  await Promise.all(keys.map((key) => throttles.consume('anon', key)))
  expect((await throttles.list()).map(({ key }) => key).sort()).toEqual(keys.sort())
  expect(await throttles.clear({ scope: 'anon' })).toBe(1000)
  expect(await redis.dbsize()).toBe(0)
})

describe('when Redis goes away', () => {
  test.each(['cut', 'freeze'] as const)(
    '(%s) the process counts by itself, and in Redis again afterwards',
    async (outage) => {
      const proxy = await cuttableProxy(url)
      const lines: string[] = []
      const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
      const distant = await connectRedis(proxy.url, log)
      onTestFinished(async () => {
        distant.disconnect()
        await proxy.close()
      })
      const throttles = createThrottles({ rates: rates({ login: hourly(3) }), redis: distant, log })
      await throttles.consume('login', 'a')

      await proxy[outage]()
      const started = performance.now()
      expect(await consumeAtOnce(throttles, 'login', 'a', 10)).toBe(3)
      expect(performance.now() - started).toBeLessThan(500)
      await vi.waitFor(() => expect(distant.status).not.toBe('ready'))
      for (let request = 0; request < 10; request++)
        await expect(throttles.consume('login', 'a')).rejects.toEqual(throttled(3600, 'q=3;w=3600'))
      expect(performance.now() - started).toBeLessThan(700)
      expect(await throttles.list()).toEqual([
        { scope: 'login', key: 'a', used: 3, limit: 3, resets_in_seconds: 3600 },
      ])

      await proxy.restore()
      await vi.waitFor(() => expect(distant.status).toBe('ready'), { timeout: 10_000, interval: 20 })
      await throttles.clear()
      expect(await consumeAtOnce(throttles, 'login', 'a', 10)).toBe(3)
      expect(await redis.get('throttle:login:a')).toBe('3')
      expect(lines.filter((line) => line.startsWith('Redis cannot count'))).toHaveLength(1)
      expect(lines.filter((line) => line === 'Redis is unreachable').length).toBeLessThanOrEqual(1)
    },
  )

  test('a service that starts without it waits for a second, and throttles nevertheless', async () => {
    const proxy = await cuttableProxy(url)
    await proxy.cut()
    const started = performance.now()
    const distant = await connectRedis(proxy.url, silent)
    expect(performance.now() - started).toBeLessThan(1500)
    onTestFinished(async () => {
      distant.disconnect()
      await proxy.close()
    })
    const throttles = createThrottles({ rates: rates({ login: hourly(3) }), redis: distant, log: silent })
    expect(await consumeAtOnce(throttles, 'login', 'a', 10)).toBe(3)
  })
})
