import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../../../entities/orm.ts'
import type { ProviderPages } from '../../../routers/ports/sessions.ts'
import { createOpsApp } from '../../../server/ops-port/app.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { type CuttableProxy, cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { freshRedis } from '../../setup/stores/redis.ts'

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

test('/livez says that the process answers, whatever its stores do', async () => {
  expect(await get('/livez')).toEqual([200, { status: 'alive' }])
  await Promise.all([postgres.cut(), redisProxy.cut()])
  expect(await get('/livez')).toEqual([200, { status: 'alive' }])
})

test('/readyz is 200 when both stores answer and no migration is missing', async () => {
  expect(await get('/readyz')).toEqual([200, ready])
})

test('/readyz is 503 while PostgreSQL is gone and 200 when it is back', async () => {
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

test('/readyz is 503 while PostgreSQL is silent', async () => {
  await get('/readyz')
  postgres.freeze()
  const [status, body] = await get('/readyz')
  expect([status, body.status]).toEqual([503, 'not ready'])
  await postgres.restore()
  expect(await get('/readyz')).toEqual([200, ready])
})

test('/readyz names the migrations that the database lacks', async () => {
  const em = orm.em.fork()
  const [last] = await em.execute('delete from mikro_orm_migrations returning name')
  expect(await get('/readyz')).toEqual([
    503,
    { ...ready, status: 'not ready', migrations: expect.stringContaining(`pending: ${last?.name}`) },
  ])
})

test('/readyz reports a lost Redis, without which the service still serves', async () => {
  await redisProxy.cut()
  const [status, body] = await get('/readyz')
  expect([status, body]).toEqual([
    200,
    { ...ready, redis: 'unreachable', since: { redis: now.toISOString() } },
  ])
})

test('/readyz says since when a store is down and forgets it when the store is back', async () => {
  await redisProxy.cut()
  await get('/readyz')
  const lostRedis = now.toISOString()
  now = new Date('2026-03-04T10:05:00.000Z')
  await postgres.cut()
  expect((await get('/readyz'))[1].since).toEqual({ redis: lostRedis, postgresql: now.toISOString() })
  await postgres.restore()
  expect((await get('/readyz'))[1].since).toEqual({ redis: lostRedis })
})

test('/readyz knows since when a store is down even if it was not asked', async () => {
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

test('/readyz says that sign-in needs Redis when an identity provider keeps the passwords', async () => {
  const client = await connectRedis(redisProxy.url, pino({ level: 'silent' }))
  const shown = { name: 'login.example', state: 'ok', password_grant: true, last_refusal: null }
  const provider = { describe: async () => shown, answers: () => true } as unknown as ProviderPages
  const app = createOpsApp({ orm, redis: client, scrape, provider })
  const server = await listen(app.listen(0, '127.0.0.1'))
  closers.unshift(server.close, () => client.disconnect())
  await redisProxy.cut()
  expect((await get('/readyz', server.url))[1]).toMatchObject({
    sign_in: 'unavailable',
    identity_provider: shown,
  })
})

test('/readyz reports that no Redis is configured', async () => {
  const server = await listen(createOpsApp({ orm, redis: undefined, scrape }).listen(0, '127.0.0.1'))
  expect(await get('/readyz', server.url)).toEqual([200, { ...ready, redis: 'not configured' }])
  server.close()
})

test('the probes reveal no addresses or passwords of the stores', async () => {
  await Promise.all([postgres.cut(), redisProxy.cut()])
  const [, body] = await get('/readyz')
  expect(body).toEqual({
    status: 'not ready',
    postgresql: 'unreachable',
    migrations: 'unknown',
    redis: 'unreachable',
    sign_in: 'unavailable',
    since: { postgresql: now.toISOString(), redis: now.toISOString() },
  })
})

describe('/status', () => {
  const page = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/status`, { headers })
    expect(response.status).toBe(200)
    return response.text()
  }
  const heading = (html: string) => /<h1>(.*)<\/h1>/.exec(html)?.[1]
  const check = (html: string, name: string) =>
    new RegExp(`<b>${name}</b><div><p>(.*?)</p></div>`)
      .exec(html)?.[1]
      ?.replace(/<\/p><p[^>]*>/, ' ')
      .replace(/<[^>]+>/g, '')

  test('/status tells the state of the service in words, in the language of the browser', async () => {
    const english = await page()
    expect(heading(english)).toBe('Everything works')
    expect(english).toContain('<html lang="en">')
    for (const store of ['PostgreSQL', 'Redis']) expect(check(english, store)).toBe('Connected')
    const spanish = await page({ 'Accept-Language': 'es-MX,es;q=0.9,en;q=0.8' })
    expect(heading(spanish)).toBe('Todo funciona')
    expect(check(spanish, 'Inicio de sesión')).toBe('Funciona')
    expect(await page({ 'Accept-Language': 'de' })).toContain('<html lang="en">')
  })

  test('/status names the store that is away and since when, never in the words of a driver', async () => {
    await redisProxy.cut()
    const lost = await page()
    expect(heading(lost)).toBe('Redis can’t be reached')
    expect(check(lost, 'Redis')).toBe('Does not answer since March 4, 2026 at 10:00 AM UTC')
    expect(check(lost, 'Sign-in')).toBe('Works')
    now = new Date('2026-03-04T10:03:00.000Z')
    await postgres.cut()
    const both = await page({ 'Accept-Language': 'es' })
    expect(heading(both)).toBe('No hay conexión con PostgreSQL ni con Redis')
    expect(check(both, 'PostgreSQL')).toBe('No responde desde el 4 de marzo de 2026 a las 10:03 UTC')
    expect(check(both, 'Redis')).toBe(
      'No responde desde el 4 de marzo de 2026 a las 10:00 UTC, hace 3 minutos',
    )
    expect(check(both, 'Inicio de sesión')).toBe('Ahora mismo nadie puede iniciar sesión')
    expect(both).not.toMatch(/ECONN|terminated|writeable|enableOfflineQueue|127\.0\.0\.1/)
    await Promise.all([postgres.restore(), redisProxy.restore()])
    await expect.poll(async () => heading(await page())).toBe('Everything works')
  })

  test('/status names the migrations that the database lacks', async () => {
    const [last] = await orm.em.fork().execute('delete from mikro_orm_migrations returning name')
    const html = await page()
    expect(heading(html)).toBe('The database needs to be migrated')
    expect(html).toContain(last?.name)
  })

  test('/status says that the service is stopping', async () => {
    const server = await listen(
      createOpsApp({ orm, redis: undefined, scrape, isLeaving: () => true }).listen(0),
    )
    closers.unshift(server.close)
    expect(heading(await (await fetch(`${server.url}/status`)).text())).toBe('The service is stopping')
  })
})

describe('a problem', () => {
  const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const open = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(address, { headers: { ...browser, ...headers } })
    const html = await response.text()
    return [response.status, /<h1>(.*)<\/h1>/.exec(html)?.[1], html] as const
  }

  test('an unknown page shows a browser a way on, in its language', async () => {
    const [status, heading, html] = await open(`${url}/nowhere.txt`)
    expect([status, heading]).toEqual([404, 'There is nothing here'])
    expect(html).toContain('<a href="/status">')
    const spanish = await open(`${url}/nowhere.txt`, { 'Accept-Language': 'es' })
    expect(spanish.slice(0, 2)).toEqual([404, 'Aquí no hay nada'])
  })

  test("a page about an internal error does not show the error's message", async () => {
    const failing = () => Promise.reject(new Error('a secret of the service'))
    const server = await listen(
      createOpsApp({ orm, redis: undefined, scrape: failing }).listen(0, '127.0.0.1'),
    )
    closers.unshift(server.close)
    const [status, heading, html] = await open(`${server.url}/metrics`)
    expect([status, heading]).toEqual([500, 'Something went wrong'])
    expect(html).not.toContain('secret')
  })
})

test('the ops port does not serve the public paths', async () => {
  const response = await fetch(`${url}/api/health/`)
  expect(response.status).toBe(404)
})
