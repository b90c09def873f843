import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectRedis } from '../../../../server/stores/redis-client.ts'
import { unknownLsn, writtenInMemory, writtenInRedis } from '../../../../server/stores/replicas/written.ts'
import { closedAfterAll } from '../../../setup/fixture.ts'
import { cuttableProxy } from '../../../setup/stores/cuttable-proxy.ts'
import { freshRedis } from '../../../setup/stores/redis.ts'

const { url, drop } = await freshRedis()
closedAfterAll({ close: drop })
const line = closedAfterAll(await cuttableProxy(url))

async function connected() {
  const redis = await connectRedis(line.url, pino({ level: 'silent' }))
  closedAfterAll({ close: () => redis.disconnect() })
  return redis
}

const [redis, another] = [await connected(), await connected()]

test.each([
  ['in memory', writtenInMemory()],
  ['in Redis', writtenInRedis(redis)],
])('the highest LSN of each session is kept %s', async (_, written) => {
  await written.remember('a', 200)
  await written.remember('a', 100)
  await written.remember('b', 300)
  expect(await Promise.all(['a', 'b', 'c'].map(written.of))).toEqual([200, 300, 0])
  await written.remember('b', unknownLsn)
  expect(await written.of('b')).toBe(unknownLsn)
})

test('memory forgets a session a minute after its last write', async () => {
  const clock = { now: 0 }
  const written = writtenInMemory(() => clock.now)
  await written.remember('early', unknownLsn)
  await written.remember('again', 300)
  clock.now = 30_000
  await written.remember('again', 200)
  clock.now = 60_000
  expect(await Promise.all(['early', 'again'].map(written.of))).toEqual([0, 300])
  clock.now = 90_000
  expect(await written.of('again')).toBe(0)
})

test.each([
  ['in memory', (now: () => number) => writtenInMemory(now, { lifetime: 400, settling: 0 })],
  ['in Redis', (now: () => number) => writtenInRedis(redis, now, { lifetime: 400, settling: 0 })],
])('what a session learns later does not keep an unknown LSN longer %s', async (_, start) => {
  const written = start(() => performance.now())
  await written.remember('f', unknownLsn)
  await expect
    .poll(async () => {
      await written.remember('f', 600)
      return written.of('f')
    })
    .toBe(600)
})

test('writes of another process are known, and unknown while Redis is down and for five seconds after', async () => {
  const clock = { now: 0 }
  const here = writtenInRedis(redis, () => clock.now)
  const there = writtenInRedis(another)
  await there.remember('d', 400)
  expect(await here.of('d')).toBe(400)

  await line.cut()
  await there.remember('e', 500)
  expect(await here.of('e')).toBe(unknownLsn)

  clock.now = 60_000
  await line.restore()
  await expect.poll(() => redis.status).toBe('ready')
  clock.now += 4999
  expect(await here.of('e')).toBe(unknownLsn)
  clock.now += 1
  expect(await here.of('d')).toBe(400)
})
