import { type Logger, pino } from 'pino'
import { load } from '../../../bench/service/load.ts'
import { openDatabase, type StartedStore } from '../../../bench/service/stores.ts'
import { User } from '../../../entities/accounts/user.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { connect } from '../../../entities/orm.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { type LocalCounts, localCounts } from '../../../server/compose.ts'
import { loadDemo } from '../../../server/demo/load.ts'
import { countTraffic } from '../../../server/demo/traffic.ts'
import { addUsers, demoUsers, openDoors } from '../../../server/demo/users.ts'
import { processMetrics } from '../../../server/metrics/metrics.ts'
import { PlannerThread } from '../../../server/planning/planner.ts'
import { connectServices, serveOps } from '../../../server/serve.ts'
import { readSettings, type Settings } from '../../../server/settings/settings.ts'
import { theService } from '../../../src/logs/audit.ts'
import { inOrder } from '../../../src/one-at-a-time.ts'
import { freePort } from '../../setup/programs/free-port.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

type Tell = (what: string) => void
type Shared = { settings: Settings; databaseUrl: string; log: Logger; counts: LocalCounts }

const loaders = {
  async demo({ settings, databaseUrl, log, counts }: Shared, tell: Tell) {
    await loadDemo(settings, databaseUrl, { now: new Date(), log, tell })
    await countTraffic({ settings, databaseUrl, log, counts }, new Date())
  },
  /** 10,000 people and 2,000 positions. */
  async large({ databaseUrl }: Shared, tell: Tell) {
    tell('Loading a clinic of 10,000 people and 2,000 positions')
    await load(databaseUrl)
    const orm = connect(databaseUrl, { max: 1 })
    const now = new Date()
    await transaction({ em: orm.em, author: theService(now) }, async (em) => {
      await addUsers(em, now)
      await openDoors(em, now)
    }).finally(() => orm.close())
  },
}

export type Clinic = keyof typeof loaders

/** The console on a database and a Redis of its own, which `stop` takes away. */
export async function startShownConsole(clinic: Clinic, tell: Tell) {
  tell('Starting PostgreSQL and Redis')
  const database = await openDatabase()
  const redis = await startRedis().catch(async (error) => {
    await database.stop()
    throw error
  })
  const stopStores = inOrder(redis.stop, database.stop)
  try {
    const { stop, ...console } = await startOn({ clinic, database, redis, tell })
    return { ...console, stop: inOrder(stop, stopStores) }
  } catch (error) {
    await stopStores()
    throw error
  }
}

type Starting = { clinic: Clinic; database: StartedStore; redis: StartedStore; tell: Tell }

async function startOn({ clinic, database, redis, tell }: Starting) {
  const env = {
    REDIS_URL: redis.url,
    JWT_SECRET: 'a secret of thirty-two bytes or so',
    OPS_PORT: String(await freePort()),
  }
  const settings = readSettings(env)
  const log = pino({ level: 'silent' })
  await migrate(database.url)
  const shared = { settings, databaseUrl: database.url, log, counts: localCounts(settings) }
  await loaders[clinic](shared, tell)
  const service = { ...shared, metrics: processMetrics(), planner: new PlannerThread() }
  const ops = await serveOps(service, env)
  const { services, orm, stop } = await connectServices({ ...shared, connections: 1 })
  const { id } = await orm.em.fork().findOneOrFail(User, { email: demoUsers.admin.email })
  return {
    url: ops.address,
    /** Forgets the requests of the admin, who visits more pages than a person would. */
    async forgetRequests() {
      for (const scope of ['user', 'planning'] as const) await services.throttles.clear({ scope, key: id })
    },
    stop: inOrder(stop, ops.stop),
  }
}
