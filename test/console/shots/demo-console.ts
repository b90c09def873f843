import { pino } from 'pino'
import { openDatabase, type Store } from '../../../bench/stores.ts'
import { migrate } from '../../../entities/migrate.ts'
import { User } from '../../../entities/user.ts'
import { opsPrefix } from '../../../routers/gate/address.ts'
import { localCounts } from '../../../server/compose.ts'
import { loadDemo } from '../../../server/demo/load.ts'
import { countTraffic } from '../../../server/demo/traffic.ts'
import { demoUsers } from '../../../server/demo/users.ts'
import { processMetrics } from '../../../server/operators/metrics.ts'
import { PlannerThread } from '../../../server/planner/planner.ts'
import { connectServices, inOrder, serveOps } from '../../../server/serve.ts'
import { readSettings } from '../../../server/settings.ts'
import { freePort } from '../../free-port.ts'
import { startRedis } from '../../redis-server.ts'

type Tell = (what: string) => void

/** The console of the demo clinic on a database and a Redis of its own, which `stop` takes away. */
export async function startDemoConsole(tell: Tell) {
  tell('Starting PostgreSQL and Redis')
  const database = await openDatabase()
  const redis = await startRedis().catch(async (error) => {
    await database.stop()
    throw error
  })
  const stopStores = inOrder(redis.stop, database.stop)
  try {
    const { stop, ...console } = await startOn({ database, redis, tell })
    return { ...console, stop: inOrder(stop, stopStores) }
  } catch (error) {
    await stopStores()
    throw error
  }
}

async function startOn({ database, redis, tell }: { database: Store; redis: Store; tell: Tell }) {
  const env = {
    REDIS_URL: redis.url,
    JWT_SECRET: 'a secret of thirty-two bytes or so',
    OPS_PORT: String(await freePort()),
  }
  const settings = readSettings(env)
  const log = pino({ level: 'silent' })
  await migrate(database.url)
  await loadDemo(settings, database.url, { now: new Date(), log, tell })
  const shared = { settings, databaseUrl: database.url, log, counts: localCounts(settings) }
  await countTraffic(shared, new Date())
  const service = { ...shared, metrics: processMetrics(), planner: new PlannerThread() }
  const ops = await serveOps(service, env)
  const { services, orm, stop } = await connectServices({ ...shared, connections: 1 })
  const { id } = await orm.em.fork().findOneOrFail(User, { email: demoUsers.admin.email })
  return {
    url: ops.address,
    /** Forgets the requests of the admin, who visits more pages than a person would. */
    async forgetRequests() {
      for (const scope of ['user', 'planning'] as const)
        await services.throttles.clear({ scope, key: opsPrefix + id })
    },
    stop: inOrder(stop, ops.stop),
  }
}
