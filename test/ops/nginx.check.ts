import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { maximumFiles } from '../../server/bulk/unpack.ts'
import { closedAfterAll, closedAfterTest, serviceForFile } from '../setup/fixture.ts'
import { certificateFolder } from '../setup/programs/certificates.ts'
import { findProgram } from '../setup/programs/find-program.ts'
import { freePort } from '../setup/programs/free-port.ts'

const host = 'api.example.org'
const certificates = closedAfterAll(certificateFolder())
const authority = certificates.authority('authority')
const { cert, key } = certificates.issued(host, authority)
const env = { TRUST_PROXY: 'loopback', ALLOWED_HOSTS: `${host},127.0.0.1`, THROTTLE_ANON: '2/hour' }
const { service, make, admin } = await serviceForFile({ env })
const { http, port: https } = closedAfterAll(await startNginx(service.url))

/** The file as it is, apart from addresses and certificates. */
async function startNginx(upstream: string) {
  const [http, https] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'coverage-nginx-'))
  const site = readFileSync('ops/nginx/coverage.conf', 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace('127.0.0.1:8000', new URL(upstream).host)
    .replace(`/etc/nginx/tls/${host}.pem`, cert)
    .replace(`/etc/nginx/tls/${host}.key`, key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `error_log stderr crit; daemon off; master_process off; pid ${folder}/pid; events {} http { access_log off; ${temporary}\n${site}\n}`,
  )
  const { path, env } = await findProgram({ programs: ['nginx'], packages: ['nginx'] })
  const child = spawn(path, ['-e', 'stderr', '-p', folder, '-c', file], { env, stdio: 'inherit' })
  const answers = () => fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' })
  await vi.waitFor(answers, { timeout: 30_000 })
  return {
    http,
    port: https,
    async close() {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

type Sent = { port?: number; body?: Buffer }

/** One request over HTTP/2, as a client that looks the host name up. */
async function request(path: string, headers: OutgoingHttpHeaders = {}, { port = https, body }: Sent = {}) {
  const options = { port, host: '127.0.0.1', servername: host, ca: readFileSync(authority.cert) }
  const session = connectHttp2(`https://${host}`, {
    createConnection: () => connectTls({ ...options, ALPNProtocols: ['h2'] }),
  })
  onTestFinished(() => session.destroy())
  const stream = session.request({ ':path': path, ...headers }, { endStream: !body })
  stream.setEncoding('utf8')
  if (body) stream.end(body)
  const [answered] = await once(stream, 'response')
  return { status: Number(answered[':status']), answered, stream }
}

test('nginx sends clients from http to https', async () => {
  const response = await fetch(`http://127.0.0.1:${http}/api/v1/tags/?page=2`, { redirect: 'manual' })
  expect([response.status, response.headers.get('Location')]).toEqual([
    308,
    `https://${host}/api/v1/tags/?page=2`,
  ])
})

test('behind nginx, links carry https and the public host, whatever host a client forges', async () => {
  await make.tag()
  await make.tag()
  const path = '/api/v1/tags/?page_size=1'
  const { status, stream } = await request(path, {
    ...admin.headersFor(path),
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'http',
  })
  const text = (await stream.toArray()).join('')
  expect([status, JSON.parse(text).next]).toEqual([200, `https://${host}/api/v1/tags/?page_size=1&page=2`])
})

test('behind nginx, throttles count the address that nginx sees, whatever a client forges', async () => {
  const statuses = []
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
    statuses.push((await request('/api/v1/tags/', { 'X-Forwarded-For': address })).status)
  expect(statuses).toEqual([401, 401, 429])
})

test('the cookies of an identity provider’s tokens pass through nginx, both ways', async () => {
  const tokens = ['access_token', 'oidc_hint', 'oidc_flow'].map((name) => `${name}=${'x'.repeat(4000)}`)
  const upstream = createServer(({ headers }, res) => {
    res.setHeader('Set-Cookie', tokens).end(String(headers.cookie?.length))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void upstream.close())
  await once(upstream, 'listening')
  const nginx = closedAfterTest(
    await startNginx(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`),
  )
  const { status, answered, stream } = await request('/', { cookie: tokens.join('; ') }, nginx)
  expect([status, answered['set-cookie']]).toEqual([200, tokens])
  expect((await stream.toArray()).join('')).toBe(String(tokens.join('; ').length))
})

test('nginx leaves it to the service to refuse a body, even one with more than an import may have', async () => {
  const path = '/integration/v1/imports/'
  const headers = { ...admin.headersFor(path), ':method': 'POST', 'content-type': 'application/zip' }
  const { status, stream } = await request(path, headers, { body: Buffer.alloc(maximumFiles + 1) })
  const text = (await stream.toArray()).join('')
  expect([status, JSON.parse(text)]).toEqual([413, { detail: `Request body exceeds ${maximumFiles} bytes.` }])
})

test('a live stream passes through nginx as it comes', async () => {
  const path = '/trpc/live.coverage'
  const { answered, stream } = await request(path, admin.headersFor(path))
  expect([answered[':status'], answered['content-type']]).toEqual([200, 'text/event-stream'])
  const chunks = stream[Symbol.asyncIterator]()
  let seen = ''
  const until = async (text: string) => {
    while (!seen.includes(text)) seen += (await chunks.next()).value
  }
  await until('reset')
  const { id } = await make.position()
  await until(id)
})
