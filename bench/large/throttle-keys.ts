import { join } from 'node:path'
import { Redis } from 'ioredis'

type Redises = typeof import('../../server/throttling/redis-windows.ts')

const together = 1000

/** Counts one request of each address, with the code of the service in the folder. */
export async function fillThrottleKeys(folder: string, redisUrl: string, keys: number): Promise<void> {
  const { RedisWindows }: Redises = await import(join(folder, 'server/throttling/redis-windows.ts'))
  const redis = new Redis(redisUrl)
  await redis.ping()
  const windows = new RedisWindows(redis, 'anon', { limit: 100, seconds: 3600 })
  const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  for (let from = 0; from < keys; from += together) {
    const numbers = Array.from({ length: Math.min(together, keys - from) }, (_, index) => from + index)
    await Promise.all(numbers.map((number) => windows.count(addressOf(number))))
  }
  redis.disconnect()
}
