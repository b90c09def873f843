import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Orm } from '../entities/orm.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Services } from '../routers/gate/context.ts'
import { createCookies } from '../routers/gate/cookies.ts'
import { calendarIn } from '../src/calendar.ts'
import { connectProvider } from './auth/oidc/provider.ts'
import { oidcSessions } from './auth/oidc/sessions.ts'
import { databaseRevocations, redisRevocations } from './auth/revocations.ts'
import { createSessionRecords } from './auth/session-records.ts'
import { countedSessions, localSessions } from './auth/sessions.ts'
import { createTokens } from './auth/tokens.ts'
import { createMetrics } from './operators/metrics.ts'
import { localSecret, type Settings } from './settings.ts'
import { createActivity, localSeries } from './throttling/activity.ts'
import { createThrottles, localWindows } from './throttling/throttles.ts'

/** What a process counts in its own memory, for both its listeners: all there is while Redis is away or not in use. */
export const localCounts = ({ throttles }: Settings) => ({
  windows: localWindows(throttles),
  series: localSeries(),
})

export type LocalCounts = ReturnType<typeof localCounts>

export type Parts = {
  settings: Settings
  orm: Orm
  redis?: Redis
  log: Logger
  /** The machine's unless given. */
  clock?: () => Date
  metrics?: ReturnType<typeof createMetrics>
  counts?: LocalCounts
}

/** Builds everything that the requests of one listener share; connects to nothing but the identity provider. */
export async function createServices(parts: Parts) {
  const { settings, orm, redis, log, clock = () => new Date() } = parts
  const { metrics = createMetrics(), counts = localCounts(settings) } = parts
  const secret = settings.jwtSecret ?? localSecret(settings.dataDir)
  const cookies = createCookies(settings)
  metrics.watch(orm, redis)
  const sessionParts = {
    tokens: createTokens(secret, clock),
    cookies,
    csrfSecret: secret,
    count: metrics.session,
  }
  const sessions = await createSessions({ ...parts, clock }, sessionParts)
  return {
    orm,
    sessions: countedSessions(sessions, metrics.session),
    sessionRecords: createSessionRecords(orm, log),
    throttles: createThrottles({ rates: settings.throttles, redis, log, local: counts.windows }),
    activity: createActivity({ redis, clock, log, local: counts.series }),
    metrics,
    cookies,
    clock,
    timeZone: settings.timeZone,
    dateOf: calendarIn(settings.timeZone),
    csrfSecret: secret,
    allowedOrigins: settings.corsAllowedOrigins,
    debug: settings.debug,
    version: packageJson.version,
    log,
  } satisfies Services
}

type SessionParts = Omit<Parameters<typeof localSessions>[0], 'revocations'>

async function createSessions(parts: Parts & { clock: () => Date }, common: SessionParts) {
  const { settings, orm, redis, log, clock } = parts
  const provider = settings.oidc && (await connectProvider(settings.oidc, log))
  if (provider && settings.oidc && redis) {
    const revocations = redisRevocations(redis, clock, log)
    return oidcSessions({ ...common, revocations, provider, settings: settings.oidc, redis, orm, clock, log })
  }
  const revocations = redis ? redisRevocations(redis, clock, log) : databaseRevocations(orm, clock)
  return localSessions({ ...common, revocations })
}
