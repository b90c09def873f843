import type { Redis } from 'ioredis'

/** Of a cluster so many keys are probed, of which each master has some. */
const probes = 16

/** Returns `ok`, or that Redis refuses the scripts that requests run; throws if it does not answer. */
export async function askRedis(redis: Redis): Promise<'ok' | 'refuses changes'> {
  const script = `return redis.call('set', KEYS[1], 1, 'px', 1000)`
  const keys = Array.from({ length: redis.isCluster ? probes : 1 }, (_, number) => `coverage:probe:${number}`)
  return Promise.all(keys.map((key) => redis.eval(script, 1, key))).then(
    () => 'ok',
    (error: Error) => {
      if (error.name !== 'ReplyError') throw error
      return 'refuses changes'
    },
  )
}

/** By what `INFO` says of the mode or the role. */
const unsuitable: Record<string, string> = {
  cluster: 'REDIS_URL: this is a node of a Redis Cluster, whose address must begin with redis+cluster.',
  sentinel:
    'REDIS_URL: this is a Redis Sentinel, whose address must begin with redis+sentinel and name the Redis.',
  slave: 'REDIS_URL: this Redis is a replica, which refuses changes. Give the address of its primary.',
}

/** Why this Redis cannot do its work, or else what it loses when it restarts; nothing if it may not be asked. */
export async function redisWarnings(redis: Redis): Promise<string[]> {
  const info = await redis.info().catch(() => '')
  const kinds = redis.isCluster ? [] : [...info.matchAll(/^(?:(?:redis|server)_mode|role):(\w+)/gm)]
  const warnings = kinds.flatMap(([, kind = '']) => unsuitable[kind] ?? [])
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

/** Milliseconds before work that a full Redis has refused is repeated. */
const pause = 1000

/**
 * Does work for single keys. If it fails for a key, it is repeated whenever Redis is back, every second while Redis
 * refuses it, and at every further `attempt`, until it succeeds.
 */
export function untilDone(redis: Redis, work: (key: string) => Promise<unknown>) {
  const undone = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function attempt(key: string) {
    undone.add(key)
    try {
      await work(key)
      undone.delete(key)
    } catch (error) {
      if (!timer && redis.status === 'ready') timer = setTimeout(repeat, pause).unref()
      throw error
    }
  }

  function repeat() {
    clearTimeout(timer)
    timer = undefined
    for (const key of undone) attempt(key).catch(() => {})
  }

  redis.on('ready', repeat)
  return { attempt, isUndone: (key: string) => undone.has(key) }
}

/** All keys must have one hash tag, so that a cluster keeps them in one slot. */
type Script = { name: string; lua: string; numberOfKeys: number }

/** A Lua script as a function of its keys and arguments. */
export function defineScript<Reply>(redis: Redis, { name, ...definition }: Script) {
  redis.defineCommand(name, definition)
  const commands = redis as unknown as Record<string, (values: (string | number)[]) => Promise<Reply>>
  return (values: (string | number)[]) => commands[name]?.(values) as Promise<Reply>
}
