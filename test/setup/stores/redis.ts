import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { cuttableProxy } from './cuttable-proxy.ts'

/** The databases that this worker has taken, and those that it has taken before: what is left in them is its own. */
const taken = new Set<number>()
const known = new Set<number>()

/** An empty Redis database of the caller's own, until `drop`. No worker takes database 0. */
export async function freshRedis(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject('redisUrl'))
  const worker = Number(process.env.VITEST_POOL_ID ?? 1)
  const [, databases] = (await withRedis(url.href, (redis) => redis.config('GET', 'databases'))) as string[]
  const count = Number(databases)
  for (let database = worker; database < count; database += inject('workers')) {
    url.pathname = `/${database}`
    const own = url.href
    if (taken.has(database)) continue
    // A process that was killed may still have written after `drop`.
    if (known.has(database)) await withRedis(own, (redis) => redis.flushdb())
    else if ((await withRedis(own, (redis) => redis.dbsize())) > 0) continue
    taken.add(database)
    known.add(database)
    return {
      url: own,
      drop: async () => {
        await withRedis(own, (redis) => redis.flushdb())
        taken.delete(database)
      },
    }
  }
  throw new Error(`Databases 1 to ${count - 1} of ${url.host} are in use`)
}

/** Runs the work with a client of the Redis. */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

/** Lets time pass in the Redis: its keys, and the members of its sets of throttles, end so much earlier. */
export const passInRedis = (url: string, milliseconds: number) =>
  withRedis(url, async (redis) => {
    for (const key of await redis.keys('*')) {
      const left = await redis.pttl(key)
      if (left >= 0) await redis.pexpire(key, left - milliseconds)
    }
    for (const set of [...(await redis.keys('open:*')), ...(await redis.keys('overrides:*'))]) {
      for (const member of await redis.zrange(set, '0', '-1')) await redis.zincrby(set, -milliseconds, member)
    }
  })

/** The service's client of the Redis, over a line that can be cut. Both are closed after the test. */
export async function distantRedis(url: string, log: Logger) {
  const line = await cuttableProxy(url)
  const redis = await connectRedis(line.url, log)
  onTestFinished(async () => {
    redis.disconnect()
    await line.close()
  })
  return { line, redis }
}
