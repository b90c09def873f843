import { parseSetCookie } from 'cookie'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { authRouter } from '../../../routers/accounts/auth.ts'
import { csrfToken } from '../../../routers/gate/csrf.ts'
import { hashPassword } from '../../../server/auth/passwords.ts'
import { ageUsesIn } from '../../made/used-tokens.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { startCuttableService, startService, type TestService } from '../../setup/service.ts'
import type { CuttableProxy } from '../../setup/stores/cuttable-proxy.ts'

const start = Date.UTC(2026, 0, 5, 12)
const secret = 'a secret of the service'
const password = ' correct horse '
const env = {
  JWT_SECRET: secret,
  CORS_ALLOWED_ORIGINS: 'https://app.example.org',
  THROTTLE_LOGIN: '5/hour',
}
const shared = closedAfterAll(await startService({ env: { ...env, REDIS_URL: '' } }))
let service: TestService
let user: User

beforeEach(() => serve(shared))

/** Lets the test call this service, as Ana and without what earlier tests have left. */
async function serve(given: TestService) {
  service = given
  service.clock.now = new Date(start)
  await service.services.throttles.clear()
  const earlier = sql`update users set email = id || '@clinic.example' where email = 'ana@clinic.example'`
  await earlier.execute(service.orm.em.fork().getKysely())
  user = await service.addUser('MANAGER', {
    email: 'ana@clinic.example',
    password_hash: await hashPassword(password),
    given_name: 'Ana',
    family_name: 'Núñez',
    email_verified: true,
    is_staff: true,
  })
}

const pass = (milliseconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + milliseconds)
}

type Jar = { access_token?: string; refresh_token?: string; csrftoken?: string }
type Request = { jar?: Jar; body?: unknown; headers?: Record<string, string> }

/** One request of a client that holds the jar's cookies and repeats its csrftoken. */
async function call(method: 'GET' | 'POST', path: string, { jar = {}, body, headers }: Request = {}) {
  const cookie = Object.entries(jar).map(([name, value]) => `${name}=${value}`)
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...(cookie.length && { Cookie: cookie.join('; ') }),
      ...(jar.csrftoken && { 'X-CSRFToken': jar.csrftoken }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text && JSON.parse(text),
    headers: response.headers,
    setCookies: response.headers.getSetCookie(),
  }
}

const login = (body: unknown, more: Request = {}) => call('POST', '/api/v1/auth/login/', { ...more, body })
const me = (jar?: Jar) => call('GET', '/api/v1/auth/me/', { jar })
const refresh = (jar?: Jar) => call('POST', '/api/v1/auth/token/refresh/', { jar })
const logout = (jar?: Jar) => call('POST', '/api/v1/auth/logout/', { jar })

const mutate = (procedure: string, jar: Jar) =>
  call('POST', `/trpc/${procedure}`, { jar, headers: { 'Content-Type': 'application/json' } })

const jarOf = (setCookies: string[]): Jar =>
  Object.fromEntries(
    setCookies.map((cookie) => {
      const { name, value } = parseSetCookie(cookie)
      return [name, value]
    }),
  )

const signIn = async () => jarOf((await login({ email: user.email, password })).setCookies)

const profile = () => ({
  sub: user.id,
  email: 'ana@clinic.example',
  given_name: 'Ana',
  family_name: 'Núñez',
  role: 'MANAGER',
  email_verified: true,
  is_staff: true,
})

const cleared = [
  'access_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  'refresh_token=; Max-Age=0; Path=/api/v1/auth/token/refresh/; HttpOnly; SameSite=Lax',
]
const threeCookies = [
  expect.stringMatching(/^access_token=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
  expect.stringMatching(
    /^refresh_token=[\w.-]+; Max-Age=604800; Path=\/api\/v1\/auth\/token\/refresh\/; HttpOnly; SameSite=Lax$/,
  ),
  expect.stringMatching(/^csrftoken=[\w.-]+; Max-Age=604800; Path=\/; SameSite=Lax$/),
]
const notGiven = { detail: 'Authentication credentials were not provided.' }
const notValid = { detail: 'Given token not valid for any token type' }
const badRefresh = { detail: 'Refresh token is invalid or expired.' }
const incorrectCsrf = { detail: 'CSRF Failed: CSRF token missing or incorrect.' }

test('a login answers with the user and sets three cookies', async () => {
  const answer = await login({ email: 'Ana@Clinic.example ', password })
  expect([answer.status, answer.body]).toEqual([200, { user: profile() }])
  expect(answer.setCookies).toEqual(threeCookies)
})

test('a login succeeds with cookies that belong to no session', async () => {
  const jar = { access_token: 'stale', refresh_token: 'stale' }
  expect((await login({ email: user.email, password }, { jar })).status).toBe(200)
})

describe('a login with the cookies of a session', () => {
  const again = (jar: Jar, given = password) => login({ email: user.email, password: given }, { jar })
  const listed = () => service.services.sessionRecords.list(user.id, service.clock.now)

  test('a login ends the session of its cookies, even another user’s', async () => {
    const jar = await signIn()
    const untouched = await signIn()
    const next = jarOf((await again(jar)).setCookies)
    expect(await me(jar)).toMatchObject({ status: 401, body: notValid })
    expect(await refresh(jar)).toMatchObject({ status: 401, body: badRefresh })
    const other = await service.addUser('VIEWER', { password_hash: await hashPassword(password) })
    const others = jarOf((await login({ email: other.email, password }, { jar: next })).setCookies)
    expect(await me(next)).toMatchObject({ status: 401, body: notValid })
    for (const living of [untouched, others]) expect((await me(living)).status).toBe(200)
    expect(await listed()).toHaveLength(1)
  })

  test('a login ends the session of its cookies even after the access token expired', async () => {
    const jar = await signIn()
    pass(3_600_000)
    const { refresh_token: _, ...sent } = jar
    await again(sent)
    expect(await refresh(jar)).toMatchObject({ status: 401, body: badRefresh })
  })

  test('a failed login leaves the session of its cookies alone', async () => {
    const jar = await signIn()
    expect((await again(jar, 'wrong')).status).toBe(400)
    expect((await me(jar)).status).toBe(200)
    expect(await listed()).toHaveLength(1)
  })
})

test.each([
  ['a wrong password', 'ana@clinic.example', 'wrong'],
  ['a trimmed password', 'ana@clinic.example', password.trim()],
  ['a password of spaces', 'ana@clinic.example', '   '],
  ['an unknown email', 'nobody@clinic.example', password],
])('a login with %s is 400 and sets no cookie', async (_, email, given) => {
  const answer = await login({ email, password: given })
  const errors = { non_field_errors: ['Unable to log in with provided credentials.'] }
  expect([answer.status, answer.body, answer.setCookies]).toEqual([400, errors, []])
})

test('a login from a page of a foreign origin is refused', async () => {
  const from = (Origin: string) => login({ email: user.email, password }, { headers: { Origin } })
  const answer = await from('https://evil.example')
  expect([answer.status, answer.body]).toEqual([
    403,
    {
      detail: `CSRF Failed: Origin checking failed - https://evil.example does not match any trusted origins: it is neither ${service.url}, where the request was sent to, nor in CORS_ALLOWED_ORIGINS.`,
    },
  ])
  expect((await from('null')).status).toBe(403)
  expect((await from('https://app.example.org')).status).toBe(200)
  expect((await from(service.url)).status).toBe(200)
})

test('logins are throttled after five attempts, right or wrong', async () => {
  for (let attempt = 1; attempt <= 5; attempt++)
    expect((await login({ email: user.email, password: 'wrong' })).status).toBe(400)
  const answer = await login({ email: user.email, password })
  // Five logins take a moment.
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(3500)
  expect(seconds).toBeLessThanOrEqual(3600)
  const detail = `Request was throttled. Expected available in ${seconds} seconds.`
  expect([answer.status, answer.body]).toEqual([429, { detail }])
})

test('me answers with the caller and must not be cached', async () => {
  const answer = await me(await signIn())
  expect([answer.status, answer.body]).toEqual([200, profile()])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.setCookies).toEqual([])
})

test('me sets a new csrftoken when the request has no valid one', async () => {
  const { access_token } = await signIn()
  expect((await me({ access_token })).setCookies).toEqual([threeCookies[2]])
  expect((await me({ access_token, csrftoken: 'x.y' })).setCookies).toEqual([threeCookies[2]])
})

test('the account of the caller needs a valid access token', async () => {
  const jar = await signIn()
  expect(await me()).toMatchObject({ status: 401, body: notGiven })
  expect(await me({ access_token: '' })).toMatchObject({ status: 401, body: notGiven })
  expect(await me({ access_token: 'x' })).toMatchObject({ status: 401, body: notValid })
  expect(await me({ access_token: jar.refresh_token })).toMatchObject({ status: 401, body: notValid })
  const headers = { Authorization: `Bearer ${jar.access_token}` }
  expect(await call('GET', '/api/v1/auth/me/', { headers })).toMatchObject({ status: 401, body: notGiven })
  pass(3_600_000)
  expect(await me(jar)).toMatchObject({ status: 401, body: notValid })
})

test("the export is a download of the caller's personal data", async () => {
  const answer = await call('GET', '/api/v1/auth/me/export/', { jar: await signIn() })
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      email: 'ana@clinic.example',
      given_name: 'Ana',
      family_name: 'Núñez',
      role: 'MANAGER',
      date_joined: '2026-01-05T12:00:00.000Z',
      last_login: '2026-01-05T12:00:00.000Z',
    },
  ])
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await call('GET', '/api/v1/auth/me/export/')).toMatchObject({ status: 401, body: notGiven })
})

test('a logout ends the session and clears both cookies', async () => {
  const jar = await signIn()
  const other = await signIn()
  const answer = await logout(jar)
  expect([answer.status, answer.body, answer.setCookies]).toEqual([204, '', cleared])
  expect(await me(jar)).toMatchObject({ status: 401, body: notValid })
  expect(await refresh(jar)).toMatchObject({ status: 401, body: badRefresh })
  expect((await me(other)).status).toBe(200)
})

test('a logout needs a valid access cookie and its CSRF token', async () => {
  const { access_token } = await signIn()
  expect(await logout()).toMatchObject({ status: 401, body: notGiven })
  expect(await logout({ access_token })).toMatchObject({
    status: 403,
    body: { detail: 'CSRF Failed: CSRF cookie not set.' },
  })
  const csrftoken = csrfToken(secret, 'another session')
  expect(await logout({ access_token, csrftoken })).toMatchObject({ status: 403, body: incorrectCsrf })
  expect((await me({ access_token })).status).toBe(200)
})

test('a refresh of the session rotates its cookies', async () => {
  const jar = await signIn()
  const answer = await refresh(jar)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Token refreshed.' }])
  expect(answer.setCookies).toEqual(threeCookies)
  expect((await me(jarOf(answer.setCookies))).status).toBe(200)
})

test('a refresh needs only the refresh cookie and the CSRF token of its session', async () => {
  const { refresh_token, csrftoken } = await signIn()
  expect(await refresh({ refresh_token })).toMatchObject({
    status: 403,
    body: { detail: 'CSRF Failed: CSRF cookie not set.' },
  })
  const foreign = csrfToken(secret, 'another session')
  expect(await refresh({ refresh_token, csrftoken: foreign })).toMatchObject({
    status: 403,
    body: incorrectCsrf,
  })
  expect((await refresh({ refresh_token, csrftoken })).status).toBe(200)
})

test('a refresh without a genuine refresh token is 401 and clears no cookie', async () => {
  const jar = await signIn()
  const missing = { detail: 'Refresh token cookie is missing.' }
  expect(await refresh()).toMatchObject({ status: 401, body: missing, setCookies: [] })
  for (const refresh_token of ['garbage', jar.access_token])
    expect(await refresh({ ...jar, refresh_token })).toMatchObject({
      status: 401,
      body: badRefresh,
      setCookies: [],
    })
})

test('one of many refreshes with the same token succeeds, and the others keep their cookies', async () => {
  const jar = await signIn()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(jar)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
  for (const answer of answers.filter(({ status }) => status === 401))
    expect([answer.body, answer.setCookies]).toEqual([badRefresh, []])
})

test('a refresh with a token rotated long ago ends the session, access token included', async () => {
  const jar = await signIn()
  const renewed = jarOf((await refresh(jar)).setCookies)
  await ageUsesIn(service.orm, 10_001)
  expect(await refresh(jar)).toMatchObject({ status: 401, body: badRefresh })
  expect(await me(renewed)).toMatchObject({ status: 401, body: notValid })
  expect(await refresh(renewed)).toMatchObject({ status: 401, body: badRefresh })
})

test('refreshes renew a session for thirty days at most', async () => {
  const day = 24 * 60 * 60_000
  let jar = await signIn()
  for (let passed = 0; passed < 24; passed += 6) {
    pass(6 * day)
    jar = jarOf((await refresh(jar)).setCookies)
  }
  pass(6 * day - 60_000)
  const last = await refresh(jar)
  expect(last.setCookies).toEqual([
    expect.stringContaining('; Max-Age=60; Path=/;'),
    expect.stringContaining('; Max-Age=60; Path=/api/v1/auth/token/refresh/;'),
    threeCookies[2],
  ])
  jar = jarOf(last.setCookies)
  const { sessionRecords } = service.services
  const [record] = await sessionRecords.list(user.id, service.clock.now)
  expect(record?.expires_at).toBe(new Date(start + 30 * day).toISOString())
  pass(59_000)
  expect((await me(jar)).status).toBe(200)
  pass(1000)
  expect(await me(jar)).toMatchObject({ status: 401, body: notValid })
  expect(await refresh(jar)).toMatchObject({ status: 401, body: badRefresh, setCookies: [] })
})

test('the typed client has no procedure for the token refresh', () => {
  expect(Object.keys(authRouter._def.procedures)).toEqual(['login', 'logout', 'me', 'deactivate', 'export'])
})

test('users who deactivate their own account lose all sessions at once and cannot log in', async () => {
  const jar = await signIn()
  const other = await signIn()
  expect(await call('POST', '/api/v1/auth/me/deactivate/')).toMatchObject({ status: 401, body: notGiven })
  const answer = await call('POST', '/api/v1/auth/me/deactivate/', { jar })
  expect([answer.status, answer.body, answer.setCookies]).toEqual([204, '', cleared])
  for (const session of [jar, other]) {
    expect(await me(session)).toMatchObject({ status: 401, body: { detail: 'User is inactive' } })
    expect(await refresh(session)).toMatchObject({ status: 401, body: badRefresh })
  }
  expect(await login({ email: user.email, password })).toMatchObject({
    status: 400,
    body: { non_field_errors: ['Unable to log in with provided credentials.'] },
  })
  expect(await service.orm.em.fork().findOne(User, user.id)).toMatchObject({
    is_active: false,
    given_name: 'Ana',
  })
})

test('tRPC sets, checks and clears the same cookies as REST', async () => {
  const answer = await call('POST', '/trpc/auth.login', { body: { email: user.email, password } })
  expect([answer.status, answer.body]).toEqual([200, { result: { data: { user: profile() } } }])
  expect(answer.setCookies).toEqual(threeCookies)
  const jar = jarOf(answer.setCookies)
  const { csrftoken, ...withoutCsrf } = jar
  expect((await mutate('auth.logout', withoutCsrf)).status).toBe(403)
  expect(await mutate('auth.logout', jar)).toMatchObject({ status: 200, setCookies: cleared })
  expect((await call('GET', '/trpc/auth.me', { jar })).status).toBe(401)
  expect((await mutate('auth.refresh', jar)).status).toBe(404)
})

describe('with Redis down', () => {
  let proxy: CuttableProxy

  beforeEach(async () => {
    const cuttable = await startCuttableService('Redis', { env })
    proxy = cuttable.line
    await serve(cuttable)
    return cuttable.close
  })

  const unavailable = { detail: 'Service temporarily unavailable.' }

  test('while Redis is down a refresh is 503 and works later with the same token', async () => {
    const jar = await signIn()
    await proxy.cut()
    expect(await refresh(jar)).toMatchObject({ status: 503, body: unavailable, setCookies: [] })
    await proxy.restore()
    await expect.poll(async () => (await refresh(jar)).status, { interval: 100 }).toBe(200)
  })

  test('while Redis is down a logout clears the cookies and is 503, while access tokens and logins work', async () => {
    const [jar, second, third] = [await signIn(), await signIn(), await signIn()]
    await proxy.cut()
    expect(await logout(jar)).toMatchObject({ status: 503, body: unavailable, setCookies: cleared })
    expect(await mutate('auth.logout', second)).toMatchObject({
      status: 503,
      setCookies: cleared,
    })
    expect((await me(third)).status).toBe(200)
    expect((await login({ email: user.email, password })).status).toBe(200)
  })

  test('a session logged out while Redis was down has ended, and goes on nowhere once Redis is back', async () => {
    const jar = await signIn()
    await proxy.cut()
    expect((await logout(jar)).status).toBe(503)
    expect([(await me(jar)).status, (await refresh(jar)).status]).toEqual([401, 401])
    await proxy.restore()
    await expect.poll(async () => (await login({ email: user.email, password })).status).toBe(200)
    expect((await me(jar)).status).toBe(401)
  })

  test('while Redis is down a login succeeds even if it cannot end the session of its cookies', async () => {
    const jar = await signIn()
    await proxy.cut()
    const answer = await login({ email: user.email, password }, { jar })
    expect([answer.status, answer.setCookies]).toEqual([200, threeCookies])
  })
})
