import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import { createScrape, Metrics } from '../../../server/metrics/metrics.ts'
import { interfaces } from '../../../server/openapi/interfaces.ts'
import { createOpsApp } from '../../../server/ops-port/app.ts'
import { type CuttableProxy, cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let postgres: CuttableProxy
let orm: Orm
let server: ReturnType<ReturnType<typeof createOpsApp>['listen']>
let url: string

beforeAll(async () => {
  database = await freshDatabase()
  postgres = await cuttableProxy(database.url)
  orm = connect(postgres.url, { max: 4 })
  const scrape = createScrape(orm, new Metrics(), 1)
  server = createOpsApp({ orm, redis: undefined, scrape }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => postgres.restore())
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await orm.close()
  await postgres.close()
  await database.drop()
})

async function get(path: string) {
  const response = await fetch(url + path)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    policy: response.headers.get('content-security-policy'),
    text: await response.text(),
  }
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

test.each(Object.keys(interfaces))('/%s is the committed document', async (file) => {
  const { status, type, text } = await get(`/${file}`)
  expect([status, type]).toEqual([200, 'application/json; charset=utf-8'])
  expect(text).toBe(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'))
})

test.each([
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/', 'text/html; charset=utf-8'],
  ['/docs/planning.html', 'text/html; charset=utf-8'],
  ['/docs/integration.html', 'text/html; charset=utf-8'],
  ['/docs/start.js', 'text/javascript; charset=utf-8'],
  ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/pages/theme.js', 'text/javascript; charset=utf-8'],
  ['/pages/icon.svg', 'image/svg+xml'],
  ['/favicon.ico', 'image/svg+xml'],
])('%s is served from this machine', async (path, expected) => {
  const { status, type } = await get(path)
  expect([status, type]).toEqual([200, expected])
})

test('no other file of the Swagger package is served', async () => {
  for (const path of ['swagger-initializer.js', 'package.json', '..%2f..%2fpackage.json', 'index.js'])
    expect((await get(`/docs/${path}`)).status).toBe(404)
})

test('the API reference lets the browser load only what this listener serves', async () => {
  expect((await get('/docs/')).policy?.split(';')).toEqual(policy)
})
