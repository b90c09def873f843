import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectRedis } from '../../server/redis.ts'
import { closedAfterAll } from '../fixture.ts'
import { startRedis } from '../redis-server.ts'

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
])('%s is not in the log, but why it was refused is', async (_, url, reason) => {
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
