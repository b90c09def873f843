import { once } from 'node:events'
import { Cluster, type ClusterNode, type ClusterOptions, type Command, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisAddress } from '../settings/redis-address.ts'

/** A request waits this many intervals for Redis, then goes on without it (D21). */
const timeout = { intervals: 5, milliseconds: 40 }

/** Emitted by the clients that `connectRedis` returns, for every command that fails or takes too long. */
export const commandFailed = 'commandFailed'

/** The connection that each command was last sent over: a node of a cluster may refer it to another one. */
const sentOver = new WeakMap<Command, Redis>()

/**
 * Has the client disconnect from a server that leaves a command unanswered, so that the commands in progress fail. It
 * counts passes of a timer, not time: after a stall of this process, Node runs timers before it reads answers that have
 * arrived.
 */
function bounded(redis: Redis): Redis {
  /** The commands in progress, oldest first, and the interval in which each was sent. */
  const unanswered = new Map<Command, number>()
  let interval = 0
  let timer: NodeJS.Timeout | undefined
  const send = redis.sendCommand.bind(redis)

  redis.sendCommand = (command, stream) => {
    unanswered.set(command, interval)
    sentOver.set(command, redis)
    timer ??= setInterval(tick, timeout.milliseconds)
    command.promise.then(
      () => unanswered.delete(command),
      (error) => {
        unanswered.delete(command)
        reportFailure(redis, error)
        // ioredis would go on in database 0.
        if (command.name === 'select') redis.disconnect(true)
      },
    )
    writeTogether()
    return send(command, stream)
  }

  /** Sends all commands of one pass of the event loop in one packet, even those of several requests. */
  function writeTogether() {
    const { stream: socket } = redis
    if (!socket || socket.writableCorked) return
    socket.cork()
    setImmediate(() => socket.uncork())
  }

  function tick() {
    interval++
    for (const command of unanswered.keys()) if (sentOver.get(command) !== redis) unanswered.delete(command)
    const [oldest] = unanswered
    if (!oldest) {
      clearInterval(timer)
      timer = undefined
    } else if (interval - oldest[1] > timeout.intervals) setImmediate(() => giveUp(oldest[0]))
  }

  function giveUp(command: Command) {
    if (unanswered.has(command)) redis.stream?.destroy(new Error('Redis does not answer.'))
  }

  return redis
}

function reportFailure(client: Redis | Cluster, error: Error & { command?: unknown }) {
  // Errors are logged, and the arguments may contain a password or a session.
  delete error.command
  client.emit(commandFailed)
}

/** A cluster whose nodes are each bounded. A node that connects may lack what its predecessor had, so it is `ready` again. */
class BoundedCluster extends Cluster {
  constructor(nodes: ClusterNode[], options: ClusterOptions) {
    super(nodes, options as object)
    this.on('+node', (node: Redis) => {
      bounded(node).on('ready', () => this.status === 'ready' && this.emit('ready'))
    })
  }

  override sendCommand(command: Command, ...others: [stream?: never, node?: unknown]) {
    command.promise.catch((error) => reportFailure(this, error))
    if (this.status !== 'ready' && command.name !== 'cluster')
      command.reject(new Error('The Redis Cluster is not ready.'))
    else super.sendCommand(command, ...others)
    return command.promise
  }
}

/**
 * Has a client of Sentinels connect again until its owner calls `disconnect`: ioredis ends it for good when a new master
 * is announced while it asks who is the master.
 */
function lasting(redis: Redis): Redis {
  let isWanted = true
  const disconnect = redis.disconnect.bind(redis)
  redis.disconnect = (reconnect) => {
    if (!reconnect) isWanted = false
    disconnect(reconnect)
  }
  return redis.on('end', () => {
    if (isWanted) redis.connect().catch(() => {})
  })
}

/** Commands fail at once while there is no connection, and none is sent twice. */
const common = { connectTimeout: 1000, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 }
const retryStrategy = (attempts: number) => Math.min(attempts * 100, 2000)

function clientOf(address: string): Redis {
  const { url, nodes, sentinels, options } = redisAddress(address)
  if (nodes) {
    const cluster = new BoundedCluster(nodes, {
      redisOptions: { ...common, ...options },
      clusterRetryStrategy: retryStrategy,
      maxRedirections: 4,
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      retryDelayOnTryAgain: 20,
      // A certificate names hosts, not the addresses that ioredis would connect to.
      ...(options.tls && { dnsLookup: (host, done) => done(null, host) }),
    })
    // It has the same commands and events.
    return cluster as unknown as Redis
  }
  const alone = { ...common, retryStrategy, enableOfflineQueue: false }
  if (url) return bounded(new Redis(url, { ...alone, ...options }))
  const ofSentinels = { sentinels, sentinelTLS: options.tls, enableTLSForSentinelMode: Boolean(options.tls) }
  const watching = { failoverDetector: true, sentinelCommandTimeout: 1000 }
  return lasting(bounded(new Redis({ ...alone, ...ofSentinels, ...watching, ...options })))
}

/**
 * Resolves when Redis answers, or after a second if it does not. Then, as after every later loss, commands fail at once
 * while the client reconnects in the background.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const redis = clientOf(url)
  let reported: { isRefusal: boolean } | undefined
  let isReady = false
  redis.on('error', (error) => {
    const isRefusal = error.name === 'ReplyError'
    const what = isRefusal ? 'Redis refuses the connection; check REDIS_URL' : 'Redis is unreachable'
    // A refusal is also followed by errors of the client, which say less.
    if (reported && (reported.isRefusal || !isRefusal)) return
    log.error({ err: error }, what)
    reported = { isRefusal }
  })
  redis.on('close', () => {
    isReady = false
  })
  redis.on('ready', () => {
    reported = undefined
    if (!isReady) log.info('connected to Redis')
    isReady = true
  })
  await once(redis, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => {})
  return redis
}
