import { expect, test } from 'vitest'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { openWindows } from '../../setup/open-windows.ts'
import { raw } from '../../setup/raw.ts'
import { startService } from '../../setup/service.ts'

const { service, make } = await serviceForFile({ env: { TRUST_PROXY: 'loopback' } })
const viewer = await service.as('VIEWER')
for (const name of ['One--', 'Two--']) await make.tag({ name })
const named = closedAfterAll(
  await startService({
    env: { ALLOWED_HOSTS: 'api.example.org,[2001:DB8:0::1]', THROTTLE_ANON: '2/hour' },
  }),
)
const tags = '/api/v1/tags/?page_size=1'

const unknown = { detail: 'The service does not answer to this host name.' }

/** Requests a path with only these header lines. */
const get = (url: string, path: string, ...lines: string[]) =>
  raw(url, `${[`GET ${path} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)

const statusOf = async (url: string, path: string, ...lines: string[]) =>
  (await get(url, path, ...lines)).status

test.each(['evil.example', 'evil.example:8000', '[2001:db8::1]', 'API.example.org.', '192.0.2.1:80'])(
  'a public port without names answers to %s',
  async (host) => {
    expect(await statusOf(service.url, '/api/health/', `Host: ${host}`)).toBe(200)
  },
)

test.each(['evil.example/path', 'user@evil.example', 'evil example', 'a:b', '"', '1.2.3.999', 'a..b', ''])(
  'the public port refuses %j, which is not a host name',
  async (host) => {
    const { status, body } = await get(service.url, '/api/health/', `Host: ${host}`)
    expect([status, body]).toEqual([421, unknown])
  },
)

test('the public port refuses a request that names no host', async () => {
  const { status, body } = await raw(service.url, 'GET /api/health/ HTTP/1.0\r\n\r\n')
  expect([status, body]).toEqual([421, unknown])
})

test.each(['/api/health/', '/api/v1/nowhere/', '/trpc/health.check', '/nowhere'])(
  'the public port refuses other names at %s with 421, and counts nothing',
  async (path) => {
    for (const host of ['evil.example', 'api.example.org.evil.example', '127.0.0.1', 'xapi.example.org']) {
      const { status, body, head } = await get(named.url, path, `Host: ${host}`)
      expect([status, body]).toEqual([421, unknown])
      expect(head).not.toMatch(/ratelimit|set-cookie/i)
    }
    expect(await openWindows(named.services.throttles)).toEqual([])
  },
)

test('the public port answers to its names in any spelling', async () => {
  const hosts = ['api.example.org', 'API.Example.org:443', 'api.example.org.', '[2001:db8::0001]:8000']
  for (const host of hosts) expect(await statusOf(named.url, '/api/v1/nowhere/', `Host: ${host}`)).toBe(404)
})

test('behind a proxy the host is the one that the proxy forwards', async () => {
  const named = await startService({ env: { TRUST_PROXY: 'loopback', ALLOWED_HOSTS: 'clinic.example' } })
  const status = (...lines: string[]) => statusOf(named.url, '/api/health/', 'Host: service:8000', ...lines)
  expect(await status('X-Forwarded-Host: clinic.example')).toBe(200)
  expect(await status('X-Forwarded-Host: evil.example')).toBe(421)
  expect(await status()).toBe(421)
  await named.close()
})

test.each([
  ['javascript', 'http'],
  ['data', 'http'],
  ['HTTPS', 'https'],
  ['https', 'https'],
  ['http', 'http'],
])('links of a request forwarded as %s begin with %s', async (forwarded, scheme) => {
  const headers = { 'X-Forwarded-Proto': forwarded, 'X-Forwarded-Host': 'clinic.example' }
  const { body } = await viewer.get(tags, { headers })
  expect(body.next).toBe(`${scheme}://clinic.example${tags}&page=2`)
})

test('a forwarded host that is not a host name never gets into a link', async () => {
  const forwarded = 'X-Forwarded-Host: clinic.example/"><script>'
  const { status, body } = await get(service.url, tags, 'Host: service:8000', forwarded)
  expect([status, body]).toEqual([421, unknown])
})
