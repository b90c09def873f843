import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Employee } from '../../../entities/people/employee.ts'
import { EmployeeTag } from '../../../entities/people/employee-tag.ts'
import { databaseRevocations } from '../../../server/auth/revocations.ts'
import { scheduleSweeps, sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { inOrder } from '../../../src/one-at-a-time.ts'
import { untilQueued } from '../../expect/database.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { connected, execute } from '../../setup/stores/execute.ts'

const now = new Date('2026-03-04T10:00:00.000Z')
const earlier = new Date('2026-02-01T00:00:00Z')
const nothing = { expired_proposals: 0, expired_tags: 0 }

const { service, make } = await serviceForFile()
const viewer = await service.as('VIEWER')

const swept = (at = now, zone = 'UTC') => sweep(service.orm, theService(at), zone)
// No test counts the rows of the one before.
beforeEach(() => swept(new Date('2027-01-01T00:00:00Z')))

const employee = async (id: string) => (await viewer.get(`/api/v1/employees/${id}/`)).body
const employeeTag = async (id: string) => (await viewer.get(`/api/v1/employee-tags/${id}/`)).body
const transitions = async (id: string) =>
  (await viewer.get(`/api/v1/transitions/?employee=${id}`)).body.results
const tagChanges = async (id: string) =>
  (await viewer.get(`/api/v1/tag-change-logs/?employee=${id}`)).body.results

const pending = (expires_at: string, previous_status: 'ACTIVE' | 'ON_LEAVE' = 'ACTIVE') =>
  make.employee({
    status: 'PROPOSAL_PENDING',
    proposal_type: 'ASSIGNMENT',
    proposal_notes: 'Nights',
    proposal_expires_at: new Date(expires_at),
    previous_status,
    created_at: earlier,
    updated_at: earlier,
  })

/** More than one batch. */
const many = 510

const manyDueTags = (holder: string, tag: string) =>
  execute(
    service.ownerUrl,
    `insert into employee_tags (id, employee_id, tag_id, start_date, end_date, created_at, updated_at)
      select gen_random_uuid(), '${holder}', '${tag}', '2020-01-01', '2026-03-02', now(), now()
      from generate_series(1, ${many})`,
  )

test.each(['ACTIVE', 'ON_LEAVE'] as const)(
  'an expired proposal returns the employee to %s, with one log entry',
  async (previous) => {
    const { id, last_name, employee_number } = await pending('2026-03-01T00:00:00Z', previous)
    const before = await employee(id)
    expect(await swept()).toEqual({ expired_proposals: 1, expired_tags: 0 })
    expect(await employee(id)).toEqual({
      ...before,
      status: previous,
      current_proposal: null,
      updated_at: '2026-03-04T10:00:00.000Z',
    })
    expect(await transitions(id)).toEqual([
      {
        id: expect.any(Number),
        employee: id,
        employee_name: `${last_name}, First`,
        employee_number,
        from_status: 'PROPOSAL_PENDING',
        to_status: previous,
        transition: 'expire_proposal',
        actor: null,
        actor_name: 'Sistema',
        reason: '',
        metadata: { proposal_type: 'ASSIGNMENT', notes: 'Nights' },
        created_at: '2026-03-04T10:00:00.000Z',
      },
    ])
  },
)

test('a proposal expires at expires_at, not a millisecond earlier', async () => {
  const due = await pending('2026-03-04T10:00:00.000Z')
  const left = await pending('2026-03-04T10:00:00.001Z')
  expect(await swept()).toEqual({ expired_proposals: 1, expired_tags: 0 })
  expect((await employee(due.id)).status).toBe('ACTIVE')
  expect((await employee(left.id)).status).toBe('PROPOSAL_PENDING')
  expect(await swept(new Date('2026-03-04T10:00:00.001Z'))).toEqual({
    expired_proposals: 1,
    expired_tags: 0,
  })
  expect((await employee(left.id)).status).toBe('ACTIVE')
})

test('a proposal expires at the same instant in every time zone', async () => {
  await pending('2026-03-04T10:00:00.001Z')
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) expect(await swept(now, zone)).toEqual(nothing)
})

test('a proposal that is accepted in time does not expire', async () => {
  const { id, email } = await pending('2026-03-04T10:00:00.001Z')
  const client = await service.as('EMPLOYEE', { email })
  await client.post(`/api/v1/employees/${id}/accept-proposal/`)
  expect(await swept(new Date('2026-03-05T00:00:00Z'))).toEqual(nothing)
  expect(await transitions(id)).toMatchObject([{ transition: 'accept_proposal' }])
})

describe('a tag whose end date has passed', () => {
  test('an ACTIVE tag becomes EXPIRED after its end date, with one log entry', async () => {
    const {
      id,
      employee: holder,
      tag,
    } = await make.employeeTag({ end_date: '2026-03-03', updated_at: earlier })
    const before = await employeeTag(id)
    expect(await swept()).toEqual({ expired_proposals: 0, expired_tags: 1 })
    expect(await employeeTag(id)).toEqual({ ...before, status: 'EXPIRED' })
    const { last_name, employee_number } = await employee(holder)
    const [entry, assigned, ...others] = await tagChanges(holder)
    expect(others).toEqual([])
    expect(assigned.action).toBe('ASSIGNED')
    expect(entry).toEqual({
      id: expect.any(Number),
      employee: holder,
      employee_name: `${last_name}, First`,
      employee_number,
      tag,
      tag_name: before.tag_name,
      tag_display_name: 'A tag',
      tag_category: 'QUALIFICATION',
      action: 'EXPIRED',
      actor: null,
      actor_name: 'Sistema',
      reason: '',
      created_at: '2026-03-04T10:00:00.000Z',
    })
  })

  test.each([
    ['UTC', '2026-03-04T23:59:59.999Z', '2026-03-05T00:00:00.000Z'],
    ['Pacific/Auckland', '2026-03-04T10:59:59.999Z', '2026-03-04T11:00:00.000Z'],
    ['America/New_York', '2026-03-05T04:59:59.999Z', '2026-03-05T05:00:00.000Z'],
  ])('a tag that ends on 4 March in %s is held at %s and over at %s', async (zone, last, first) => {
    const { id } = await make.employeeTag({ end_date: '2026-03-04' })
    expect(await swept(new Date(last), zone)).toEqual(nothing)
    expect((await employeeTag(id)).status).toBe('ACTIVE')
    expect(await swept(new Date(first), zone)).toEqual({ expired_proposals: 0, expired_tags: 1 })
    expect((await employeeTag(id)).status).toBe('EXPIRED')
  })

  test('a tag without an end date, or no longer ACTIVE, does not expire', async () => {
    const open = await make.employeeTag({ end_date: null })
    const revoked = await make.employeeTag({ end_date: '2026-01-01', status: 'REVOKED' })
    const expired = await make.employeeTag({ end_date: '2026-01-01', status: 'EXPIRED' })
    expect(await swept()).toEqual(nothing)
    expect((await employeeTag(open.id)).status).toBe('ACTIVE')
    expect((await employeeTag(revoked.id)).status).toBe('REVOKED')
    expect(await tagChanges(expired.employee)).toHaveLength(1)
  })

  test('a tag created with an end date before today expires too', async () => {
    const admin = await service.as('ADMIN')
    const { employee: holder, tag } = await make.employeeTag()
    const body = { employee: holder, tag, start_date: '2020-01-01', end_date: '2020-12-31' }
    const { id } = (await admin.post('/api/v1/employee-tags/', body)).body
    expect(await swept()).toEqual({ expired_proposals: 0, expired_tags: 1 })
    expect((await employeeTag(id)).status).toBe('EXPIRED')
  })
})

test('a second sweep of proposals and tags finds nothing to do', async () => {
  await pending('2026-03-01T00:00:00Z')
  await make.employeeTag({ end_date: '2026-03-03' })
  expect(await swept()).toEqual({ expired_proposals: 1, expired_tags: 1 })
  expect(await swept()).toEqual(nothing)
})

test('several simultaneous sweeps do everything once, in several batches', async () => {
  const { id: holder } = await make.employee()
  const { id: tag } = await make.tag()
  await manyDueTags(holder, tag)
  const employees = await Promise.all(Array.from({ length: 3 }, () => pending('2026-03-01T00:00:00Z')))
  const results = await Promise.all([swept(), swept(), swept()])
  const total = (kind: keyof typeof nothing) => results.reduce((sum, result) => sum + result[kind], 0)
  expect([total('expired_proposals'), total('expired_tags')]).toEqual([employees.length, many])
  expect(await swept()).toEqual(nothing)
  const count = async (query: string) => (await viewer.get(`/api/v1/${query}`)).body.count
  expect(await count(`tag-change-logs/?employee=${holder}&action=EXPIRED`)).toBe(many)
  for (const { id } of employees) expect(await transitions(id)).toHaveLength(1)
})

test('a sweep does what another one has behind it', async () => {
  await make.employeeTag({ end_date: '2026-03-03' })
  const other = await connected(service.ownerUrl, async (client) => {
    await client.query('begin; lock kept_answers in share mode')
    const sweeping = swept()
    await untilQueued(1, (statement) => client.query(statement))
    await make.employeeTag({ end_date: '2026-03-03' })
    expect(await swept()).toEqual({ expired_proposals: 0, expired_tags: 1 })
    return { sweeping }
  })
  expect(await other.sweeping).toEqual({ expired_proposals: 0, expired_tags: 1 })
})

test('a sweep leaves what a request or an import is changing to the next sweep, with the tags of locked people', async () => {
  const { id } = await pending('2026-03-01T00:00:00Z')
  await make.employeeTag({ employee: id, start_date: '2020-01-01', end_date: '2026-03-02' })
  await service.orm.em.fork().transactional(async (em) => {
    await em
      .getConnection()
      .execute(`select 1 from employees where id = '${id}' for update`, [], 'get', em.getTransactionContext())
    expect(await swept()).toEqual(nothing)
  })
  expect(await swept()).toEqual({ expired_proposals: 1, expired_tags: 1 })
})

test('a proposal cannot be both swept and accepted', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => (await pending('2026-03-04T10:00:00.001Z')).id),
  )
  const superuser = await service.as('ADMIN', { is_superuser: true })
  const accepted = ids.map((id) => superuser.post(`/api/v1/employees/${id}/accept-proposal/`))
  const [answers] = await Promise.all([Promise.all(accepted), swept(new Date('2026-03-04T10:00:00.001Z'))])
  for (const [i, id] of ids.entries()) {
    const log = (await transitions(id)).map(({ transition }: { transition: string }) => transition)
    if (answers[i]?.status === 200) expect(log).toEqual(['accept_proposal'])
    else expect(log).not.toContain('accept_proposal')
  }
})

describe('the logs of a sweep', () => {
  const logged = async (log: string) =>
    (
      await sql<Record<string, unknown>>`select * from ${sql.table(log)} order by id`.execute(
        service.orm.em.fork().getKysely(),
      )
    ).rows
  const since = async (log: string, work: () => Promise<unknown>) => {
    const before = (await logged(log)).length
    await work()
    return (await logged(log)).slice(before)
  }
  const byService = {
    actor_id: null,
    via: 'service',
    name: new URL(service.databaseUrl).username,
    address: '',
    request_id: '',
    transaction_id: expect.any(String),
  }
  const at = '2026-03-04T10:00:00.000Z'

  test('a sweep logs one entry for each proposal, the earliest first, and each changed employee', async () => {
    const second = await pending('2026-03-02T00:00:00Z', 'ON_LEAVE')
    const first = await pending('2026-03-01T00:00:00Z')
    const entry = (employee_id: string, to_status: string) => ({
      id: expect.any(Number),
      employee_id,
      assignment_id: null,
      from_status: 'PROPOSAL_PENDING',
      to_status,
      transition: 'expire_proposal',
      actor_id: null,
      reason: '',
      metadata: { proposal_type: 'ASSIGNMENT', notes: 'Nights' },
      created_at: at,
      transaction_id: expect.any(String),
    })
    const change = (subject_id: string, previous: string, expires_at: string) => ({
      id: expect.any(Number),
      subject: 'employees',
      subject_id,
      action: 'UPDATE',
      before: {
        status: 'PROPOSAL_PENDING',
        proposal_type: 'ASSIGNMENT',
        proposal_notes: 'Nights',
        proposal_expires_at: expires_at,
        previous_status: previous,
      },
      after: {
        status: previous,
        proposal_type: null,
        proposal_notes: null,
        proposal_expires_at: null,
        previous_status: null,
      },
      // The row itself was made by the database's clock, which is ahead.
      created_at: expect.any(String),
      ...byService,
    })
    let entries: unknown[] = []
    const changes = await since('change_log', async () => {
      entries = await since('transition_log', () => swept())
    })
    expect(entries).toEqual([entry(first.id, 'ACTIVE'), entry(second.id, 'ON_LEAVE')])
    expect(changes).toHaveLength(2)
    expect(changes).toEqual(
      expect.arrayContaining([
        change(first.id, 'ACTIVE', '2026-03-01T00:00:00+00:00'),
        change(second.id, 'ON_LEAVE', '2026-03-02T00:00:00+00:00'),
      ]),
    )
  })

  test('a sweep logs one entry for each tag, the earliest first, and each changed employee tag', async () => {
    const second = await make.employeeTag({ end_date: '2026-03-03', updated_at: earlier })
    const first = await make.employeeTag({ end_date: '2026-03-02', updated_at: earlier })
    const entry = ({ employee, tag }: typeof first) => ({
      id: expect.any(Number),
      employee_id: employee,
      tag_id: tag,
      action: 'EXPIRED',
      actor_id: null,
      reason: '',
      created_at: at,
      transaction_id: expect.any(String),
    })
    const change = ({ id }: typeof first) => ({
      id: expect.any(Number),
      subject: 'employee_tags',
      subject_id: id,
      action: 'UPDATE',
      before: { status: 'ACTIVE' },
      after: { status: 'EXPIRED' },
      // The row itself was made by the database's clock, which is ahead.
      created_at: expect.any(String),
      ...byService,
    })
    let entries: unknown[] = []
    const changes = await since('change_log', async () => {
      entries = await since('tag_change_log', () => swept())
    })
    expect(entries).toEqual([entry(first), entry(second)])
    expect(changes).toHaveLength(2)
    expect(changes).toEqual(expect.arrayContaining([change(first), change(second)]))
  })
})

test('a sweep that fails keeps its finished batches, and the next sweep does the rest', async () => {
  const { employee: holder, tag, id: last } = await make.employeeTag({ end_date: '2026-03-03' })
  await manyDueTags(holder, tag)
  await execute(
    service.ownerUrl,
    `create function fail() returns trigger language plpgsql as 'begin raise exception ''it broke''; end';
    create trigger fail before update on employee_tags for each row when (old.id = '${last}') execute function fail()`,
  )
  await expect(swept()).rejects.toThrow('it broke')
  await execute(service.ownerUrl, 'drop function fail() cascade')
  const count = async (query: string) =>
    (await viewer.get(`/api/v1/employee-tags/?employee_id=${holder}&${query}`)).body.count
  const left = await count('status=ACTIVE')
  // The two batches that come last share 11 rows, and only one of them fails.
  expect([1 <= left && left <= 11, await count('status=EXPIRED')]).toEqual([true, 511 - left])
  expect(await swept()).toEqual({ expired_proposals: 0, expired_tags: left })
  const entries = await viewer.get(`/api/v1/tag-change-logs/?employee=${holder}&action=EXPIRED`)
  expect(entries.body.count).toBe(511)
})

test('the schedule sweeps once a minute and goes on after a failure', async () => {
  const { id } = await pending('2026-03-04T10:00:00Z')
  const errors: unknown[] = []
  const log = { ...service.services.log, info: () => {}, error: (...given: unknown[]) => errors.push(given) }
  let fails = true
  const clock = () => {
    if (fails) throw new Error('no time')
    return now
  }
  const sweeps = scheduleSweeps({
    orm: service.orm,
    clock,
    timeZone: 'UTC',
    log: log as unknown as typeof service.services.log,
  })
  try {
    await sweeps.trigger()
    expect(errors).toHaveLength(1)
    fails = false
    expect(sweeps.nextIn()).toBeGreaterThan(0)
    expect(sweeps.nextIn()).toBeLessThanOrEqual(60_000)
    await sweeps.trigger()
    expect((await service.orm.em.fork().findOneOrFail(Employee, id)).status).toBe('ACTIVE')
  } finally {
    sweeps.stop()
  }
})

test('neither a part of a sweep that fails nor what follows it keeps the rest from being done', async () => {
  const { id } = await pending('2026-03-04T10:00:00Z')
  const tag = await make.employeeTag({ end_date: '2026-03-03' })
  await execute(
    service.ownerUrl,
    `create function fail() returns trigger language plpgsql as 'begin raise exception ''it broke''; end';
    create trigger fail before update on employees for each row when (old.id = '${id}') execute function fail()`,
  )
  onTestFinished(async () => {
    await execute(service.ownerUrl, 'drop function fail() cascade')
  })
  const errors: { err: Error }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) })
  const last = vi.fn()
  const fails = () => Promise.reject(new Error('no month'))
  const parts = { orm: service.orm, clock: () => now, timeZone: 'UTC', log }
  const sweeps = scheduleSweeps(parts, inOrder(fails, last))
  onTestFinished(sweeps.stop)
  await sweeps.trigger()
  expect((await employeeTag(tag.id)).status).toBe('EXPIRED')
  expect(last).toHaveBeenCalledOnce()
  expect(errors.map(({ err }) => err.message)).toEqual([expect.stringMatching(/it broke.*no month/s)])
})

/** What limits the time of statements stays real: timeouts and `performance`, which would jump with the clock. */
const fakeTime = (at: Date | string) =>
  vi.useFakeTimers({ now: new Date(at), toFake: ['setInterval', 'clearInterval', 'Date'] })

test('the schedule goes by the database’s clock, not the machine’s', async () => {
  const real = Date.now()
  const due = await pending(new Date(real - 60_000).toISOString())
  const left = await pending(new Date(real + 30 * 60_000).toISOString())
  const { orm, services } = service
  const after = vi.fn(async () => {})
  fakeTime(new Date(real - 3_600_000))
  const sweeps = scheduleSweeps({ orm, timeZone: 'UTC', log: services.log }, after)
  const statusOf = async ({ id }: { id: string }) => (await orm.em.fork().findOneOrFail(Employee, id)).status
  const seen: unknown[] = []
  try {
    for (const hours of [-1, 1]) {
      vi.setSystemTime(real + hours * 3_600_000)
      vi.advanceTimersByTime(60_000)
      await vi.waitFor(() => expect(after).toHaveBeenCalledTimes(seen.length + 1), 30_000)
      seen.push([await statusOf(due), await statusOf(left)])
    }
  } finally {
    sweeps.stop()
    vi.useRealTimers()
  }
  expect(seen).toEqual([
    ['ACTIVE', 'PROPOSAL_PENDING'],
    ['ACTIVE', 'PROPOSAL_PENDING'],
  ])
})

test('the schedule ends everything once when its clock jumps, and misses no day', async () => {
  const proposal = await pending('2026-03-04T10:30:00Z')
  const tags = [
    await make.employeeTag({ end_date: '2026-03-03' }),
    await make.employeeTag({ end_date: '2026-03-04' }),
  ]
  const { orm, services } = service
  const after = vi.fn(async () => {})
  fakeTime(now)
  const clock = () => new Date()
  const sweeps = scheduleSweeps({ orm, clock, timeZone: 'UTC', log: services.log }, after)
  const ended = async () => {
    const em = orm.em.fork()
    const { status } = await em.findOneOrFail(Employee, proposal.id)
    const found = await em.find(EmployeeTag, { id: tags.map(({ id }) => id) }, { orderBy: { end_date: 1 } })
    return [status, ...found.map((tag) => tag.status)]
  }
  const seen: unknown[] = []
  try {
    for (const time of ['04T10:00', '04T09:00', '04T11:00', '04T09:00', '06T00:10', '03T12:00']) {
      vi.setSystemTime(`2026-03-${time}:00Z`)
      vi.advanceTimersByTime(60_000)
      await vi.waitFor(() => expect(after).toHaveBeenCalledTimes(seen.length + 1), 30_000)
      seen.push(await ended())
    }
  } finally {
    sweeps.stop()
    vi.useRealTimers()
  }
  expect(seen).toEqual([
    ['PROPOSAL_PENDING', 'EXPIRED', 'ACTIVE'],
    ['PROPOSAL_PENDING', 'EXPIRED', 'ACTIVE'],
    ['ACTIVE', 'EXPIRED', 'ACTIVE'],
    ['ACTIVE', 'EXPIRED', 'ACTIVE'],
    ['ACTIVE', 'EXPIRED', 'EXPIRED'],
    ['ACTIVE', 'EXPIRED', 'EXPIRED'],
  ])
  expect(await transitions(proposal.id)).toHaveLength(1)
  for (const { employee } of tags)
    expect(await tagChanges(employee)).toMatchObject([{ action: 'EXPIRED' }, { action: 'ASSIGNED' }])
})

test('the schedule deletes revocations from the database that no token can refer to any more', async () => {
  const { orm, services, clock } = service
  const revocations = databaseRevocations(orm)
  await revocations.end('ended-long-ago')
  await sql`update revocations set expires_at = now()`.execute(orm.em.fork().getKysely())
  await revocations.end('ended-just-now')
  const schedule = { orm, clock: () => clock.now, timeZone: 'UTC', log: services.log }
  const sweeps = scheduleSweeps(schedule, revocations.forgetExpired)
  try {
    await sweeps.trigger()
    const kept = await orm.em.fork().getKysely().selectFrom('revocations').select('key').execute()
    expect(kept).toEqual([{ key: 'session:ended:ended-just-now' }])
  } finally {
    sweeps.stop()
  }
})
