import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Milliseconds that a request waits for Redis before it goes on without (D21): more than a busy machine's hiccup. */
const patience = 200

/**
 * Resolves when Redis answers, or after a second when it does not: then, as after every later loss, commands fail at
 * once while the connection is tried again in the background.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: patience,
    // A silent server is dropped, so that only the first request after it froze has to wait.
    socketTimeout: patience,
    retryStrategy: (attempts) => Math.min(attempts * 100, 2000),
  })
  redis.on(
    'error',
    oncePerOutage(redis, (error) => log.error({ err: error }, 'Redis is unreachable')),
  )
  redis.on('ready', () => log.info('connected to Redis'))
  await once(redis, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => {})
  return redis
}

/** Passes on the first failure only, until Redis has been connected anew. */
export function oncePerOutage(redis: Redis, report: (error: Error) => void): (error: unknown) => void {
  let isReported = false
  redis.on('ready', () => {
    isReported = false
  })
  return (error) => {
    if (!isReported) report(error as Error)
    isReported = true
  }
}
