import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, toNothing } from '../../expect/endpoints.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { password, startService, type TestService } from '../../setup/service.ts'

const app = 'https://app.example.org'
const local = 'http://localhost:5173'
const exposed =
  'Content-Disposition,ETag,Idempotent-Replayed,RateLimit,RateLimit-Policy,Retry-After,X-Error-Code,X-Password-Expires,X-Request-Id'
const foreign = [
  'https://evil.example',
  'http://app.example.org',
  'https://app.example.org:8443',
  'https://app.example.org.evil.example',
  'https://evil-app.example.org',
  'https://APP.example.org',
  'https://app.example.org/',
  'https://example.org',
  'null',
  'file://',
  '*',
]

const { service, admin } = await serviceForFile({
  env: { CORS_ALLOWED_ORIGINS: `${app},${local}`, THROTTLE_ANON: '20/hour' },
})

const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))

const preflight = (path: string, origin: string) =>
  service.anonymous().request('OPTIONS', path, {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'content-type,x-csrftoken',
    },
  })

test.each([
  [app, '/api/v1/tags/'],
  [local, '/api/v1/tags/'],
  [app, '/trpc/tags.create'],
])(
  'a preflight from the allowed origin %s to %s is answered with what pages may do',
  async (origin, path) => {
    const answer = await preflight(path, origin)
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect(corsHeaders(answer.headers)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,HEAD,POST,PATCH,DELETE',
      'access-control-allow-headers':
        'Content-Type,Idempotency-Key,If-Match,If-None-Match,X-CSRFToken,X-Request-Id,traceparent,tracestate,trpc-accept',
      'access-control-expose-headers': exposed,
      'access-control-max-age': '600',
      vary: 'Origin',
    })
  },
)

test.each(foreign)('a preflight from %s allows nothing', async (origin) => {
  const { headers } = await preflight('/api/v1/tags/', origin)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('vary')).toBe('Origin')
})

test('a preflight is neither authenticated nor counted', async () => {
  for (let i = 0; i < 25; i++) expect((await preflight('/api/v1/tags/', app)).status).toBe(204)
})

test.each([
  ['200', '/api/v1/tags/'],
  ['400', '/api/v1/tags/?ordering=nope'],
  ['404', '/api/v1/nowhere/'],
  ['404 of planning', '/planning/v1/nowhere/'],
  ['405', '/api/v1/auth/login/'],
  ['404 outside the API', '/nowhere'],
  ['200 over tRPC', '/trpc/auth.me'],
  ['404 over tRPC', '/trpc/nowhere'],
])('an answer of status %s can be read by pages of the allowed origin', async (_, path) => {
  const { headers } = await admin.get(path, { headers: { Origin: app } })
  expect(corsHeaders(headers)).toEqual({
    'access-control-allow-origin': app,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
    vary: 'Origin',
  })
})

test('refusals with 401 and 429 can be read by pages of the allowed origin', async () => {
  const client = service.anonymous()
  const seen = new Map<number, string | null>()
  for (let i = 0; i < 25; i++) {
    const { status, headers } = await client.get('/api/v1/tags/', { headers: { Origin: app } })
    seen.set(status, headers.get('access-control-allow-origin'))
  }
  expect(seen).toEqual(
    new Map([
      [401, app],
      [429, app],
    ]),
  )
})

test.each(foreign)('a read by a page of %s is refused', async (origin) => {
  const answer = await admin.get('/api/v1/tags/', { headers: { Origin: origin } })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
})

describe('a change requested by a page', () => {
  const create = (headers: Record<string, string>, client = admin) =>
    client.post(
      '/api/v1/tags/',
      { name: randomUUID().slice(0, 10), display_name: 'x', category: 'CONTRACT' },
      { headers },
    )
  const failed = (origin: string) => ({
    detail: `CSRF Failed: Origin checking failed - ${origin} does not match any trusted origins: it is neither ${service.url}, where the request was sent to, nor in CORS_ALLOWED_ORIGINS.`,
  })

  test.each([[app], [local]])('a change by a page of the allowed origin %s is made', async (origin) => {
    expect((await create({ Origin: origin })).status).toBe(201)
  })

  test("a change by a page of the service's own origin is made", async () => {
    expect((await create({ Origin: service.url })).status).toBe(201)
  })

  test.each(foreign)('a change by a page of %s is refused, with or without a token', async (origin) => {
    const answer = await create({ Origin: origin })
    expect([answer.status, answer.body]).toEqual([403, failed(origin)])
  })

  test.each(endpoints.filter(([, method]) => method !== 'GET'))(
    '%s (%s %s) is refused to pages of a foreign origin',
    async (name, method, path) => {
      const origin = 'https://evil.example'
      const client = await service.as('ADMIN', { is_superuser: true })
      const answer = await client.request(method, toNothing(path), { headers: { Origin: origin } })
      expect([answer.status, answer.body]).toEqual([403, failed(origin)])
      if (name === 'auth.refresh') return
      const overTrpc = await client.post(`/trpc/${name}`, {}, { headers: { Origin: origin } })
      expect([overTrpc.status, overTrpc.body.error.data.body]).toEqual([403, failed(origin)])
    },
  )

  test('a page of a foreign origin cannot sign a visitor in', async () => {
    const { email } = await service.addUser('VIEWER')
    const headers = { Origin: 'https://evil.example' }
    const answer = await service.anonymous().post('/api/v1/auth/login/', { email, password }, { headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('a page of a foreign origin changes nothing', async () => {
    const { id } = await factories(service).tag({ name: 'Untouched' })
    const headers = { Origin: 'https://evil.example' }
    await admin.delete(`/api/v1/tags/${id}/`, { headers })
    await admin.patch(`/api/v1/tags/${id}/`, { name: 'Touched' }, { headers })
    expect((await admin.get(`/api/v1/tags/${id}/`)).body.name).toBe('Untouched')
  })

  test("without a proxy, forwarded headers cannot make an origin the service's own", async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' }
    expect((await create({ Origin: 'https://evil.example', ...forwarded })).status).toBe(403)
    expect((await create({ Origin: service.url.replace('http:', 'https:'), ...forwarded })).status).toBe(403)
  })
})

describe('behind a proxy', () => {
  const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'clinic.example' }
  let proxied: TestService
  let manager: Client

  beforeAll(async () => {
    proxied = await startService({ env: { TRUST_PROXY: 'loopback', THROTTLE_ANON: '1/hour' } })
    manager = await proxied.as('MANAGER')
  })
  afterAll(() => proxied.close())

  test('behind a proxy the service’s origin is the one that browsers see', async () => {
    const change = (Origin: string) =>
      manager.post('/api/v1/tags/', {}, { headers: { Origin, ...forwarded } })
    expect((await change('https://clinic.example')).status).toBe(400)
    expect((await change('http://clinic.example')).status).toBe(403)
    expect((await change(proxied.url)).status).toBe(403)
  })

  test('behind a proxy links have the address that callers see', async () => {
    const make = factories(proxied)
    for (const name of ['One--', 'Two--']) await make.tag({ name })
    const { body } = await manager.get('/api/v1/tags/?page_size=1', { headers: forwarded })
    expect(body.next).toBe('https://clinic.example/api/v1/tags/?page_size=1&page=2')
  })

  test('behind a proxy callers are counted by the last address that the proxy names', async () => {
    const status = async (chain: string) =>
      (await proxied.anonymous().get('/api/health/', { headers: { 'X-Forwarded-For': chain } })).status
    expect(await status('198.51.100.1')).toBe(200)
    expect(await status('198.51.100.1')).toBe(429)
    expect(await status('203.0.113.9, 198.51.100.1')).toBe(429)
    expect(await status('198.51.100.1, 198.51.100.2')).toBe(200)
  })
})

test('without a proxy callers are counted by their own address, whatever they forward', async () => {
  const direct = await startService({ env: { THROTTLE_ANON: '1/hour' } })
  const get = (ip: string) => direct.anonymous().get('/api/health/', { headers: { 'X-Forwarded-For': ip } })
  expect([(await get('198.51.100.1')).status, (await get('198.51.100.2')).status]).toEqual([200, 429])
  await direct.close()
})
