import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { User } from '../../../../entities/accounts/user.ts'
import type { Role } from '../../../../src/accounts/permissions.ts'
import { ageUsesIn } from '../../../made/used-tokens.ts'
import type { Client } from '../../../setup/client.ts'
import { closedAfterAll } from '../../../setup/fixture.ts'
import { startIdentityProvider } from '../../../setup/identity-provider.ts'
import { password, startService } from '../../../setup/service.ts'

const provider = closedAfterAll(await startIdentityProvider())
const logged: Record<string, unknown>[] = []
const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) })
const service = closedAfterAll(await startService({ env: provider.env, log }))
const redis = new Redis(service.redisUrl)
afterAll(() => redis.disconnect())

const start = new Date('2026-03-04T10:00:00.000Z')

beforeEach(() => {
  logged.length = 0
  provider.reset()
  passSeconds(0, start)
})

/** Lets time pass here and at the provider. */
function passSeconds(seconds: number, since = service.clock.now) {
  service.clock.now = new Date(since.getTime() + seconds * 1000)
  provider.clock.now = service.clock.now
}

const me = (client: Client) => client.get('/api/v1/auth/me/')
const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')
const logout = (client: Client) => client.post('/api/v1/auth/logout/')
const newTag = (client: Client, name: string) =>
  client.post('/api/v1/tags/', { name, display_name: name, category: 'CONTRACT' })
const stored = (user: User) => service.orm.em.fork().findOneOrFail(User, user.id)

async function change(user: User, verb: (user: User) => void) {
  const em = service.orm.em.fork()
  verb(await em.findOneOrFail(User, user.id))
  await em.flush()
}

const refused = {
  status: 400,
  body: { non_field_errors: ['Unable to log in with provided credentials.'] },
}
const notValid = { status: 401, body: { detail: 'Given token not valid for any token type' } }
const badRefresh = { status: 401, body: { detail: 'Refresh token is invalid or expired.' } }
const away = { status: 503, body: { detail: 'The identity provider is unavailable.' } }

test('a login at the provider answers with the user’s record and sets the usual cookies', async () => {
  const user = await service.addUser('MANAGER', { email: 'Ana@clinic.example', email_verified: true })
  const client = service.anonymous()
  const answer = await client.login('ana@clinic.example', password)
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      user: {
        sub: user.id,
        email: 'Ana@clinic.example',
        given_name: 'Given',
        family_name: 'Family',
        role: 'MANAGER',
        email_verified: true,
        is_staff: false,
      },
    },
  ])
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^access_token=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(
      /^refresh_token=[\w.-]+; Max-Age=604800; Path=\/api\/v1\/auth\/token\/refresh\/; HttpOnly; SameSite=Lax$/,
    ),
    expect.stringMatching(/^csrftoken=[\w.-]+; Max-Age=604800; Path=\/; SameSite=Lax$/),
  ])
  expect(await me(client)).toMatchObject({ status: 200, body: answer.body.user })
  expect((await stored(user)).last_login).toEqual(start)
})

test('a login exchanges the credentials at the token endpoint with the service’s client id', async () => {
  const { user } = await service.as('VIEWER')
  const basic = Buffer.from('coverage:a%20secret%3A%20of%20the%20client').toString('base64')
  expect(provider.requests.tokens).toEqual([
    {
      grant_type: 'password',
      username: user.email,
      password,
      scope: 'openid email',
      audience: 'coverage-api',
      authorization: `Basic ${basic}`,
    },
  ])
})

test("a login puts the provider's own access token into the access cookie", async () => {
  const { user, cookies } = await service.as('VIEWER')
  const payload = cookies.get('access_token')?.value.split('.')[1] ?? ''
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    iss: provider.issuer,
    sub: provider.subjectOf(user.email),
    aud: 'coverage-api',
  })
})

test('a login with the cookies of a session ends it here and at the provider', async () => {
  const client = await service.as('VIEWER')
  const left = client.copy()
  expect((await client.login(client.user.email, password)).status).toBe(200)
  expect(await me(left)).toMatchObject(notValid)
  expect(await refresh(left)).toMatchObject(badRefresh)
  expect(provider.requests.revoked).toEqual([expect.any(String)])
  expect((await me(client)).status).toBe(200)
})

test('a login takes the role from the record, whatever the token claims', async () => {
  provider.settings.accessClaims = { role: 'ADMIN', roles: ['ADMIN'] }
  const client = await service.as('VIEWER')
  expect((await me(client)).body.role).toBe('VIEWER')
  expect((await newTag(client, 'refused')).status).toBe(403)
})

test('a wrong password, an unknown user and an inactive user get the same native 400', async () => {
  const { email } = await service.addUser('VIEWER')
  const inactive = await service.addUser('VIEWER', { is_active: false })
  const client = service.anonymous()
  expect(await client.login(email, 'wrong')).toMatchObject(refused)
  expect(await client.login('stranger@clinic.example', password)).toMatchObject(refused)
  expect(await client.login(inactive.email, password)).toMatchObject(refused)
  expect(client.cookies.size).toBe(0)
  expect((await stored(inactive)).subject).toBeNull()
})

test('a refused login revokes the tokens at the provider', async () => {
  await service.anonymous().login('stranger@clinic.example', password)
  await expect.poll(() => provider.requests.revoked).toEqual([expect.any(String)])
})

test('a login at the provider needs no password in the record', async () => {
  expect((await me(await service.as('VIEWER', { password_hash: null }))).status).toBe(200)
})

test("the provider's refresh token is encrypted in Redis", async () => {
  const answer = await service.as('VIEWER')
  expect((await me(answer)).status).toBe(200)
  const keys = await redis.keys('oidc:session:*')
  const values = (await redis.mget(keys)).map(
    (value) => value + Buffer.from(value ?? '', 'base64').toString(),
  )
  await logout(answer)
  const [refreshToken = ''] = provider.requests.revoked
  expect(refreshToken).not.toBe('')
  expect(values).not.toEqual([])
  expect(values.filter((value) => value.includes(refreshToken))).toEqual([])
})

test('a session without a refresh token lasts as long as its access token', async () => {
  const { email } = await service.addUser('VIEWER')
  provider.settings.tokenAnswer = {
    body: {
      access_token: provider.sign({ sub: provider.subjectOf(email) }),
      id_token: provider.sign({
        sub: provider.subjectOf(email),
        aud: 'coverage',
        email,
        email_verified: true,
      }),
    },
  }
  const client = service.anonymous()
  expect((await client.login(email, password)).status).toBe(200)
  expect((await me(client)).status).toBe(200)
  expect(await refresh(client)).toMatchObject(badRefresh)
})

test('a user record is bound to issuer and subject at the first login', async () => {
  const { user } = await service.as('VIEWER')
  expect(await stored(user)).toMatchObject({
    issuer: provider.issuer,
    subject: provider.subjectOf(user.email),
  })
})

test('a bound record is found by its subject, and an email changed at the provider changes nothing', async () => {
  const { user } = await service.as('VIEWER')
  const other = await service.addUser('ADMIN')
  provider.settings.identityClaims = { email: other.email }
  const answer = await service.anonymous().login(user.email, password)
  expect([answer.status, answer.body.user.sub]).toEqual([200, user.id])
  expect(await stored(other)).toMatchObject({ issuer: null, subject: null })
})

test('unbinding a record ends its sessions, and the next login binds it again', async () => {
  const client = await service.as('VIEWER')
  await change(client.user, (user) => user.unbind())
  expect(await stored(client.user)).toMatchObject({ issuer: null, subject: null })
  expect(await me(client)).toMatchObject(notValid)
  expect(await refresh(client)).toMatchObject(badRefresh)
  provider.settings.accessClaims = { sub: 'a new subject' }
  provider.settings.identityClaims = { sub: 'a new subject' }
  expect((await service.anonymous().login(client.user.email, password)).status).toBe(200)
  expect((await stored(client.user)).subject).toBe('a new subject')
})

test('a bound record is refused to another subject with the same email', async () => {
  const { user } = await service.as('VIEWER')
  provider.settings.identityClaims = { email: user.email }
  expect(await service.anonymous().login('impostor@clinic.example', password)).toMatchObject(refused)
  expect((await stored(user)).subject).toBe(provider.subjectOf(user.email))
})

test.each([
  ['not verified', { email_verified: false }],
  ['verified by a word other than true', { email_verified: 'yes' }],
  ['missing', { email: undefined }],
  ["another subject's", { sub: 'another subject' }],
  ['in an access token rather than an ID token', { typ: 'Bearer' }],
  ["in another client's ID token", { aud: ['coverage', 'other'], azp: 'other' }],
])('a record is not bound by an email that is %s', async (_, claims) => {
  const user = await service.addUser('VIEWER')
  provider.settings.identityClaims = claims
  expect(await service.anonymous().login(user.email, password)).toMatchObject(refused)
  expect((await stored(user)).subject).toBeNull()
})

test('a record is not bound by an email of other letters that only folds to the record’s', async () => {
  const user = await service.addUser('VIEWER', { email: 'kate@clinic.example' })
  provider.settings.identityClaims = { email: '\u212Aate@clinic.example' }
  expect(await service.anonymous().login(user.email, password)).toMatchObject(refused)
  expect((await stored(user)).subject).toBeNull()
})

test('a record is bound by userinfo when the ID token does not say that the email is verified', async () => {
  const user = await service.addUser('VIEWER')
  provider.settings.identityClaims = { email_verified: undefined }
  const claims = { sub: provider.subjectOf(user.email), email: user.email, email_verified: 'true' }
  provider.settings.userInfoAnswer = { body: claims }
  const client = service.anonymous()
  expect((await client.login(user.email, password)).status).toBe(200)
  expect((await stored(user)).subject).toBe(claims.sub)
  expect(provider.requests.userInfo).toEqual([`Bearer ${client.cookies.get('access_token')?.value}`])
})

test('a record is not bound by an ID token for another client or userinfo about another user', async () => {
  const user = await service.addUser('VIEWER')
  provider.settings.identityClaims = { aud: 'another client' }
  provider.settings.userInfoAnswer = { body: { sub: 'johndoe', email: user.email, email_verified: true } }
  expect(await service.anonymous().login(user.email, password)).toMatchObject(refused)
  expect((await stored(user)).subject).toBeNull()
})

test('many simultaneous first logins bind a record once', async () => {
  const user = await service.addUser('VIEWER')
  const logins = Array.from({ length: 5 }, () => service.anonymous().login(user.email, password))
  const answers = await Promise.all(logins)
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('a session authenticates reads, and writes with its CSRF token', async () => {
  const client = await service.as('ADMIN')
  const other = await service.as('ADMIN')
  expect((await newTag(client, 'written')).status).toBe(201)
  client.cookies.set('csrftoken', other.cookies.get('csrftoken') ?? { value: '', path: '/' })
  expect(await newTag(client, 'foreign')).toMatchObject({
    status: 403,
    body: { detail: 'CSRF Failed: CSRF token missing or incorrect.' },
  })
  client.cookies.delete('csrftoken')
  expect((await me(client)).status).toBe(200)
  expect((await newTag(client, 'renewed')).status).toBe(201)
})

test('a session works over tRPC too', async () => {
  const client = await service.as('VIEWER')
  expect((await client.trpc('query', 'auth.me')).body.sub).toBe(client.user.id)
  expect(await client.trpc('mutation', 'auth.logout')).toMatchObject({ status: 200 })
  expect(await me(client.copy())).toMatchObject({ status: 401 })
})

test('a session lapses with its access token however long the cookie lives, and a refresh revives it', async () => {
  const user = await service.addUser('VIEWER')
  provider.settings.accessClaims = { exp: start.getTime() / 1000 + 300 }
  const client = service.anonymous()
  await client.login(user.email, password)
  passSeconds(304)
  expect((await me(client)).status).toBe(200)
  passSeconds(1)
  expect(await me(client)).toMatchObject(notValid)
  provider.settings.accessClaims = {}
  expect((await refresh(client)).status).toBe(200)
  expect((await me(client)).status).toBe(200)
})

test('an access token is accepted a few seconds before it becomes valid, but no earlier', async () => {
  const client = await service.as('VIEWER')
  passSeconds(-5)
  expect((await me(client)).status).toBe(200)
  passSeconds(-1)
  expect(await me(client)).toMatchObject(notValid)
})

test('a genuine token that this service did not give out is refused', async () => {
  const { user } = await service.as('ADMIN')
  const stranger = service.anonymous()
  const value = provider.sign({ sub: provider.subjectOf(user.email) })
  stranger.cookies.set('access_token', { value, path: '/' })
  expect(await me(stranger)).toMatchObject(notValid)
})

test.each<[string, (user: User) => void, string]>([
  ['deactivated', (user) => user.deactivate(), 'User is inactive'],
  [
    'deactivated and activated again',
    (user) => {
      user.deactivate()
      user.activate()
    },
    'Given token not valid for any token type',
  ],
])('the session and refresh of a user who has been %s are refused at once', async (_, verb, detail) => {
  const client = await service.as('VIEWER')
  await change(client.user, verb)
  expect(await me(client)).toMatchObject({ status: 401, body: { detail } })
  provider.reset()
  expect(await refresh(client)).toMatchObject(badRefresh)
  expect(provider.requests.tokens).toEqual([])
})

test('a session has the role of the user’s record', async () => {
  const client = await service.as('VIEWER')
  await change(client.user, (user) => {
    user.role = 'ADMIN' satisfies Role
  })
  expect((await newTag(client, 'promoted')).status).toBe(201)
})

test("a refresh uses the provider's refresh token and rotates all cookies", async () => {
  const client = await service.as('VIEWER')
  const before = new Map(client.cookies)
  passSeconds(1)
  const answer = await refresh(client)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Token refreshed.' }])
  expect(provider.requests.tokens.map(({ grant_type }) => grant_type)).toEqual(['password', 'refresh_token'])
  for (const name of ['access_token', 'refresh_token', 'csrftoken'])
    expect(client.cookies.get(name)?.value).not.toBe(before.get(name)?.value)
  expect((await me(client)).status).toBe(200)
  expect((await refresh(client)).status).toBe(200)
})

test('a refresh keeps the refresh token of a provider that does not rotate it', async () => {
  const client = await service.as('VIEWER')
  const access_token = provider.sign({ sub: provider.subjectOf(client.user.email) })
  provider.settings.tokenAnswer = { statusCode: 200, body: { access_token } }
  expect((await refresh(client)).status).toBe(200)
  expect((await refresh(client)).status).toBe(200)
  const [, first, second] = provider.requests.tokens
  expect(second?.refresh_token).toBe(first?.refresh_token)
})

test('of twenty simultaneous refreshes one reaches the provider, and the others keep their cookies', async () => {
  const client = await service.as('VIEWER')
  provider.reset()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(client.copy())))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
  for (const answer of answers.filter(({ status }) => status === 401))
    expect([answer.body, answer.headers.getSetCookie()]).toEqual([badRefresh.body, []])
  expect(provider.requests.tokens.map(({ grant_type }) => grant_type)).toEqual(['refresh_token'])
})

test('a second refresh is harmless within ten seconds and later ends the session here and at the provider', async () => {
  const client = await service.as('VIEWER')
  const thief = client.copy()
  await refresh(client)
  await ageUsesIn(service.redisUrl, 9000)
  expect(await refresh(thief)).toMatchObject(badRefresh)
  expect((await me(client)).status).toBe(200)
  await ageUsesIn(service.redisUrl, 1001)
  expect(await refresh(thief)).toMatchObject(badRefresh)
  expect(await me(client)).toMatchObject(notValid)
  expect(await refresh(client)).toMatchObject(badRefresh)
  expect(provider.requests.revoked).toHaveLength(1)
})

test('a refresh that the provider refuses is 401 and ends the session', async () => {
  const client = await service.as('VIEWER')
  provider.settings.tokenAnswer = { statusCode: 400, body: { error: 'invalid_grant' } }
  expect(await refresh(client)).toMatchObject(badRefresh)
  expect(await me(client)).toMatchObject(notValid)
})

test("a refresh that returns another subject's token ends the session", async () => {
  const client = await service.as('VIEWER')
  const other = await service.as('ADMIN')
  provider.settings.accessClaims = { sub: provider.subjectOf(other.user.email) }
  expect(await refresh(client)).toMatchObject(badRefresh)
  expect(await me(client)).toMatchObject(notValid)
})

test('refreshes at the provider renew a session for thirty days at most', async () => {
  const day = 24 * 60 * 60
  const client = await service.as('VIEWER')
  for (let passed = 0; passed < 24; passed += 6) {
    passSeconds(6 * day)
    expect((await refresh(client)).status).toBe(200)
  }
  passSeconds(6 * day - 60)
  provider.settings.accessClaims = { exp: start.getTime() / 1000 + 60 * day }
  const answer = await refresh(client)
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringContaining('; Max-Age=60; Path=/;'),
    expect.stringContaining('; Max-Age=60; Path=/api/v1/auth/token/refresh/;'),
    expect.stringContaining('; Max-Age=604800;'),
  ])
  for (const keys of ['oidc:session:*', 'oidc:token:*']) {
    const lives = (await redis.keys(keys)).map((key) => redis.ttl(key))
    expect(Math.min(...(await Promise.all(lives)))).toBeLessThanOrEqual(60)
  }
  passSeconds(59)
  expect((await me(client)).status).toBe(200)
  passSeconds(1)
  expect(await me(client)).toMatchObject(notValid)
  provider.reset()
  expect(await refresh(client)).toMatchObject(badRefresh)
  expect(provider.requests.tokens).toEqual([])
})

test('a session whose record has no start time starts with its access token', async () => {
  const { user } = await service.as('VIEWER')
  const exp = start.getTime() / 1000 + 60 * 24 * 60 * 60
  const value = provider.sign({ sub: provider.subjectOf(user.email), exp })
  const key = createHash('sha256').update(value).digest('base64url')
  const record = { userId: user.id, sessionId: 'of an earlier version', epoch: 0 }
  await redis.set(`oidc:token:${key}`, JSON.stringify(record))
  const client = service.anonymous()
  client.cookies.set('access_token', { value, path: '/' })
  expect((await me(client)).status).toBe(200)
  passSeconds(30 * 24 * 60 * 60)
  expect(await me(client)).toMatchObject(notValid)
})

test('a refresh at the provider needs the cookie and its CSRF token', async () => {
  const client = await service.as('VIEWER')
  expect(await refresh(service.anonymous())).toMatchObject({
    status: 401,
    body: { detail: 'Refresh token cookie is missing.' },
  })
  client.cookies.delete('csrftoken')
  expect(await refresh(client)).toMatchObject({
    status: 403,
    body: { detail: 'CSRF Failed: CSRF cookie not set.' },
  })
})

test('a logout ends the session here and at the provider', async () => {
  const client = await service.as('VIEWER')
  const other = service.anonymous()
  await other.login(client.user.email, password)
  const left = client.copy()
  const answer = await logout(client)
  expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([
    204,
    '',
    [
      'access_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'refresh_token=; Max-Age=0; Path=/api/v1/auth/token/refresh/; HttpOnly; SameSite=Lax',
    ],
  ])
  expect(provider.requests.revoked).toEqual([expect.any(String)])
  expect(await me(left)).toMatchObject(notValid)
  provider.reset()
  expect(await refresh(left)).toMatchObject(badRefresh)
  expect(provider.requests.tokens).toEqual([])
  expect((await me(other)).status).toBe(200)
})

test('a logout with an old access token ends the current session', async () => {
  const client = await service.as('VIEWER')
  const old = client.copy()
  passSeconds(1)
  await refresh(client)
  await me(old)
  expect((await logout(old)).status).toBe(204)
  expect(await me(client)).toMatchObject(notValid)
  expect(await refresh(client)).toMatchObject(badRefresh)
})

test('a logout succeeds even when the provider does not revoke', async () => {
  const client = await service.as('VIEWER')
  const left = client.copy()
  provider.settings.revocationStatus = 500
  expect((await logout(client)).status).toBe(204)
  expect(await me(left)).toMatchObject(notValid)
})

test.each(['unauthorized_client', 'unsupported_grant_type'])(
  'a login says where to sign in when the provider keeps the password grant from the client: %s',
  async (error) => {
    const { email } = await service.addUser('VIEWER')
    provider.settings.tokenAnswer = { statusCode: 400, body: { error } }
    const where = `Sign in with ${new URL(provider.issuer).host} at /auth/oidc/start: this service does not take its passwords.`
    expect(await service.anonymous().login(email, password)).toMatchObject({
      status: 400,
      body: { non_field_errors: [where] },
    })
  },
)

test.each([
  ['refuses the client', { statusCode: 401, body: { error: 'invalid_client' } }],
  ['fails', { statusCode: 500, body: { error: 'invalid_grant' } }],
  ['throttles', { statusCode: 429, body: {} }],
  ['redirects', { statusCode: 302, body: {} }],
  ['answers without a token', { statusCode: 200, body: {} }],
  ['issues opaque access tokens', { body: { access_token: 'c29tZSBvcGFxdWUgdG9rZW4' } }],
])('a login is 503 when the provider %s', async (_, tokenAnswer) => {
  const { email } = await service.addUser('VIEWER')
  provider.settings.tokenAnswer = tokenAnswer
  expect(await service.anonymous().login(email, password)).toMatchObject(away)
})

test.each([
  ['for another audience', { aud: 'another service' }],
  ['of another issuer', { iss: 'https://another.example' }],
  ['that have expired', { exp: start.getTime() / 1000 - 10 }],
  ['of the future', { nbf: start.getTime() / 1000 + 10 }],
  ['without an end', { exp: undefined }],
  ['without a subject', { sub: undefined }],
  ['that are ID tokens', { aud: ['coverage', 'coverage-api'] }],
  ['of another client', { azp: 'another client' }],
  ['whose subject no database can store', { sub: 'a\0b' }],
])('a login is 503 if the provider gives access tokens %s', async (_, accessClaims) => {
  const { email } = await service.addUser('VIEWER')
  provider.settings.accessClaims = accessClaims
  expect(await service.anonymous().login(email, password)).toMatchObject(away)
})

test('a login is 503 if the provider answers with more than the service reads', async () => {
  const { email } = await service.addUser('VIEWER')
  provider.settings.tokenAnswer = { body: { access_token: provider.sign({}), filler: 'x'.repeat(2 ** 20) } }
  expect(await service.anonymous().login(email, password)).toMatchObject(away)
  expect(logged.map(({ err }) => JSON.stringify(err)).join()).toContain('more than 1 MiB')
})

test('a login with an email that no database can store is one of an unknown user', async () => {
  provider.settings.identityClaims = { email: 'a\0b@clinic.example' }
  const { email } = await service.addUser('VIEWER')
  expect(await service.anonymous().login(email, password)).toMatchObject(refused)
})

test('a login is 503 with a reason in the log when the access token is too large for a cookie', async () => {
  const { email } = await service.addUser('VIEWER')
  const padding = (length: number) => ({ padding: 'x'.repeat(length) })
  provider.settings.accessClaims = padding(2400)
  const client = service.anonymous()
  expect((await client.login(email, password)).status).toBe(200)
  expect((await me(client)).status).toBe(200)
  provider.settings.accessClaims = padding(2800)
  const tooLarge = {
    status: 503,
    body: { detail: 'The token of the identity provider is too large for a cookie.' },
  }
  const newcomer = service.anonymous()
  expect(await newcomer.login(email, password)).toMatchObject(tooLarge)
  expect(newcomer.cookies.size).toBe(0)
  await expect.poll(() => provider.requests.revoked).toHaveLength(1)
  expect(logged).toMatchObject([{ level: 50, size: expect.any(Number), limit: 4096 }])
  expect(logged[0]?.size).toBeGreaterThan(4096)
  expect(await refresh(client)).toMatchObject(tooLarge)
  expect((await me(client)).status).toBe(200)
  provider.settings.accessClaims = {}
  expect((await refresh(client)).status).toBe(200)
})

test('a session survives useless answers of the provider and is refreshed once they are good', async () => {
  const client = await service.as('VIEWER')
  provider.settings.tokenAnswer = { statusCode: 500, body: {} }
  const left = client.copy()
  expect(await refresh(left)).toMatchObject(away)
  expect((await me(left)).status).toBe(200)
  provider.reset()
  passSeconds(60)
  const { email } = client.user
  provider.settings.tokenAnswer = {
    statusCode: 200,
    body: { access_token: provider.sign({ sub: provider.subjectOf(email) }) },
  }
  expect((await refresh(left)).status).toBe(200)
})

test('password guesses are limited by account, and users elsewhere are not locked out', async () => {
  const env = { ...provider.env, TRUST_PROXY: '1', THROTTLE_ACCOUNT: '2/hour' }
  const guarded = await startService({ env })
  const { email } = await guarded.addUser('VIEWER', { email_verified: true })
  const login = async (address: string, secret: string) => {
    const headers = { 'X-Forwarded-For': address }
    const body = { email, password: secret }
    return (await guarded.anonymous().post('/api/v1/auth/login/', body, { headers })).status
  }
  const statuses = [await login('198.51.100.1', password)]
  for (let i = 1; i <= 3; i++) statuses.push(await login(`203.0.113.${i}`, 'wrong'))
  statuses.push(await login('203.0.113.9', password), await login('198.51.100.1', password))
  expect(statuses).toEqual([200, 400, 400, 429, 429, 200])
  await guarded.close()
})
