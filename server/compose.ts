import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Orm } from '../entities/connection/em.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Services } from '../routers/ports/context.ts'
import { type Cookies, createCookies } from '../routers/ports/cookies.ts'
import type { Sessions } from '../routers/ports/sessions.ts'
import type { Replicas } from '../routers/ports/stores.ts'
import { calendarIn } from '../src/calendar.ts'
import { secretsOf } from './auth/local-secret.ts'
import type { Refusal } from './auth/oidc/provider.ts'
import { generatePassword, hashPassword, hashPasswordsAtOnce } from './auth/passwords.ts'
import { databaseRevocations, redisRevocations } from './auth/revocations.ts'
import { SecurityLog } from './auth/security-log.ts'
import { createSessionRecords } from './auth/session-records.ts'
import { localSessions, type SessionParts } from './auth/sessions.ts'
import { createTokens } from './auth/tokens.ts'
import { exporter } from './bulk/exports.ts'
import { ImportQueue } from './bulk/imports.ts'
import { LiveFeed } from './live/feed.ts'
import { LongPoll } from './live/long-poll.ts'
import { Metrics } from './metrics/metrics.ts'
import { PlannerThread } from './planning/planner.ts'
import type { Settings } from './settings/settings.ts'
import { Activity, Series } from './throttling/activity.ts'
import { Processes } from './throttling/processes.ts'
import { localWindows, Throttles } from './throttling/throttles.ts'

/** What a process counts in its own memory, for both its listeners; used while Redis is down or not configured. */
export function localCounts({ throttles, workers }: Settings) {
  // A leader with workers counts too, on the ops port.
  const processes = new Processes(workers > 1 ? workers + 1 : 1)
  return { ...localWindows(throttles, processes), series: new Series() }
}

export type LocalCounts = ReturnType<typeof localCounts>

export type ServiceParts = {
  settings: Settings
  orm: Orm
  redis?: Redis
  replicas?: Replicas
  log: Logger
  /** The machine's clock by default. */
  clock?: () => Date
  metrics?: Metrics
  /** The public port's by default. */
  cookies?: Cookies
  counts?: LocalCounts
  planner?: PlannerThread
}

/** Builds everything that the requests of one listener share; connects to nothing but the identity provider. */
export async function createServices(parts: ServiceParts) {
  const { settings, orm, redis, replicas, log, clock = () => new Date() } = parts
  const { metrics = new Metrics(), counts = localCounts(settings), cookies = createCookies(settings) } = parts
  const { planner = new PlannerThread() } = parts
  const secrets = secretsOf(settings)
  metrics.watch(orm, redis)
  hashPasswordsAtOnce(settings.passwordHashes)
  const tokens = createTokens(secrets, clock)
  const sessionRecords = createSessionRecords({ orm, replicas, log })
  const common = { tokens, records: sessionRecords, cookies, secrets }
  const sessions = await createSessions({ ...parts, clock }, common)
  const live = new LiveFeed({ orm, sessions, replicas, log })
  metrics.watchStreams(live)
  return {
    orm,
    replicas,
    live,
    changes: new LongPoll({ orm, sessions, replicas }),
    sessions,
    sessionRecords,
    passwords: settings.oidc ? undefined : { hash: hashPassword, generate: generatePassword },
    throttles: new Throttles({ rates: settings.throttles, redis, log, local: counts }),
    activity: new Activity({ redis, clock, log, local: counts.series }),
    planner,
    imports: new ImportQueue({ orm, log, clock, timeZone: settings.timeZone }),
    exportClinic: exporter(orm),
    metrics,
    securityLog: new SecurityLog({ orm, log, clock, metrics }),
    cookies,
    clock,
    timeZone: settings.timeZone,
    basis: settings.basis,
    dateOf: calendarIn(settings.timeZone),
    secrets,
    allowedOrigins: settings.corsAllowedOrigins,
    debug: settings.debug,
    version: packageJson.version,
    log,
  } satisfies Services
}

async function createSessions(
  { settings, orm, redis, log, clock }: ServiceParts & { clock: () => Date },
  common: Omit<SessionParts, 'revocations'>,
): Promise<Sessions> {
  const { oidc } = settings
  if (oidc && redis) {
    // Loaded here, so that a service with local accounts starts without them.
    const { OidcSessions } = await import('./auth/oidc/sessions.ts')
    const { Provider } = await import('./auth/oidc/provider.ts')
    const { keepRefusal } = await import('./auth/oidc/store.ts')
    const keep = (refusal: Refusal) => void keepRefusal(redis, refusal, clock())
    const provider = new Provider(oidc, log, { keep, clock })
    await provider.start()
    const revocations = redisRevocations(redis, log)
    return new OidcSessions({ ...common, revocations, provider, settings: oidc, redis, orm, clock, log })
  }
  const revocations = redis ? redisRevocations(redis, log) : databaseRevocations(orm)
  return localSessions({ ...common, revocations })
}
