import { expect, onTestFinished, test } from 'vitest'
import { Assignment } from '../../../entities/work/assignment.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const manager = await service.as('MANAGER')

// The clock of the tests is on Wednesday, 4 March 2026.
const today = '2026-03-04'
const contract = (await make.tag({ name: 'Forty', category: 'CONTRACT', hours_delta: '40.00' })).id

const datesOf = (employee: string) => `/planning/v1/employees/${employee}/dates/`
const requirementsOf = (position: string) => `/planning/v1/positions/${position}/requirements/`

async function personWhoIs(status: 'ON_LEAVE' | 'ONBOARDING' | 'ACTIVE') {
  const person = await make.employee({ status })
  await make.employeeTag({ employee: person.id, tag: contract })
  return person
}

test('an expected return is stored, counts in the forecast and in plans for later days, and can be cleared', async () => {
  const { id, last_name, first_name } = await personWhoIs('ON_LEAVE')
  const position = (await make.position({ required_weekly_hours: '30.00' })).id
  await make.assignment({ employee: id, position, effective_hours: '30.00' })
  const none = { employee: id, status: 'ON_LEAVE', expected_return_date: null, expected_start_date: null }
  expect((await admin.get(datesOf(id))).body).toMatchObject({
    ...none,
    counted_date: null,
    ignored_because: null,
  })

  const set = await manager.patch(datesOf(id), { expected_return_date: '2026-03-18' })
  const stored = {
    ...none,
    employee_name: `${last_name}, ${first_name}`,
    expected_return_date: '2026-03-18',
    counted_date: '2026-03-18',
    ignored_because: null,
  }
  expect([set.status, set.body]).toEqual([200, stored])
  expect((await admin.get(datesOf(id))).body).toEqual(stored)

  const forecast = (await admin.get(`/planning/v1/employees/${id}/forecast/?weeks=4`)).body
  expect(forecast.weeks.map((week: Record<string, string>) => week.secure_hours)).toEqual([
    '0.00',
    '0.00',
    '0.00',
    '30.00',
  ])
  expect(forecast.cliffs).toMatchObject([{ cause: 'LEAVE_ENDS', date: '2026-03-18', direction: 'GAIN' }])

  const cleared = await manager.patch(datesOf(id), { expected_return_date: null })
  expect([cleared.status, cleared.body]).toEqual([
    200,
    { ...stored, expected_return_date: null, counted_date: null },
  ])
  const after = (await admin.get(`/planning/v1/employees/${id}/forecast/?weeks=4`)).body
  expect(after.cliffs).toEqual([])
})

test('a person who starts later is planned from that day on, and is a candidate then', async () => {
  const { id } = await personWhoIs('ONBOARDING')
  const position = (await make.position({ required_weekly_hours: '24.00' })).id
  const fingerprint = async () => (await admin.post('/planning/v1/plans/', {})).body.fingerprint
  const before = await fingerprint()
  await manager.patch(datesOf(id), { expected_start_date: '2026-04-01' })
  expect(await fingerprint()).not.toBe(before)

  const lineOn = async (reference_date: string) => {
    const { lines } = (await admin.post('/planning/v1/plans/', { reference_date })).body
    return lines.find((line: { employee: string }) => line.employee === id)
  }
  expect(await lineOn('2026-03-31')).toBeUndefined()
  expect(await lineOn('2026-04-01')).toMatchObject({ violations: { blocking: [] } })

  const candidates = `/planning/v1/positions/${position}/candidates/?page_size=100&reference_date=`
  const shownOn = async (date: string) =>
    (await admin.get(candidates + date)).body.results.find((one: { employee: string }) => one.employee === id)
  expect(await shownOn('2026-03-31')).toBeUndefined()
  expect(await shownOn('2026-04-01')).toMatchObject({ status: 'ACTIVE', is_valid: true })
})

test('a proposal does not put off an expected return, and planning assigns nothing more until its answer', async () => {
  const { id } = await personWhoIs('ON_LEAVE')
  const position = (await make.position({ required_weekly_hours: '30.00' })).id
  await make.assignment({ employee: id, position, effective_hours: '24.00' })
  await manager.patch(datesOf(id), { expected_return_date: '2026-03-12' })
  const superuser = await service.as('ADMIN', { is_superuser: true })
  await superuser.post(`/api/v1/employees/${id}/propose/`, { proposal_type: 'TRANSFER' })

  const set = await manager.patch(datesOf(id), { expected_return_date: '2026-03-11' })
  const dates = { status: 'PROPOSAL_PENDING', counted_date: '2026-03-11', ignored_because: null }
  expect([set.status, set.body]).toMatchObject([200, dates])
  expect((await admin.get(datesOf(id))).body).toEqual(set.body)

  const { weeks, cliffs } = (await admin.get(`/planning/v1/employees/${id}/forecast/?weeks=3`)).body
  expect(weeks.map((week: Record<string, string>) => week.secure_hours)).toEqual(['0.00', '0.00', '24.00'])
  expect(cliffs).toMatchObject([{ cause: 'LEAVE_ENDS', date: '2026-03-11' }])

  const isPlanned = async () => {
    const { lines } = (await admin.post('/planning/v1/plans/', { reference_date: '2026-03-16' })).body
    return lines.some((line: { employee: string }) => line.employee === id)
  }
  expect(await isPlanned()).toBe(false)
  await superuser.post(`/api/v1/employees/${id}/cancel-proposal/`, {})
  expect(await isPlanned()).toBe(true)
})

test('a date is ignored, and shown as such, once the status no longer fits it or once it has passed', async () => {
  const { id } = await personWhoIs('ON_LEAVE')
  await manager.patch(datesOf(id), { expected_return_date: today })
  expect((await admin.get(datesOf(id))).body).toMatchObject({ counted_date: today, ignored_because: null })
  const { now } = service.clock
  onTestFinished(() => {
    service.clock.now = now
  })
  service.clock.now = new Date(now.getTime() + 86_400_000)
  const later = await service.as('ADMIN', { is_superuser: true })
  const ignored = { expected_return_date: today, counted_date: null }
  expect((await later.get(datesOf(id))).body).toMatchObject({ ...ignored, ignored_because: 'PAST' })
  expect((await later.post(`/api/v1/employees/${id}/return-from-leave/`, {})).status).toBe(200)
  expect((await later.get(datesOf(id))).body).toMatchObject({ ...ignored, ignored_because: 'STATUS' })
})

test.each([
  ['return', 'ON_LEAVE', ['return-from-leave', 'go-on-leave']],
  ['start', 'ONBOARDING', ['activate', 'terminate', 'rehire']],
] as const)(
  'an expected %s is not that of the next time, and a proposal does not end it',
  async (what, status, moves) => {
    const { id } = await personWhoIs(status)
    await make.assignment({ employee: id })
    const field = `expected_${what}_date`
    await manager.patch(datesOf(id), { [field]: '2026-03-18' })
    const superuser = await service.as('ADMIN', { is_superuser: true })
    const move = async (name: string, body = {}) =>
      expect((await superuser.post(`/api/v1/employees/${id}/${name}/`, body)).status).toBe(200)
    if (status === 'ON_LEAVE') {
      await move('propose', { proposal_type: 'TRANSFER' })
      await move('cancel-proposal')
    }
    expect((await admin.get(datesOf(id))).body).toMatchObject({ status, counted_date: '2026-03-18' })
    for (const name of moves) await move(name)
    expect((await admin.get(datesOf(id))).body).toMatchObject({
      status,
      [field]: null,
      ignored_because: null,
    })
    expect((await admin.get(`/planning/v1/employees/${id}/forecast/?weeks=4`)).body.cliffs).toEqual([])
  },
)

test.each([
  [
    'ACTIVE',
    { expected_return_date: '2026-04-01' },
    { expected_return_date: ['The employee must be ON_LEAVE.'] },
  ],
  [
    'ON_LEAVE',
    { expected_start_date: '2026-04-01' },
    { expected_start_date: ['The employee must be ONBOARDING.'] },
  ],
  [
    'ON_LEAVE',
    { expected_return_date: '2026-03-03' },
    { expected_return_date: [`Ensure this date is not before ${today}.`] },
  ],
] as const)('for a person who is %s, %j is refused', async (status, body, problems) => {
  const { id } = await personWhoIs(status)
  const answer = await manager.patch(datesOf(id), body)
  expect([answer.status, answer.body]).toEqual([400, problems])
})

test('an EMPLOYEE sees their own expected dates only, and a supervisor cannot set any', async () => {
  const own = await make.employee({ email: 'dates@clinic.example', status: 'ON_LEAVE' })
  const other = await personWhoIs('ON_LEAVE')
  const employee = await service.as('EMPLOYEE', { email: own.email })
  expect((await employee.get(datesOf(own.id))).body).toMatchObject({ employee: own.id })
  expect((await employee.get(datesOf(other.id))).status).toBe(404)
  const supervisor = await service.as('SUPERVISOR')
  const set = { expected_return_date: '2026-04-01' }
  expect((await supervisor.patch(datesOf(other.id), set)).status).toBe(403)
})

test('a position requires other hours from the dates that its rows say', async () => {
  const position = await make.position({ title: 'Winter ward', required_weekly_hours: '40.00' })
  const rows = [
    { from_date: '2026-03-09', required_weekly_hours: '60.00' },
    { from_date: '2026-03-16', required_weekly_hours: '0.00' },
    { from_date: '2026-03-23', required_weekly_hours: null },
  ]
  const set = await manager.patch(requirementsOf(position.id), { rows: rows.toReversed() })
  const stored = { position_id: position.id, title: 'Winter ward', required_weekly_hours: '40.00', rows }
  expect([set.status, set.body]).toEqual([200, stored])
  expect((await admin.get(requirementsOf(position.id))).body).toEqual(stored)

  const { weeks } = (await admin.get(`/planning/v1/forecast/?weeks=4&org_unit_id=${position.org_unit}`)).body
  expect(weeks.map((week: Record<string, string>) => week.required_hours)).toEqual([
    '40.00',
    '60.00',
    '0.00',
    '40.00',
  ])

  const fewer = await manager.patch(requirementsOf(position.id), { rows: rows.slice(0, 1) })
  expect(fewer.body.rows).toEqual(rows.slice(0, 1))
  expect((await manager.patch(requirementsOf(position.id), { rows: [] })).body.rows).toEqual([])
  expect((await admin.get(`/api/v1/demand/${position.id}/`)).body.required_weekly_hours).toBe('40.00')
})

test('dates and requirements have an ETag, and a change with an older one is refused', async () => {
  const [person, position] = [await personWhoIs('ON_LEAVE'), await make.position()]
  const rows = [{ from_date: '2026-04-01', required_weekly_hours: '60.00' }]
  for (const [path, change] of [
    [datesOf(person.id), { expected_return_date: '2026-03-18' }],
    [requirementsOf(position.id), { rows }],
  ] as const) {
    const etag = (await manager.get(path)).headers.get('etag') ?? ''
    const made = await manager.patch(path, change, { headers: { 'If-Match': etag } })
    const shown = await manager.get(path)
    expect([made.status, made.headers.get('etag')]).toEqual([200, shown.headers.get('etag')])
    const late = await manager.patch(
      path,
      { expected_return_date: null, rows: [] },
      { headers: { 'If-Match': etag } },
    )
    expect([late.status, (await manager.get(path)).body]).toEqual([412, shown.body])
  }
})

test('two rows of one date are refused, and so are negative hours', async () => {
  const { id } = await make.position()
  const row = { from_date: '2026-04-01', required_weekly_hours: '10.00' }
  const twice = await manager.patch(requirementsOf(id), { rows: [row, row] })
  expect([twice.status, twice.body]).toEqual([
    400,
    { rows: [{}, { from_date: ['Another row has this date.'] }] },
  ])
  const negative = await manager.patch(requirementsOf(id), {
    rows: [{ ...row, required_weekly_hours: '-1' }],
  })
  expect(negative.body).toEqual({
    rows: [{ required_weekly_hours: ['Ensure this value is greater than or equal to 0.00.'] }],
  })
})

test('a plan for today fills what a dated requirement asks for, and its lines are applied as planned', async () => {
  const unit = (await make.unit()).id
  const people = [await personWhoIs('ACTIVE'), await personWhoIs('ACTIVE')]
  const position = (await make.position({ org_unit: unit, required_weekly_hours: '10.00' })).id
  await manager.patch(requirementsOf(position), {
    rows: [{ from_date: '2026-03-01', required_weekly_hours: '50.00' }],
  })
  const { lines, summary } = (await admin.post('/planning/v1/plans/', { org_unit_id: unit })).body
  expect(summary).toMatchObject({ lacking_hours: '50.00', planned_hours: '50.00' })
  expect(people.length).toBeGreaterThan(1)
  const toApply = lines.map(
    ({ employee, position_id, assignment, current_hours, effective_hours }: Record<string, unknown>) => ({
      ...{ employee, position_id, assignment, current_hours, effective_hours },
    }),
  )
  const applied = await admin.post('/planning/v1/plans/apply/', { lines: toApply })
  expect([applied.status, applied.body.covered_hours]).toEqual([200, '50.00'])
  for (const [index, { assignment }] of applied.body.applied.entries()) {
    const { metadata } = await service.orm.em.fork().findOneOrFail(Assignment, assignment)
    const { blocking, warnings, info } = lines[index].violations
    expect(metadata.violations).toEqual([...blocking, ...warnings, ...info])
  }
  expect((await admin.post('/planning/v1/plans/', { org_unit_id: unit })).body.lines).toEqual([])
})

test('openings of a person include positions that lack hours only because of a dated requirement', async () => {
  const { id } = await personWhoIs('ACTIVE')
  const unit = (await make.unit()).id
  const position = (await make.position({ org_unit: unit, required_weekly_hours: '4.00' })).id
  await make.assignment({ position, effective_hours: '4.00' })
  const openings = async () =>
    (await admin.get(`/planning/v1/employees/${id}/openings/?org_unit_id=${unit}`)).body.results
  expect(await openings()).toEqual([])
  await manager.patch(requirementsOf(position), {
    rows: [{ from_date: today, required_weekly_hours: '12.00' }],
  })
  expect(await openings()).toMatchObject([{ position_id: position, lacking_hours: '8.00' }])
})

test('every change of these dates is in the change log, with who made it', async () => {
  const { id } = await personWhoIs('ON_LEAVE')
  await manager.patch(datesOf(id), { expected_return_date: '2026-04-01' })
  await manager.patch(datesOf(id), { expected_return_date: '2026-05-01' })
  await manager.patch(datesOf(id), { expected_return_date: null })
  const position = (await make.position()).id
  const rows = [{ from_date: '2026-04-01', required_weekly_hours: '10.00' }]
  await manager.patch(requirementsOf(position), { rows })
  await manager.patch(requirementsOf(position), { rows: [] })
  const em = service.orm.em.fork()
  const logged = await em
    .getConnection()
    .execute(`select subject, action, before, after, actor_id from change_log
    where subject in ('employee_dates', 'position_requirements') and (subject_id = '${id}'
      or '${position}' in (before->>'position_id', after->>'position_id')) order by id`)
  const by = { actor_id: manager.user.id }
  const dates = { subject: 'employee_dates', ...by }
  const requirement = { subject: 'position_requirements', ...by }
  expect(logged).toMatchObject([
    { ...dates, action: 'CREATE', after: { id, expected_return_date: '2026-04-01' } },
    {
      ...{ ...dates, action: 'UPDATE' },
      before: { expected_return_date: '2026-04-01' },
      after: { expected_return_date: '2026-05-01' },
    },
    { ...dates, action: 'DELETE', before: { id, expected_return_date: '2026-05-01' } },
    { ...requirement, action: 'CREATE', after: { position_id: position, required_weekly_hours: 10 } },
    { ...requirement, action: 'DELETE', before: { position_id: position, from_date: '2026-04-01' } },
  ])
})
