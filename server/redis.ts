import { once } from 'node:events'
import { type Command, Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Milliseconds that a request waits for Redis before it goes on without it (D21): longer than a busy machine's hiccup. */
const commandTimeout = 200

/** Emitted by the clients that `connectRedis` returns, for every command that fails or takes too long. */
export const commandFailed = 'commandFailed'

class ObservedRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]) {
    command.promise.catch(() => this.emit(commandFailed))
    return super.sendCommand(command, stream)
  }
}

/**
 * Resolves when Redis answers, or after a second when it does not: then, as after every later loss, commands fail at
 * once while reconnecting goes on in the background.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const redis = new ObservedRedis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout,
    // A silent server is disconnected, so that only the first request after it froze has to wait.
    socketTimeout: commandTimeout,
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

/** Reports the first failure only, until Redis has been connected again. */
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

type Script = { name: string; lua: string; numberOfKeys?: number }

/** A Lua script as a function of its keys and arguments; the number of keys comes first unless it is fixed. */
export function defineScript<Reply>(redis: Redis, { name, ...definition }: Script) {
  redis.defineCommand(name, definition)
  const commands = redis as unknown as Record<string, (values: (string | number)[]) => Promise<Reply>>
  return (values: (string | number)[]) => commands[name]?.(values) as Promise<Reply>
}
