import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { raw } from '../../setup/raw.ts'
import { password } from '../../setup/service.ts'

const { service } = await serviceForFile()
const ops = closedAfterAll(
  await startConsole(service, {
    env: { OPS_ALLOWED_HOSTS: 'ops.clinic.example,service,[2001:db8::9]', THROTTLE_LOGIN: '2/hour' },
  }),
)

async function get(url: string, path: string, ...lines: string[]) {
  const request = [`HEAD ${path} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')
  return (await raw(url, `${request}\r\n\r\n`)).status
}

const paths = ['/metrics', '/readyz', '/livez', '/status', '/openapi.json', '/docs/', '/', '/nowhere.txt']
const apiPaths = ['/api/v1/auth/me/', '/trpc/operator.system.viewer']

test.each([...paths, ...apiPaths])('the ops port answers to no other name at %s', async (path) => {
  for (const host of [
    'evil.example:9000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evillocalhost',
    '192.0.2.1',
    '[::2]',
    'localhost/',
  ])
    expect([host, await get(ops.url, path, `Host: ${host}`)]).toEqual([host, 421])
})

test.each([
  'localhost',
  'LOCALHOST:9000',
  'localhost.',
  'coverage.localhost:9000',
  '127.0.0.1:9000',
  '127.8.9.10',
  '[::1]:9000',
  '[0:0:0:0:0:0:0:1]',
  'ops.clinic.example:443',
  'service:9000',
  '[2001:DB8:0::9]:9000',
])('the ops port answers to %s', async (host) => {
  expect(await get(ops.url, '/livez', `Host: ${host}`)).toBe(200)
})

test('the ops port says only that it does not know the name', async () => {
  const { status, body } = await raw(ops.url, 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  expect([status, body]).toEqual([421, { detail: 'The service does not answer to this host name.' }])
})

test('the ops port trusts no forwarded host', async () => {
  expect(await get(ops.url, '/livez', 'Host: evil.example', 'X-Forwarded-Host: localhost')).toBe(421)
})

/** The statuses of five logins, each forwarded for another address. */
async function logins(at: Awaited<ReturnType<typeof startConsole>>) {
  const statuses = []
  for (let i = 1; i <= 5; i++) {
    const headers = { 'X-Forwarded-For': `198.51.100.${i}` }
    const body = { email: 'nobody@clinic.example', password }
    statuses.push((await at.anonymous().post('/api/v1/auth/login/', body, { headers })).status)
  }
  return statuses
}

test('the ops port trusts no forwarded address, even if the public port trusts it', async () => {
  const proxied = await startConsole(service, { env: { TRUST_PROXY: '1', THROTTLE_LOGIN: '2/hour' } })
  expect(await logins(proxied)).toEqual([400, 400, 429, 429, 429])
  await proxied.services.throttles.clear()
  await proxied.close()
})

test('the ops port trusts a forwarded address with OPS_TRUST_PROXY', async () => {
  const proxied = await startConsole(service, { env: { OPS_TRUST_PROXY: '1', THROTTLE_LOGIN: '2/hour' } })
  expect(await logins(proxied)).toEqual([400, 400, 400, 400, 400])
  await proxied.close()
})
