import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { statusPage } from '../../server/ops-port/status-page.ts'
import { checkReadiness } from '../../server/ops-port/system/readiness.ts'
import { plainEndpoints } from '../expect/endpoints.ts'
import { callOverRest, inputsFor } from '../setup/calls.ts'
import type { Answer } from '../setup/client.ts'
import { serviceForFile, testInCheck } from '../setup/fixture.ts'
import { password } from '../setup/service.ts'
import { execute } from '../setup/stores/execute.ts'

const { service, make, admin } = await serviceForFile()
const unavailable = { detail: 'Service temporarily unavailable.' }
const unhealthy = { status: 'unhealthy', database: 'connected' }

const health = async () => {
  const { status, body } = await service.anonymous().get('/api/health/')
  return [status, body]
}
const readiness = () => checkReadiness(service.orm, undefined)
let tags = 0
const createTag = () =>
  admin.post('/api/v1/tags/', { name: `New-${++tags}`, display_name: 'A tag', category: 'CONTRACT' })

const inputOf = inputsFor(service, make)
const superuser = await service.as('ADMIN', { is_superuser: true })
/** POSTs that change nothing. */
const reading = [
  'assignments.preview',
  'hours.batch_balance',
  'hours.simulate',
  'planning.solve',
  'planning.rebalance',
  'planning.scenario',
  'planning.compare_scenarios',
]
/** Calls whose changes are stored elsewhere than in PostgreSQL. */
const elsewhere = ['auth.logout']

/** A call of each endpoint that succeeds, by a caller who is signed in already. */
async function signedInCalls() {
  const calls: (readonly [name: string, isRead: boolean, success: number, call: () => Promise<Answer>])[] = []
  for (const endpoint of plainEndpoints) {
    const [name, method, , success] = endpoint
    if (name === 'health.check') continue
    const input = await inputOf(name)
    const caller = name.startsWith('auth.') ? await service.as('ADMIN') : superuser
    const isRead = method === 'GET' || reading.includes(name) || elsewhere.includes(name)
    calls.push([name, isRead, success, () => callOverRest(caller, endpoint, input)])
  }
  return calls
}

async function expectOnlyReads(
  calls: Awaited<ReturnType<typeof signedInCalls>>,
  others: readonly string[] = [],
) {
  for (const [name, onlyReads, success, call] of calls) {
    const isServed = onlyReads || others.includes(name)
    const { status, body } = await call()
    expect([name, status]).toEqual([name, isServed ? success : 503])
    if (!isServed) expect(body).toEqual(unavailable)
  }
}

describe('a PostgreSQL that has become read-only', () => {
  const { pathname, username } = new URL(service.databaseUrl)
  const connections = `alter role ${username} in database ${pathname.slice(1)}`

  /** What a failover does: the server that the address led to becomes read-only and takes connections again. */
  const demote = async () => {
    await execute(service.ownerUrl, `${connections} set default_transaction_read_only = on`)
    await execute(
      service.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await expect.poll(async () => (await admin.get('/api/v1/tags/')).status).toBe(200)
  }
  /** The same address leads to a server that writes, while the old connections still lead to the other one. */
  const promote = () => execute(service.ownerUrl, `${connections} reset default_transaction_read_only`)

  afterEach(async () => {
    await promote()
    await expect.poll(async () => (await createTag()).status).toBe(201)
  })

  test('a read-only PostgreSQL serves reads, and every change is 503', async () => {
    const calls = await signedInCalls()
    await demote()
    await expectOnlyReads(calls)
  })

  test('a read-only PostgreSQL lets users sign in and refresh their session', async () => {
    const user = await service.addUser('VIEWER')
    await demote()
    const viewer = service.anonymous()
    expect((await viewer.login(user.email, password)).status).toBe(200)
    expect((await viewer.get('/api/v1/auth/me/')).status).toBe(200)
    expect((await viewer.post('/api/v1/auth/token/refresh/')).status).toBe(200)
    expect((await service.anonymous().login(user.email, 'wrong')).status).toBe(400)
  })

  test('a read-only PostgreSQL lets a session be refreshed twice within a second', async () => {
    const viewer = await service.as('VIEWER')
    const begun = service.clock.now
    await demote()
    for (const later of [200, 400]) {
      service.clock.now = new Date(begun.getTime() + later)
      expect((await viewer.post('/api/v1/auth/token/refresh/')).status).toBe(200)
    }
    service.clock.now = begun
  })

  test('a read-only PostgreSQL makes the service unhealthy and not ready, without any write, until it writes again', async () => {
    await demote()
    expect(await health()).toEqual([503, unhealthy])
    const { isReady, checks } = await readiness()
    expect([isReady, checks.postgresql]).toEqual([false, 'read-only'])
    const about = {
      version: '1',
      language: 'en',
      timeZone: 'UTC',
      now: new Date(),
      isLeaving: false,
    } as const
    const page = statusPage({ isReady, checks, canSignIn: true, since: {} }, about)
    expect(page).toContain('<h1>Nothing can be changed</h1>')
    expect(page).toContain('Read-only: it refuses changes')
    await promote()
    await expect.poll(health).toEqual([200, expect.objectContaining({ status: 'healthy' })])
    expect((await readiness()).isReady).toBe(true)
  })

  test('all connections to a read-only PostgreSQL are replaced once a change fails', async () => {
    await demote()
    await Promise.all(Array.from({ length: 30 }, () => admin.get('/api/v1/tags/')))
    await promote()
    await expect.poll(async () => (await createTag()).status).toBe(201)
    const after = await Promise.all(Array.from({ length: 30 }, createTag))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([201]))
  })
})

test.each(['53100', '53200'])(
  'a read that PostgreSQL refuses with %s says nothing about changes',
  async (code) => {
    const refused = sql`do $$ begin raise exception 'no space' using errcode = ${sql.lit(code)}; end $$`
    await expect(refused.execute(service.orm.em.fork().getKysely())).rejects.toMatchObject({ code })
    expect((await readiness()).checks.postgresql).toBe('ok')
  },
)

describe('a PostgreSQL that cannot store anything', () => {
  const onEach = async (statement: (table: string) => string) => {
    const tables = await execute<{ name: string }>(
      service.ownerUrl,
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    await execute(service.ownerUrl, tables.map(({ name }) => statement(name)).join(';'))
  }
  const fill = async (code: string) => {
    await execute(
      service.ownerUrl,
      `create or replace function full_disk() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`,
    )
    await onEach(
      (table) =>
        `create trigger full_disk before insert or update on ${table} for each statement execute function full_disk()`,
    )
  }
  const free = () => onEach((table) => `drop trigger if exists full_disk on ${table}`)

  afterEach(async () => {
    await free()
    expect((await createTag()).status).toBe(201)
  })

  testInCheck('a full PostgreSQL serves reads, and every change is 503', async () => {
    const calls = await signedInCalls()
    const user = await service.addUser('VIEWER')
    await fill('53100')
    // These only remove rows, which takes no room.
    await expectOnlyReads(calls, ['planning.delete_draft', 'planning.delete_scenario'])
    expect((await service.anonymous().login(user.email, password)).status).toBe(200)
  })

  test.each([
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
  ])(
    'a full PostgreSQL makes the service unhealthy and not ready until a change succeeds: %s',
    async (code, reason) => {
      expect(await health()).toEqual([200, expect.objectContaining({ status: 'healthy' })])
      await fill(code)
      expect((await createTag()).status).toBe(503)
      expect(await health()).toEqual([503, unhealthy])
      expect(await readiness()).toMatchObject({ isReady: false, checks: { postgresql: reason } })
      expect(await service.services.metrics.registry.metrics()).toContain(
        '\ncoverage_postgresql_writable 0\n',
      )
      await free()
      expect((await createTag()).status).toBe(201)
      expect(await health()).toEqual([200, expect.objectContaining({ status: 'healthy' })])
      expect((await readiness()).isReady).toBe(true)
    },
  )
})
