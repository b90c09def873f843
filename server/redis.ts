import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type Command, Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Milliseconds that a request waits for Redis before it goes on without it (D21): longer than a busy machine's hiccup. */
const commandTimeout = 200

/** Emitted by the clients that `connectRedis` returns, for every command that fails or takes too long. */
export const commandFailed = 'commandFailed'

class ObservedRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]) {
    command.promise.catch((error) => {
      // Errors are logged, and the arguments may contain a password or a session.
      delete error.command
      this.emit(commandFailed)
    })
    return super.sendCommand(command, stream)
  }
}

const parameters = ['cacert', 'cert', 'key']

/**
 * The address of a Redis without its parameters, and the TLS that they ask for, named as those of redis-cli. Throws what
 * is wrong with them, as the end of a sentence that begins with the address's name.
 */
export function redisAddress(url: string) {
  const address = new URL(url)
  const given = Object.fromEntries(address.searchParams)
  const unknown = Object.keys(given).find((name) => !parameters.includes(name))
  if (unknown) throw new Error(`has the unknown parameter ${unknown}; it may have ${parameters.join(', ')}`)
  const isEncrypted = address.protocol === 'rediss:'
  if (address.search && !isEncrypted) throw new Error('must begin with rediss: to have parameters')
  address.search = ''
  return { url: address.href, tls: isEncrypted ? tlsOf(given) : undefined }
}

/** Node verifies the server's certificate and its name, by its own authorities unless it is given one. */
function tlsOf({ cacert, cert, key }: Record<string, string>) {
  const contentOf = (file: string | undefined) => file && readFileSync(file)
  try {
    return { ca: contentOf(cacert), cert: contentOf(cert), key: contentOf(key) }
  } catch (error) {
    throw new Error(`cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Resolves when Redis answers, or after a second when it does not: then, as after every later loss, commands fail at
 * once while reconnecting goes on in the background.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const { url: address, tls } = redisAddress(url)
  const redis = new ObservedRedis(address, {
    tls,
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
