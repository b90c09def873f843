import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { migrate } from '../entities/migrate.ts'
import { connect, type Orm } from '../entities/orm.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Services } from '../routers/gate/context.ts'
import { createCookies } from '../routers/gate/cookies.ts'
import { connectProvider } from './auth/oidc/provider.ts'
import { oidcSessions } from './auth/oidc/sessions.ts'
import { databaseRevocations, redisRevocations } from './auth/revocations.ts'
import { createSessionRecords } from './auth/session-records.ts'
import { countedSessions, localSessions } from './auth/sessions.ts'
import { createTokens } from './auth/tokens.ts'
import { createApp } from './http/app.ts'
import { createOpsApp } from './operators/app.ts'
import { consoleApi } from './operators/console-api.ts'
import { createMetrics, type Metrics } from './operators/metrics.ts'
import { createScrape } from './operators/scrape.ts'
import { createOperations } from './operators/system.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { connectRedis } from './redis.ts'
import { localSecret, type Settings } from './settings.ts'
import { scheduleSweeps } from './sweeps.ts'
import { createActivity, ownSeries } from './throttling/activity.ts'
import { createThrottles, ownWindows } from './throttling/throttles.ts'

type Stop = () => Promise<unknown> | unknown

/** The database of the settings, migrated. */
export async function openDatabase(settings: Settings, log: Logger) {
  const database = await startDatabase(settings, log)
  await migrateDatabase(database.url, log).catch(async (error) => {
    await database.stop()
    throw error
  })
  return database
}

/** The database of the settings, the embedded one without DATABASE_URL, as it was left. */
export async function startDatabase(settings: Settings, log: Logger) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir: settings.dataDir, log: (line) => log.info(line) })
}

/** Brings the database up to date, and logs what that took. */
export async function migrateDatabase(url: string, log: Logger) {
  const migrations = await migrate(url)
  if (migrations.length) log.info({ migrations }, 'migrated the database')
}

/** What a process counts by itself, and both its listeners share: all there is while Redis is away or not in use. */
export const ownCounts = ({ throttles }: Settings) => ({
  windows: ownWindows(throttles),
  series: ownSeries(),
})

export type OwnCounts = ReturnType<typeof ownCounts>

/** Everything that requests share, for the settings; the clock can be another than the machine's. */
export async function createServices(
  settings: Settings,
  orm: Orm,
  log: Logger,
  clock: () => Date = () => new Date(),
  metrics = createMetrics(),
  own = ownCounts(settings),
) {
  const { oidc } = settings
  const provider = oidc && (await connectProvider(oidc, log))
  const redis = settings.redisUrl ? await connectRedis(settings.redisUrl, log) : undefined
  const secret = settings.jwtSecret ?? localSecret(settings.dataDir)
  const cookies = createCookies(settings)
  metrics.watch(orm, redis)
  const parts = {
    tokens: createTokens(secret, clock),
    cookies,
    csrfSecret: secret,
    count: metrics.session,
  }
  const sessions =
    provider && redis
      ? oidcSessions({
          ...parts,
          revocations: redisRevocations(redis, clock, log),
          provider,
          settings: oidc,
          redis,
          orm,
          clock,
          log,
        })
      : localSessions({
          ...parts,
          revocations: redis ? redisRevocations(redis, clock, log) : databaseRevocations(orm, clock),
        })
  const activity = createActivity({ redis, clock, log, own: own.series })
  const services: Services = {
    orm,
    sessions: countedSessions(sessions, metrics.session),
    sessionRecords: createSessionRecords(orm, log),
    throttles: createThrottles({ rates: settings.throttles, redis, log, own: own.windows }),
    activity,
    metrics,
    cookies,
    clock,
    timeZone: settings.timeZone,
    csrfSecret: secret,
    allowedOrigins: settings.corsAllowedOrigins,
    debug: settings.debug,
    version: packageJson.version,
    log,
  }
  const stop = inOrder(activity.stop, () => redis?.disconnect())
  return { services, redis, stop }
}

/** The public listener; stopping it waits for the requests under way. */
export async function servePublic(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
  metrics: Metrics,
  own: OwnCounts,
) {
  const orm = connect(databaseUrl)
  const { services, stop } = await createServices(settings, orm, log, undefined, metrics, own)
  const listener = await listen(createApp(services, settings.trustProxy), settings.port, settings.host)
  return { address: listener.address, stop: inOrder(listener.stop, stop, () => orm.close()) }
}

/** The operators' listener and the sweeps: once per service, however many workers it has. */
export async function serveOps(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
  metrics: Metrics,
  own: OwnCounts,
  env: NodeJS.ProcessEnv = process.env,
) {
  const orm = connect(databaseUrl, { max: 8 })
  const clock = () => new Date()
  const {
    services,
    redis,
    stop: stopServices,
  } = await createServices(settings, orm, log, clock, metrics, own)
  const sweeps = scheduleSweeps(orm, clock, settings.timeZone, log, async () => {
    if (!redis) await databaseRevocations(orm, clock).forgetExpired()
    await services.sessionRecords.forgetExpired(clock())
  })
  const nextSweepAt = () => sweeps.nextRun()
  const operations = createOperations({ settings, env, orm, redis, nextSweepAt, clock })
  const api = consoleApi({ ...services, operations }, settings.trustProxy)
  const scrape = createScrape(orm, metrics, settings.workers)
  const listener = await listen(createOpsApp({ orm, redis, scrape, api }), settings.opsPort, settings.opsHost)
  const stop = inOrder(
    listener.stop,
    () => sweeps.stop(),
    stopServices,
    () => orm.close(),
  )
  return { address: listener.address, stop }
}

export const inOrder =
  (...stops: Stop[]) =>
  async () => {
    for (const stop of stops) await stop()
  }

/** Milliseconds that requests under way are given when the service stops. */
const drainTime = 10_000

async function listen(app: Express, port: number, host: string) {
  const server: Server = app.listen(port, host)
  await once(server, 'listening')
  const { address, port: actual } = server.address() as AddressInfo
  const shown = address === '0.0.0.0' || address === '::' ? 'localhost' : address
  return {
    address: `http://${shown.includes(':') ? `[${shown}]` : shown}:${actual}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      // Connections are kept alive after their last answer; each is closed as soon as it is idle.
      const sweeper = setInterval(() => server.closeIdleConnections(), 50)
      const timer = setTimeout(() => server.closeAllConnections(), drainTime)
      await closed
      clearInterval(sweeper)
      clearTimeout(timer)
    },
  }
}
