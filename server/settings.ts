import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { defaultRates, parseRate, type Rate, type Scope } from '../src/limits.ts'
import type { OidcSettings } from './auth/oidc/provider.ts'

/** Where the embedded database and the generated secret live. */
const dataDir = '.data'

/** Every problem of the environment at once, one line for each variable (D40). */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((number) => number <= 65_535, 'must be a port number')
    .default(fallback)

const address = (kind: string, ...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be the address of ${kind} (${protocols[0]}//...)`,
    )

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'must list origins such as https://app.example.org, without a path',
  )

const proxies = z
  .string()
  .default('false')
  .transform((text, context): false | number | string[] => {
    if (text.toLowerCase() === 'false') return false
    if (/^\d+$/.test(text)) return Number(text)
    const addresses = text.split(',').map((item) => item.trim())
    if (!addresses.every(isProxyAddress))
      context.addIssue('must be false, a number of proxies, or a list of their addresses')
    return addresses
  })

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, ip = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(ip) !== 0 && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
}

const rate = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const parsed = parseRate(text)
      if (parsed === undefined) context.addIssue('must be a rate such as 100/hour, or off')
      return parsed ?? null
    })

const Environment = z.object({
  HOST: z.string().default('0.0.0.0'),
  PORT: port(8000),
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_PORT: port(9000),
  DATABASE_URL: address('a PostgreSQL database', 'postgresql:', 'postgres:').optional(),
  REDIS_URL: address('a Redis server', 'redis:', 'rediss:').optional(),
  DEPLOYMENT: z.enum(['local', 'production'], 'must be local or production').default('local'),
  AUTH_MODE: z.enum(['local', 'oidc'], 'must be local or oidc').default('local'),
  JWT_SECRET: z.string().optional(),
  OIDC_ISSUER: address('an OpenID Connect provider', 'https:', 'http:').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_SCOPE: z.string().default('openid email'),
  CORS_ALLOWED_ORIGINS: list.pipe(z.array(origin)),
  CSRF_COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a domain such as example.org')
    .optional(),
  TRUST_PROXY: proxies,
  THROTTLE_ANON: rate(defaultRates.anon),
  THROTTLE_USER: rate(defaultRates.user),
  THROTTLE_LOGIN: rate(defaultRates.login),
  THROTTLE_TOKEN_REFRESH: rate(defaultRates.token_refresh),
  THROTTLE_LOGOUT: rate(defaultRates.logout),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Madrid').default('UTC'),
  DEBUG: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], error: 'must be true or false' })
    .default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  WORKERS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of processes')
    .transform(Number)
    .default(1),
})

export type Settings = Readonly<ReturnType<typeof settingsOf>>

/** Reads the service's settings; a blank variable counts as unset, one of another program is none of ours (D40). */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const { data, error } = Environment.safeParse(given)
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`),
    ...contradictions(given),
  ]
  if (!data || problems.length) throw new SettingsError([...new Set(problems)])
  return settingsOf(data)
}

/** One variable as operators see it: a secret has no value, an address no password. */
export type ShownSetting = {
  name: string
  value: string | null
  source: 'default' | 'environment'
  is_secret: boolean
}

const secrets = ['JWT_SECRET', 'OIDC_CLIENT_SECRET']

/** The settings in force and whether each was given, by the names of their variables. */
export function shownSettings(env: Record<string, string | undefined>): ShownSetting[] {
  const defaults: Record<string, unknown> = Environment.parse({})
  const texts: Record<string, unknown> = { ...defaults, ...throttleDefaults }
  return Object.keys(Environment.shape).map((name) => {
    const given = env[name]?.trim() ? env[name] : undefined
    const is_secret = secrets.includes(name)
    const text = given ?? texts[name]?.toString() ?? null
    const value = is_secret ? null : text && withoutPassword(text)
    return { name, value, source: given === undefined ? 'default' : 'environment', is_secret }
  })
}

const throttleDefaults = Object.fromEntries(
  Object.entries(defaultRates).map(([scope, rate]) => [`THROTTLE_${scope.toUpperCase()}`, rate]),
)

/** Addresses of stores bear passwords before their host, and may in their parameters. */
function withoutPassword(text: string): string {
  if (!/^(postgres(ql)?|rediss?):/.test(text) || !URL.canParse(text)) return text
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}

/** What is usable and yet most likely a mistake. */
export function settingsWarnings({ corsAllowedOrigins, csrfCookieDomain, oidc }: Settings): string[] {
  const domain = csrfCookieDomain?.replace(/^\./, '').toLowerCase()
  const outside = corsAllowedOrigins
    .filter((allowed) => domain && !`.${new URL(allowed).hostname}`.endsWith(`.${domain}`))
    .map(
      (allowed) =>
        `CORS_ALLOWED_ORIGINS: pages of ${allowed} are outside CSRF_COOKIE_DOMAIN (${csrfCookieDomain}): they cannot read csrftoken, and so cannot write.`,
    )
  const isOpen = oidc && /^http:\/\/(?!localhost[:/]|127\.|\[::1\])/i.test(`${oidc.issuer}/`)
  return isOpen
    ? [...outside, `OIDC_ISSUER: passwords travel to ${oidc.issuer} unencrypted; use https.`]
    : outside
}

/** A secret for a service that was given none, kept in a file so that cookies outlive a restart. */
export function localSecret(folder: string): string {
  const file = join(folder, 'jwt-secret')
  const draft = `${file}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    // Linking puts the whole secret in place or nothing, and never over one that another process made first.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}

function settingsOf(env: z.output<typeof Environment>) {
  const throttles: Record<Scope, Rate | null> = {
    anon: env.THROTTLE_ANON,
    user: env.THROTTLE_USER,
    login: env.THROTTLE_LOGIN,
    token_refresh: env.THROTTLE_TOKEN_REFRESH,
    logout: env.THROTTLE_LOGOUT,
  }
  return {
    host: env.HOST,
    port: env.PORT,
    opsHost: env.OPS_HOST,
    opsPort: env.OPS_PORT,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    deployment: env.DEPLOYMENT,
    authMode: env.AUTH_MODE,
    oidc: oidcOf(env),
    jwtSecret: env.JWT_SECRET,
    corsAllowedOrigins: env.CORS_ALLOWED_ORIGINS,
    csrfCookieDomain: env.CSRF_COOKIE_DOMAIN,
    trustProxy: env.TRUST_PROXY,
    throttles,
    timeZone: env.TIME_ZONE,
    debug: env.DEBUG,
    logLevel: env.LOG_LEVEL,
    workers: env.WORKERS,
    dataDir,
  }
}

/** The identity provider of `AUTH_MODE=oidc` (D22). */
function oidcOf(env: z.output<typeof Environment>): OidcSettings | undefined {
  const { AUTH_MODE, OIDC_ISSUER, OIDC_CLIENT_ID } = env
  if (AUTH_MODE !== 'oidc' || !OIDC_ISSUER || !OIDC_CLIENT_ID) return undefined
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    audience: env.OIDC_AUDIENCE,
    scope: env.OIDC_SCOPE,
  }
}

/** What no single variable shows (D40). */
function contradictions(given: Record<string, string | undefined>): string[] {
  const { DEPLOYMENT, AUTH_MODE, WORKERS, DATABASE_URL, REDIS_URL, JWT_SECRET } = given
  const { PORT = '8000', OPS_PORT = '9000' } = given
  const reason =
    DEPLOYMENT === 'production'
      ? 'DEPLOYMENT=production'
      : Number(WORKERS) > 1
        ? 'WORKERS above 1'
        : undefined
  const problems: string[] = []
  if (reason && !DATABASE_URL) problems.push(`DATABASE_URL is required with ${reason}`)
  if (reason && !REDIS_URL) problems.push(`REDIS_URL is required with ${reason}`)
  if (AUTH_MODE === 'oidc')
    for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', ...(reason ? [] : ['REDIS_URL'])])
      if (!given[name]) problems.push(`${name} is required with AUTH_MODE=oidc`)
  if (DEPLOYMENT === 'production' && Buffer.byteLength(JWT_SECRET ?? '') < 32)
    problems.push('JWT_SECRET of at least 32 bytes is required with DEPLOYMENT=production')
  if (PORT === OPS_PORT && PORT !== '0') problems.push('OPS_PORT must differ from PORT')
  return problems
}

/** A named zone: offsets such as +02:00 mean the opposite to PostgreSQL. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
