import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { untilQueued } from '../../expect/database.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { execute } from '../../setup/stores/execute.ts'

const { service } = await serviceForFile()
const env = { OIDC_CLIENT_SECRET: 'hush', TIME_ZONE: 'Europe/Madrid', THROTTLE_LOGIN: '9/hour' }
const ops = closedAfterAll(await startConsole(service, { env, warnings: ['REDIS_URL: mind it.'] }))
const operator = await ops.as('ADMIN')

const overview = async () => (await operator.trpc('query', 'operator.system.overview')).body
const audit = async (filter: object = {}) =>
  (await operator.trpc('query', 'operator.audit.list', filter)).body

test('the system page shows versions, stores, migrations and settings, and no secret', async () => {
  const body = await overview()
  expect(body).toMatchObject({
    now: '2026-03-04T10:00:00.000Z',
    is_read_only: false,
    versions: { service: service.services.version, node: process.version },
    deployment: 'local',
    auth_mode: 'local',
    workers: 1,
    time_zone: 'Europe/Madrid',
    warnings: ['REDIS_URL: mind it.'],
    database: { state: 'connected', version: expect.stringMatching(/^\d+/), size_bytes: expect.any(Number) },
    redis: { state: 'connected', version: expect.stringMatching(/^\d+\./), size_bytes: expect.any(Number) },
    migrations: { applied: expect.arrayContaining(['Migration20261120000000Initial']), pending: [] },
  })
  const setting = (name: string) => body.settings.find((each: { name: string }) => each.name === name)
  expect(['TIME_ZONE', 'PORT', 'JWT_SECRET', 'DATABASE_URL', 'THROTTLE_USER'].map(setting)).toEqual([
    { name: 'TIME_ZONE', value: 'Europe/Madrid', source: 'environment', is_secret: false },
    { name: 'PORT', value: '8000', source: 'default', is_secret: false },
    { name: 'JWT_SECRET', value: null, source: 'environment', is_secret: true },
    { name: 'DATABASE_URL', value: null, source: 'default', is_secret: false },
    { name: 'THROTTLE_USER', value: 'off', source: 'environment', is_secret: false },
  ])
  const { password } = new URL(service.redisUrl)
  for (const secret of ['hush', 'thirty-two', password].filter(Boolean))
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('an operator can run a sweep, which is then shown as the last one', async () => {
  expect((await overview()).sweeps).toEqual({ last: null, next_at: null })
  const tag = await factories(service).employeeTag({ end_date: '2026-03-01' })
  const { status, body } = await operator.trpc('mutation', 'operator.system.run_sweep', { reason: 'now' })
  expect([status, body]).toEqual([
    200,
    {
      started_at: '2026-03-04T10:00:00.000Z',
      finished_at: expect.stringMatching(/^2026-03-04T10:00:0/),
      error: null,
      expired_proposals: 0,
      expired_tags: 1,
    },
  ])
  expect((await operator.trpc('query', 'employee_tags.get', { id: tag.id })).body.status).toBe('EXPIRED')
  expect((await overview()).sweeps.last).toEqual(body)
  expect((await audit()).results).toMatchObject([{ action: 'system.run_sweep', reason: 'now' }])
})

describe("the operators' log", () => {
  let other: Client

  beforeAll(async () => {
    other = await ops.as('ADMIN', { is_staff: true, given_name: 'Otto', family_name: 'Ñandú' })
    await other.trpc('mutation', 'operator.system.run_sweep', { reason: 'Quarterly check' })
    const { now } = service.clock
    service.clock.now = new Date('2026-03-04T23:30:00Z')
    await other.login(other.user.email, 'correct horse battery staple')
    const client = await ops.confirmed('ADMIN', { email: 'late@clinic.example' })
    await client.trpc('mutation', 'operator.users.create', {
      email: 'made@clinic.example',
      role: 'VIEWER',
      reason: 'A newcomer',
    })
    service.clock.now = now
  })

  test.each<[object, string[]]>([
    [{}, ['A newcomer', 'Quarterly check', 'now']],
    [{ ordering: 'created_at' }, ['now', 'Quarterly check', 'A newcomer']],
    [{ action: 'users.create' }, ['A newcomer']],
    [{ search: 'QUARTERLY' }, ['Quarterly check']],
    [{ search: 'made@clinic' }, ['A newcomer']],
    [{ search: 'ñandú, o' }, ['Quarterly check']],
    [{ search: 'late@clinic' }, ['A newcomer']],
    [{ search: '%' }, []],
    // The clinic's days are those of Madrid.
    [{ date_from: '2026-03-05' }, ['A newcomer']],
    [{ date_to: '2026-03-04' }, ['Quarterly check', 'now']],
    [{ page: 2, page_size: 2 }, ['now']],
  ])("the operators' log filtered by %j shows %j", async (filter, reasons) => {
    const { results } = await audit(filter)
    expect(results.map(({ reason }: { reason: string }) => reason)).toEqual(reasons)
  })

  test("the operators' log names its actors, and can be filtered by them", async () => {
    const { results } = await audit({ actor: other.user.id })
    expect(results).toEqual([
      {
        id: expect.any(Number),
        action: 'system.run_sweep',
        target: 'expiry',
        details: {},
        reason: 'Quarterly check',
        subjects: [],
        actor: other.user.id,
        actor_name: 'Ñandú, Otto',
        actor_email: other.user.email,
        created_at: '2026-03-04T10:00:00.000Z',
      },
    ])
    const { body } = await operator.trpc('query', 'operator.audit.choices')
    expect(body.actors.map(({ name }: { name: string }) => name)).toEqual([
      'Family, Given',
      'Family, Given',
      'Ñandú, Otto',
    ])
    expect(body.actions).toContain('throttles.block')
  })

  test.each(["update operator_log set reason = 'x'", 'delete from operator_log', 'truncate operator_log'])(
    'the database refuses to %s',
    async (statement) => {
      await expect(execute(service.ownerUrl, statement)).rejects.toThrow(
        'The log operator_log is append-only.',
      )
    },
  )
})

test('the entry of a sweep is stored before the sweep, however long that takes', async () => {
  const holder = new pg.Client(service.databaseUrl)
  await holder.connect()
  closedAfterTest({ close: () => holder.end() })
  await holder.query('begin')
  await holder.query('lock table employee_tags in access exclusive mode')
  const sweeping = operator.trpc('mutation', 'operator.system.run_sweep', { reason: 'held up' })
  await untilQueued(1, (statement) => holder.query(statement))
  const { rows } = await holder.query(`select action from operator_log where reason = 'held up'`)
  await holder.query('rollback')
  await sweeping
  expect(rows).toEqual([{ action: 'system.run_sweep' }])
})
