import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { type StartedRedis, startRedis, type Tls } from './redis-server.ts'

/** A Redis that several servers keep; `url` is that of the service, `servers` begins with the masters. */
export type RedisGroup = {
  url: string
  servers: StartedRedis[]
  /** None in a cluster. */
  sentinels: StartedRedis[]
  stop(): Promise<unknown>
}

/** Milliseconds without an answer until the others give up a server. */
const patience = 1000
/** Milliseconds within which servers agree, on a busy machine too. */
const limit = 60_000

/** A command to one server. */
export async function tell(server: StartedRedis, ...[name = '', ...args]: (string | number)[]) {
  const tls = server.tls && { ca: readFileSync(server.tls.ca) }
  const redis = new Redis(server.url, { tls, retryStrategy: () => null, commandTimeout: 10_000 })
  redis.on('error', () => {})
  try {
    return await redis.call(`${name}`, ...args.map(String))
  } finally {
    redis.disconnect()
  }
}

type Members = { servers: StartedRedis[]; sentinels?: StartedRedis[]; tls: Tls | undefined }

const group = (address: string, { servers, sentinels = [], tls }: Members): RedisGroup => ({
  url: tls ? `rediss${address}?cacert=${encodeURIComponent(tls.ca)}` : `redis${address}`,
  servers,
  sentinels,
  stop: () => Promise.all([...servers, ...sentinels].map((server) => server.stop())),
})

const hostsOf = (servers: StartedRedis[]) => servers.map(({ url }) => new URL(url).host).join(',')

/** A primary and a replica, which three Sentinels watch under the name `clinic`; certificates name hosts. */
export async function startSentinels(tls?: Tls): Promise<RedisGroup> {
  const host = tls ? 'localhost' : '127.0.0.1'
  const named = { 'replica-announce-ip': host }
  const primary = await startRedis(undefined, named, tls)
  const replica = await startRedis(undefined, { ...named, replicaof: `${host} ${primary.port}` }, tls)
  const sentinels = await Promise.all([1, 2, 3].map(() => startRedis('sentinel', {}, tls)))
  await until(async () => `${await tell(replica, 'role')}`.includes('connected'))
  for (const sentinel of sentinels) {
    // They find each other, and reconfigure a master that returns, in milliseconds instead of seconds.
    await tell(sentinel, 'sentinel', 'debug', 'publish-period', 100, 'info-period', 500)
    // Held up by a busy machine, they would distrust their clocks for 30 seconds, and then find the replica out of date.
    await tell(sentinel, 'sentinel', 'debug', 'tilt-trigger', 600_000)
    await tell(sentinel, 'sentinel', 'monitor', 'clinic', host, primary.port, 2)
    await tell(sentinel, 'sentinel', 'set', 'clinic', 'down-after-milliseconds', patience)
    await tell(sentinel, 'sentinel', 'set', 'clinic', 'failover-timeout', 3 * patience)
  }
  for (const sentinel of sentinels)
    await until(async () => {
      const [replicas, others] = [
        await tell(sentinel, 'sentinel', 'replicas', 'clinic'),
        await tell(sentinel, 'sentinel', 'sentinels', 'clinic'),
      ]
      return (replicas as unknown[]).length === 1 && (others as unknown[]).length === 2
    })
  return group(`+sentinel://${hostsOf(sentinels)}/clinic`, {
    servers: [primary, replica],
    sentinels,
    tls,
  })
}

const slots = 16_384

/** Three masters with a replica each. */
export async function startCluster(tls?: Tls): Promise<RedisGroup> {
  const more = {
    'cluster-node-timeout': `${patience}`,
    'cluster-allow-replica-migration': 'no',
    ...(tls && { 'cluster-announce-hostname': 'localhost', 'cluster-preferred-endpoint-type': 'hostname' }),
  }
  const servers = await Promise.all(Array.from({ length: 6 }, () => startRedis('cluster', more, tls)))
  const [first, ...others] = servers as [StartedRedis, ...StartedRedis[]]
  const masters = servers.slice(0, 3)
  const bounds = [0, 5461, 10_923, slots]
  for (const [at, master] of masters.entries()) {
    await tell(master, 'cluster', 'set-config-epoch', at + 1)
    await tell(master, 'cluster', 'addslotsrange', bounds[at] ?? 0, (bounds[at + 1] ?? 0) - 1)
  }
  for (const other of others) await tell(first, 'cluster', 'meet', '127.0.0.1', other.port, other.busPort)
  await untilAll(servers, async (server) =>
    `${await tell(server, 'cluster', 'info')}`.includes('known_nodes:6'),
  )
  for (const [at, replica] of servers.slice(3).entries())
    await tell(replica, 'cluster', 'replicate', await idOf(masters[at] as StartedRedis))
  await untilAll(servers.slice(3), async (server) => `${await tell(server, 'role')}`.includes('connected'))
  await untilAll(servers, async (server) =>
    `${await tell(server, 'cluster', 'info')}`.includes('cluster_state:ok'),
  )
  return group(`+cluster://${hostsOf(masters)}`, { servers, tls })
}

export const idOf = async (server: StartedRedis) => `${await tell(server, 'cluster', 'myid')}`

/** Moves a slot, with its keys, from one master to another. */
export async function moveSlot(slot: number, from: StartedRedis, to: StartedRedis) {
  await tell(to, 'cluster', 'setslot', slot, 'importing', await idOf(from))
  await tell(from, 'cluster', 'setslot', slot, 'migrating', await idOf(to))
  const keys = (await tell(from, 'cluster', 'getkeysinslot', slot, 1000)) as string[]
  if (keys.length) await tell(from, 'migrate', '127.0.0.1', to.port, '', 0, 1000, 'keys', ...keys)
  for (const server of [to, from]) await tell(server, 'cluster', 'setslot', slot, 'node', await idOf(to))
}

const untilAll = (servers: StartedRedis[], holds: (server: StartedRedis) => Promise<boolean>) =>
  Promise.all(servers.map((server) => until(() => holds(server))))

/** Waits for what servers agree on among themselves; throws after a minute. */
export async function until(holds: () => Promise<boolean>) {
  const end = performance.now() + limit
  let cause: unknown
  const fails = (error: unknown) => {
    cause = error
    return false
  }
  while (!(await holds().catch(fails))) {
    if (performance.now() > end)
      throw new Error(`In ${limit / 1000} s this has not become true: ${holds}`, { cause })
    await sleep(50)
  }
}
