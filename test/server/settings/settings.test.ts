import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { localSecret } from '../../../server/auth/local-secret.ts'
import { Environment, readSettings, SettingsError } from '../../../server/settings/settings.ts'
import { settingsWarnings } from '../../../server/settings/settings-warnings.ts'
import { roles } from '../../../src/accounts/permissions.ts'

const production = {
  DEPLOYMENT: 'production',
  ALLOWED_HOSTS: 'api.example.org',
  DATABASE_URL: 'postgresql://coverage@db/coverage?sslmode=verify-full',
  REDIS_URL: 'rediss://cache:6380/1',
  JWT_SECRET: 'x'.repeat(32),
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as SettingsError).problems
  }
}

test('without any variable the service runs locally with its own stores and the default limits', () => {
  expect(readSettings({ PATH: '/bin', HOME: '/root' })).toEqual({
    host: '0.0.0.0',
    port: 8000,
    opsHost: '127.0.0.1',
    opsPort: 9000,
    allowedHosts: [],
    opsAllowedHosts: [],
    opsTrustProxy: false,
    databaseUrl: undefined,
    databaseAdminUrl: undefined,
    preparedStatements: true,
    databaseReplicaUrls: [],
    databaseReplicaWait: undefined,
    redisUrl: undefined,
    deployment: 'local',
    authMode: 'local',
    jwtSecret: undefined,
    jwtSecretPrevious: undefined,
    passwordHashes: 4,
    corsAllowedOrigins: [],
    csrfCookieDomain: undefined,
    trustProxy: false,
    throttles: {
      anon: { limit: 100, seconds: 3600 },
      user: { limit: 1000, seconds: 3600 },
      machine: { limit: 10_000, seconds: 3600 },
      planning: { limit: 120, seconds: 3600 },
      login: { limit: 5, seconds: 3600 },
      account: { limit: 20, seconds: 3600 },
      token_refresh: { limit: 20, seconds: 3600 },
      logout: { limit: 20, seconds: 3600 },
    },
    basis: { headroom: 0, full_time: 4000 },
    cliffWeeks: 8,
    timeZone: 'UTC',
    debug: false,
    logLevel: 'info',
    workers: 1,
    drainSeconds: 5,
    webhookPrivateNetworks: [],
    allowNewerDatabase: false,
    dataDir: '.data',
  })
})

test('every variable of the environment becomes a setting', () => {
  const env = {
    ...production,
    HOST: '127.0.0.1',
    PORT: '80',
    OPS_HOST: '0.0.0.0',
    OPS_PORT: '81',
    ALLOWED_HOSTS: 'api.example.org, localhost',
    OPS_ALLOWED_HOSTS: 'OPS.internal',
    OPS_TRUST_PROXY: '1',
    DATABASE_ADMIN_URL: 'postgresql://owner@db/coverage',
    DATABASE_REPLICA_URL: 'postgresql://a/coverage?sslmode=require, postgresql://b/coverage',
    DATABASE_REPLICA_WAIT: '5',
    JWT_SECRET_PREVIOUS: 'y'.repeat(32),
    PASSWORD_HASHES: '2',
    AUTH_MODE: 'local',
    CORS_ALLOWED_ORIGINS: 'https://app.example.org, http://localhost:5173',
    CSRF_COOKIE_DOMAIN: '.example.org',
    TRUST_PROXY: '10.0.0.0/8, loopback, ::1',
    THROTTLE_ANON: '7/second',
    THROTTLE_USER: 'off',
    THROTTLE_MACHINE: '600/minute',
    THROTTLE_PLANNING: '6/minute',
    THROTTLE_LOGIN: '8/minute',
    THROTTLE_ACCOUNT: '3/day',
    THROTTLE_TOKEN_REFRESH: '9/hour',
    THROTTLE_LOGOUT: '10/day',
    HEADROOM_PCT: '22.5',
    FTE_HOURS: '37.50',
    CLIFF_WEEKS: '12',
    TIME_ZONE: 'Europe/Madrid',
    DATABASE_PREPARED_STATEMENTS: 'False',
    DEBUG: 'TRUE',
    LOG_LEVEL: 'debug',
    WORKERS: '4',
    DRAIN_SECONDS: '0',
    WEBHOOK_PRIVATE_NETWORKS: '10.2.0.0/16, fd12::/16',
    ALLOW_NEWER_DATABASE: 'true',
  }
  expect(readSettings(env)).toEqual({
    host: '127.0.0.1',
    port: 80,
    opsHost: '0.0.0.0',
    opsPort: 81,
    allowedHosts: ['api.example.org', 'localhost'],
    opsAllowedHosts: ['ops.internal'],
    opsTrustProxy: 1,
    databaseUrl: 'postgresql://coverage@db/coverage?sslmode=verify-full',
    databaseAdminUrl: 'postgresql://owner@db/coverage',
    preparedStatements: false,
    databaseReplicaUrls: ['postgresql://a/coverage?sslmode=require', 'postgresql://b/coverage'],
    databaseReplicaWait: 5,
    redisUrl: 'rediss://cache:6380/1',
    deployment: 'production',
    authMode: 'local',
    jwtSecret: 'x'.repeat(32),
    jwtSecretPrevious: 'y'.repeat(32),
    passwordHashes: 2,
    corsAllowedOrigins: ['https://app.example.org', 'http://localhost:5173'],
    csrfCookieDomain: '.example.org',
    trustProxy: ['10.0.0.0/8', 'loopback', '::1'],
    throttles: {
      anon: { limit: 7, seconds: 1 },
      user: null,
      machine: { limit: 600, seconds: 60 },
      planning: { limit: 6, seconds: 60 },
      login: { limit: 8, seconds: 60 },
      account: { limit: 3, seconds: 86_400 },
      token_refresh: { limit: 9, seconds: 3600 },
      logout: { limit: 10, seconds: 86_400 },
    },
    basis: { headroom: 2250, full_time: 3750 },
    cliffWeeks: 12,
    timeZone: 'Europe/Madrid',
    debug: true,
    logLevel: 'debug',
    workers: 4,
    drainSeconds: 0,
    webhookPrivateNetworks: [ipaddr.parseCIDR('10.2.0.0/16'), ipaddr.parseCIDR('fd12::/16')],
    allowNewerDatabase: true,
    dataDir: '.data',
  })
})

test('a blank variable of the environment counts as unset', () => {
  expect(readSettings({ PORT: '', REDIS_URL: '  ', THROTTLE_ANON: '', DEBUG: '' })).toEqual(readSettings({}))
})

test.each([
  ['false', false],
  ['1', 1],
  ['192.0.2.1', ['192.0.2.1']],
])('TRUST_PROXY=%s is understood', (text, trustProxy) => {
  expect(readSettings({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy)
})

describe('a bad value is refused', () => {
  const rate = 'must be a rate such as 100/hour, or off'
  const origins = 'must list origins such as https://app.example.org, without a path'
  const proxies = 'must be false, a number of proxies, or a list of their addresses'
  const database = 'it may have sslmode, sslrootcert, sslcert, sslkey, target_session_attrs'
  const modes = 'must have an sslmode of disable, require, verify-ca, verify-full with its parameters'
  const redis = 'has the unknown parameter tls; it may have cacert, cert, key'
  const noSuchFile = "cannot be used: ENOENT: no such file or directory, open '/none'"
  const unnamed = 'must end in the name under which the Sentinels watch the Redis'
  const target = 'must have a target_session_attrs of any, read-write, primary'
  const issuer = 'must be an address without a user, parameters or a fragment'
  const zone = 'must be a time zone such as Europe/Madrid'
  test.each([
    ['PORT', 'http', 'must be a port number'],
    ['PORT', '65536', 'must be a port number'],
    ['OPS_PORT', '-1', 'must be a port number'],
    ['DATABASE_URL', 'mysql://db', 'must be the address of a PostgreSQL database (postgresql://...)'],
    ['DATABASE_URL', 'localhost', 'must be the address of a PostgreSQL database (postgresql://...)'],
    ['REDIS_URL', 'http://cache', 'must be the address of a Redis server (redis://...)'],
    ['DATABASE_URL', 'postgresql://db/x?sslmod=require', `has the unknown parameter sslmod; ${database}`],
    ['DATABASE_URL', 'postgresql://db/x?ssl=true', `has the unknown parameter ssl; ${database}`],
    ['DATABASE_URL', 'postgresql://db/x?options=-c', `has the unknown parameter options; ${database}`],
    ['DATABASE_URL', 'postgresql://db/x?sslmode=prefer', modes],
    ['DATABASE_URL', 'postgresql://db/x?sslmode=REQUIRE', modes],
    ['DATABASE_URL', 'postgresql://db/x?sslrootcert=/ca.pem', modes],
    [
      'DATABASE_URL',
      'postgresql://db/x?sslmode=verify-ca',
      'must have an sslrootcert with sslmode=verify-ca',
    ],
    ['DATABASE_URL', 'postgresql://db/x?sslmode=verify-full&sslrootcert=/none', noSuchFile],
    ['REDIS_URL', 'rediss://cache?tls=off', redis],
    ['REDIS_URL', 'redis://cache?cacert=/ca.pem', 'must begin with rediss: to have parameters'],
    ['REDIS_URL', 'rediss://cache?cacert=/none', noSuchFile],
    ['REDIS_URL', 'redis://a,b', 'must begin with redis+sentinel: or redis+cluster: to name several hosts'],
    ['REDIS_URL', 'redis://a/abc', 'must end in the host or in /database, a number'],
    ['REDIS_URL', 'rediss://a/1/2', 'must end in the host or in /database, a number'],
    ['REDIS_URL', 'redis+sentinel://a,b', unnamed],
    ['REDIS_URL', 'redis+sentinel://a,b/clinic/x', 'must end in /name or /name/database'],
    ['REDIS_URL', 'redis+sentinel://a/clinic?tls=off', `${redis}, sentinel_username, sentinel_password`],
    ['REDIS_URL', 'redis+cluster://a,b/1', 'must not have a path: a cluster has no databases'],
    ['REDIS_URL', 'redis+cluster://a?sentinel_password=x', redis.replace('tls', 'sentinel_password')],
    ['REDIS_URL', 'redis+cluster://a:b,c', 'must be the address of a Redis server (redis://...)'],
    [
      'DATABASE_URL',
      'postgresql://a,b:x/x',
      'must be the address of a PostgreSQL database (postgresql://...)',
    ],
    ['DATABASE_URL', 'postgresql://a,b/x?target_session_attrs=standby', target],
    ['DATABASE_REPLICA_WAIT', '0', 'must be a number of seconds'],
    ['DEPLOYMENT', 'staging', 'must be local or production'],
    ['AUTH_MODE', 'saml', 'must be local or oidc'],
    ['OIDC_ISSUER', 'login.example', 'must be the address of an OpenID Connect provider (https://...)'],
    ['OIDC_ISSUER', 'https://user:s3cret@login.example', issuer],
    ['OIDC_ISSUER', 'https://login.example/?key=s3cret', issuer],
    ['OIDC_ISSUER', 'https://login.example/#s3cret', issuer],
    ['CORS_ALLOWED_ORIGINS', '*', origins],
    ['CORS_ALLOWED_ORIGINS', 'https://app.example.org/', origins],
    ['CORS_ALLOWED_ORIGINS', 'https://a.example, app.example.org', origins],
    ['CORS_ALLOWED_ORIGINS', 'null', origins],
    ['CSRF_COOKIE_DOMAIN', 'https://example.org', 'must be a domain such as example.org'],
    ['TRUST_PROXY', 'true', proxies],
    ['TRUST_PROXY', '10.0.0.0/33', proxies],
    ['TRUST_PROXY', 'loopback,proxy.example', proxies],
    ['THROTTLE_ANON', '100', rate],
    ['THROTTLE_USER', '0/hour', rate],
    ['THROTTLE_LOGIN', '5/week', rate],
    ['THROTTLE_TOKEN_REFRESH', '-1/hour', rate],
    ['THROTTLE_LOGOUT', 'OFF/hour', rate],
    ['TIME_ZONE', 'Madrid', zone],
    ['TIME_ZONE', '+02:00', zone],
    ['DEBUG', 'maybe', 'must be true or false'],
    ['DATABASE_PREPARED_STATEMENTS', 'maybe', 'must be true or false'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
    ['WORKERS', '0', 'must be a number of processes'],
    ['DRAIN_SECONDS', '5s', 'must be a number of seconds'],
    ['HEADROOM_PCT', '22,5', 'must be a percentage, 0 to 90'],
    ['HEADROOM_PCT', '90.01', 'must be a percentage, 0 to 90'],
    ['CLIFF_WEEKS', '26', 'must be a number of weeks, 0 to 25'],
    ['FTE_HOURS', '0.99', 'must be a number of hours, 1 to 168'],
    ['FTE_HOURS', '38.555', 'must be a number of hours, 1 to 168'],
    ['ALLOW_NEWER_DATABASE', 'maybe', 'must be true or false'],
    ['WEBHOOK_PRIVATE_NETWORKS', '10.2.0.0', 'must list networks such as 10.2.0.0/16'],
    ['LOG_RETENTION_MONTHS', '0', 'must be a number of months'],
    ['LOG_RETENTION_MONTHS', '1.5', 'must be a number of months'],
  ])('the bad value %s=%s is refused', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${message}`])
  })
})

test('production refuses to start without stores, host names and a long secret', () => {
  expect(problemsOf({ DEPLOYMENT: 'production', JWT_SECRET: 'x'.repeat(31) })).toEqual([
    'DATABASE_URL is required with DEPLOYMENT=production',
    'REDIS_URL is required with DEPLOYMENT=production',
    'ALLOWED_HOSTS is required with DEPLOYMENT=production',
    'JWT_SECRET of at least 32 bytes is required with DEPLOYMENT=production',
  ])
  expect(problemsOf(production)).toEqual([])
})

test('the previous secret needs a current one, differs from it, and is as long', () => {
  const JWT_SECRET = 'x'.repeat(32)
  expect(problemsOf({ ...production, JWT_SECRET_PREVIOUS: 'y'.repeat(31) })).toEqual([
    'JWT_SECRET_PREVIOUS of at least 32 bytes is required with DEPLOYMENT=production',
  ])
  expect(problemsOf({ JWT_SECRET, JWT_SECRET_PREVIOUS: JWT_SECRET })).toEqual([
    'JWT_SECRET_PREVIOUS must differ from JWT_SECRET',
  ])
  expect(problemsOf({ JWT_SECRET_PREVIOUS: 'y'.repeat(32) })).toEqual([
    'JWT_SECRET is required with JWT_SECRET_PREVIOUS',
  ])
  expect(problemsOf({ ...production, JWT_SECRET_PREVIOUS: 'y'.repeat(32) })).toEqual([])
})

test('a local service is warned about a short secret', () => {
  const warning = 'JWT_SECRET has fewer than 32 bytes: cookies signed with it can be forged by guessing it.'
  expect(settingsWarnings(readSettings({ JWT_SECRET: 'x'.repeat(31) }))).toEqual([warning])
  expect(settingsWarnings(readSettings({ JWT_SECRET: 'x'.repeat(32) }))).toEqual([])
  expect(settingsWarnings(readSettings({}))).toEqual([])
})

const oidc = {
  AUTH_MODE: 'oidc',
  OIDC_ISSUER: 'https://login.example.org/realms/clinic',
  OIDC_CLIENT_ID: 'coverage',
  OIDC_AUDIENCE: 'coverage-api',
}

test('an identity provider is read only with AUTH_MODE=oidc', () => {
  expect(readSettings({ ...production, ...oidc }).oidc).toEqual({
    issuer: 'https://login.example.org/realms/clinic',
    clientId: 'coverage',
    clientSecret: undefined,
    audience: 'coverage-api',
    scope: 'openid email',
    name: 'login.example.org',
    passwordGrant: true,
    roleClaim: undefined,
    roles: new Map(roles.map((role) => [role, role])),
  })
  const more = { OIDC_CLIENT_SECRET: 's', OIDC_AUDIENCE: 'a', OIDC_SCOPE: 'openid email offline_access' }
  expect(readSettings({ ...production, ...oidc, ...more }).oidc).toMatchObject({
    clientSecret: 's',
    audience: 'a',
    scope: 'openid email offline_access',
  })
  expect(readSettings({ ...oidc, AUTH_MODE: 'local' }).oidc).toBeUndefined()
})

test('the roles of a provider’s claim are read as a map, which may not be of use without the claim', () => {
  const map = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'nurses = EMPLOYEE,cn=heads=MANAGER' }
  expect(problemsOf({ ...production, ...oidc, ...map })).toEqual([])
  expect(readSettings({ ...production, ...oidc, ...map }).oidc?.roles).toEqual(
    new Map([
      ['nurses', 'EMPLOYEE'],
      ['cn=heads', 'MANAGER'],
    ]),
  )
  expect(problemsOf({ ...production, ...oidc, OIDC_ROLES: 'nurses=NURSE' })).toEqual([
    'OIDC_ROLES must list values of the claim with their roles, such as nurses=EMPLOYEE',
    'OIDC_ROLE_CLAIM is required with OIDC_ROLES',
  ])
})

test('an identity provider needs its address, our client id, our audience, and a Redis for the sessions', () => {
  expect(problemsOf({ AUTH_MODE: 'oidc' })).toEqual([
    'OIDC_ISSUER is required with AUTH_MODE=oidc',
    'OIDC_CLIENT_ID is required with AUTH_MODE=oidc',
    'OIDC_AUDIENCE is required with AUTH_MODE=oidc',
    'REDIS_URL is required with AUTH_MODE=oidc',
  ])
  expect(problemsOf({ ...production, AUTH_MODE: 'oidc' })).toHaveLength(3)
})

test.each([
  ['https://login.example.org', []],
  ['http://localhost:8080', []],
  ['http://127.0.0.1', []],
  [
    'http://localhost.example',
    ['OIDC_ISSUER: passwords travel to http://localhost.example unencrypted; use https.'],
  ],
])('passwords sent to %s get the warnings %j', (OIDC_ISSUER, warnings) => {
  expect(settingsWarnings(readSettings({ ...production, ...oidc, OIDC_ISSUER }))).toEqual(warnings)
})

test.each([
  [{}, []],
  [
    { DATABASE_URL: 'postgresql://db/x', DATABASE_ADMIN_URL: 'postgresql://db/x?sslmode=disable' },
    [
      'DATABASE_URL: personal data travels to db unencrypted; add sslmode=verify-full.',
      'DATABASE_ADMIN_URL: personal data travels to db unencrypted; add sslmode=verify-full.',
    ],
  ],
  [
    {
      DATABASE_REPLICA_URL:
        'postgresql://a/x?sslmode=verify-full,postgresql://b/x,postgresql://c/x?sslmode=require',
    },
    [
      'DATABASE_REPLICA_URL: personal data travels to b unencrypted; add sslmode=verify-full.',
      'DATABASE_REPLICA_URL: the certificate of c is not verified; use sslmode=verify-full.',
    ],
  ],
  [
    { DATABASE_URL: 'postgresql://db/x?sslmode=require' },
    ['DATABASE_URL: the certificate of db is not verified; use sslmode=verify-full.'],
  ],
  [{ REDIS_URL: 'redis://cache' }, ['REDIS_URL: sessions travel to cache unencrypted; use rediss.']],
  [
    { REDIS_URL: 'redis+cluster://a,b', DATABASE_URL: 'postgresql://c,d/x?target_session_attrs=primary' },
    [
      'DATABASE_URL: personal data travels to c unencrypted; add sslmode=verify-full.',
      'DATABASE_URL: personal data travels to d unencrypted; add sslmode=verify-full.',
      'REDIS_URL: sessions travel to a unencrypted; use rediss.',
      'REDIS_URL: sessions travel to b unencrypted; use rediss.',
    ],
  ],
  [{ REDIS_URL: 'rediss+sentinel://a,b/clinic' }, []],
  [{ DATABASE_URL: 'postgresql://LOCALHOST/x', REDIS_URL: 'redis://127.0.0.1' }, []],
  [{ DATABASE_URL: 'postgresql://[::1]/x', REDIS_URL: 'redis://[::1]:6379' }, []],
  [{ DATABASE_URL: 'postgresql://u@%2Frun%2Fpostgresql/x' }, []],
  [{ DATABASE_URL: 'postgresql://localhost.example/x?sslmode=verify-full', REDIS_URL: 'rediss://cache' }, []],
])('stores at %j get the warnings %j in production', (env, warnings) => {
  expect(settingsWarnings(readSettings({ ...production, ...env }))).toEqual(warnings)
  expect(settingsWarnings(readSettings({ ...production, ...env, DEPLOYMENT: 'local' }))).toEqual([])
})

test('of several hosts of PostgreSQL, the one that takes writes must be asked for', () => {
  const warningsAt = (DATABASE_URL: string) => settingsWarnings(readSettings({ DATABASE_URL }))
  expect(warningsAt('postgresql://a,b/x')).toEqual([
    'DATABASE_URL: of several hosts, the first one that answers is used, even a standby; add target_session_attrs=read-write.',
  ])
  expect(warningsAt('postgresql://a,b/x?target_session_attrs=read-write')).toEqual([])
})

test('the length of JWT_SECRET is measured in bytes', () => {
  expect(problemsOf({ ...production, JWT_SECRET: 'ñ'.repeat(16) })).toEqual([])
})

test('production accepts origins without TLS only on loopback', () => {
  const refused = (CORS_ALLOWED_ORIGINS: string) => problemsOf({ ...production, CORS_ALLOWED_ORIGINS })
  for (const origin of ['http://app.example.org', 'http://localhost.example', 'http://10.0.0.1:8080'])
    expect(refused(`https://app.example.org, ${origin}`)).toEqual([
      'CORS_ALLOWED_ORIGINS must list https origins with DEPLOYMENT=production, apart from those on loopback',
    ])
  expect(refused('https://app.example.org,http://localhost:5173,http://127.0.0.1,http://[::1]:81')).toEqual(
    [],
  )
  expect(problemsOf({ CORS_ALLOWED_ORIGINS: 'http://app.example.org' })).toEqual([])
})

test('several workers need both stores', () => {
  expect(problemsOf({ WORKERS: '2', REDIS_URL: 'redis://cache' })).toEqual([
    'DATABASE_URL is required with WORKERS above 1',
  ])
  expect(problemsOf({ WORKERS: '2' })).toHaveLength(2)
  expect(problemsOf({ WORKERS: '1' })).toEqual([])
})

test('replicas need the address of their primary, and each address is read in the same way', () => {
  const DATABASE_REPLICA_URL = 'postgresql://a/coverage'
  expect(problemsOf({ DATABASE_REPLICA_URL })).toEqual(['DATABASE_URL is required with DATABASE_REPLICA_URL'])
  expect(problemsOf({ ...production, DATABASE_REPLICA_URL: `${DATABASE_REPLICA_URL}, b` })).toEqual([
    'DATABASE_REPLICA_URL must be the address of a PostgreSQL database (postgresql://...)',
  ])
  const picky = `${DATABASE_REPLICA_URL}?target_session_attrs=any`
  expect(problemsOf({ ...production, DATABASE_REPLICA_URL: picky })).toEqual([
    'DATABASE_REPLICA_URL must have no target_session_attrs; list the replicas instead, separated by commas',
  ])
})

test("the owner's address needs that of the service and is read in the same way", () => {
  const DATABASE_ADMIN_URL = 'postgresql://owner@db/coverage'
  expect(problemsOf({ DATABASE_ADMIN_URL })).toEqual(['DATABASE_URL is required with DATABASE_ADMIN_URL'])
  expect(problemsOf({ ...production, DATABASE_ADMIN_URL })).toEqual([])
  expect(problemsOf({ ...production, DATABASE_ADMIN_URL: `${DATABASE_ADMIN_URL}?sslmode=no` })).toHaveLength(
    1,
  )
})

test('the two listeners need two ports', () => {
  expect(problemsOf({ PORT: '9000' })).toEqual(['OPS_PORT must differ from PORT'])
  expect(problemsOf({ PORT: '0', OPS_PORT: '0' })).toEqual([])
})

test('no refusal of a setting repeats the given value', () => {
  for (const name of Object.keys(Environment.shape))
    for (const value of [
      's3cret',
      'postgresql://u:s3cret@db:port/x',
      'mysql://u:s3cret@db',
      'http://u:s3cret@x/?y',
    ])
      expect(problemsOf({ AUTH_MODE: 'oidc', DEPLOYMENT: 'production', [name]: value }).join()).not.toContain(
        's3cret',
      )
})

test('all problems of the settings are reported at once', () => {
  expect(() => readSettings({ PORT: 'x', TIME_ZONE: 'y', DEPLOYMENT: 'production' })).toThrow(
    [
      'The settings are not usable:',
      '  PORT must be a port number',
      '  TIME_ZONE must be a time zone such as Europe/Madrid',
      '  DATABASE_URL is required with DEPLOYMENT=production',
      '  REDIS_URL is required with DEPLOYMENT=production',
      '  ALLOWED_HOSTS is required with DEPLOYMENT=production',
      '  JWT_SECRET of at least 32 bytes is required with DEPLOYMENT=production',
    ].join('\n'),
  )
})

test('an origin whose pages cannot read csrftoken gets a warning', () => {
  const settings = readSettings({
    CORS_ALLOWED_ORIGINS: 'https://example.org,https://app.example.org,https://badexample.org',
    CSRF_COOKIE_DOMAIN: '.example.org',
  })
  expect(settingsWarnings(settings)).toEqual([
    'CORS_ALLOWED_ORIGINS: pages of https://badexample.org are outside CSRF_COOKIE_DOMAIN (.example.org): they cannot read csrftoken, and so cannot write.',
  ])
  expect(settingsWarnings({ ...settings, csrfCookieDomain: undefined })).toEqual([])
})

test('a secret made for a local service is kept, readable only by its owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, '.data')
  const secret = localSecret(dataDir)
  expect(localSecret(dataDir)).toBe(secret)
  expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(secret)
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['jwt-secret'])
})
