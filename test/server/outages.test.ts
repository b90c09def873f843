import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectionsOf } from '../../entities/connection/pool.ts'
import { untilQueued } from '../expect/database.ts'
import { plainEndpoints } from '../expect/endpoints.ts'
import { factories } from '../made/factories.ts'
import { callOverRest, callOverTrpc, inputsFor } from '../setup/calls.ts'
import type { Answer, Client } from '../setup/client.ts'
import { stopDeadlines, stopLockTimeout } from '../setup/deadlines.ts'
import { closedAfterAll, testInCheck } from '../setup/fixture.ts'
import { isCheck, onlyInCheck } from '../setup/run/ring.ts'
import { password, startCuttableService, type TestService } from '../setup/service.ts'
import type { CuttableProxy } from '../setup/stores/cuttable-proxy.ts'

vi.setConfig({ testTimeout: 120_000 })

const unavailable = { detail: 'Service temporarily unavailable.' }
const unhealthy = { status: 'unhealthy', database: 'unreachable' }

/** The first answer that serves the request. */
const untilServed = (send: () => Promise<Answer>) =>
  vi.waitFor(
    async () => {
      const answer = await send()
      expect(answer.status).toBeLessThan(400)
      return answer
    },
    { timeout: 30_000, interval: 50 },
  )

describe('while PostgreSQL has an outage', async () => {
  const service = closedAfterAll(await startCuttableService('PostgreSQL'))
  const proxy = service.line
  const make = factories(service)
  const admin = await service.as('ADMIN')

  afterEach(async () => {
    await proxy.restore()
    await untilServed(() => admin.get('/api/v1/tags/'))
  })

  /** As many requests at once as take every connection are served, and give each connection back. */
  async function expectAllServed(count: number) {
    const statuses = async () => {
      const answers = await Promise.all(Array.from({ length: count }, () => admin.get('/api/v1/employees/')))
      return new Set(answers.map(({ status }) => status))
    }
    await expect.poll(statuses).toEqual(new Set([200]))
    const inUse = () => {
      const { total, idle, waiting } = connectionsOf(service.orm)
      return total - idle + waiting
    }
    await expect.poll(inUse).toBe(0)
  }

  /** One call of every endpoint that needs the database, by callers who are signed in already. */
  async function readyCalls() {
    const inputOf = inputsFor(service, make)
    const superuser = await service.as('ADMIN', { is_superuser: true })
    const calls: (readonly [name: string, call: () => Promise<Answer>])[] = []
    for (const endpoint of plainEndpoints) {
      const [name] = endpoint
      // An import would go on in the background, with connections of its own.
      if (name === 'health.check' || name === 'integration.start_import') continue
      const input = await inputOf(name)
      const caller = name.startsWith('auth.') ? await service.as('ADMIN') : superuser
      calls.push([name, () => callOverRest(caller, endpoint, input)])
      calls.push([`${name} over tRPC`, () => callOverTrpc(caller, endpoint, input)])
    }
    const viewer = await service.as('VIEWER')
    calls.push(['auth.refresh', () => viewer.post('/api/v1/auth/token/refresh/')])
    calls.push(['auth.login', () => service.anonymous().login(viewer.user.email, password)])
    return calls
  }

  test('everything but health is 503 while PostgreSQL is gone, and works again once it is back', async () => {
    const calls = await readyCalls()
    await proxy.cut()
    for (const [name, call] of calls) {
      const { status, body } = await call()
      expect([name, status, body]).toEqual([name, 503, unavailable])
    }
    const health = await service.anonymous().get('/api/health/')
    expect([health.status, health.body]).toEqual([503, unhealthy])

    await proxy.restore()
    await untilServed(() => admin.get('/api/v1/tags/'))
    for (const [name, call] of calls) {
      const { status } = await call()
      // What the call over REST has changed, the one over tRPC cannot change again.
      expect([name, status < (name.endsWith('tRPC') ? 500 : 300)]).toEqual([name, true])
    }
    expect((await service.anonymous().get('/api/health/')).body).toMatchObject({ status: 'healthy' })
  })

  if (isCheck)
    test('everything but health is 503 while PostgreSQL is silent, and lists work again once it answers', async () => {
      const calls = await readyCalls()
      await admin.get('/api/v1/tags/')
      proxy.freeze()
      // A few at a time, so that the answers do not wait for this process.
      for (let i = 0; i < calls.length; i += 20) {
        const answers = await Promise.all(
          calls.slice(i, i + 20).map(async ([name, call]) => ({ name, ...(await call()) })),
        )
        for (const { name, status, body } of answers)
          expect([name, status, body]).toEqual([name, 503, unavailable])
      }
      const health = await service.anonymous().get('/api/health/')
      expect([health.status, health.body]).toEqual([503, unhealthy])

      await proxy.restore()
      for (let round = 0; round < 3; round++) await expectAllServed(40)
    })

  test('connections to PostgreSQL that stay silent are replaced', async () => {
    const crowd = () => Promise.all(Array.from({ length: 40 }, () => admin.get('/api/v1/tags/')))
    await crowd()
    proxy.forget()
    await crowd()
    for (let round = 0; round < 3; round++) await expectAllServed(40)
  })

  test('a late commit by PostgreSQL does not fail a request that has waited for a lock', async () => {
    const { id } = await make.employee()
    await stopLockTimeout(service)
    const holder = new pg.Client(service.ownerUrl)
    await holder.connect()
    onTestFinished(() => holder.end())
    let attempts = 0
    const lateCommit = async () => {
      const first_name = `Late ${++attempts}`
      await holder.query('begin')
      await holder.query('select from employees where id = $1 for update', [id])
      const answer = admin.patch(`/api/v1/employees/${id}/`, { first_name })
      await untilQueued(1, (statement) => holder.query(statement))
      await sleep(1000)
      proxy.loseAnswerTo('commit')
      await holder.query('rollback')
      const stored = () => holder.query('select first_name from employees where id = $1', [id])
      try {
        await expect.poll(async () => (await stored()).rows).toEqual([{ first_name }])
        await sleep(1200)
      } finally {
        await proxy.restore()
      }
      const { status, body } = await answer
      return [status, body.first_name === first_name]
    }
    // On a machine that stalls, the answer may come later than the service waits for it.
    await expect.poll(lateCommit, { timeout: 60_000 }).toEqual([200, true])
  })

  test('requests that need no database work while PostgreSQL is gone', async () => {
    await proxy.cut()
    expect((await service.anonymous().get('/api/v1/tags/')).status).toBe(401)
    expect((await service.anonymous().get('/api/v1/nowhere/')).status).toBe(404)
    expect((await service.anonymous().request('PUT', '/api/v1/tags/')).status).toBe(405)
    expect((await service.anonymous().post('/api/v1/auth/login/', {})).status).toBe(400)
    expect((await service.anonymous().post('/api/v1/auth/token/refresh/')).status).toBe(401)
  })

  testInCheck('thirty outages of PostgreSQL lose no connection, and every answer is 200 or 503', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push((await make.employee()).id)
    for (let round = 0; round < 30; round++) {
      const requests = Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? admin.patch(`/api/v1/employees/${ids[index % 5]}/`, { first_name: `R${round}-${index}` })
          : admin.get('/api/v1/employees/'),
      )
      await new Promise((resolve) => setTimeout(resolve, round % 10))
      await proxy.cut()
      const statuses = (await Promise.all(requests)).map(({ status }) => status)
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      await proxy.restore()
    }
    await expectAllServed(60)
  })

  describe('when backends of PostgreSQL end or wait', () => {
    let killer: pg.Client
    let holder: pg.Client

    beforeEach(async () => {
      killer = new pg.Client(service.databaseUrl)
      holder = new pg.Client(service.databaseUrl)
      await Promise.all([killer.connect(), holder.connect()])
    })
    afterEach(() => Promise.all([killer.end(), holder.end()]))

    const others = `from pg_stat_activity where application_name = 'coverage' and datname = current_database()`
    const killAll = () => killer.query(`select pg_terminate_backend(pid) ${others}`)

    test('backends killed during transactions lead to 503 and rollbacks, and leak nothing', async () => {
      const { id, first_name } = await make.employee()
      await stopDeadlines(service)
      for (let round = 0; round < (isCheck ? 20 : 2); round++) {
        await holder.query('begin')
        await holder.query('select from employees where id = $1 for update', [id])
        const requests = ['A', 'B'].map((name) =>
          admin.patch(`/api/v1/employees/${id}/`, { first_name: name }),
        )
        await untilQueued(2, (statement) => holder.query(statement))
        await killAll()
        for (const { status, body } of await Promise.all(requests))
          expect([status, body]).toEqual([503, unavailable])
        await holder.query('rollback')
        await expect.poll(() => connectionsOf(service.orm).total).toBe(0)
      }
      expect((await admin.get(`/api/v1/employees/${id}/`)).body.first_name).toBe(first_name)
      await expectAllServed(60)
    })

    test('backends killed while idle are replaced unnoticed', async () => {
      for (let round = 0; round < 5; round++) {
        await Promise.all(Array.from({ length: 10 }, () => admin.get('/api/v1/tags/')))
        await killAll()
        await expect.poll(() => connectionsOf(service.orm).total).toBe(0)
        expect((await admin.get('/api/v1/tags/')).status).toBe(200)
      }
    })

    test('a request that waits too long for a lock is 503 and changes nothing', async () => {
      const { id, first_name } = await make.employee()
      await holder.query('begin')
      await holder.query('select from employees where id = $1 for update', [id])
      const answer = await admin.patch(`/api/v1/employees/${id}/`, { first_name: 'Late' })
      await holder.query('rollback')
      expect([answer.status, answer.body]).toEqual([503, unavailable])
      expect((await admin.get(`/api/v1/employees/${id}/`)).body.first_name).toBe(first_name)
      expect((await admin.patch(`/api/v1/employees/${id}/`, { first_name: 'New' })).body.first_name).toBe(
        'New',
      )
    })
  })
})

describe.each(['freeze', ...onlyInCheck('cut' as const)] as const)('Redis after %s', (outage) => {
  let proxy: CuttableProxy
  let service: TestService
  let admin: Client

  beforeEach(async () => {
    const cuttable = await startCuttableService('Redis', {
      env: { THROTTLE_ANON: '5/hour', THROTTLE_USER: '300/hour', THROTTLE_LOGIN: '100/hour' },
    })
    proxy = cuttable.line
    service = cuttable
    admin = await service.as('ADMIN')
    await admin.get('/api/v1/tags/')
    return cuttable.close
  })

  test('a Redis outage fails no request', async () => {
    await proxy[outage]()
    for (let i = 0; i < 30; i++) {
      const { status } = await (i % 3
        ? admin.get('/api/v1/tags/')
        : admin.post('/api/v1/tags/', { name: `Name-${i}`, display_name: 'x', category: 'CONTRACT' }))
      expect(status).toBe(i % 3 ? 200 : 201)
    }
  })

  test('a Redis outage leaves throttles to the memory of the process', async () => {
    await proxy[outage]()
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push((await service.anonymous().get('/api/health/')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('a refresh during a Redis outage is 503 and succeeds later with the same token', async () => {
    const before = new Map(admin.cookies)
    await proxy[outage]()
    const refused = await admin.post('/api/v1/auth/token/refresh/')
    expect([refused.status, refused.body]).toEqual([503, unavailable])
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(new Map(admin.cookies)).toEqual(before)
    await proxy.restore()
    await untilServed(() => admin.post('/api/v1/auth/token/refresh/'))
  })

  test('a logout during a Redis outage is 503 and clears the cookies', async () => {
    await proxy[outage]()
    const answer = await admin.post('/api/v1/auth/logout/')
    expect([answer.status, answer.body]).toEqual([503, unavailable])
    expect(answer.headers.getSetCookie()).toEqual([
      'access_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'refresh_token=; Max-Age=0; Path=/api/v1/auth/token/refresh/; HttpOnly; SameSite=Lax',
    ])
  })

  test('logins and deactivations work during a Redis outage, and ended sessions stay ended', async () => {
    const ended = await service.as('VIEWER')
    const { value } = ended.cookies.get('access_token') ?? { value: '' }
    expect((await ended.post('/api/v1/auth/logout/')).status).toBe(204)
    ended.cookies.set('access_token', { value, path: '/' })
    expect((await ended.get('/api/v1/auth/me/')).status).toBe(401)

    await proxy[outage]()
    expect((await ended.get('/api/v1/auth/me/')).status).toBe(401)
    const leaver = await service.as('VIEWER')
    const copy = new Map(leaver.cookies)
    expect((await leaver.post('/api/v1/auth/me/deactivate/')).status).toBe(204)
    for (const [name, cookie] of copy) leaver.cookies.set(name, cookie)
    expect((await leaver.get('/api/v1/auth/me/')).status).toBe(401)

    await proxy.restore()
    await untilServed(() => admin.post('/api/v1/auth/token/refresh/'))
    expect((await ended.get('/api/v1/auth/me/')).status).toBe(401)
  })
})
