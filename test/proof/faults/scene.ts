import { startService } from '../../../bench/service/processes.ts'
import { type CuttableProxy, cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'
import { type Replicated, startReplicated } from '../../setup/stores/replicated.ts'
import { loadClinic } from '../history/race/clinic.ts'
import type { Pair } from '../run/pair.ts'
import type { Context } from '../run/part.ts'
import type { Source } from './load.ts'
import { endedSession, userWithPassword } from './session.ts'

/** Two instances that reach a PostgreSQL with a standby, and a Redis, through proxies. */
export type Scene = {
  pair: Pair
  cluster: Replicated
  /** The proxies between the instances and the stores. */
  postgres: CuttableProxy
  redis: CuttableProxy
  /** The pair's database as its owner, past the proxy. */
  ownerUrl: string
  redisUrl: string
  source: Source
  /** Starts a killed instance again. */
  restart(instance: number): Promise<void>
}

const workers: [number, number] = [1, 2]
const sizes = { employees: 120, positions: 90, tags: 1 }
const credentials = { email: 'faults@clinic.example', password: 'correct horse battery staple' }

export async function setScene(context: Context): Promise<Scene> {
  const cluster = await startReplicated()
  context.atEnd(cluster.close)
  const postgres = await cuttableProxy(cluster.primary.ownerUrl)
  context.atEnd(postgres.close)
  const server = await startRedis()
  context.atEnd(server.stop)
  const redis = await cuttableProxy(server.url)
  context.atEnd(redis.close)
  const pair = await context.startPair({ serverUrl: postgres.url, env: { REDIS_URL: redis.url }, workers })
  const ownerUrl = pair.ownerUrl.replace(/:\d+\//, `:${new URL(cluster.primary.ownerUrl).port}/`)
  const source = await sourceOf(pair)
  const restart = async (instance: number) => {
    const next = await startService({ ...pair.env, WORKERS: String(workers[instance]) })
    pair.instances[instance] = next
    context.atEnd(next.stop)
  }
  return { pair, cluster, postgres, redis, ownerUrl, redisUrl: server.url, source, restart }
}

/** Fills the clinic of the pair, and adds the user of the load. */
export async function sourceOf(pair: Pair): Promise<Source> {
  let used = 0
  const clinic = await loadClinic(pair.ownerUrl, sizes)
  const headers = await userWithPassword(pair, credentials)
  const urls = () => pair.instances.map(({ url }) => url)
  const ended = await endedSession(pair.instances[0].url, credentials)
  return { clinic, headers, urls, ended, credentials, next: () => used++ }
}
