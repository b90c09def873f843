import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { memoryWindows } from '../../../server/throttling/memory-windows.ts'
import { Processes } from '../../../server/throttling/processes.ts'
import { localWindows, Throttles } from '../../../server/throttling/throttles.ts'
import { type Rate, type Scope, scopes } from '../../../src/accounts/limits.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { freshRedis } from '../../setup/stores/redis.ts'

const silent = pino({ level: 'silent' })
const rates = (limit: number) =>
  Object.fromEntries(scopes.map((scope) => [scope, { limit, seconds: 3600 }])) as Record<Scope, Rate>

const store = await freshRedis()
closedAfterAll({ close: store.drop })
const owner = new Redis(store.url)
closedAfterAll({ close: () => owner.disconnect() })

/** Blocks this process, as a busy machine would. */
const stopFor = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** How many of this many requests at once are admitted. */
async function admitted(throttles: Throttles, key: string, times: number) {
  const results = await Promise.allSettled(
    Array.from({ length: times }, () => throttles.consume('login', key)),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('exactly the limit is admitted even if the process stops while Redis answers', async () => {
  const redis = await connectRedis(store.url, silent)
  onTestFinished(() => redis.disconnect())
  const throttles = new Throttles({ rates: rates(20), redis, log: silent })
  for (const milliseconds of [300, 1000]) {
    const key = `stopped for ${milliseconds}`
    expect(await admitted(throttles, key, 15)).toBe(15)
    const admission = admitted(throttles, key, 100)
    stopFor(milliseconds)
    expect(await admission).toBe(5)
    expect(redis.status).toBe('ready')
  }
})

/**
 * Processes that count in one Redis, each over its own connection, and have found each other. They do so over another
 * connection, which is not given up when the machine is slow.
 */
async function processesCounting(limit: number, number: number) {
  const processes = await Promise.all(
    Array.from({ length: number }, async () => {
      const proxy = await cuttableProxy(store.url)
      const redis = await connectRedis(proxy.url, silent)
      onTestFinished(async () => {
        redis.disconnect()
        await proxy.close()
      })
      const process = new Processes()
      const local = localWindows(rates(limit), process)
      return { proxy, process, throttles: new Throttles({ rates: rates(limit), redis, log: silent, local }) }
    }),
  )
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  for (const { process } of processes) process.join(owner)
  // A process that has not found all the others has a larger share.
  const shares = () => processes.map(({ process }) => process.share(12 * number, 'any'))
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1000)
    expect(shares()).toEqual(Array(number).fill(12))
  }, 30_000)
  vi.useRealTimers()
  return processes
}

test.each([
  [10, 3],
  [2, 3],
])('while Redis is away all processes together admit a limit of %i once', async (limit, number) => {
  await owner.del('throttle:processes')
  const processes = await processesCounting(limit, number)
  await Promise.all(processes.map(({ proxy }) => proxy.cut()))
  for (const key of ['a', 'b', 'c']) {
    const counts = await Promise.all(processes.map(({ throttles }) => admitted(throttles, key, 20)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(limit)
    expect(Math.max(...counts) - Math.min(...counts)).toBe(1)
  }
})

test.each([30, 400])('all processes together admit the limit once when Redis is %i ms late', async (late) => {
  await owner.del('throttle:processes')
  const processes = await processesCounting(10, 2)
  for (const { proxy } of processes) proxy.slow(late)
  for (const key of ['a', 'b', 'c']) {
    const counts = await Promise.all(
      processes.map(({ throttles }) => admitted(throttles, `${key}, ${late} ms late`, 20)),
    )
    expect(counts.reduce((sum, count) => sum + count)).toBe(10)
  }
})

test('a process that has never reached Redis shares with the other processes of its instance', () => {
  expect([
    new Processes().share(100, 'a'),
    new Processes(3).share(100, 'a'),
    new Processes(3).share(2, 'a'),
  ]).toEqual([100, 33, 1])
})

test('windows in memory end when their time has passed, and are forgotten', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const windows = memoryWindows('login', { limit: 1, seconds: 60 })
  for (const key of ['a', 'b']) await windows.count(key)
  vi.advanceTimersByTime(59_999)
  expect(await windows.count('a')).toEqual({ used: 1, limit: 1, milliseconds: 1, isRefused: true })
  vi.advanceTimersByTime(1)
  expect(await windows.forget('b')).toBe(false)
  expect((await windows.count('a')).isRefused).toBe(false)
  const { found } = await windows.keys()
  expect(found.map(({ key, used, window_ends_in }) => [key, used, window_ends_in])).toEqual([
    ['a', 1, 60_000],
  ])
})

test('a request that arrives while another is given back is counted in memory', async () => {
  const windows = memoryWindows('login', { limit: 1, seconds: 60 })
  await windows.count('a')
  const [, { isRefused }] = await Promise.all([windows.giveBack('a'), windows.count('a')])
  expect([isRefused, (await windows.count('a')).isRefused]).toEqual([false, true])
})

test('a request that is refused as its window ends takes nothing from the next window', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const windows = memoryWindows('login', { limit: 1, seconds: 60 })
  await windows.count('a')
  vi.setSystemTime(Date.now() + 59_999)
  const refused = windows.count('a')
  vi.setSystemTime(Date.now() + 1)
  const next = windows.count('a')
  expect([(await refused).isRefused, (await next).isRefused]).toEqual([true, false])
  expect((await windows.count('a')).isRefused).toBe(true)
})

test('a process stays within its share after both listeners join and Redis has just lost its data', async () => {
  await owner.del('throttle:processes')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [redis, another] = [new Redis(store.url), new Redis(store.url)]
  const [one, other] = [new Processes(), new Processes()]
  const memberships = [one.join(redis), other.join(redis)]
  onTestFinished(async () => {
    await Promise.all(memberships.map((membership) => membership.leave()))
    for (const connection of [redis, another]) connection.disconnect()
  })
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1000)
    expect(one.share(10, 'a')).toBe(5)
  }, 30_000)
  await memberships[1]?.leave()
  await owner.del('throttle:processes')
  memberships.push(one.join(another), one.join(another))
  for (let round = 0; round < 3; round++) await another.ping()
  expect(one.share(10, 'a')).toBe(5)
})
