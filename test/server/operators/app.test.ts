import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../../../entities/orm.ts'
import { createOpsApp } from '../../../server/operators/app.ts'
import { connectRedis } from '../../../server/redis.ts'
import { type CuttableProxy, cuttableProxy } from '../../cuttable-proxy.ts'
import { freshDatabase } from '../../database.ts'
import { freshRedis } from '../../redis.ts'

let postgres: CuttableProxy
let redisProxy: CuttableProxy
let orm: ReturnType<typeof connect>
let url: string
let closers: (() => unknown)[]
let now: Date

const scrape = async () => ''

beforeEach(async () => {
  const [database, redis] = [await freshDatabase(), await freshRedis()]
  postgres = await cuttableProxy(database.url)
  redisProxy = await cuttableProxy(redis.url)
  orm = connect(postgres.url, { max: 4 })
  const client = await connectRedis(redisProxy.url, pino({ level: 'silent' }))
  now = new Date('2026-03-04T10:00:00.000Z')
  const parts = { orm, redis: client, scrape, clock: () => now }
  const server = await listen(createOpsApp(parts).listen(0, '127.0.0.1'))
  url = server.url
  closers = [
    server.close,
    () => client.disconnect(),
    () => orm.close(),
    postgres.close,
    redisProxy.close,
    redis.drop,
    database.drop,
  ]
})
afterEach(async () => {
  for (const close of closers) await close()
})

async function listen(server: Server) {
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function get(path: string, at = url): Promise<[status: number, body: Record<string, unknown>]> {
  const response = await fetch(at + path)
  return [response.status, (await response.json()) as Record<string, unknown>]
}

const ready = {
  ...{ status: 'ready', postgresql: 'ok', migrations: 'ok', redis: 'ok' },
  ...{ sign_in: 'ok', since: {} },
}

describe('/livez', () => {
  test('says that the process answers, whatever its stores do', async () => {
    expect(await get('/livez')).toEqual([200, { status: 'alive' }])
    await Promise.all([postgres.cut(), redisProxy.cut()])
    expect(await get('/livez')).toEqual([200, { status: 'alive' }])
  })
})

describe('/readyz', () => {
  test('is 200 when both stores answer and no migration is missing', async () => {
    expect(await get('/readyz')).toEqual([200, ready])
  })

  test('is 503 while PostgreSQL is gone, and 200 when it is back', async () => {
    await postgres.cut()
    const [status, body] = await get('/readyz')
    expect([status, body]).toEqual([
      503,
      {
        ...{ status: 'not ready', postgresql: 'unreachable', migrations: 'unknown', redis: 'ok' },
        ...{ sign_in: 'unavailable', since: { postgresql: now.toISOString() } },
      },
    ])
    await postgres.restore()
    expect(await get('/readyz')).toEqual([200, ready])
  })

  test('is 503 within the patience of a prober while PostgreSQL is silent', async () => {
    await get('/readyz')
    postgres.freeze()
    const start = performance.now()
    const [status, body] = await get('/readyz')
    expect([status, body.status]).toEqual([503, 'not ready'])
    expect(performance.now() - start).toBeLessThan(3000)
    await postgres.restore()
    expect(await get('/readyz')).toEqual([200, ready])
  })

  test('names the migrations that the database lacks', async () => {
    const em = orm.em.fork()
    const [last] = await em.execute('delete from mikro_orm_migrations returning name')
    expect(await get('/readyz')).toEqual([
      503,
      { ...ready, status: 'not ready', migrations: expect.stringContaining(`pending: ${last?.name}`) },
    ])
  })

  test('reports a lost Redis, without which the service still serves', async () => {
    await redisProxy.cut()
    const [status, body] = await get('/readyz')
    expect([status, body]).toEqual([
      200,
      { ...ready, redis: 'unreachable', since: { redis: now.toISOString() } },
    ])
  })

  test('says since when a store is away, and forgets it when the store is back', async () => {
    await redisProxy.cut()
    await get('/readyz')
    const lostRedis = now.toISOString()
    now = new Date('2026-03-04T10:05:00.000Z')
    await postgres.cut()
    expect((await get('/readyz'))[1].since).toEqual({ redis: lostRedis, postgresql: now.toISOString() })
    await postgres.restore()
    expect((await get('/readyz'))[1].since).toEqual({ redis: lostRedis })
  })

  test('knows since when a store is away although nobody looked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const clock = vi.fn(() => now)
    const server = await listen(createOpsApp({ orm, redis: undefined, scrape, clock }).listen(0, '127.0.0.1'))
    closers.unshift(server.close)
    await postgres.cut()
    vi.advanceTimersByTime(5000)
    await expect.poll(() => clock.mock.calls.length).toBe(1)
    const lost = now.toISOString()
    now = new Date('2026-03-04T10:05:00.000Z')
    expect((await get('/readyz', server.url))[1].since).toEqual({ postgresql: lost })
  })

  test('says that nobody can sign in without Redis when an identity provider keeps the passwords', async () => {
    const client = await connectRedis(redisProxy.url, pino({ level: 'silent' }))
    const app = createOpsApp({ orm, redis: client, scrape, authMode: 'oidc' })
    const server = await listen(app.listen(0, '127.0.0.1'))
    closers.unshift(server.close, () => client.disconnect())
    await redisProxy.cut()
    expect((await get('/readyz', server.url))[1].sign_in).toBe('unavailable')
  })

  test('reports that no Redis is configured', async () => {
    const server = await listen(createOpsApp({ orm, redis: undefined, scrape }).listen(0, '127.0.0.1'))
    expect(await get('/readyz', server.url)).toEqual([200, { ...ready, redis: 'not configured' }])
    server.close()
  })
})

test('the probes give away neither addresses nor passwords of the stores', async () => {
  await Promise.all([postgres.cut(), redisProxy.cut()])
  const [, body] = await get('/readyz')
  const { password, username } = new URL(postgres.url)
  for (const secret of [password, username].filter(Boolean))
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('the status page says in its own words which store is away', async () => {
  await Promise.all([postgres.cut(), redisProxy.cut()])
  const page = await (await fetch(`${url}/status`)).text()
  expect(page).toContain('<dt>PostgreSQL</dt><dd>unreachable</dd>')
  expect(page).toContain('<dt>Redis</dt><dd>unreachable</dd>')
})

describe('an error', () => {
  test.each([
    ['/openapi.json', { Range: 'bytes=99999999-' }, 416, 'Range Not Satisfiable.'],
    ['/nowhere.txt', {}, 404, 'Not Found.'],
  ])('at %s is answered without a stack', async (path, headers, status, detail) => {
    const response = await fetch(url + path, { headers })
    expect([response.status, await response.json()]).toEqual([status, { detail }])
  })

  test('of the service itself is logged, and its message is not shown', async () => {
    const lines: { err: { message: string } }[] = []
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
    const failing = () => Promise.reject(new Error('a secret of the service'))
    const app = createOpsApp({ orm, redis: undefined, scrape: failing, log })
    const server = await listen(app.listen(0, '127.0.0.1'))
    expect(await get('/metrics', server.url)).toEqual([500, { detail: 'Internal Server Error.' }])
    expect(lines.map(({ err }) => err.message)).toEqual(['a secret of the service'])
    server.close()
  })
})

test('the public paths are not served to operators', async () => {
  const response = await fetch(`${url}/api/health/`)
  expect(response.status).toBe(404)
})
