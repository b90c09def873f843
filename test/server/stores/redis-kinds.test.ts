import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connect } from '../../../entities/orm.ts'
import { Metrics } from '../../../server/metrics/metrics.ts'
import { checkStores } from '../../../server/ops-port/system/readiness.ts'
import { redisWarnings } from '../../../server/stores/redis.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { closedAfterAll, closedAfterTest } from '../../setup/fixture.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

const database = await freshDatabase()
closedAfterAll({ close: database.drop })
const orm = closedAfterAll(connect(database.url, { max: 1 }))

async function connectedTo(kind?: 'sentinel' | 'cluster') {
  const store = await startRedis(kind)
  closedAfterTest({ close: store.stop })
  const redis = await connectRedis(store.url, pino({ level: 'silent' }))
  closedAfterTest({ close: () => redis.disconnect() })
  return redis
}

/** What probes and metrics say of the Redis. */
async function seen(redis: Awaited<ReturnType<typeof connectedTo>>) {
  const metrics = new Metrics()
  metrics.watch(orm, redis)
  const up = /^coverage_redis_up (\d)/m.exec(await metrics.registry.metrics())?.[1]
  return [(await checkStores(orm, redis)).redis, up]
}

test('a Redis Cluster and a Sentinel are named at the start, and are not called good', async () => {
  const cluster = await connectedTo('cluster')
  expect(await redisWarnings(cluster)).toEqual([expect.stringMatching(/^REDIS_URL: .* Redis Cluster, /)])
  expect(await seen(cluster)).toEqual(['refuses changes', '0'])
  const sentinel = await connectedTo('sentinel')
  expect(await redisWarnings(sentinel)).toEqual([expect.stringMatching(/^REDIS_URL: .* Redis Sentinel, /)])
  expect(await seen(sentinel)).toEqual(['refuses changes', '0'])
})

test('a Redis that becomes a replica or is out of memory refuses changes until it is a primary with memory', async () => {
  const redis = await connectedTo()
  expect(await seen(redis)).toEqual(['ok', '1'])
  await redis.replicaof('127.0.0.1', 1)
  expect(await redisWarnings(redis)).toEqual([expect.stringMatching(/^REDIS_URL: this Redis is a replica, /)])
  expect(await seen(redis)).toEqual(['refuses changes', '0'])
  await redis.replicaof('NO', 'ONE')
  await redis.config('SET', 'maxmemory', 1)
  expect(await seen(redis)).toEqual(['refuses changes', '0'])
  await redis.config('SET', 'maxmemory', 0)
  expect(await seen(redis)).toEqual(['ok', '1'])
})
