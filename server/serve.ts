import { setTimeout as after } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { forgetLoginAddresses } from '../entities/accounts/login-address.ts'
import { writabilityOf } from '../entities/connection/pool.ts'
import { addMonths } from '../entities/logs/retention.ts'
import { connect } from '../entities/orm.ts'
import { foldCounts } from '../entities/schema/totals.ts'
import { consoleCookies } from '../routers/ports/cookies.ts'
import { inOrder, oneAtATime } from '../src/one-at-a-time.ts'
import { signInPages } from './auth/oidc/pages.ts'
import { databaseRevocations } from './auth/revocations.ts'
import { createServices, type LocalCounts, localCounts, type ServiceParts } from './compose.ts'
import { createApp } from './http/app.ts'
import { type Listener, listen } from './http/listen.ts'
import { scheduleWebhooks } from './integration/webhooks.ts'
import { nightKeeper } from './jobs/nights.ts'
import { scheduleSeals } from './jobs/seals.ts'
import { scheduleSweeps } from './jobs/sweeps.ts'
import { createScrape, Metrics } from './metrics/metrics.ts'
import { shareWritability } from './metrics/processes.ts'
import { createOpsApp } from './ops-port/app.ts'
import { consoleApi } from './ops-port/console-api.ts'
import { createSystem } from './ops-port/system/system.ts'
import type { PlannerThread } from './planning/planner.ts'
import { redisWarnings } from './stores/redis.ts'
import { connectRedis } from './stores/redis-client.ts'
import { Replicas } from './stores/replicas/replicas.ts'

/** Milliseconds for running plans at shutdown: fewer than for requests, so that waiting callers still get an answer. */
const planTime = 8000

type Connected = Omit<ServiceParts, 'orm' | 'redis'> & {
  databaseUrl: string
  /** The maximum number of connections to PostgreSQL. */
  connections?: number
}

/** Connects to the stores of the settings and builds what all requests share; `stop` disconnects. */
export async function connectServices({ databaseUrl, connections, ...parts }: Connected) {
  const { settings, log, counts = localCounts(settings) } = parts
  const pool = { max: connections, preparedStatements: settings.preparedStatements }
  const orm = connect(databaseUrl, pool)
  if (settings.workers > 1) shareWritability(writabilityOf(orm))
  const redis = settings.redisUrl ? await connectRedis(settings.redisUrl, log) : undefined
  const membership = redis && counts.processes.join(redis)
  const urls = settings.databaseReplicaUrls
  const { metrics = new Metrics() } = parts
  const replicas = urls.length
    ? await Replicas.open({
        urls,
        pool,
        wait: settings.databaseReplicaWait,
        orm,
        redis,
        metrics: metrics.replicas,
        log,
      })
    : undefined
  const services = await createServices({ ...parts, orm, redis, replicas, metrics, counts })
  const stop = inOrder(
    () => services.live.close(),
    () => services.changes.close(),
    () => services.planner.close(),
    () => services.imports.close(),
    () => services.activity.stop(),
    () => services.securityLog.stop(),
    () => membership?.leave(),
    () => redis?.disconnect(),
    () => replicas?.close(),
    () => orm.close(),
  )
  return { orm, redis, replicas, services, stop }
}

/** Shared by both listeners of a process. */
type Shared = Connected & { metrics: Metrics; counts: LocalCounts; planner: PlannerThread }

type Finishing = Pick<Awaited<ReturnType<typeof connectServices>>['services'], 'planner' | 'live' | 'changes'>

/**
 * Returns what asks the clients of a listener to leave, serves on for so many milliseconds, so that balancers notice
 * that the service is not ready, and then waits for the requests in progress. A second call waits for the first.
 */
function finishing(listener: Listener, { planner, live, changes }: Finishing) {
  const finish = async (serveOn: number) => {
    listener.sendAway()
    await after(serveOn)
    planner.closeIn(planTime)
    live.close()
    changes.close()
    await listener.stop()
  }
  let finished: Promise<void> | undefined
  return (serveOn = 0) => (finished ??= finish(serveOn))
}

/** Starts the public listener. `finish` ends it; `stop` ends it too, and then all that its requests share. */
export async function servePublic(shared: Shared) {
  const { settings } = shared
  const { services, stop } = await connectServices(shared)
  const app = createApp(services, settings, signInPages(services, 'rest'))
  const listener = await listen(app, { ...settings, setBy: 'HOST and PORT' })
  const finish = finishing(listener, services)
  return { address: listener.address, finish, stop: inOrder(finish, stop) }
}

/**
 * Starts the ops port, which shows the warnings, the sweeps and the seals; one process runs them for all workers. A call of
 * `finish` reports the service as not ready, and ends the port; `stop` ends it too, and then the rest.
 */
export async function serveOps(
  { warnings = [], ...shared }: Shared & { warnings?: string[] },
  env: Record<string, string | undefined>,
) {
  const { settings, log } = shared
  const { services, orm, redis, stop } = await connectServices({
    ...shared,
    connections: 8,
    cookies: consoleCookies(settings),
  })
  const { clock } = services
  const { sweeps, ...jobs } = startJobs(shared, { services, orm, redis })
  const nextSweepAt = () => new Date(clock().getTime() + sweeps.nextIn())
  const ofRedis = redis ? await redisWarnings(redis) : []
  for (const warning of ofRedis) log.warn(warning)
  const system = createSystem({
    settings,
    warnings: [...warnings, ...ofRedis],
    env,
    orm,
    redis,
    nextSweepAt,
    clock,
  })
  const api = consoleApi({ ...services, system })
  const scrape = createScrape(orm, shared.metrics, settings.workers)
  const { opsHost, opsPort, opsAllowedHosts, opsTrustProxy: trustProxy } = settings
  const names = [opsHost, ...opsAllowedHosts]
  let isLeaving = false
  const app = createOpsApp({
    ...{ orm, redis, scrape, api, names, trustProxy, log, clock },
    ...{ provider: services.sessions.provider, timeZone: settings.timeZone, isLeaving: () => isLeaving },
  })
  const listener = await listen(app, { host: opsHost, port: opsPort, setBy: 'OPS_HOST and OPS_PORT' })
  const finish = finishing(listener, services)
  return {
    address: listener.address,
    finish(serveOn?: number) {
      isLeaving = true
      return finish(serveOn)
    },
    stop: inOrder(finish, jobs.stop, stop),
  }
}

type Served = Pick<Awaited<ReturnType<typeof connectServices>>, 'services' | 'orm' | 'redis'>

/** The sweeps, the figures of each night, the seals of the logs, and the webhooks. */
function startJobs({ settings, log, metrics }: Shared, { services, orm, redis }: Served) {
  const { secrets, clock, planner } = services
  const keepNight = oneAtATime(nightKeeper({ ...settings, orm, planner, metrics: metrics.nights, log }))
  const sweeps = scheduleSweeps(
    { orm, log, timeZone: settings.timeZone },
    inOrder(
      () => addMonths(orm.em.fork()),
      tidy(services, redis),
      // It may have to wait for plans, and sweeps must not wait with it.
      () => void keepNight(clock()),
    ),
  )
  const seals = scheduleSeals({ orm, log, metrics })
  const reach = { allowsHttp: settings.deployment === 'local', networks: settings.webhookPrivateNetworks }
  const webhooks = scheduleWebhooks({ orm, log, metrics: metrics.webhooks, secrets, reach, clock })
  return { sweeps, stop: inOrder(sweeps.stop, webhooks.stop, seals.stop) }
}

/** A function that deletes what sessions no longer need, and folds counts. */
const tidy = ({ orm, sessionRecords, clock }: Served['services'], redis: Redis | undefined) =>
  inOrder(
    () => !redis && databaseRevocations(orm).forgetExpired(),
    () => sessionRecords.forgetExpired(clock()),
    () => forgetLoginAddresses(orm.em.fork(), clock()),
    () => foldCounts(orm.em.fork()),
  )
