import { beforeEach, expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { openWindows } from '../../setup/open-windows.ts'
import { password } from '../../setup/service.ts'

const app = 'https://app.example.org'
const { service } = await serviceForFile({
  env: {
    CORS_ALLOWED_ORIGINS: app,
    THROTTLE_ANON: '3/hour',
    THROTTLE_USER: '3/hour',
    THROTTLE_PLANNING: '3/hour',
    THROTTLE_LOGIN: '5/hour',
    THROTTLE_TOKEN_REFRESH: '3/hour',
    THROTTLE_LOGOUT: '3/hour',
  },
})
const ops = closedAfterAll(await startConsole(service, { env: { THROTTLE_ANON: '3/hour' } }))
const victim = await service.as('VIEWER')
const operator = await ops.as('ADMIN')

const page = { Origin: 'https://evil.example' }
const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }
const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
const ofPage = {
  detail: `CSRF Failed: Origin checking failed - https://evil.example does not match any trusted origins: it is neither ${service.url}, where the request was sent to, nor in CORS_ALLOWED_ORIGINS.`,
}
const ofAnotherSite = {
  detail: 'CSRF Failed: Origin checking failed - a page of another site made this request.',
}

beforeEach(() => service.services.throttles.clear())

const windows = () => openWindows(service.services.throttles)

test.each([
  ['GET', '/api/health/'],
  ['GET', '/api/v1/auth/me/'],
  ['POST', '/api/v1/tags/'],
  ['POST', '/planning/v1/plans/apply/'],
  ['POST', '/api/v1/auth/login/'],
  ['POST', '/api/v1/auth/logout/'],
  ['POST', '/api/v1/auth/token/refresh/'],
])('a request from a page of a foreign origin is refused and not counted: %s %s', async (method, path) => {
  for (let i = 0; i < 10; i++) {
    const answer = await expectAnswer(victim.request(method, path, { headers: page }), 403, ofPage)
    expect(answer.headers.get('ratelimit')).toBeNull()
  }
  expect(await windows()).toEqual([])
})

test('a tRPC call from a page of a foreign origin is refused and not counted', async () => {
  for (const batch of ['auth.me', 'auth.me,tags.list'])
    expect((await victim.get(`/trpc/${batch}?batch=1&input=%7B%7D`, { headers: page })).status).toBe(403)
  expect(await windows()).toEqual([])
})

test('a foreign page cannot lock users out of login', async () => {
  const { email } = await service.addUser('VIEWER')
  const headers = { ...page, 'Content-Type': 'text/plain' }
  for (let i = 0; i < 10; i++)
    await service.anonymous().post('/api/v1/auth/login/', undefined, { raw: '{}', headers })
  expect((await service.anonymous().login(email, password)).status).toBe(200)
})

test.each([
  ['an image', image],
  ['a link', link],
])('a request without an origin from %s on another site is refused and not counted', async (_, headers) => {
  for (let i = 0; i < 10; i++) {
    await expectAnswer(victim.get('/api/v1/auth/me/', { headers }), 403, ofAnotherSite)
  }
  expect(await windows()).toEqual([])
})

test.each(['same-origin', 'same-site', 'none'])(
  'a request without an origin is answered when its site is %s',
  async (site) => {
    const answer = await victim.get('/api/v1/auth/me/', { headers: { 'Sec-Fetch-Site': site } })
    expect(answer.status).toBe(200)
  },
)

test('a request from an allowed origin on another site is answered', async () => {
  const headers = { Origin: app, 'Sec-Fetch-Site': 'cross-site' }
  expect((await victim.get('/api/v1/auth/me/', { headers })).status).toBe(200)
})

test.each([
  ['a page', page],
  ['an image', image],
])('the ops port refuses a call from %s of another site, and does not count it', async (_, headers) => {
  const client = ops.anonymous()
  for (let i = 0; i < 5; i++)
    expect((await client.get('/trpc/operator.system.viewer', { headers })).status).toBe(403)
  expect((await operator.get('/api/v1/auth/me/', { headers })).status).toBe(403)
  expect(await windows()).toEqual([])
})

test('the ops port opens its pages for a link on another site', async () => {
  const statuses = []
  for (const path of ['/status', '/docs/', '/livez'])
    statuses.push((await operator.get(path, { headers: link })).status)
  expect(statuses).toEqual([200, 200, 200])
  // Without the built pages it says that they are missing.
  expect([200, 503]).toContain((await operator.get('/users', { headers: link })).status)
})
