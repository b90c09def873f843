import { once } from 'node:events'
import { type Command, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisAddress } from '../settings/redis-address.ts'

/** A request waits this many intervals for Redis, then goes on without it (D21). */
const timeout = { intervals: 5, milliseconds: 40 }

/** Emitted by the clients that `connectRedis` returns, for every command that fails or takes too long. */
export const commandFailed = 'commandFailed'

/**
 * Disconnects from a server that leaves a command unanswered, so that the commands in progress fail. It counts passes of
 * a timer, not time: after a stall of this process, Node runs timers before it reads answers that have arrived.
 */
class BoundedRedis extends Redis {
  /** The commands in progress, oldest first, and the interval in which each was sent. */
  readonly #unanswered = new Map<Command, number>()
  #interval = 0
  #timer: NodeJS.Timeout | undefined

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]) {
    this.#unanswered.set(command, this.#interval)
    this.#timer ??= setInterval(() => this.#tick(), timeout.milliseconds)
    command.promise.then(
      () => this.#unanswered.delete(command),
      (error) => {
        this.#unanswered.delete(command)
        // Errors are logged, and the arguments may contain a password or a session.
        delete error.command
        this.emit(commandFailed)
      },
    )
    this.#writeTogether()
    return super.sendCommand(command, stream)
  }

  /** Sends all commands of one pass of the event loop in one packet, even those of several requests. */
  #writeTogether() {
    const { stream: socket } = this
    if (!socket || socket.writableCorked) return
    socket.cork()
    setImmediate(() => socket.uncork())
  }

  #tick() {
    this.#interval++
    const [oldest] = this.#unanswered
    if (!oldest) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (this.#interval - oldest[1] > timeout.intervals) setImmediate(() => this.#giveUp(oldest[0]))
  }

  #giveUp(command: Command) {
    if (this.#unanswered.has(command)) this.stream.destroy(new Error('Redis does not answer.'))
  }
}

/**
 * Resolves when Redis answers, or after a second if it does not. Then, as after every later loss, commands fail at once
 * while the client reconnects in the background.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const { url: address, tls } = redisAddress(url)
  const redis = new BoundedRedis(address, {
    tls,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    retryStrategy: (attempts) => Math.min(attempts * 100, 2000),
  })
  let isReported = false
  redis.on('error', (error) => {
    if (!isReported) log.error({ err: error }, 'Redis is unreachable')
    isReported = true
  })
  redis.on('ready', () => {
    isReported = false
    log.info('connected to Redis')
  })
  await once(redis, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => {})
  return redis
}

/** Returns `ok`, or that Redis refuses the scripts that requests run; throws if it does not answer. */
export async function askRedis(redis: Redis): Promise<'ok' | 'refuses changes'> {
  const script = `return redis.call('set', KEYS[1], 1, 'px', 1000)`
  return redis.eval(script, 1, 'coverage:probe').then(
    () => 'ok',
    (error: Error) => {
      if (error.name !== 'ReplyError') throw error
      return 'refuses changes'
    },
  )
}

const unsuitable: [sign: RegExp, warning: string][] = [
  [
    /^redis_mode:cluster/m,
    'REDIS_URL: this is a node of a Redis Cluster, which the service cannot use. Give it a Redis of its own.',
  ],
  [
    /^redis_mode:sentinel/m,
    'REDIS_URL: this is a Redis Sentinel, which stores nothing. Give the address of the Redis that it watches.',
  ],
  [
    /^role:slave/m,
    'REDIS_URL: this Redis is a replica, which refuses changes. Give the address of its primary.',
  ],
]

/** Why this Redis cannot do its work, or else what it loses when it restarts; nothing if it may not be asked. */
export async function redisWarnings(redis: Redis): Promise<string[]> {
  const info = await redis.info().catch(() => '')
  const warnings = unsuitable.filter(([sign]) => sign.test(info)).map(([, warning]) => warning)
  return warnings.length ? warnings : persistenceWarnings(redis)
}

async function persistenceWarnings(redis: Redis): Promise<string[]> {
  const read = (name: string) => redis.config('GET', name) as Promise<string[]>
  const settings = await Promise.all([read('appendonly'), read('save')]).catch(() => [])
  const [appendonly, save] = settings.map(([, value]) => value)
  if (appendonly !== 'no' || save !== '') return []
  return [
    'REDIS_URL: this Redis keeps nothing on disk. When it restarts, throttles start from zero, and limits and blocks of operators end; set appendonly yes.',
  ]
}

/** Reports the first failure of some work, and no other until it has succeeded again. */
export function oncePerOutage(report: (error: Error) => void): <T>(work: Promise<T>) => Promise<T> {
  let isReported = false
  return async (work) => {
    try {
      const result = await work
      isReported = false
      return result
    } catch (error) {
      if (!isReported) report(error as Error)
      isReported = true
      throw error
    }
  }
}

/**
 * Does work for single keys. If it fails for a key, it is repeated whenever Redis is back, and at every further
 * `attempt`, until it succeeds.
 */
export function untilDone(redis: Redis, work: (key: string) => Promise<unknown>) {
  const undone = new Set<string>()

  async function attempt(key: string) {
    undone.add(key)
    await work(key)
    undone.delete(key)
  }

  redis.on('ready', () => {
    for (const key of undone) attempt(key).catch(() => {})
  })
  return { attempt, isUndone: (key: string) => undone.has(key) }
}

type Script = { name: string; lua: string; numberOfKeys?: number }

/** A Lua script as a function of its keys and arguments; the number of keys comes first unless it is fixed. */
export function defineScript<Reply>(redis: Redis, { name, ...definition }: Script) {
  redis.defineCommand(name, definition)
  const commands = redis as unknown as Record<string, (values: (string | number)[]) => Promise<Reply>>
  return (values: (string | number)[]) => commands[name]?.(values) as Promise<Reply>
}
