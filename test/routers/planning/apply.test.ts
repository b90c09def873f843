import { describe, expect, onTestFinished, test } from 'vitest'
import { readClinicSnapshot } from '../../../entities/clinic-snapshot.ts'
import { readSecureHours } from '../../../entities/secure-hours.ts'
import { Assignment } from '../../../entities/work/assignment.ts'
import { countedBy, fingerprintOf } from '../../../routers/planning/planned.ts'
import { toDay } from '../../../src/calendar.ts'
import { formatHundredths } from '../../../src/hours.ts'
import { clinicFacts, usualBasis } from '../../../src/planning/facts/read-snapshot.ts'
import { secureHours } from '../../../src/planning/forecast/totals.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { statementsOf } from '../../expect/database.ts'
import { doesNotExist, notPermitted, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/planning/v1/plans/apply/'
const { service, make, admin } = await serviceForFile({ env: { THROTTLE_PLANNING: '90/hour' } })
const contract = (await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })).id

const sql = (statement: string, values: unknown[] = []) =>
  service.orm.em.getConnection().execute(statement, values)
const stored = (id: string) => service.orm.em.fork().findOneOrFail(Assignment, id)

/** An employee with a contract of 40 hours, ACTIVE unless said otherwise. */
async function employed(fields: Parameters<typeof make.employee>[0] = {}) {
  const { id } = await make.employee(fields)
  await make.employeeTag({ employee: id, tag: contract })
  return id
}
const position = async (required_weekly_hours = '40.00', is_active = true) =>
  (await make.position({ required_weekly_hours, is_active })).id

/** The line that assigns the employee. */
const created = (employee: string, position_id: string, effective_hours = '8.00') => ({
  employee,
  position_id,
  assignment: null,
  current_hours: '0.00',
  effective_hours,
})

/** The line that raises the assignment as it is now. */
const raised = (assignment: Assignment, effective_hours: string) => ({
  employee: assignment.employee,
  position_id: assignment.position,
  assignment: assignment.id,
  current_hours: assignment.effective_hours,
  effective_hours,
})

const assigned = async (effective_hours: string) =>
  make.assignment({ employee: await employed(), position: await position(), effective_hours })

/** What is wrong with the line when it is applied. */
async function outdated(line: object, more: object = {}) {
  const before = await sql('select count(*), sum(effective_hours) from assignments')
  const { status, body } = await admin.post(path, { lines: [line], ...more })
  expect([status, body.detail, body.code]).toEqual([
    409,
    'The line no longer holds.',
    'CONFLICT_PLAN_OUTDATED',
  ])
  expect(await sql('select count(*), sum(effective_hours) from assignments')).toEqual(before)
  return body.lines[0]
}

test('an applied plan stores new and raised assignments as create and PATCH do', async () => {
  const [one, other, place] = [await employed(), await employed(), await position()]
  const held = await make.assignment({ employee: other, position: place, effective_hours: '10.00' })
  const lines = [created(one, place, '12.00'), raised(held, '26.50')]
  const { status, body } = await admin.post(path, { lines, notes: 'By plan.' })
  expect([status, body]).toEqual([
    200,
    {
      application: expect.any(String),
      applied: [
        { index: 0, kind: 'CREATE', assignment: expect.any(String), effective_hours: '12.00' },
        { index: 1, kind: 'RAISE', assignment: held.id, effective_hours: '26.50' },
      ],
      skipped: [],
      covered_hours: '28.50',
      coverage_pct_before: '25.00',
      coverage_pct_after: '96.25',
    },
  ])
  expect(await stored(body.applied[0].assignment)).toMatchObject({
    employee: one,
    position: place,
    effective_hours: '12.00',
    status: 'ACTIVE',
    effective_date: '2026-03-04',
    notes: 'By plan.',
    metadata: { violations: [] },
  })
  expect(await stored(held.id)).toMatchObject({ effective_hours: '26.50', notes: '', effective_date: null })
  expect((await admin.get(`/api/v1/demand/${place}/`)).body).toMatchObject({
    assigned_hours: '38.50',
  })
})

test('an applied plan is in the change log under the name of its caller', async () => {
  const manager = await service.as('MANAGER')
  const held = await assigned('10.00')
  const lines = [created(await employed(), await position()), raised(held, '11.00')]
  const { body } = await manager.post(path, { lines })
  const ids = body.applied.map(({ assignment }: { assignment: string }) => assignment)
  const entries = await sql(
    `select subject_id, action, actor_id, via from change_log where subject_id in (?, ?) order by id`,
    ids,
  )
  expect(entries.slice(-2)).toEqual([
    { subject_id: ids[0], action: 'CREATE', actor_id: manager.user.id, via: 'rest' },
    { subject_id: ids[1], action: 'UPDATE', actor_id: manager.user.id, via: 'rest' },
  ])
})

test('an applied plan stores the same warnings as create', async () => {
  const tag = await make.tag({ name: 'Optional' })
  const place = await position()
  await make.positionTag({ position: place, tag: tag.id, is_mandatory: false })
  const { body } = await admin.post(path, { lines: [created(await employed(), place)] })
  expect((await stored(body.applied[0].assignment)).metadata.violations).toEqual([
    expect.objectContaining({ rule_code: 'TAG_REQUIREMENT_MISMATCH', missing_tags: ['Optional'] }),
  ])
})

test('the later lines of a plan count the earlier ones', async () => {
  const [one, other] = [await employed(), await employed()]
  const [place, second] = [await position('20.00'), await position()]
  await expectAnswer(
    admin.post(path, {
      lines: [
        created(one, place, '12.00'),
        created(other, place, '8.01'),
        created(one, second, '28.00'),
        created(one, await position(), '0.01'),
      ],
    }),
    409,
    {
      detail: '2 of 4 lines no longer hold.',
      code: 'CONFLICT_PLAN_OUTDATED',
      lines: [
        {},
        { position_id: ['The position lacks 8.00 hours now; the line adds 8.01.'] },
        {},
        { employee: ['The employee has 0.00 hours left within the contract now; the line adds 0.01.'] },
      ],
    },
  )
})

test('a plan that is sent twice is refused line by line', async () => {
  const lines = [created(await employed(), await position()), raised(await assigned('10.00'), '11.00')]
  expect((await admin.post(path, { lines })).status).toBe(200)
  const again = await admin.post(path, { lines })
  expect([again.status, again.body.lines]).toEqual([
    409,
    [
      {
        non_field_errors: [
          'DUPLICATE_ASSIGNMENT: The employee already has an active assignment to this position.',
        ],
      },
      { current_hours: ['The assignment has 11.00 hours now.'] },
    ],
  ])
})

test('a refused plan says how many of its lines no longer hold', async () => {
  const [held, gone] = [created(await employed(), await position()), raised(await assigned('8.00'), '9.00')]
  const outdated = { ...gone, current_hours: '7.00' }
  const other = { ...raised(await assigned('8.00'), '9.00'), current_hours: '7.00' }
  const detail = async (...lines: object[]) => (await admin.post(path, { lines })).body.detail
  expect(await detail(outdated)).toBe('The line no longer holds.')
  expect(await detail(held, outdated)).toBe('1 of 2 lines no longer holds.')
  expect(await detail(held, outdated, other)).toBe('2 of 3 lines no longer hold.')
  expect(await detail(outdated, other)).toBe('2 of 2 lines no longer hold.')
})

test('an applied plan can skip lines that no longer hold', async () => {
  const [one, place] = [await employed(), await position('10.00')]
  const lines = [created(one, place, '10.01'), created(one, place, '0.01'), created(await employed(), place)]
  const [first, , third] = lines
  const answer = await admin.post(path, { lines: [first, third], on_conflict: 'SKIP' })
  expect(answer.body).toMatchObject({
    applied: [{ index: 1, kind: 'CREATE', effective_hours: '8.00' }],
    skipped: [
      {
        index: 0,
        messages: { position_id: ['The position lacks 10.00 hours now; the line adds 10.01.'] },
      },
    ],
    covered_hours: '8.00',
  })
})

test('a plan with only skipped lines changes nothing', async () => {
  const lines = [created(await employed({ status: 'ON_LEAVE' }), await position())]
  const { status, body } = await admin.post(path, { lines, on_conflict: 'SKIP' })
  expect([status, body.applied, body.covered_hours]).toEqual([200, [], '0.00'])
  expect(body.coverage_pct_after).toBe(body.coverage_pct_before)
})

test('a plan of 60 lines takes as many statements as one of four', async () => {
  const statementsFor = async (count: number) => {
    const lines: object[] = []
    for (let line = 0; line < count; line++)
      lines.push(
        line % 2 ? created(await employed(), await position()) : raised(await assigned('8.00'), '9.00'),
      )
    const statements = await statementsOf(service.orm, async () => {
      expect((await admin.post(path, { lines })).status).toBe(200)
    })
    return statements.length
  }
  expect(await statementsFor(60)).toBe(await statementsFor(4))
})

/** A position of 40 hours that has 30 of an employee on leave, in a unit of its own. */
async function atRisk() {
  const unit = (await make.unit()).id
  const place = (await make.position({ org_unit: unit, required_weekly_hours: '40.00' })).id
  const away = await employed({ status: 'ON_LEAVE' })
  const held = await make.assignment({ employee: away, position: place, effective_hours: '30.00' })
  return { unit, place, held }
}

test('a plan that fills hours at risk can be applied once', async () => {
  const { unit, place } = await atRisk()
  const employee = await employed()
  const demand = 'SECURE'
  const others = await sql('select id from employees where id <> ?', [employee])
  const { body: plan } = await admin.post('/planning/v1/plans/', {
    org_unit_id: unit,
    demand,
    exclude_employees: others.map(({ id }) => id),
  })
  const { assignment, current_hours, effective_hours, position_id } = plan.lines[0]
  expect([plan.lines.length, effective_hours, position_id]).toEqual([1, '40.00', place])
  const line = { employee, position_id, assignment, current_hours, effective_hours }
  const { fingerprint } = plan

  expect(await outdated(line)).toEqual({
    position_id: ['The position lacks 10.00 hours now; the line adds 40.00.'],
  })
  const applied = await admin.post(path, { lines: [line], demand, fingerprint })
  expect([applied.status, applied.body.covered_hours]).toEqual([200, '40.00'])
  expect((await stored(applied.body.applied[0].assignment)).metadata.violations).toEqual([
    expect.objectContaining({ rule_code: 'COVERAGE_EXCEEDED' }),
  ])
  expect(await outdated(line, { demand })).toMatchObject({
    position_id: ['The position lacks 0.00 secure hours now; the line adds 40.00.'],
  })
})

test('a plan that fills hours at risk counts its earlier lines and raises', async () => {
  const { place } = await atRisk()
  const other = await employed()
  const held = await make.assignment({ employee: other, position: place, effective_hours: '5.00' })
  const lines = [created(await employed(), place, '25.00'), raised(held, '15.01')]
  const { status, body } = await admin.post(path, { lines, demand: 'SECURE' })
  expect([status, body.lines]).toEqual([
    409,
    [{}, { position_id: ['The position lacks 10.00 secure hours now; the line adds 10.01.'] }],
  ])
  const fitting = [lines[0], raised(held, '15.00')]
  expect((await admin.post(path, { lines: fitting, demand: 'SECURE' })).status).toBe(200)
})

test('while COVERAGE_EXCEEDED is BLOCKING, a plan gives no position more hours than it requires', async () => {
  const setSeverity = (severity: string) =>
    sql(`update business_rules set severity = ? where code = 'COVERAGE_EXCEEDED'`, [severity])
  onTestFinished(async () => void (await setSeverity('WARNING')))
  const { place } = await atRisk()
  await setSeverity('BLOCKING')
  expect(await outdated(created(await employed(), place, '10.01'), { demand: 'SECURE' })).toEqual({
    non_field_errors: [expect.stringMatching(/^COVERAGE_EXCEEDED: /)],
  })
  const lines = [created(await employed(), place, '10.00')]
  expect((await admin.post(path, { lines, demand: 'SECURE' })).status).toBe(200)
})

test('a plan that fills hours at risk counts the hours of a position as the forecast does', async () => {
  const { place } = await atRisk()
  const [busy, later] = [await employed(), await employed()]
  const special = await position('60.00')
  const night = (await make.tag({ name: 'Night' })).id
  await make.positionTag({ position: special, tag: night })
  const closed = await position('60.00', false)
  await make.assignment({ employee: busy, position: place, effective_hours: '30.00' })
  await make.assignment({ employee: busy, position: special, effective_hours: '7.00' })
  await make.assignment({ employee: busy, position: closed, effective_hours: '25.01' })
  const suspended = { status: 'SUSPENDED' } as const
  await make.assignment({
    employee: busy,
    position: await position(),
    effective_hours: '9.00',
    ...suspended,
  })
  const nextWeek = { effective_date: '2026-03-09' }
  await make.assignment({ employee: later, position: place, effective_hours: '3.00', ...nextWeek })
  await make.assignment({ employee: later, position: special, effective_hours: '2.00' })
  await make.employeeTag({ employee: later, tag: night })

  const em = service.orm.em.fork()
  const today = '2026-03-04'
  const facts = clinicFacts(await readClinicSnapshot(em, today))
  const shown = []
  for (const hours_limit of ['CONTRACT', 'WEEKLY_CAP'] as const) {
    const expected = secureHours(facts, toDay(today), hours_limit)
    const found = new Map<string, string>()
    for (const { id } of facts.positions) {
      const asked = { day: today, positions: [id], basis: usualBasis, hours_limit }
      found.set(id, (await readSecureHours(em, today, asked)).get(id) ?? '0.00')
    }
    expect(found).toEqual(
      new Map(facts.positions.map(({ id }, index) => [id, formatHundredths(expected[index] ?? 0)])),
    )
    shown.push([found.get(place), found.get(special)])
  }
  expect(shown).toEqual([
    ['21.81', '2.00'],
    ['30.00', '2.00'],
  ])
})

test.each(['ON_LEAVE', 'PROPOSAL_PENDING', 'TERMINATED'] as const)(
  'a line no longer holds if its employee is %s',
  async (status) => {
    expect(await outdated(created(await employed({ status }), await position()))).toMatchObject({
      employee: ['The employee must be ACTIVE.'],
    })
  },
)

test('a line no longer holds if its position is inactive', async () => {
  expect(await outdated(created(await employed(), await position('40.00', false)))).toEqual({
    position_id: ['The position must be active.'],
  })
})

test('a line no longer holds if a mandatory tag is missing', async () => {
  const place = await position()
  await make.positionTag({ position: place, tag: (await make.tag({ name: 'Surgeon' })).id })
  expect(await outdated(created(await employed(), place))).toEqual({
    non_field_errors: ['TAG_REQUIREMENT_MISMATCH: The employee lacks tags of the position: Surgeon.'],
  })
})

test('a line no longer holds if the contract lacks the hours, but overtime up to the cap does', async () => {
  const { employee } = await assigned('30.00')
  const line = created(employee, await position('60.00'), '10.01')
  expect(await outdated(line)).toEqual({
    employee: ['The employee has 10.00 hours left within the contract now; the line adds 10.01.'],
  })
  expect((await admin.post(path, { lines: [line], hours_limit: 'WEEKLY_CAP' })).status).toBe(200)
})

test('a line no longer holds if its hours are above the cap', async () => {
  const { employee } = await assigned('40.00')
  const line = created(employee, await position('60.00'), '20.01')
  expect(await outdated(line, { hours_limit: 'WEEKLY_CAP' })).toEqual({
    employee: ['The employee has 20.00 hours left below the weekly cap now; the line adds 20.01.'],
    non_field_errors: ['MAX_WEEKLY_HOURS: The weekly hours would be 60.01, above the cap of 60.00.'],
  })
})

test('a line no longer holds if the cap is below the contract', async () => {
  const setCap = (hours: string | null) =>
    sql(`update org_units set max_weekly_hours = ? where unit_type = 'CLINIC'`, [hours])
  onTestFinished(async () => void (await setCap(null)))
  const line = created(await employed(), await position(), '30.01')
  await setCap('30.00')
  expect(await outdated(line)).toMatchObject({
    employee: ['The employee has 30.00 hours left below the weekly cap now; the line adds 30.01.'],
  })
  const overtime = { ...line, effective_hours: '30.00' }
  expect((await admin.post(path, { lines: [overtime] })).status).toBe(200)
})

test('a line no longer holds above the cap, even if the rule only warns', async () => {
  const setSeverity = (severity: string) =>
    sql(`update business_rules set severity = ? where code = 'MAX_WEEKLY_HOURS'`, [severity])
  onTestFinished(async () => void (await setSeverity('BLOCKING')))
  await setSeverity('WARNING')
  const line = created(await employed(), await position('90.00'), '60.01')
  expect(await outdated(line, { hours_limit: 'WEEKLY_CAP' })).toEqual({
    employee: ['The employee has 60.00 hours left below the weekly cap now; the line adds 60.01.'],
  })
})

test.each(['suspend', 'end'])('a line no longer holds after %s of its assignment', async (transition) => {
  const assignment = await assigned('10.00')
  await admin.post(`/api/v1/assignments/${assignment.id}/${transition}/`)
  const status = transition === 'end' ? 'ENDED' : 'SUSPENDED'
  expect(await outdated(raised(assignment, '12.00'))).toEqual({
    assignment: [`The assignment is ${status}.`],
  })
})

test('a line no longer holds if its assignment has other hours or another employee', async () => {
  const assignment = await assigned('10.00')
  const line = { ...raised(assignment, '12.00'), current_hours: '9.00' }
  expect(await outdated(line)).toEqual({ current_hours: ['The assignment has 10.00 hours now.'] })
  expect(await outdated({ ...raised(assignment, '12.00'), employee: await employed() })).toEqual({
    assignment: ['The assignment is for another employee or position.'],
  })
})

const now = async () =>
  fingerprintOf(countedBy(usualBasis, await readClinicSnapshot(service.orm.em.fork(), '2026-03-04')))

test('the fingerprint of a plan is accepted until the clinic changes', async () => {
  const [first, second] = [
    created(await employed(), await position()),
    created(await employed(), await position()),
  ]
  const fingerprint = await now()
  expect((await admin.post(path, { lines: [first], fingerprint })).status).toBe(200)
  await expectAnswer(admin.post(path, { lines: [second], fingerprint, on_conflict: 'SKIP' }), 409, {
    detail: 'The clinic has changed since the plan was made.',
    code: 'CONFLICT_PLAN_OUTDATED',
  })
  expect((await admin.post(path, { lines: [second], fingerprint: await now() })).status).toBe(200)
})

describe('bad input', () => {
  const line = created(unknown, unknown)
  test.each<[string, object, object]>([
    ['without the field `lines`', {}, { lines: ['This field is required.'] }],
    ['with an empty list of lines', { lines: [] }, { lines: ['This list may not be empty.'] }],
    [
      'with more than 500 lines',
      { lines: Array(501).fill(line) },
      { lines: ['Ensure this field has no more than 500 elements.'] },
    ],
    [
      'with a number for a line',
      { lines: [7] },
      { lines: [{ non_field_errors: ['Invalid data. Expected a dictionary, but got int.'] }] },
    ],
    [
      'with a line without fields',
      { lines: [{}] },
      {
        lines: [
          Object.fromEntries(
            ['employee', 'position_id', 'effective_hours'].map((field) => [
              field,
              ['This field is required.'],
            ]),
          ),
        ],
      },
    ],
    [
      'with current hours of a new assignment, and with a raise to fewer hours',
      {
        lines: [
          { ...line, current_hours: '1.00' },
          { ...line, assignment: unknown, current_hours: 9 },
        ],
      },
      {
        lines: [
          { current_hours: ['This must be 0.00 for a new assignment.'] },
          { effective_hours: ['Ensure this value is greater than current_hours.'] },
        ],
      },
    ],
    [
      'with two lines for one employee and position',
      { lines: [line, line] },
      { lines: [{}, { non_field_errors: ['Item 0 has the same employee and position.'] }] },
    ],
    [
      'with unknown ids',
      { lines: [{ ...line, assignment: unknown }] },
      {
        lines: [
          {
            employee: [doesNotExist(unknown)],
            position_id: [doesNotExist(unknown)],
            assignment: [doesNotExist(unknown)],
          },
        ],
      },
    ],
    [
      'with a date outside the week',
      { lines: [line], effective_date: '2026-03-09' },
      { effective_date: ['Ensure the date is in this week, 2026-03-02 to 2026-03-08.'] },
    ],
    ['with a demand of null', { lines: [line], demand: null }, { demand: ['This field may not be null.'] }],
    [
      'with a demand in small letters',
      { lines: [line], demand: 'secure' },
      { demand: ['"secure" is not a valid choice.'] },
    ],
    [
      'with several wrong fields',
      {
        lines: [line],
        hours_limit: 'ALL',
        demand: 7,
        on_conflict: null,
        notes: 'x'.repeat(2001),
        fingerprint: 7,
      },
      {
        hours_limit: ['"ALL" is not a valid choice.'],
        demand: ['"7" is not a valid choice.'],
        on_conflict: ['This field may not be null.'],
        notes: ['Ensure this field has no more than 2000 characters.'],
        fingerprint: ['Not a valid string.'],
      },
    ],
  ])('a plan %s is refused', async (_, body, refusal) => {
    await expectAnswer(admin.post(path, body), 400, refusal)
  })

  test('a refused plan names the line of an unknown id', async () => {
    const lines = [created(await employed(), await position()), created(await employed(), unknown)]
    expect((await admin.post(path, { lines })).body).toEqual({
      lines: [{}, { position_id: [doesNotExist(unknown)] }],
    })
  })
})

test('new assignments of a plan can start on a date of this week', async () => {
  const lines = [created(await employed(), await position())]
  const { body } = await admin.post(path, { lines, effective_date: '2026-03-08' })
  expect(await stored(body.applied[0].assignment)).toMatchObject({ effective_date: '2026-03-08' })
})

test('a plan is refused to a VIEWER, and without the CSRF token', async () => {
  const viewer = await service.as('VIEWER')
  expect((await viewer.post(path, {})).body).toEqual(notPermitted)
  const { status, body } = await admin.post(path, {}, { headers: { 'X-CSRFToken': 'x' } })
  expect([status, body.detail]).toEqual([403, expect.stringMatching(/^CSRF Failed: /)])
})

test('an applied plan is counted in the scope planning, not user', async () => {
  const user = await service.as('MANAGER')
  const counted = (await user.post(path, {})).headers
  expect([counted.get('ratelimit-policy'), counted.get('ratelimit')]).toEqual([
    '"planning";q=90;w=3600',
    expect.stringMatching(/^"planning";r=89;t=3[56]\d\d$/),
  ])
  const anonymous = (await service.anonymous().post(path, {})).headers
  expect(anonymous.get('ratelimit-policy')).toBeNull()
})
