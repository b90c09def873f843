import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectionsOf } from '../../../entities/connection/pool.ts'
import { appRouter } from '../../../routers/app-router.ts'
import { createScrape, Metrics } from '../../../server/metrics/metrics.ts'
import { createOpsApp } from '../../../server/ops-port/app.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { statementsOf } from '../../expect/database.ts'
import { factories } from '../../made/factories.ts'
import { ageUsesIn } from '../../made/used-tokens.ts'
import type { Client } from '../../setup/client.ts'
import { freePort } from '../../setup/programs/free-port.ts'
import { whenInterrupted } from '../../setup/programs/interrupted.ts'
import { isCheck, onlyInCheck } from '../../setup/run/ring.ts'
import { password, startCuttableService, type TestService } from '../../setup/service.ts'
import { type CuttableProxy, cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'
import { freshRedis } from '../../setup/stores/redis.ts'

/** Every sample of the exposition format: its name with its labels, and its value. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

async function scrape(opsUrl: string) {
  const response = await fetch(`${opsUrl}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return samplesOf(await response.text())
}

async function listening(app: ReturnType<typeof createOpsApp>) {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('one process', () => {
  let service: TestService
  let ops: Awaited<ReturnType<typeof listening>>
  let postgres: CuttableProxy
  let admin: Client

  const opsOf = ({ orm, services }: TestService) =>
    listening(createOpsApp({ orm, redis: undefined, scrape: createScrape(orm, services.metrics, 1) }))

  /** What the work adds to every sample that it changes. */
  async function added(work: () => Promise<unknown>) {
    const before = await scrape(ops.url)
    await work()
    const after = await scrape(ops.url)
    const changes = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const)
    return new Map(
      changes.filter(
        ([name, change]) => change !== 0 && !/postgresql|figures|gauge|positions|hours|employees/.test(name),
      ),
    )
  }
  const withoutTimes = (samples: Map<string, number>) =>
    Object.fromEntries(
      [...samples].filter(([name]) => !/_bucket|_sum/.test(name)).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  const requests = (surface: string, procedure: string, status: string) =>
    `coverage_requests_total{surface="${surface}",procedure="${procedure}",status="${status}"}`
  const timed = (surface: string, procedure: string) =>
    `coverage_request_duration_seconds_count{surface="${surface}",procedure="${procedure}"}`
  const counted = (scope: string, outcome: string) =>
    `coverage_throttle_requests_total{scope="${scope}",outcome="${outcome}"}`
  const happened = (event: string) => `coverage_security_events_total{event="${event}"}`

  beforeAll(async () => {
    const cuttable = await startCuttableService('PostgreSQL', {
      env: { THROTTLE_ANON: '5/hour', REDIS_URL: '' },
    })
    postgres = cuttable.line
    service = cuttable
    admin = await service.as('ADMIN')
    const make = factories(service)
    await make.position({ required_weekly_hours: '40.00' })
    await make.employee({})
    ops = await opsOf(service)
  })
  afterEach(() => postgres.restore())
  afterAll(async () => {
    ops.server.closeAllConnections()
    ops.server.close()
    await service.close()
  })

  test('the metrics count and time every call by surface and procedure', async () => {
    const began = performance.now()
    const samples = await added(async () => {
      await admin.get('/api/v1/tags/')
      await admin.get('/api/v1/tags/')
      await admin.post('/api/v1/tags/', {})
      await admin.trpc('query', 'tags.list', {})
    })
    expect(withoutTimes(samples)).toEqual({
      [requests('rest', 'tags.list', '2xx')]: 2,
      [requests('rest', 'tags.create', '4xx')]: 1,
      [requests('trpc', 'tags.list', '2xx')]: 1,
      [timed('rest', 'tags.list')]: 2,
      [timed('rest', 'tags.create')]: 1,
      [timed('trpc', 'tags.list')]: 1,
    })
    const sum = samples.get(timed('rest', 'tags.list').replace('_count', '_sum')) ?? 0
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThan((performance.now() - began) / 1000)
  })

  test('the metrics count each call of a batch', async () => {
    const samples = await added(() => admin.get('/trpc/auth.me,tags.get,auth.me?batch=1&input=%7B%7D'))
    expect(withoutTimes(samples)).toEqual({
      [requests('trpc', 'auth.me', '2xx')]: 2,
      [requests('trpc', 'tags.get', '4xx')]: 1,
      [timed('trpc', 'auth.me')]: 2,
      [timed('trpc', 'tags.get')]: 1,
    })
  })

  test('the metrics count all calls without a procedure under one name', async () => {
    const samples = await added(async () => {
      for (const path of ['/api/v1/x/', '/api/v1/y/', '/z', '/api/v1/tags']) await admin.get(path)
      await admin.delete('/api/v1/tags/')
      await admin.get('/trpc/no.such')
      await admin.get('/trpc/tags.create')
    })
    expect(withoutTimes(samples)).toEqual({
      [requests('rest', 'unknown', '4xx')]: 5,
      [requests('trpc', 'unknown', '4xx')]: 2,
    })
  })

  test('the metrics have no label that a caller can choose', async () => {
    await admin.get('/api/v1/tags/?search=needle')
    await admin.get('/api/needle/')
    await admin.get('/trpc/needle.list')
    await service.anonymous().login('needle@clinic.example', password)
    const names = [...(await scrape(ops.url)).keys()].join('\n')
    expect(names).not.toContain('needle')
    const known = new Set(['unknown', 'auth.refresh', ...Object.keys(appRouter._def.procedures)])
    const procedures = names.matchAll(/procedure="([^"]*)"/g)
    expect([...procedures].map(([, name]) => name).filter((name) => !known.has(name ?? ''))).toEqual([])
  })

  test('the metrics count requests below 80 % of a limit, near it, and past it', async () => {
    await service.services.throttles.clear()
    const samples = await added(async () => {
      for (let request = 0; request < 8; request++) await service.anonymous().get('/api/health/')
    })
    expect(withoutTimes(samples)).toEqual({
      [requests('rest', 'health.check', '2xx')]: 5,
      [requests('rest', 'health.check', '4xx')]: 3,
      [timed('rest', 'health.check')]: 8,
      [counted('anon', 'allowed')]: 3,
      [counted('anon', 'near')]: 2,
      [counted('anon', 'blocked')]: 3,
      [happened('throttled')]: 3,
    })
  })

  test('the metrics count what happens to sessions', async () => {
    const { email } = await service.addUser('VIEWER')
    const client = service.anonymous()
    const samples = await added(async () => {
      await client.login(email, 'wrong')
      await client.login('nobody@clinic.example', password)
      await client.post('/api/v1/auth/login/', { email })
      await client.login(email, password)
      const stolen = client.cookies.get('refresh_token')
      await client.post('/api/v1/auth/token/refresh/')
      await client.post('/api/v1/auth/logout/')
      if (stolen) client.cookies.set('refresh_token', stolen)
      await client.login(email, password)
      const used = client.cookies.get('refresh_token')
      await client.post('/api/v1/auth/token/refresh/')
      if (used) client.cookies.set('refresh_token', used)
      await ageUsesIn(service.orm, 60_000)
      await client.post('/api/v1/auth/token/refresh/')
    })
    const events = [...samples].filter(([name]) => name.includes('security_events_total'))
    expect(Object.fromEntries(events)).toEqual({
      [happened('login')]: 2,
      [happened('failed_login')]: 2,
      [happened('refresh')]: 2,
      [happened('reuse')]: 1,
      [happened('logout')]: 1,
    })
  })

  test('the metrics show figures of the clinic', async () => {
    const fresh = await opsOf({
      ...service,
      services: { ...service.services, metrics: new Metrics() },
    })
    const figures = async () => {
      const samples = [...(await scrape(fresh.url))].filter(([name]) =>
        /^coverage_(positions|weekly_hours|employees|postgresql_up)/.test(name),
      )
      return Object.fromEntries(samples)
    }
    await expect.poll(figures).toEqual({
      coverage_postgresql_up: 1,
      'coverage_positions{state="VACANT"}': 1,
      'coverage_positions{state="PARTIAL"}': 0,
      'coverage_positions{state="COVERED"}': 0,
      'coverage_positions{state="OVER_COVERED"}': 0,
      'coverage_weekly_hours{kind="required"}': 40,
      'coverage_weekly_hours{kind="assigned"}': 0,
      'coverage_weekly_hours{kind="covered"}': 0,
      'coverage_employees{status="ONBOARDING"}': 0,
      'coverage_employees{status="ACTIVE"}': 1,
      'coverage_employees{status="PROPOSAL_PENDING"}': 0,
      'coverage_employees{status="ON_LEAVE"}': 0,
      'coverage_employees{status="DEACTIVATED"}': 0,
      'coverage_employees{status="TERMINATED"}': 0,
    })
    fresh.server.close()
  })

  test('the figures are read once for simultaneous and repeated scrapes', async () => {
    const read = createScrape(service.orm, new Metrics(), 1)
    const readAt = async () => samplesOf(await read()).get('coverage_figures_timestamp_seconds')
    const statements = await statementsOf(service.orm, async () => {
      await Promise.all(Array.from({ length: 10 }, readAt))
      await expect.poll(readAt).toBeGreaterThan(0)
      await readAt()
    })
    const texts = statements.map(({ text }) => text)
    expect(texts.join()).toContain('positions')
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('the metrics show that PostgreSQL answers although figures are slow, and which figures', async () => {
    const owner = new pg.Client(service.ownerUrl)
    await owner.connect()
    await owner.query('begin; lock table positions in access exclusive mode')
    const read = createScrape(service.orm, new Metrics(), 1)
    const upOf = async () => {
      const samples = samplesOf(await read())
      const names = [
        'coverage_postgresql_up',
        'coverage_gauge_up{gauge="positions"}',
        'coverage_gauge_up{gauge="employees"}',
      ]
      return names.map((name) => samples.get(name))
    }
    await upOf()
    await expect.poll(upOf, { interval: 100 }).toEqual([1, 0, 1])
    const samples = samplesOf(await read())
    expect(samples.get('coverage_employees{status="ACTIVE"}')).toBe(1)
    expect([...samples.keys()].filter((name) => /positions\{|hours/.test(name))).toEqual([])
    await owner.end()
  })

  test('the metrics show that PostgreSQL answers although every connection of the pool is busy', async () => {
    const { orm } = service
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    const busy = Array.from({ length: 16 }, () =>
      orm.em.fork().transactional(async (em) => {
        await sql`select 1`.execute(em.getKysely())
        await released
      }),
    )
    await expect.poll(() => connectionsOf(orm)).toMatchObject({ total: 16, idle: 0, waiting: 0 })
    const read = createScrape(orm, new Metrics(), 1)
    await expect.poll(async () => samplesOf(await read()).get('coverage_postgresql_up')).toBe(1)
    expect(connectionsOf(orm).idle).toBe(0)
    release()
    await Promise.all(busy)
  })

  test('the metrics show that PostgreSQL answers although it takes no more connections', async () => {
    const limit = (connections: number) =>
      execute(
        service.ownerUrl,
        `alter database "${new URL(service.ownerUrl).pathname.slice(1)}" connection limit ${connections}`,
      )
    await limit(0)
    const read = createScrape(service.orm, new Metrics(), 1)
    onTestFinished(async () => {
      await limit(-1)
    })
    await expect.poll(async () => samplesOf(await read()).get('coverage_postgresql_up')).toBe(1)
  })

  test.each(['freeze', ...onlyInCheck('cut' as const)] as const)(
    'the metrics are served without figures while PostgreSQL is down (%s)',
    async (outage) => {
      await postgres[outage]()
      const read = createScrape(service.orm, new Metrics(), 1)
      const samples = samplesOf(await read())
      expect(samples.get('coverage_postgresql_up')).toBe(0)
      expect([...samples.keys()].filter((name) => /figures|positions|hours|employees/.test(name))).toEqual([
        'coverage_gauge_up{gauge="positions"}',
        'coverage_gauge_up{gauge="employees"}',
      ])
      expect(samples.get('coverage_gauge_up{gauge="positions"}')).toBe(0)
    },
  )

  test('the metrics show whether Redis is connected and count the commands that failed', async () => {
    const store = await freshRedis()
    const proxy = await cuttableProxy(store.url)
    const redis = await connectRedis(proxy.url, pino({ level: 'silent' }))
    const metrics = new Metrics()
    metrics.watch(service.orm, redis)
    const read = createScrape(service.orm, metrics, 1)
    const watched = async () => {
      const samples = samplesOf(await read())
      return [samples.get('coverage_redis_up'), samples.get('coverage_redis_command_failures_total')]
    }
    await redis.ping()
    expect(await watched()).toEqual([1, 0])
    proxy.freeze()
    await expect(redis.ping()).rejects.toThrow()
    await expect.poll(watched).toEqual([0, 1])
    redis.disconnect()
    await proxy.close()
    await store.drop()
  })

  test('the metrics show nothing about Redis in a service without Redis', async () => {
    expect((await scrape(ops.url)).has('coverage_redis_up')).toBe(false)
  })

  test('the metrics show the connections of the pool', async () => {
    await admin.get('/api/v1/tags/')
    const samples = await scrape(ops.url)
    expect(samples.get('coverage_postgresql_connections{state="total"}')).toBeGreaterThan(0)
    expect(samples.get('coverage_postgresql_connections{state="waiting"}')).toBe(0)
  })
})

describe.runIf(isCheck)('several processes', () => {
  const main = join(import.meta.dirname, '..', '..', '..', 'server', 'main.ts')
  const preload = join(main, '..', 'preload.js')
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let redis: Awaited<ReturnType<typeof freshRedis>>
  let leader: ChildProcess
  let ended: () => void
  let url: string
  let opsUrl: string
  let output = ''

  /** The requests that the service has answered. */
  let asked = 0

  beforeAll(async () => {
    database = await freshDatabase()
    redis = await freshRedis()
    const [port, opsPort] = [await freePort(), await freePort()]
    url = `http://127.0.0.1:${port}`
    opsUrl = `http://127.0.0.1:${opsPort}`
    leader = spawn(process.execPath, ['--import', preload, main], {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: String(port),
        OPS_PORT: String(opsPort),
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        JWT_SECRET: 'a secret of thirty-two bytes or so',
        WORKERS: '2',
        THROTTLE_ANON: 'off',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    ended = whenInterrupted(() => leader.kill('SIGKILL'))
    leader.stdout?.on('data', (bytes) => {
      output += bytes
    })
    await vi.waitFor(() => ask(1), { timeout: 50_000, interval: 100 })
    await vi.waitFor(() => expect(workers()).toHaveLength(2), { timeout: 50_000, interval: 100 })
  })
  afterAll(async () => {
    const exited = once(leader, 'exit')
    leader.kill('SIGINT')
    await exited
    ended()
    await redis.drop()
    await database.drop()
  })

  /** Process ids of the workers that have connected to their stores, dead ones included. */
  const workers = () => {
    const pids = [...output.matchAll(/"pid":(\d+),.*"connected to Redis"/g)].map(([, pid]) => Number(pid))
    return pids.filter((pid) => pid !== leader.pid)
  }
  const answered = (samples: Map<string, number>) =>
    samples.get('coverage_requests_total{surface="rest",procedure="health.check",status="2xx"}') ?? 0

  async function ask(times: number) {
    // A connection each, so that both workers get some.
    for (let request = 0; request < times; request++) {
      const { status } = await fetch(`${url}/api/health/`, { headers: { Connection: 'close' } })
      expect(status).toBe(200)
      asked++
    }
  }

  test('the metrics of several processes are their sum', async () => {
    await ask(20)
    await expect.poll(async () => answered(await scrape(opsUrl))).toBe(asked)
  })

  test('the metrics include the last answer of a silent worker and the counts of a dead one', async () => {
    await ask(10)
    await expect.poll(async () => answered(await scrape(opsUrl))).toBe(asked)
    const [victim = expect.unreachable()] = workers()
    process.kill(victim, 'SIGSTOP')
    expect(answered(await scrape(opsUrl))).toBe(asked)
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => output).toContain('a worker died and is replaced')
    expect(answered(await scrape(opsUrl))).toBe(asked)
  })
})
