import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../setup/programs/free-port.ts'
import { freshDatabase } from '../setup/stores/database.ts'

vi.setConfig({ testTimeout: 120_000 })

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }
type Traces = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }
type Metrics = { resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[] }

execFileSync(process.execPath, ['ops/tools/install.ts', '../opentelemetry'], { stdio: 'inherit' })

/** What the collector has received, by path. */
const received = { '/v1/traces': [] as Traces[], '/v1/metrics': [] as Metrics[], '/v1/logs': [] as unknown[] }
const collector = createServer(async (req, res) => {
  received[req.url as '/v1/logs'].push(await json(req))
  res.setHeader('Content-Type', 'application/json').end('{}')
}).listen(0, '127.0.0.1')
await once(collector, 'listening')

const [port, opsPort] = [await freePort(), await freePort()]
const database = await freshDatabase()
const args = [
  '--import',
  './server/preload.js',
  '--import',
  './ops/opentelemetry/register.js',
  'server/main.ts',
]
const child = spawn(process.execPath, args, {
  env: {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret of thirty-two bytes or so',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_METRIC_EXPORT_TIMEOUT: '500',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
afterAll(async () => {
  child.kill('SIGINT')
  await once(child, 'exit')
  collector.close()
  await database.drop()
})

const isReady = () =>
  fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
beforeAll(() => vi.waitUntil(isReady, { timeout: 60_000, interval: 100 }), 70_000)

const trace = '0af7651916cd43dd8448eb211c80319c'
const caller = 'b7ad6b7169203331'

/** The spans of the trace, each with what it is in. */
function spansOf() {
  const all = received['/v1/traces'].flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
  const names = new Map(all.map(({ spanId, name }) => [spanId, name]))
  return all
    .filter(({ traceId }) => traceId === trace)
    .map(({ name, parentSpanId = '' }) => `${names.get(parentSpanId) ?? parentSpanId} > ${name}`)
}

test('with --import, request, procedure and statements are spans of the trace that the client has begun', async () => {
  await fetch(`http://127.0.0.1:${port}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', traceparent: `00-${trace}-${caller}-01` },
    body: JSON.stringify({ email: 'nobody@clinic.example', password: 'confidential' }),
  })
  await expect
    .poll(spansOf, { timeout: 30_000 })
    .toEqual(
      expect.arrayContaining([
        `${caller} > POST /api/v1/auth/login/`,
        'POST /api/v1/auth/login/ > auth.login',
        'auth.login > select users',
      ]),
    )
  expect(JSON.stringify(received)).not.toMatch(/confidential|nobody@/)
})

test('with --import, the durations of requests and statements are metrics', async () => {
  const names = () =>
    received['/v1/metrics'].flatMap(({ resourceMetrics }) =>
      resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
      ),
    )
  await expect
    .poll(names, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['http.server.request.duration', 'db.client.operation.duration']))
})
