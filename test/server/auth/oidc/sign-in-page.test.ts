import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../../../entities/accounts/user.ts'
import type { Role } from '../../../../src/accounts/permissions.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, closedAfterTest } from '../../../setup/fixture.ts'
import { password, startService } from '../../../setup/service.ts'
import { Browser, cookiesIn, startRealProvider } from './real-provider.ts'

const provider = closedAfterAll(await startRealProvider())
const env = {
  ...provider.env,
  OIDC_ROLE_CLAIM: 'realm_access.roles',
  OIDC_ROLES: 'nurses=EMPLOYEE,heads=MANAGER',
}
const logged: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
const service = closedAfterAll(await startService({ env: provider.env, log }))
const ops = closedAfterAll(await startConsole(service, { env: provider.env }))
const ports = [
  ['the public port', service.url],
  ['the ops port', ops.url],
] as const

beforeEach(() => {
  provider.reset()
  logged.length = 0
  service.clock.now = new Date()
})

const start = (url = service.url, query = '') => `${url}/auth/oidc/start${query}`
const isCallback = (url: string) => url.includes('/auth/oidc/callback')
const reasonIn = (url: string) => new URL(url).searchParams.get('sign_in')

/** A new user, who is the one at the provider's page from now on. */
async function visitor(role: Role = 'VIEWER', fields: Partial<User> = { is_staff: true }) {
  const user = await service.addUser(role, fields)
  provider.settings.email = user.email
  return user
}

/** A browser that has signed in at the provider, and the address that leads it back, not opened yet. */
async function beforeCallback(browser = new Browser(), address = start()) {
  const { url } = await browser.open(address, isCallback)
  return { browser, url }
}

const refusal = async () => (await new Browser().open(`${ops.url}/readyz`)).answer?.body.identity_provider

test.each(ports)(
  'a user signs in at the provider’s page on %s and returns to where they were',
  async (_, url) => {
    const user = await visitor()
    const browser = new Browser()
    const { hops } = await browser.open(start(url, '?return_to=/api/v1/auth/me/?a=1'))
    expect(hops[1]).toMatch(`${provider.issuer}/auth?`)
    expect(hops.at(-1)).toBe(`${url}/api/v1/auth/me/?a=1`)
    const client = browser.at(url)
    expect((await client.get('/api/v1/auth/me/')).body).toMatchObject({ sub: user.id, email: user.email })
    expect((await client.post('/api/v1/auth/token/refresh/')).status).toBe(200)
    expect((await client.get('/api/v1/auth/me/')).status).toBe(200)
    expect((await client.post('/api/v1/auth/logout/')).status).toBe(204)
    expect((await client.get('/api/v1/auth/me/')).status).toBe(401)
  },
)

test('a sign-in at the provider sets the cookies of a login, and keeps nothing else', async () => {
  await visitor()
  const { browser, url } = await beforeCallback()
  const begun = new Browser().at(service.url)
  const flow = cookiesIn((await begun.get('/auth/oidc/start')).headers)
  expect(Object.entries(flow)).toEqual([
    [
      expect.stringMatching(/^oidc_flow_[\w-]{16}$/),
      expect.stringMatching(/=[\w+/=]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ],
  ])
  const answer = await browser.at(url).get(new URL(url).pathname + new URL(url).search)
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    303,
    `${service.url}/`,
    'no-store',
  ])
  const { access_token, refresh_token, csrftoken, oidc_hint, ...others } = cookiesIn(answer.headers)
  expect(access_token).toMatch(/^access_token=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(refresh_token).toMatch(
    /; Max-Age=604800; Path=\/api\/v1\/auth\/token\/refresh\/; HttpOnly; SameSite=Lax$/,
  )
  expect(csrftoken).toMatch(/; Max-Age=604800; Path=\/; SameSite=Lax$/)
  expect(oidc_hint).toMatch(/; Path=\/auth\/oidc\/; HttpOnly; SameSite=Lax$/)
  expect(Object.values(others)).toEqual([expect.stringMatching(/^oidc_flow_[\w-]+=; Max-Age=0; Path=\/; /)])
})

test('the address of the provider’s page asks for a code with PKCE, a state and a nonce', async () => {
  const { headers } = await service.anonymous().get('/auth/oidc/start')
  const { searchParams } = new URL(headers.get('location') ?? '')
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'coverage',
    redirect_uri: `${service.url}/auth/oidc/callback`,
    scope: 'openid email',
    audience: 'coverage-api',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\/evil.example',
  '/\t/evil.example/',
  '/.//evil.example/',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'evil',
  '',
])('a sign-in never returns to an address that is no path of this service: %j', async (address) => {
  await visitor()
  const browser = new Browser()
  const { hops } = await browser.open(start(service.url, `?return_to=${encodeURIComponent(address)}`))
  expect(hops.at(-1)).toBe(`${service.url}/`)
})

test('an encoded address of another site stays a path of this service', async () => {
  await visitor()
  const { hops } = await new Browser().open(start(service.url, '?return_to=/%252f%252fevil.example'))
  expect(hops.at(-1)).toBe(`${service.url}/%2f%2fevil.example`)
})

test.each([
  [2000, true],
  [4000, false],
])('a sign-in with a path of %i characters succeeds, and returns there: %s', async (length, returns) => {
  await visitor()
  const path = `/${'x'.repeat(length)}`
  const { headers } = await service.anonymous().get(`/auth/oidc/start?return_to=${path}`)
  expect(headers.getSetCookie()[0]?.length).toBeLessThan(4096)
  const { hops } = await new Browser().open(start(service.url, `?return_to=${path}`))
  expect(hops.at(-1)).toBe(service.url + (returns ? path : '/'))
})

test.each(ports)('two tabs of one browser sign in beside each other on %s', async (_, url) => {
  await visitor()
  const { browser, url: first } = await beforeCallback(new Browser(), start(url, '?return_to=/first'))
  const { url: second } = await beforeCallback(browser, start(url, '?return_to=/second'))
  expect((await browser.open(second)).hops.at(-1)).toBe(`${url}/second`)
  expect((await browser.open(first)).hops.at(-1)).toBe(`${url}/first`)
})

test('a browser keeps the sign-ins of eight tabs, and may begin any number of them', async () => {
  await visitor()
  const browser = new Browser()
  const flows = () => [...browser.at(service.url).cookies.keys()].filter((name) => name.includes('oidc_flow'))
  for (let tab = 0; tab < 8; tab++) await beforeCallback(browser)
  expect(flows()).toHaveLength(8)
  const path = `/${'x'.repeat(2000)}`
  let last = ''
  for (let tab = 0; tab < 9; tab++)
    last = (await beforeCallback(browser, start(service.url, `?return_to=${path}`))).url
  expect(flows()).toHaveLength(1)
  expect((await browser.open(last)).hops.at(-1)).toBe(service.url + path)
})

test('planted cookies with names that no answer can repeat keep nobody from signing in', async () => {
  const Cookie = Array.from({ length: 9 }, (_, n) => `oidc_flow_é${n}=x`).join('; ')
  const { headers } = await service.anonymous().get('/auth/oidc/start', { headers: { Cookie } })
  expect(headers.get('location')).toMatch(`${provider.issuer}/auth?`)
})

describe('attacks', () => {
  test('a stolen code opens nothing in another browser, and its owner still signs in', async () => {
    const user = await visitor()
    const { browser, url } = await beforeCallback()
    const thief = new Browser()
    const { url: ends } = await thief.open(url)
    expect(reasonIn(ends)).toBe('expired')
    expect(thief.at(service.url).cookies.has('access_token')).toBe(false)
    await browser.open(url)
    expect((await browser.at(service.url).get('/api/v1/auth/me/')).body.sub).toBe(user.id)
  })

  test('a stolen code opens nothing in a flow of the thief’s own, for lack of the verifier', async () => {
    await visitor()
    const victim = await beforeCallback()
    const thief = await beforeCallback()
    const url = new URL(thief.url)
    url.searchParams.set('code', new URL(victim.url).searchParams.get('code') ?? '')
    expect(reasonIn((await thief.browser.open(url.href)).url)).toBe('refused')
    expect(await refusal()).toMatchObject({
      last_refusal: { grant: 'authorization_code', code: 'invalid_grant' },
    })
  })

  test('a callback works once, even with the cookies of its flow', async () => {
    await visitor()
    const { browser, url } = await beforeCallback()
    const replay = browser.at(url).copy()
    const path = new URL(url).pathname + new URL(url).search
    await browser.open(url)
    const again = await replay.get(path)
    expect(reasonIn(again.headers.get('location') ?? '')).toBe('expired')
    expect(replay.cookies.has('access_token')).toBe(false)
  })

  test.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 'expired'],
    ['no state', (url: URL) => url.searchParams.delete('state'), 'expired'],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'invalid'],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'invalid'],
    ['no code', (url: URL) => url.searchParams.delete('code'), 'invalid'],
    ['two codes', (url: URL) => url.searchParams.append('code', 'another'), 'invalid'],
  ])('a callback with %s opens no session', async (_, change, reason) => {
    await visitor()
    const { browser, url } = await beforeCallback()
    const changed = new URL(url)
    change(changed)
    expect(reasonIn((await browser.open(changed.href)).url)).toBe(reason)
    expect(browser.at(service.url).cookies.has('access_token')).toBe(false)
  })

  test.each(['', 'x', 'A'.repeat(36), 'A'.repeat(400)])(
    'a forged flow opens no session: %j',
    async (value) => {
      await visitor()
      const { browser, url } = await beforeCallback()
      const { cookies } = browser.at(url)
      for (const [name, { path }] of cookies) cookies.set(name, { value, path })
      expect(reasonIn((await browser.open(url)).url)).toBe('expired')
    },
  )

  test('a flow of one port is none of the other', async () => {
    await visitor()
    const { browser, url } = await beforeCallback()
    for (const [name, cookie] of browser.at(service.url).cookies)
      browser.at(ops.url).cookies.set(name, cookie)
    const moved = url.replace(service.url, ops.url)
    expect(reasonIn((await browser.open(moved)).url)).toBe('refused')
  })

  test('a callback at another form of its path is redeemed as the one that the provider knows', async () => {
    await visitor()
    const { browser, url } = await beforeCallback()
    expect(reasonIn((await browser.open(url.replace('/callback?', '/callback/?'))).url)).toBeNull()
  })

  test('a program that only looks at a callback does not use it up', async () => {
    await visitor()
    const { browser, url } = await beforeCallback()
    const { pathname, search } = new URL(url)
    await browser.at(url).request('HEAD', pathname + search)
    expect(reasonIn((await browser.open(url)).url)).toBeNull()
  })
})

test('a user who takes more than ten minutes begins again', async () => {
  await visitor()
  const { browser, url } = await beforeCallback()
  service.clock.now = new Date(Date.now() + 601_000)
  expect(reasonIn((await browser.open(url)).url)).toBe('expired')
})

test('what the provider’s page refuses, as for lack of a second factor, is shown, logged and without its words on /readyz', async () => {
  await visitor()
  const error_description = 'AADSTS50076: you must use multi-factor authentication'
  provider.settings.refusal = { error: 'access_denied', error_description }
  const { url } = await new Browser().open(start(service.url, '?return_to=/people'))
  expect(url).toBe(`${service.url}/people?sign_in=refused`)
  const said = { grant: 'authorization_code', code: 'access_denied', from: 'page' }
  const msg = 'the identity provider has refused a grant'
  expect(logged).toContainEqual(expect.objectContaining({ msg, ...said, why: error_description }))
  expect(await refusal()).toEqual({
    name: 'Hospital Login',
    state: 'ok',
    password_grant: false,
    last_refusal: { at: service.clock.now.toISOString(), ...said },
  })
})

test('a code that is none, but a text of somebody else, is not shown on /readyz', async () => {
  await visitor()
  provider.settings.refusal = {
    error: 'Your secret has expired: renew it at https://evil.example',
    error_description: '',
  }
  await new Browser().open(start(service.url))
  expect(await refusal()).toMatchObject({ last_refusal: { code: 'unknown', from: 'page' } })
})

test('no refusal of a person replaces one about the client on /readyz', async () => {
  const wrong = { ...provider.env, OIDC_CLIENT_SECRET: 'wrong' }
  const refused = closedAfterTest(await startService({ env: wrong }))
  const console = closedAfterTest(await startConsole(refused, { env: wrong }))
  refused.clock.now = new Date()
  expect(reasonIn((await new Browser().open(start(refused.url))).url)).toBe('unavailable')
  provider.settings.refusal = { error: 'access_denied', error_description: 'no second factor' }
  expect(reasonIn((await new Browser().open(start(refused.url))).url)).toBe('refused')
  const { answer } = await new Browser().open(`${console.url}/readyz`)
  expect(answer?.body.identity_provider.last_refusal).toMatchObject({
    code: 'invalid_client',
    why: expect.stringContaining('client authentication failed'),
    from: 'token endpoint',
  })
})

test('a person without a user record, or a deactivated one, gets no session, and the log says why', async () => {
  provider.settings.email = 'stranger@clinic.example'
  expect(reasonIn((await new Browser().open(start())).url)).toBe('unknown')
  await visitor('VIEWER', { is_active: false })
  expect(reasonIn((await new Browser().open(start())).url)).toBe('unknown')
  await visitor()
  provider.settings.isVerified = false
  expect(reasonIn((await new Browser().open(start())).url)).toBe('unknown')
  const reasons = logged.filter(({ reason }) => reason).map(({ reason }) => reason)
  expect(reasons).toEqual([
    'no user has its verified email',
    'the user is deactivated',
    'no user has its verified email',
  ])
})

test('sign-ins and sessions go on while the provider changes its keys', async () => {
  await visitor()
  const before = new Browser()
  await before.open(start())
  await provider.rotateKeys()
  expect(reasonIn((await new Browser().open(start())).url)).toBeNull()
  expect((await before.at(service.url).get('/api/v1/auth/me/')).status).toBe(200)
})

test.each([
  [-20, null],
  [20, null],
  [7200, 'invalid'],
])('with a clock %i seconds off, a sign-in ends so: %s', async (seconds, reason) => {
  service.clock.now = new Date(Date.now() + seconds * 1000)
  await visitor()
  expect(reasonIn((await new Browser().open(start())).url)).toBe(reason)
  if (reason)
    expect((await refusal()).last_refusal).toMatchObject({
      code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
      from: 'callback',
    })
})

test('without the password grant the contract’s login says where to sign in', async () => {
  const { email } = await visitor()
  const where = 'Sign in with Hospital Login at /auth/oidc/start: this service does not take its passwords.'
  for (const url of [service.url, ops.url])
    expect(await new Browser().at(url).login(email, password)).toMatchObject({
      status: 400,
      body: { non_field_errors: [where] },
    })
})

test('a sign-in ends the session that was in use when it began', async () => {
  await visitor()
  const browser = new Browser()
  await browser.open(start())
  const before = browser.at(service.url).copy()
  await browser.open(start())
  expect((await before.get('/api/v1/auth/me/')).status).toBe(401)
})

test('a sign-in ends the session that another tab has begun meanwhile', async () => {
  await visitor()
  const { browser, url } = await beforeCallback()
  await browser.open(start())
  const meanwhile = browser.at(service.url).copy()
  expect((await meanwhile.get('/api/v1/auth/me/')).status).toBe(200)
  await browser.open(url)
  expect((await meanwhile.get('/api/v1/auth/me/')).status).toBe(401)
})

test('an operator confirms a change by giving their credentials to the provider again', async () => {
  await visitor('ADMIN', { is_staff: true })
  const browser = new Browser()
  await browser.open(start(ops.url))
  const { id } = await service.addUser('VIEWER')
  const promote = () =>
    browser
      .at(ops.url)
      .trpc('mutation', 'operator.users.set_role', { id, role: 'MANAGER', reason: 'asked for' })
  expect((await promote()).body).toMatchObject({ code: 'PASSWORD_CONFIRMATION_REQUIRED' })
  const confirm = () => browser.at(ops.url).trpc('mutation', 'operator.users.confirm', { password })
  expect((await confirm()).body).toMatchObject({ code: 'PASSWORD_CONFIRMATION_REQUIRED' })
  const { hops } = await browser.open(start(ops.url, '?confirm&return_to=/users'))
  expect(new URL(hops[1] ?? '').searchParams.get('prompt')).toBe('login')
  expect(hops.at(-1)).toBe(`${ops.url}/users`)
  expect((await promote()).body).toMatchObject({ role: 'MANAGER' })
  service.clock.now = new Date(service.clock.now.getTime() + 240_000)
  expect((await confirm()).body).toMatchObject({ code: 'PASSWORD_CONFIRMATION_REQUIRED' })
  service.clock.now = new Date(service.clock.now.getTime() + 61_000)
  expect((await promote()).body).toMatchObject({ code: 'PASSWORD_CONFIRMATION_REQUIRED' })
})

test('who only goes on with an earlier session at the provider confirms nothing', async () => {
  await visitor('ADMIN', { is_staff: true })
  const browser = new Browser()
  await browser.open(start(ops.url))
  service.clock.now = new Date(Date.now() + 200_000)
  const { headers } = await browser.at(ops.url).get('/auth/oidc/start?confirm')
  const page = new URL(headers.get('location') ?? '')
  page.searchParams.delete('prompt')
  page.searchParams.delete('max_age')
  expect(reasonIn((await browser.open(page.href)).url)).toBe('invalid')
})

test('after a logout the provider ends its own session too, and its page leads back', async () => {
  await visitor()
  const browser = new Browser()
  await browser.open(start())
  const client = browser.at(service.url)
  await client.post('/api/v1/auth/logout/')
  const { hops, answer } = await browser.open(`${service.url}/auth/oidc/end`)
  const asked = new URL(hops[1] ?? '')
  expect(asked.href).toMatch(`${provider.issuer}/session/end?`)
  expect(asked.searchParams.get('post_logout_redirect_uri')).toBe(`${service.url}/`)
  expect(asked.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(answer?.status).toBe(200)
  expect(client.cookies.has('oidc_hint')).toBe(false)
})

test('a page of another site cannot end the session at the provider', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await service.anonymous().get('/auth/oidc/end', { headers })).status).toBe(403)
})

/** A service with small limits, with its console. */
async function throttled(limits: Record<string, string>) {
  const limited = { ...provider.env, THROTTLE_LOGIN: '2/hour', THROTTLE_ANON: '100/hour', ...limits }
  const small = closedAfterTest(await startService({ env: limited, log }))
  small.clock.now = new Date()
  return { small, console: closedAfterTest(await startConsole(small, { env: limited })) }
}

test('on the public port each callback counts as a login, by address', async () => {
  const { small } = await throttled({})
  provider.settings.email = (await small.addUser('VIEWER')).email
  const reasons = []
  for (let tab = 0; tab < 3; tab++) reasons.push(reasonIn((await new Browser().open(start(small.url))).url))
  expect(reasons).toEqual([null, null, 'throttled'])
})

test('a callback that is throttled costs no flow', async () => {
  const { small } = await throttled({ THROTTLE_LOGIN: '1/hour' })
  provider.settings.email = (await small.addUser('VIEWER')).email
  await new Browser().open(start(small.url))
  const { browser, url } = await beforeCallback(new Browser(), start(small.url))
  expect(reasonIn((await browser.open(url)).url)).toBe('throttled')
  small.clock.now = new Date(Date.now() + 1000)
  await small.services.throttles.reset({ scope: 'login', key: '127.0.0.1' })
  expect(reasonIn((await browser.open(url)).url)).toBeNull()
})

test('on the ops port refusals of a person count, and at the limit of an address only who is known there signs in', async () => {
  const { small, console } = await throttled({})
  const [known, stranger] = [await small.addUser('VIEWER'), await small.addUser('VIEWER')]
  const signIn = async (email: string) => {
    provider.settings.email = email
    return reasonIn((await new Browser().open(start(console.url))).url)
  }
  expect(await signIn(known.email)).toBeNull()
  for (let tab = 0; tab < 3; tab++) {
    const { browser, url } = await beforeCallback(new Browser(), start(console.url))
    expect(reasonIn((await browser.open(`${url}&code=another`)).url)).toBe('invalid')
  }
  expect(await signIn('nobody@clinic.example')).toBe('unknown')
  expect(await signIn('nobody@clinic.example')).toBe('unknown')
  expect(await signIn('nobody@clinic.example')).toBe('throttled')
  expect(await signIn(stranger.email)).toBe('throttled')
  expect(await signIn(known.email)).toBeNull()
  const [counter] = (await small.services.throttles.keys({ scope: 'login' })).found
  await small.services.throttles.block(counter ?? { scope: 'login', key: '' }, 60_000)
  expect(await signIn(known.email)).toBe('throttled')
})

test('another site’s page cannot use up the logins of an address', async () => {
  const { small, console } = await throttled({ THROTTLE_ANON: '4/hour' })
  for (const { url } of [small, console]) {
    const headers = { 'Sec-Fetch-Dest': 'image' }
    for (const path of ['start', 'callback', 'end', 'start', 'callback'])
      expect((await new Browser().at(url).get(`/auth/oidc/${path}`, { headers })).status).toBe(403)
    const reasons = []
    for (let opened = 0; opened < 3; opened++)
      reasons.push(reasonIn((await new Browser().open(`${url}/auth/oidc/callback`)).url))
    expect(reasons).toEqual(['expired', 'expired', 'expired'])
  }
  expect(logged.filter(({ event }) => event === 'failed_login')).toEqual([])
  provider.settings.email = (await small.addUser('VIEWER')).email
  expect(reasonIn((await new Browser().open(start(small.url))).url)).toBeNull()
  expect(reasonIn((await new Browser().open(`${small.url}/auth/oidc/callback`)).url)).toBe('throttled')
})

describe('roles from a claim', async () => {
  const mapped = closedAfterAll(await startService({ env, log }))

  beforeEach(() => {
    mapped.clock.now = new Date()
  })

  async function signIn(role: Role, groups: string[] | undefined) {
    const user = await mapped.addUser(role)
    Object.assign(provider.settings, { email: user.email, groups })
    const browser = new Browser()
    const { url } = await browser.open(start(mapped.url))
    return { user, url, client: browser.at(mapped.url) }
  }

  test('a sign-in gives the user the strongest role of the claim', async () => {
    const { client } = await signIn('VIEWER', ['offline_access', 'nurses', 'heads'])
    expect((await client.get('/api/v1/auth/me/')).body.role).toBe('MANAGER')
  })

  test('a user whose claim gives no role may not sign in', async () => {
    for (const groups of [undefined, [], ['ADMIN', 'constructor']]) {
      const { url, client } = await signIn('ADMIN', groups)
      expect(reasonIn(url)).toBe('unknown')
      expect(client.cookies.has('access_token')).toBe(false)
    }
    expect(logged).toContainEqual(expect.objectContaining({ reason: 'OIDC_ROLE_CLAIM gives no role' }))
  })

  test('a refresh takes a role away that the provider has taken away, and ends all sessions of who has none', async () => {
    const { client } = await signIn('VIEWER', ['heads'])
    const other = new Browser()
    await other.open(start(mapped.url))
    const refresh = () => client.post('/api/v1/auth/token/refresh/')
    provider.settings.groups = ['nurses']
    expect((await refresh()).status).toBe(200)
    expect((await client.get('/api/v1/auth/me/')).body.role).toBe('EMPLOYEE')
    provider.settings.groups = []
    expect((await refresh()).status).toBe(401)
    expect((await other.at(mapped.url).get('/api/v1/auth/me/')).status).toBe(401)
  })
})
