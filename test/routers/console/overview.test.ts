import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { SecurityLog } from '../../../entities/logs/security-log.ts'
import { statementsOf } from '../../expect/database.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const env = { THROTTLE_USER: '5/hour', THROTTLE_ANON: '1000/hour' }
const { service, make } = await serviceForFile({ env })
const ops = closedAfterAll(await startConsole(service, { env }))
const operator = await ops.as('ADMIN')
const { clock } = service
const now = clock.now

const ask = async (name: string, input?: unknown) =>
  (await operator.trpc('query', `operator.overview.${name}`, input)).body
const ending = (kind: 'contracts' | 'certificates') => ask('ending', { kind })
const agoMs = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const day = 86_400_000
const none = { count: 0, is_more: false, first: [] }

test('the overview of an empty clinic shows nothing to do', async () => {
  expect(await ask('keys')).toEqual({ ...none, full: 0, source: 'redis', redis: 'connected' })
  expect(await ask('shortages')).toMatchObject({ shortfall_hours: '0.00', short_units: 0, worst: [] })
  expect(await ask('leavers')).toEqual(none)
  expect(await ask('proposals')).toEqual({ ...none, next_day: 0 })
  for (const kind of ['contracts', 'certificates'] as const) expect(await ending(kind)).toEqual(none)
  expect(await ask('reuse')).toEqual({ ...none, last_day: 0 })
})

test('the overview counts keys that have used at least 80 % of their limit, the fullest first', async () => {
  const spent = async (requests: number) => {
    const client = await service.as('MANAGER')
    for (let request = 0; request < requests; request++) await client.get('/api/v1/tags/')
    return client.user
  }
  const near = await spent(4)
  const full = await spent(7)
  await spent(3)
  const raised = await spent(2)
  const { throttles } = ops.services
  await throttles.setLimit({ scope: 'user', key: raised.id }, 100, 60_000)
  expect(await ask('keys')).toMatchObject({
    count: 2,
    is_more: false,
    full: 1,
    first: [
      { scope: 'user', key: full.id, used: 5, limit: 5, user: { id: full.id, email: full.email } },
      { key: near.id, used: 4, resets_at: expect.stringMatching(/^2026-03-04T1/) },
    ],
  })
})

test('the overview compares refusals and failed logins of the last two hours', async () => {
  const { activity } = ops.services
  // Each process sends what it has gathered when it reads.
  await service.services.activity.requests('hour')
  const before = await ask('refusals')
  const count = (minutesAgo: number, times: number) => {
    clock.now = agoMs(minutesAgo * 60_000)
    for (let time = 0; time < times; time++) {
      activity.counted('login', 'auth.login', 'blocked')
      activity.loginFailed('198.51.100.7', undefined)
    }
    activity.counted('login', 'auth.login', 'allowed')
  }
  onTestFinished(() => {
    clock.now = now
  })
  count(121, 9)
  count(118, 4)
  count(60, 2)
  count(59, 3)
  count(0, 1)
  await activity.requests('hour')
  const { requests, logins, ...source } = await ask('refusals')
  expect(source).toEqual({ source: 'redis', redis: 'connected' })
  expect(logins).toMatchObject({ last_hour: 4, hour_before: 6 })
  expect(requests).toMatchObject({ last_hour: before.requests.last_hour + 4, hour_before: 6 })
  expect(logins.series).toHaveLength(60)
  expect(logins.series[0]).toEqual({ at: '2026-03-04T09:01:00.000Z', count: 3 })
  expect(logins.series[59]).toEqual({ at: '2026-03-04T10:00:00.000Z', count: 1 })
})

test('the overview ranks the five units that lack most hours, beside the total', async () => {
  const lacking = async (name: string, [required_weekly_hours, effective_hours]: [string, string?]) => {
    const org_unit = (await make.unit({ name })).id
    const position = (await make.position({ org_unit, required_weekly_hours })).id
    if (effective_hours) await make.assignment({ position, effective_hours })
    return org_unit
  }
  await lacking('Sixth', ['5.00'])
  for (const [index, name] of ['Fifth', 'Fourth', 'Third', 'Second'].entries())
    await lacking(name, [`${10 * (index + 1)}.00`])
  const first = await lacking('First', ['60.00', '8.00'])
  await lacking('Surplus', ['10.00', '40.00'])
  const unit = (await make.unit()).id
  await make.position({ org_unit: unit, required_weekly_hours: '900.00', is_active: false })
  const { worst, ...clinic } = await ask('shortages')
  expect(clinic).toEqual({
    shortfall_hours: '157.00',
    shortfall_fte: '3.93',
    vacant: 5,
    partial: 1,
    short_units: 6,
  })
  expect(worst[0]).toEqual({
    id: first,
    name: 'First',
    code: expect.any(String),
    required_hours: '60.00',
    assigned_hours: '8.00',
    shortfall_hours: '52.00',
  })
  expect(worst.map(({ name }: { name: string }) => name)).toEqual([
    'First',
    'Second',
    'Third',
    'Fourth',
    'Fifth',
  ])
})

test('the overview announces contracts and certificates of current employees that end within 30 days', async () => {
  const contract = (await make.tag({ category: 'CONTRACT', name: 'FullTime', display_name: 'Full time' })).id
  const course = (await make.tag({ category: 'CERTIFICATION' })).id
  const skill = (await make.tag({ category: 'QUALIFICATION' })).id
  const exception = (await make.tag({ category: 'EXCEPTION' })).id
  const employee = await make.employee({ last_name: 'Ending' })
  const gone = (await make.employee({ status: 'TERMINATED' })).id
  const held = (tag: string, end_date: string, more: object = {}) =>
    make.employeeTag({ employee: employee.id, tag, end_date, ...more })
  await held(contract, '2026-04-03')
  const today = await held(contract, '2026-03-04')
  await held(contract, '2026-03-03')
  await held(contract, '2026-04-04')
  await held(contract, '2026-03-20', { employee: gone })
  await held(contract, '2026-03-20', { status: 'REVOKED' })
  await held(exception, '2026-03-20')
  await held(course, '2026-03-21')
  await held(skill, '2026-03-20')
  await held(contract, '2026-04-03', { employee: (await make.employee()).id })
  expect(await ending('contracts')).toEqual({
    count: 2,
    is_more: false,
    first: [
      {
        id: today.id,
        employee: employee.id,
        employee_name: `Ending, ${employee.first_name}`,
        tag_name: 'FullTime',
        tag_display_name: 'Full time',
        end_date: '2026-03-04',
        days_left: 0,
      },
      expect.objectContaining({ end_date: '2026-04-03', days_left: 30 }),
      expect.objectContaining({ end_date: '2026-04-03' }),
    ],
  })
  const { first } = await ending('certificates')
  expect(first.map(({ end_date }: { end_date: string }) => end_date)).toEqual(['2026-03-20', '2026-03-21'])
})

test('pending proposals show their start and expiry, soonest expiry first', async () => {
  const manager = await service.as('MANAGER')
  const propose = async (expires_in_days: number) => {
    const { id } = await make.employee()
    const proposal = { proposal_type: 'TRANSFER', expires_in_days }
    await manager.post(`/api/v1/employees/${id}/propose/`, proposal)
    return id
  }
  const later = await propose(9)
  clock.now = agoMs(2 * day)
  const sooner = await propose(3)
  clock.now = now
  const { count, first } = await ask('proposals')
  expect(count).toBe(2)
  expect(first[0]).toEqual({
    id: sooner,
    employee_name: expect.stringContaining(', First'),
    proposal_type: 'TRANSFER',
    proposed_at: expect.stringMatching('^2026-03-02T10:00:00'),
    expires_at: expect.stringMatching('^2026-03-05T10:00:00'),
  })
  expect(first[1]).toMatchObject({ id: later })

  const proposal_expires_at = new Date(now.getTime() + day - 1)
  for (let one = 0; one < 6; one++) await make.employee({ status: 'PROPOSAL_PENDING', proposal_expires_at })
  const soon = await ask('proposals')
  expect([soon.count, soon.next_day, soon.first.length]).toEqual([8, 6, 5])
})

test('the overview lists active users of employees who have left, until deactivation or rehire', async () => {
  const user = await service.addUser('EMPLOYEE', { email: 'Leaver@clinic.example' })
  const left = { status: 'TERMINATED', email: 'leaver@clinic.example', last_name: 'Leaver' } as const
  await make.employee({ ...left, termination_date: '2026-01-31' })
  const record = await make.employee({ ...left, termination_date: '2026-02-28' })
  const kept = await service.addUser('EMPLOYEE')
  await make.employee({ ...left, email: kept.email, termination_date: '2026-02-01' })
  await make.employee({ email: kept.email })
  const listed = (await ask('leavers')).first.filter(
    ({ employee_name }: { employee_name: string }) => employee_name === `Leaver, ${record.first_name}`,
  )
  expect(listed).toEqual([
    expect.objectContaining({ id: user.id, email: user.email, termination_date: expect.any(String) }),
  ])
  await service.orm.em.fork().nativeUpdate(User, { id: user.id }, { is_active: false })
  expect(await ask('leavers')).toEqual(none)
})

test('the overview shows second uses of refresh tokens for a week, one row per user and address', async () => {
  const { user } = await service.as('MANAGER')
  const entry = { event: 'reuse', outcome: 'REFUSED', times: 1, name: '', via: 'rest', target: '' } as const
  const from = { address: '198.51.100.9', user_agent: '', request_id: '', user_id: user.id }
  const em = service.orm.em.fork()
  for (const created_at of [agoMs(1000), agoMs(2 * day), agoMs(8 * day)])
    await em.insert(SecurityLog, { ...entry, ...from, created_at })
  const { first, ...rest } = await ask('reuse')
  expect(rest).toEqual({ count: 2, is_more: false, last_day: 1 })
  expect(first).toEqual([
    {
      id: expect.any(Number),
      user: user.id,
      user_name: 'Family, Given',
      address: '198.51.100.9',
      created_at: agoMs(1000).toISOString(),
      times: 2,
    },
  ])
})

test('the overview stops counting at a thousand', async () => {
  const tag = (await make.tag({ category: 'CONTRACT' })).id
  const employee = (await make.employee()).id
  await service.orm.em
    .fork()
    .getConnection()
    .execute(
      `insert into employee_tags (id, employee_id, tag_id, start_date, end_date, status, created_at, updated_at)
     select gen_random_uuid(), ?, ?, '2020-01-01', '2026-03-11', 'ACTIVE', now(), now() from generate_series(1, 1100)`,
      [employee, tag],
    )
  expect(await ending('contracts')).toMatchObject({ is_more: true })
})

test('each part of the overview takes one statement besides the caller lookup', async () => {
  for (const name of ['shortages', 'proposals', 'leavers', 'reuse'])
    expect((await statementsOf(ops.services.orm, () => ask(name))).length, name).toBeLessThanOrEqual(2)
  expect(await statementsOf(ops.services.orm, () => ending('contracts'))).toHaveLength(2)
})

test('a part of the overview that is too slow fails alone', async () => {
  const other = new pg.Client(service.ownerUrl)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table positions in access exclusive mode')
  const parts = ['shortages', 'keys', 'refusals', 'proposals', 'leavers', 'reuse']
  const statuses = await Promise.all(
    parts.map(async (name) => (await operator.trpc('query', `operator.overview.${name}`)).status),
  )
  expect(statuses).toEqual([503, 200, 200, 200, 200, 200])
})
