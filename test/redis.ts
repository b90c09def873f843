import { Redis } from 'ioredis'
import { inject } from 'vitest'

const DATABASES = 16
const WORKERS = 2

/** An empty Redis database of the caller's own, until `drop`. Each worker takes its own among databases 1 to 15. */
export async function freshRedis(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject('redisUrl'))
  const worker = Number(process.env.VITEST_POOL_ID ?? 1)
  for (let database = worker; database < DATABASES; database += WORKERS) {
    url.pathname = `/${database}`
    if ((await withRedis(url.href, (redis) => redis.dbsize())) > 0) continue
    const own = url.href
    return {
      url: own,
      drop: async () => {
        await withRedis(own, (redis) => redis.flushdb())
      },
    }
  }
  throw new Error(`Databases 1 to ${DATABASES - 1} of ${url.host} hold keys already`)
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
