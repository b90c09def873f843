import { once } from 'node:events'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { redisRevocations } from '../../../server/auth/revocations.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { Throttles } from '../../../server/throttling/throttles.ts'
import { type Rate, type Scope, scopes } from '../../../src/accounts/limits.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

const silent = pino({ level: 'silent' })
const store = await startRedis()
const owner = new Redis(store.url)
closedAfterAll({ close: store.stop })
closedAfterAll({ close: () => owner.disconnect() })
await owner.config('SET', 'requirepass', 'right')
const { host } = new URL(store.url)

test.each([
  ['a refused password', `redis://:s3cret@${host}`, 'WRONGPASS'],
  ['the password of a refused user', `redis://someone:s3cret@${host}`, 'WRONGPASS'],
  ['what a refused command would have stored', `redis://:right@${host}`, 'ERR value is not an integer'],
])('the log says why Redis refused %s, without its value', async (_, url, reason) => {
  let logged = ''
  const log = pino({}, { write: (line: string) => (logged += line) })
  const redis = await connectRedis(url, log)
  await redis
    .set('key', 's3cret', 'EX', 'never' as never)
    .catch((err) => log.warn({ err }, 'cannot be stored'))
  redis.disconnect()
  expect(logged).toContain(reason)
  expect(logged).not.toContain('s3cret')
})

test.each(['redis://:right@', 'redis://:wrong@'])(
  'a Redis that refuses the address %s is not used, and the log says to check REDIS_URL',
  async (account) => {
    const lines: { msg: string }[] = []
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
    const redis = await connectRedis(`${account}${host}/64`, log)
    onTestFinished(() => redis.disconnect())
    await expect
      .poll(() => lines)
      .toEqual([expect.objectContaining({ msg: 'Redis refuses the connection; check REDIS_URL' })])
    await expect(redis.set('key', 'value')).rejects.toThrow()
    expect(await owner.exists('key')).toBe(0)
  },
)

test('each outage that leaves the connection open is logged once', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const redis = await connectRedis(`redis://:right@${host}`, log)
  onTestFinished(() => redis.disconnect())
  const rate: Rate = { limit: 100, seconds: 60 }
  const rates = Object.fromEntries(scopes.map((scope) => [scope, rate])) as Record<Scope, Rate>
  const throttles = new Throttles({ rates, redis, log })
  const revocations = redisRevocations(redis, log)
  const use = async () => {
    await throttles.consume('user', 'a')
    await revocations.isEnded('a')
    await revocations.end('a').catch(() => {})
  }
  await use()
  lines.length = 0
  for (let outage = 1; outage <= 2; outage++) {
    await owner.replicaof('127.0.0.1', 1)
    await use()
    await use()
    const told = [
      'Redis cannot count requests: each process counts its own requests',
      'sessions can neither be refreshed nor ended',
    ]
    expect(lines).toEqual(outage === 1 ? told : [...told, ...told])
    await owner.replicaof('NO', 'ONE')
    await use()
  }
})

test('a write that Redis refuses is repeated later: a failed token can be used, an ended session stays ended', async () => {
  const redis = await connectRedis(`redis://:right@${host}`, silent)
  onTestFinished(() => redis.disconnect())
  const revocations = redisRevocations(redis, silent)
  const failed = { tokenId: 'failed' }
  expect(await revocations.claim(failed)).toBe('first')
  await owner.replicaof('127.0.0.1', 1)
  onTestFinished(async () => {
    await owner.replicaof('NO', 'ONE')
  })
  await expect(revocations.release(failed)).rejects.toThrow()
  await expect(revocations.end('over')).rejects.toThrow()
  await owner.replicaof('NO', 'ONE')
  const claims = await Promise.all([revocations.claim(failed), revocations.claim(failed)])
  expect(claims.filter((claim) => claim === 'first')).toHaveLength(1)
  const reconnected = once(redis, 'ready')
  redis.disconnect(true)
  await reconnected
  await expect.poll(() => revocations.isEnded('over')).toBe(true)
  expect(await revocations.claim(failed)).toBeTypeOf('number')
})
