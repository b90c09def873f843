import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { expect, test } from 'vitest'
import { serviceForFile } from '../../setup/fixture.ts'

const app = 'https://app.example.org'

const { service, admin } = await serviceForFile({
  env: { CORS_ALLOWED_ORIGINS: app, ALLOWED_HOSTS: 'localhost,127.0.0.1', THROTTLE_USER: '1000/hour' },
})

/** The headers in the order in which they are sent; what differs from answer to answer is left out. */
async function headersOf(path: string, options: RequestOptions = {}) {
  const sending = request(`${service.url}${path}`, options).end()
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  answer.resume()
  const { rawHeaders } = answer
  const lines = Array.from({ length: rawHeaders.length / 2 }, (_, at) => rawHeaders.slice(2 * at, 2 * at + 2))
  return lines.map(([name, value]) => `${name}: ${varying.has(name ?? '') ? '*' : value}`)
}

const varying = new Set(['Content-Length', 'Date', 'RateLimit', 'X-Request-Id'])

const signedIn = () => ({
  Host: 'localhost',
  Cookie: ['access_token', 'csrftoken'].map((name) => `${name}=${admin.cookies.get(name)?.value}`).join('; '),
})

const security = [
  'X-Request-Id: *',
  "Content-Security-Policy: default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Origin-Agent-Cluster: ?1',
  'Referrer-Policy: no-referrer',
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  'X-Content-Type-Options: nosniff',
  'X-DNS-Prefetch-Control: off',
  'X-Download-Options: noopen',
  'X-Frame-Options: SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies: none',
  'X-XSS-Protection: 0',
]
const sharing = [
  'Vary: Origin',
  'Access-Control-Allow-Credentials: true',
  'Access-Control-Expose-Headers: Content-Disposition,ETag,Idempotent-Replayed,RateLimit,RateLimit-Policy,Retry-After,X-Error-Code,X-Password-Expires,X-Request-Id',
]
const counted = ['RateLimit-Policy: "user";q=1000;w=3600', 'RateLimit: *']
const json = ['Cache-Control: no-store', 'Content-Type: application/json', 'Content-Length: *']
const kept = ['Date: *', 'Connection: keep-alive', 'Keep-Alive: timeout=5']

test.each(['/api/v1/tags/', '/trpc/tags.list?input={}'])(
  'the answer of %s has all its headers in order',
  async (path) => {
    const expected = [...security, ...sharing, ...counted, ...json, ...kept]
    expect(await headersOf(path, { headers: signedIn() })).toEqual(expected)
  },
)

test('an answer to an allowed page names its origin before the other CORS headers', async () => {
  const headers = { ...signedIn(), Origin: app }
  const named = [`Access-Control-Allow-Origin: ${app}`, ...sharing]
  const expected = [...security, ...named, ...counted, ...json, ...kept]
  expect(await headersOf('/api/v1/tags/', { headers })).toEqual(expected)
})

test('a preflight is answered with what pages may do', async () => {
  const headers = { Host: 'localhost', Origin: app, 'Access-Control-Request-Method': 'PATCH' }
  expect(await headersOf('/api/v1/tags/', { method: 'OPTIONS', headers })).toEqual([
    ...security,
    `Access-Control-Allow-Origin: ${app}`,
    'Vary: Origin',
    'Access-Control-Allow-Credentials: true',
    'Access-Control-Allow-Methods: GET,HEAD,POST,PATCH,DELETE',
    'Access-Control-Allow-Headers: Content-Type,Idempotency-Key,If-Match,If-None-Match,X-CSRFToken,X-Request-Id,traceparent,tracestate,trpc-accept',
    'Access-Control-Max-Age: 600',
    sharing[2],
    'Content-Length: *',
    ...kept,
  ])
})

test('an answer for an unknown path has no rate limit', async () => {
  const expected = [...security, ...sharing, 'X-Error-Code: NOT_FOUND', ...json, ...kept]
  for (const path of ['/api/v1/nowhere/', '/planning/v1/nowhere/', '/nowhere'])
    expect(await headersOf(path, { headers: { Host: 'localhost' } })).toEqual(expected)
})

test('an unknown host gets no CORS headers, however often it asks', async () => {
  const expected = [
    ...security,
    'Content-Type: application/json',
    'Content-Length: *',
    'Connection: close',
    'Date: *',
  ]
  for (let i = 0; i < 2; i++) {
    const headers = await headersOf('/api/v1/tags/', { headers: { Host: 'clinic.example' } })
    expect(headers.toSorted()).toEqual(expected.toSorted())
  }
})
