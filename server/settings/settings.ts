import { z } from 'zod'
import { clientConfig } from '../../entities/connection/database-url.ts'
import { defaultRates, type Rate, type Scope, scopes } from '../../src/accounts/limits.ts'
import { type Role, roles } from '../../src/accounts/permissions.ts'
import { fullTimeHours, maximumWeekHours } from '../../src/hours.ts'
import { type Basis, mostHeadroom } from '../../src/planning/facts/clinic-facts.ts'
import { redisAddress, redisProtocols } from './redis-address.ts'
import {
  address,
  flag,
  hosts,
  hundredths,
  isPlain,
  isTimeZone,
  list,
  networks,
  numberOf,
  origin,
  port,
  proxies,
  rate,
  rolesByValue,
  store,
  type Variables,
  withFiles,
} from './setting-fields.ts'

/** The folder of the embedded database and the generated secret. */
const dataDir = '.data'

/** The environment cannot be used. The message has a line for each problem (D40). */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const database = store(clientConfig, 'a PostgreSQL database', 'postgresql:', 'postgres:')
const replica = database.refine(
  (url) => !url.includes('target_session_attrs'),
  'must have no target_session_attrs; list the replicas instead, separated by commas',
)

export const Environment = z.object({
  HOST: z.string().default('0.0.0.0'),
  PORT: port(8000),
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_PORT: port(9000),
  ALLOWED_HOSTS: hosts,
  OPS_ALLOWED_HOSTS: hosts,
  OPS_TRUST_PROXY: proxies,
  DATABASE_URL: database.optional(),
  DATABASE_ADMIN_URL: database.optional(),
  DATABASE_PREPARED_STATEMENTS: flag(true),
  ALLOW_NEWER_DATABASE: flag(false),
  DATABASE_REPLICA_URL: list.pipe(z.array(replica)),
  DATABASE_REPLICA_WAIT: numberOf('seconds').optional(),
  REDIS_URL: store(redisAddress, 'a Redis server', ...redisProtocols).optional(),
  DEPLOYMENT: z.enum(['local', 'production'], 'must be local or production').default('local'),
  AUTH_MODE: z.enum(['local', 'oidc'], 'must be local or oidc').default('local'),
  JWT_SECRET: z.string().optional(),
  JWT_SECRET_PREVIOUS: z.string().optional(),
  PASSWORD_HASHES: numberOf('passwords hashed at once').default(4),
  OIDC_ISSUER: address('an OpenID Connect provider', 'https:', 'http:')
    .refine(isPlain, 'must be an address without a user, parameters or a fragment')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_SCOPE: z.string().default('openid email'),
  OIDC_NAME: z.string().max(60, 'must have at most 60 characters').optional(),
  OIDC_PASSWORD_GRANT: flag(true),
  OIDC_ROLE_CLAIM: z.string().optional(),
  OIDC_ROLES: rolesByValue,
  CORS_ALLOWED_ORIGINS: list.pipe(z.array(origin)),
  CSRF_COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a domain such as example.org')
    .optional(),
  TRUST_PROXY: proxies,
  THROTTLE_ANON: rate(defaultRates.anon),
  THROTTLE_USER: rate(defaultRates.user),
  THROTTLE_MACHINE: rate(defaultRates.machine),
  THROTTLE_PLANNING: rate(defaultRates.planning),
  THROTTLE_LOGIN: rate(defaultRates.login),
  THROTTLE_ACCOUNT: rate(defaultRates.account),
  THROTTLE_TOKEN_REFRESH: rate(defaultRates.token_refresh),
  THROTTLE_LOGOUT: rate(defaultRates.logout),
  HEADROOM_PCT: hundredths('a percentage', [0, mostHeadroom], 0),
  FTE_HOURS: hundredths('a number of hours', [1, maximumWeekHours], fullTimeHours),
  CLIFF_WEEKS: numberOf('weeks, 0 to 25', /^(\d|1\d|2[0-5])$/).default(8),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Madrid').default('UTC'),
  DEBUG: flag(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  LOG_RETENTION_MONTHS: numberOf('months').optional(),
  WEBHOOK_PRIVATE_NETWORKS: networks,
  WORKERS: numberOf('processes').default(1),
  DRAIN_SECONDS: numberOf('seconds', /^\d{1,3}$/).default(5),
})

/** The variable that sets the throttle of the scope. */
export const throttleVariable = (scope: Scope) =>
  `THROTTLE_${scope.toUpperCase()}` as `THROTTLE_${Uppercase<Scope>}`

export type Settings = Readonly<ReturnType<typeof settingsOf>>

/** The variables that are set, in the environment or by files. */
export const givenSettings = (env: Variables) => withFiles(env, Object.keys(Environment.shape))

/** Reads the service's settings. A blank variable counts as unset; unknown variables are ignored (D40). */
export function readSettings(env: Variables): Settings {
  const { given, problems: ofFiles } = givenSettings(env)
  const { data, error } = Environment.safeParse(given)
  const problems = [
    ...ofFiles,
    ...(error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`),
    ...contradictions(given),
  ]
  if (!data || problems.length) throw new SettingsError([...new Set(problems)])
  return settingsOf(data)
}

function settingsOf(env: z.output<typeof Environment>) {
  const throttles = Object.fromEntries(scopes.map((scope) => [scope, env[throttleVariable(scope)]]))
  return {
    host: env.HOST,
    port: env.PORT,
    opsHost: env.OPS_HOST,
    opsPort: env.OPS_PORT,
    allowedHosts: env.ALLOWED_HOSTS,
    opsAllowedHosts: env.OPS_ALLOWED_HOSTS,
    opsTrustProxy: env.OPS_TRUST_PROXY,
    databaseUrl: env.DATABASE_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL,
    preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
    allowNewerDatabase: env.ALLOW_NEWER_DATABASE,
    databaseReplicaUrls: env.DATABASE_REPLICA_URL,
    databaseReplicaWait: env.DATABASE_REPLICA_WAIT,
    redisUrl: env.REDIS_URL,
    deployment: env.DEPLOYMENT,
    authMode: env.AUTH_MODE,
    oidc: oidcOf(env),
    jwtSecret: env.JWT_SECRET,
    jwtSecretPrevious: env.JWT_SECRET_PREVIOUS,
    passwordHashes: env.PASSWORD_HASHES,
    corsAllowedOrigins: env.CORS_ALLOWED_ORIGINS,
    csrfCookieDomain: env.CSRF_COOKIE_DOMAIN,
    trustProxy: env.TRUST_PROXY,
    throttles: throttles as Record<Scope, Rate | null>,
    basis: { headroom: env.HEADROOM_PCT, full_time: env.FTE_HOURS } satisfies Basis,
    cliffWeeks: env.CLIFF_WEEKS,
    timeZone: env.TIME_ZONE,
    debug: env.DEBUG,
    logLevel: env.LOG_LEVEL,
    logRetentionMonths: env.LOG_RETENTION_MONTHS,
    webhookPrivateNetworks: env.WEBHOOK_PRIVATE_NETWORKS,
    workers: env.WORKERS,
    drainSeconds: env.DRAIN_SECONDS,
    dataDir,
  }
}

/** The `OIDC_*` settings. */
export type OidcSettings = NonNullable<ReturnType<typeof oidcOf>>

/** The identity provider of `AUTH_MODE=oidc` (D22). */
function oidcOf(env: z.output<typeof Environment>) {
  const { AUTH_MODE, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_AUDIENCE } = env
  if (AUTH_MODE !== 'oidc' || !OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_AUDIENCE) return undefined
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    audience: OIDC_AUDIENCE,
    scope: env.OIDC_SCOPE,
    name: env.OIDC_NAME ?? new URL(OIDC_ISSUER).host,
    passwordGrant: env.OIDC_PASSWORD_GRANT,
    roleClaim: env.OIDC_ROLE_CLAIM,
    // Without a map, each role is its own value.
    roles: new Map<string, Role>(env.OIDC_ROLES.length ? env.OIDC_ROLES : roles.map((role) => [role, role])),
  }
}

/** Whether the address is http and on another machine. */
export const isUnencrypted = (address: string) =>
  /^http:\/\/(?!localhost[:/]|127\.|\[::1\])/i.test(`${address}/`)

/** Whether the secret is too short to sign with. */
export const isShort = (secret: string) => Buffer.byteLength(secret) < 32

/** Problems of several variables together (D40). */
function contradictions(given: Variables): string[] {
  const { DEPLOYMENT, AUTH_MODE, WORKERS, PORT = '8000', OPS_PORT = '9000' } = given
  const production = DEPLOYMENT === 'production' && 'DEPLOYMENT=production'
  const shared = production || (Number(WORKERS) > 1 && 'WORKERS above 1')
  const oidc = AUTH_MODE === 'oidc' && 'AUTH_MODE=oidc'
  const required = (name: string, reason: string | false | undefined) =>
    reason && !given[name] ? [`${name} is required with ${reason}`] : []
  return [
    ...required('DATABASE_URL', shared || (given.DATABASE_ADMIN_URL && 'DATABASE_ADMIN_URL')),
    ...required('DATABASE_URL', given.DATABASE_REPLICA_URL && 'DATABASE_REPLICA_URL'),
    ...required('REDIS_URL', shared),
    ...required('ALLOWED_HOSTS', production),
    ...required('OIDC_ISSUER', oidc),
    ...required('OIDC_CLIENT_ID', oidc),
    ...required('OIDC_AUDIENCE', oidc),
    ...required('REDIS_URL', !shared && oidc),
    ...required('OIDC_ROLE_CLAIM', given.OIDC_ROLES && 'OIDC_ROLES'),
    ...secretProblems(given, production),
    ...required('JWT_SECRET', given.JWT_SECRET_PREVIOUS && 'JWT_SECRET_PREVIOUS'),
    ...(production && given.CORS_ALLOWED_ORIGINS?.split(',').some((origin) => isUnencrypted(origin.trim()))
      ? [`CORS_ALLOWED_ORIGINS must list https origins with ${production}, apart from those on loopback`]
      : []),
    ...(PORT === OPS_PORT && PORT !== '0' ? ['OPS_PORT must differ from PORT'] : []),
  ]
}

function secretProblems({ JWT_SECRET = '', ...given }: Variables, production: string | false): string[] {
  const previous = given.JWT_SECRET_PREVIOUS
  const tooShort = (name: string, secret: string) =>
    production && isShort(secret) ? [`${name} of at least 32 bytes is required with ${production}`] : []
  return [
    ...tooShort('JWT_SECRET', JWT_SECRET),
    ...(previous === undefined ? [] : tooShort('JWT_SECRET_PREVIOUS', previous)),
    ...(previous === JWT_SECRET ? ['JWT_SECRET_PREVIOUS must differ from JWT_SECRET'] : []),
  ]
}
