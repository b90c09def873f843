import { expect, onTestFinished, test } from 'vitest'
import { KeptScenario } from '../../../../entities/planning/kept-scenario.ts'
import { allTables } from '../../../expect/tables.ts'
import { notPermitted, unknown } from '../../../expect/texts.ts'
import { serviceForFile } from '../../../setup/fixture.ts'
import { execute } from '../../../setup/stores/execute.ts'

const path = '/planning/v1/drafts/'
const { service, make, admin: first } = await serviceForFile({ env: { THROTTLE_PLANNING: '500/hour' } })
const contract = (await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })).id
const run = <Row>(statement: string) => service.orm.em.getConnection().execute<Row[]>(statement)

let admin = first

/** Moves the clock, and signs in anew, because the cookies of the other day have expired. */
async function moveTo(date: Date) {
  service.clock.now = date
  admin = await service.as('ADMIN')
}

const today = new Date('2026-03-04T10:00:00.000Z')
const onTheDay = new Date('2026-03-18T10:00:00.000Z')

type KeptOptions = {
  required?: string
  hours?: string
  exclude_employees?: string[]
  exclude_positions?: string[]
}

/** A draft of one line for Wednesday in two weeks, and what it is about. */
async function kept({ required = '10.00', hours = '10.00', ...more }: KeptOptions = {}) {
  await moveTo(today)
  const { id: employee } = await make.employee({ last_name: 'Gil', first_name: 'Ana' })
  await make.employeeTag({ employee, tag: contract })
  const { id: position_id } = await make.position({ title: 'Desk', required_weekly_hours: required })
  const line = { employee, position_id, assignment: null, current_hours: '0.00', effective_hours: hours }
  const sent = { name: 'In two weeks', reference_date: '2026-03-18', lines: [line], ...more }
  const { status, body } = await admin.post(path, sent)
  return { status, body, sent, employee, position_id, id: body.id as string }
}

/** Sets a rule's severity for the rest of the test. */
async function rule(code: string, severity: string) {
  const [stored] = await run<{ severity: string }>(
    `select severity from business_rules where code = '${code}'`,
  )
  const set = (to = '') =>
    execute(service.ownerUrl, `update business_rules set severity = '${to}' where code = '${code}'`)
  await set(severity)
  onTestFinished(() => set(stored?.severity).then())
}

const show = async (id: string) => (await admin.get(`${path}${id}/`)).body
const apply = (id: string, client = admin) => client.post(`${path}${id}/apply/`, {})
/** The draft's only line as the clinic stands now. */
const lineNow = async (id: string) => (await show(id)).lines[0].now

test('a plan for a coming week is kept as a draft, listed, shown and deleted', async () => {
  const { status, body, id, employee, position_id } = await kept()
  expect([status, body]).toMatchObject([
    201,
    {
      name: 'In two weeks',
      reference_date: '2026-03-18',
      applies_from: '2026-03-16',
      hours_limit: 'CONTRACT',
      demand: 'BOOKED',
      line_count: 1,
      added_hours: '10.00',
      fingerprint: expect.stringMatching(/^[\w-]{43}$/),
      kept_by: admin.user.id,
      created_at: '2026-03-04T10:00:00.000Z',
      application: null,
      options: { headroom_pct: '0.00', minimum_hours: '4.00', allow: 'CREATE_AND_RAISE' },
      lines: [
        {
          employee,
          employee_name: 'Gil, Ana',
          position_id,
          position_title: 'Desk',
          kind: 'CREATE',
          added_hours: '10.00',
          lacking_hours: '10.00',
          free_hours: '40.00',
          now: { state: 'HOLDS', messages: {}, lacking_hours: '10.00', free_hours: '40.00' },
        },
      ],
      drift: { sentence: 'The line still holds.', fingerprint: body.fingerprint },
    },
  ])
  expect(await show(id)).toEqual(body)
  const { results } = (await admin.get(path)).body
  expect(results[0]).toMatchObject({
    id,
    name: 'In two weeks',
    applies_from: '2026-03-16',
    application: null,
  })
  expect((await admin.delete(`${path}${id}/`)).status).toBe(204)
  expect((await admin.get(`${path}${id}/`)).status).toBe(404)
  expect((await admin.delete(`${path}${id}/`)).status).toBe(404)
  expect((await apply(id)).status).toBe(404)
})

test('a draft goes by what its position requires on its day, and so does applying it', async () => {
  const { position_id, employee } = await kept({ hours: '10.00' })
  const rows = [{ from_date: '2026-03-16', required_weekly_hours: '16.00' }]
  expect((await admin.patch(`/planning/v1/positions/${position_id}/requirements/`, { rows })).status).toBe(
    200,
  )
  const line = { employee, position_id, assignment: null, current_hours: '0.00', effective_hours: '16.00' }
  const { body } = await admin.post(path, { reference_date: '2026-03-18', lines: [line] })
  expect(body.lines[0].now).toMatchObject({ state: 'HOLDS', lacking_hours: '16.00' })
  await moveTo(onTheDay)
  expect((await apply(body.id)).status).toBe(200)
})

test('a draft whose employee is expected back is planned again as the plan for its day is', async () => {
  const { position_id, employee } = await kept()
  await run(`update employees set status = 'ON_LEAVE' where id = '${employee}'`)
  await admin.patch(`/planning/v1/employees/${employee}/dates/`, { expected_return_date: '2026-03-10' })
  const rows = [{ from_date: '2026-03-16', required_weekly_hours: '16.00' }]
  await admin.patch(`/planning/v1/positions/${position_id}/requirements/`, { rows })
  const asked = { reference_date: '2026-03-18' }
  const { lines, summary } = (await admin.post('/planning/v1/plans/', asked)).body
  const sent = lines
    .filter((line: { employee: string }) => line.employee === employee)
    .map(({ position_id, assignment, effective_hours }: Record<string, string | null>) => {
      return { employee, position_id, assignment, effective_hours }
    })
  const { body } = await admin.post(path, { ...asked, lines: sent })
  expect(body.drift.planned_again).toEqual(summary)
})

test('a draft is planned again without the people and positions left out, also once they are gone', async () => {
  const { id: gone } = await make.employee({ status: 'TERMINATED' })
  const { id: closing } = await make.position()
  const { status, body, id } = await kept({ exclude_employees: [gone], exclude_positions: [closing] })
  expect(status).toBe(201)
  await admin.delete(`/api/v1/demand/${closing}/`)
  const { planned_again } = (await show(id)).drift
  expect(planned_again.planned_hours).toBe(body.drift.planned_again.planned_hours)
})

test('a draft stores no assignment', async () => {
  const before = await run('select count(*) from assignments')
  await kept()
  expect(await run('select count(*) from assignments')).toEqual(before)
})

test('only lines that hold on their day are kept', async () => {
  const { status, body } = await kept({ hours: '10.01' })
  expect([status, body]).toEqual([
    409,
    {
      detail: 'The line no longer holds.',
      code: 'CONFLICT_PLAN_OUTDATED',
      lines: [{ position_id: ['The position lacks 10.00 hours now; the line adds 10.01.'] }],
    },
  ])
  expect((await kept({ reference_date: '2026-03-03' } as object)).body).toEqual({
    reference_date: ['Ensure this date is not before 2026-03-04.'],
  })
  expect((await kept({ org_unit_id: unknown } as object)).status).toBe(400)
  const { sent } = await kept()
  const twice = { ...sent, lines: [...sent.lines, ...sent.lines] }
  expect((await admin.post(path, twice)).body.lines[1]).toEqual({
    non_field_errors: ['Item 0 has the same employee and position.'],
  })
})

test('a draft that raises an assignment shows what its employee has left now', async () => {
  const { employee, position_id, sent } = await kept()
  const { id: assignment } = await make.assignment({
    employee,
    position: position_id,
    effective_hours: '4.00',
  })
  const line = { ...sent.lines[0], assignment, current_hours: '4.00', effective_hours: '10.00' }
  const { body } = await admin.post(path, { ...sent, lines: [line] })
  expect(await lineNow(body.id)).toMatchObject({ state: 'HOLDS', free_hours: '36.00' })
  await admin.patch(`/api/v1/assignments/${assignment}/`, { effective_hours: '5.00' })
  expect(await lineNow(body.id)).toMatchObject({ state: 'NOT_ACCEPTED', free_hours: '35.00' })
  await admin.post(`/api/v1/assignments/${assignment}/suspend/`)
  expect(await lineNow(body.id)).toMatchObject({ state: 'NOT_ACCEPTED', free_hours: '40.00' })
})

test('a draft shows which lines would no longer be accepted, and which are no longer needed', async () => {
  const { id, employee, position_id } = await kept({ required: '30.00', hours: '30.00' })
  await make.assignment({ employee, position: (await make.position()).id, effective_hours: '15.00' })
  expect(await lineNow(id)).toEqual({
    state: 'NOT_ACCEPTED',
    messages: {
      employee: ['The employee has 25.00 hours left within the contract now; the line adds 30.00.'],
    },
    lacking_hours: '30.00',
    free_hours: '25.00',
  })
  expect((await show(id)).drift.sentence).toBe('Of 1 line, 1 would no longer be accepted.')
  const { id: other } = await make.employee()
  await make.assignment({ employee: other, position: position_id, effective_hours: '30.00' })
  expect(await lineNow(id)).toMatchObject({ state: 'NOT_NEEDED', lacking_hours: '0.00' })
  const { drift, fingerprint } = await show(id)
  expect(drift.sentence).toBe('Of 1 line, 1 is no longer needed.')
  expect(drift.fingerprint).not.toBe(fingerprint)
})

test('a draft counts the tags and the contract of its own day', async () => {
  const { id, employee, position_id } = await kept()
  const tag = (await make.tag({ name: 'Night' })).id
  await make.positionTag({ position: position_id, tag })
  await make.employeeTag({ employee, tag, end_date: '2026-03-17' })
  expect((await lineNow(id)).messages).toEqual({
    non_field_errors: ['TAG_REQUIREMENT_MISMATCH: The employee lacks tags of the position: Night.'],
  })
  await make.employeeTag({ employee, tag, start_date: '2026-03-18' })
  expect((await lineNow(id)).state).toBe('HOLDS')
})

test.each<[string, (of: Awaited<ReturnType<typeof kept>>) => Promise<unknown>, object]>([
  [
    'whose employee is on leave',
    ({ employee }) => run(`update employees set status = 'ON_LEAVE' where id = '${employee}'`),
    { employee: ['The employee must be ACTIVE.'] },
  ],
  [
    'whose position is inactive',
    ({ position_id }) => admin.patch(`/api/v1/demand/${position_id}/`, { is_active: false }),
    { position_id: ['The position must be active.'] },
  ],
  [
    'whose pair has an assignment',
    ({ employee, position_id }) =>
      admin.post('/api/v1/assignments/', { employee, position_id, effective_hours: '1.00' }),
    {
      non_field_errors: [
        'DUPLICATE_ASSIGNMENT: The employee already has an active assignment to this position.',
      ],
      position_id: ['The position lacks 9.00 hours now; the line adds 10.00.'],
    },
  ],
])('a draft %s says so, and is refused with the same words on the day', async (_, change, messages) => {
  const of = await kept()
  await change(of)
  expect((await lineNow(of.id)).messages).toEqual(messages)
  await moveTo(onTheDay)
  const { status, body } = await apply(of.id)
  expect([status, body]).toEqual([
    409,
    { detail: 'The line no longer holds.', code: 'CONFLICT_PLAN_OUTDATED', lines: [messages] },
  ])
})

test('a draft is applied from the Monday of its week on, once', async () => {
  const { id, employee } = await kept()
  await moveTo(new Date('2026-03-15T23:59:59.000Z'))
  expect(await apply(id)).toMatchObject({
    status: 409,
    body: { detail: 'This draft is for the week of 2026-03-16, and can be applied from that day on.' },
  })
  await moveTo(new Date('2026-03-16T00:00:00.000Z'))
  const manager = await service.as('MANAGER')
  const { status, body } = await apply(id, manager)
  expect([status, body]).toMatchObject([
    200,
    { applied: [{ kind: 'CREATE', effective_hours: '10.00' }], skipped: [], covered_hours: '10.00' },
  ])
  // It begins on the day of the draft, which is still to come.
  expect(await run(`select effective_date::text from assignments where employee_id = '${employee}'`)).toEqual(
    [{ effective_date: '2026-03-18' }],
  )
  const shown = await show(id)
  expect(shown).toMatchObject({
    application: {
      id: body.application,
      applied_by: manager.user.id,
      applied_at: '2026-03-16T00:00:00.000Z',
    },
    drift: null,
    lines: [{ now: null }],
  })
  expect(await apply(id)).toMatchObject({
    status: 409,
    body: { detail: `${shown.application.applied_by_name} has applied this draft already.` },
  })
})

test('a draft is applied before its day by what contracts give and positions require on that day, as it is shown', async () => {
  await moveTo(today)
  const monday = new Date('2026-03-16T10:00:00.000Z')
  const { id: employee } = await make.employee()
  await make.employeeTag({ employee, tag: contract, start_date: '2026-03-18' })
  const { id: position_id } = await make.position({ required_weekly_hours: '10.00' })
  const rows = [{ from_date: '2026-03-18', required_weekly_hours: '22.00' }]
  await admin.patch(`/planning/v1/positions/${position_id}/requirements/`, { rows })
  const line = { employee, position_id, assignment: null, current_hours: '0.00', effective_hours: '22.00' }
  const { id } = (await admin.post(path, { reference_date: '2026-03-18', lines: [line] })).body
  const ending = await kept()
  await run(`update employee_tags set end_date = '2026-03-17' where employee_id = '${ending.employee}'`)

  await moveTo(monday)
  expect((await lineNow(id)).state).toBe('HOLDS')
  expect((await apply(id)).status).toBe(200)
  const { messages } = await lineNow(ending.id)
  expect(messages).toEqual({
    employee: ['The employee has 0.00 hours left within the contract now; the line adds 10.00.'],
  })
  expect(await apply(ending.id)).toMatchObject({ status: 409, body: { lines: [messages] } })
})

test.each<[string, (of: Awaited<ReturnType<typeof kept>>) => Promise<unknown>, object, object]>([
  [
    'whose employee is expected back on its day',
    async ({ employee }) => {
      await run(`update employees set status = 'ON_LEAVE' where id = '${employee}'`)
      const dates = { expected_return_date: '2026-03-18' }
      return admin.patch(`/planning/v1/employees/${employee}/dates/`, dates)
    },
    {},
    { employee: ['The employee must be ACTIVE.'] },
  ],
  [
    'whose position requires the hours from its day on, while a rule refuses more than its own',
    async ({ position_id }) => {
      await rule('COVERAGE_EXCEEDED', 'BLOCKING')
      await run(`update positions set required_weekly_hours = 6 where id = '${position_id}'`)
      const rows = [{ from_date: '2026-03-18', required_weekly_hours: '10.00' }]
      return admin.patch(`/planning/v1/positions/${position_id}/requirements/`, { rows })
    },
    {},
    {
      non_field_errors: [
        'COVERAGE_EXCEEDED: The position would have 10.00 hours assigned, above the 6.00 it requires.',
      ],
    },
  ],
  [
    'whose employee has a contract that ends too soon after its day, but not after the Monday',
    async ({ employee }) => {
      await rule('CONTRACT_NEAR_EXPIRY', 'BLOCKING')
      await run(`update employee_tags set end_date = '2026-04-16' where employee_id = '${employee}'`)
    },
    { non_field_errors: [expect.stringMatching(/^CONTRACT_NEAR_EXPIRY: /)] },
    {},
  ],
])(
  'a draft %s is shown as on its day until its week begins, and then as it is applied',
  async (_, change, before, after) => {
    const of = await kept()
    await change(of)
    expect((await lineNow(of.id)).messages).toEqual(before)
    await moveTo(new Date('2026-03-16T10:00:00.000Z'))
    expect((await lineNow(of.id)).messages).toEqual(after)
    const { status, body } = await apply(of.id)
    expect([status, body.lines]).toEqual(Object.keys(after).length ? [409, [after]] : [200, undefined])
  },
)

test('a plan for a later day of this week is kept as on that day', async () => {
  const { sent, employee } = await kept()
  await run(`update employees set status = 'ON_LEAVE' where id = '${employee}'`)
  await admin.patch(`/planning/v1/employees/${employee}/dates/`, { expected_return_date: '2026-03-06' })
  const { status, body } = await admin.post(path, { ...sent, reference_date: '2026-03-06' })
  expect([status, body.lines[0].now.state]).toEqual([201, 'HOLDS'])
  expect((await lineNow(body.id)).messages).toEqual({ employee: ['The employee must be ACTIVE.'] })
})

test('a draft that was applied and taken back can be applied again', async () => {
  const { id } = await kept()
  await moveTo(onTheDay)
  const before = await allTables(run)
  const { application } = (await apply(id)).body
  const listed = (await admin.get('/planning/v1/applications/')).body.results
  // Others were applied at the same instant.
  expect(listed).toContainEqual(expect.objectContaining({ id: application, draft_id: id, kind: 'PLAN' }))
  expect((await admin.post(`/planning/v1/applications/${application}/take-back/`, {})).status).toBe(200)
  expect(await allTables(run)).toEqual(before)
  expect((await show(id)).application).toBeNull()
  expect((await apply(id)).status).toBe(200)
})

test('a deleted draft leaves what was applied, which can be taken back', async () => {
  const { id } = await kept()
  await moveTo(onTheDay)
  const { application } = (await apply(id)).body
  expect((await admin.delete(`${path}${id}/`)).status).toBe(204)
  expect((await admin.post(`/planning/v1/applications/${application}/take-back/`, {})).status).toBe(200)
})

test('a draft whose assignment was taken back is refused, not broken', async () => {
  const { id: employee } = await make.employee()
  await make.employeeTag({ employee, tag: contract })
  const { id: position_id } = await make.position({ required_weekly_hours: '20.00' })
  await moveTo(today)
  const line = { employee, position_id, assignment: null, current_hours: '0.00', effective_hours: '8.00' }
  const { application, applied } = (await admin.post('/planning/v1/plans/apply/', { lines: [line] })).body
  const { assignment } = applied[0]
  const raise = { ...line, assignment, current_hours: '8.00', effective_hours: '9.00' }
  const { id } = (await admin.post(path, { reference_date: '2026-03-18', lines: [raise] })).body
  await admin.post(`/planning/v1/applications/${application}/take-back/`, {})
  expect((await lineNow(id)).messages).toEqual({ assignment: ['The assignment is ENDED.'] })
  await moveTo(onTheDay)
  expect(await apply(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT_PLAN_OUTDATED' } })
})

test('of ten callers who apply a draft at once, one does', async () => {
  const { id } = await kept()
  await moveTo(onTheDay)
  const answers = await Promise.all(Array.from({ length: 10 }, () => apply(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('a VIEWER sees drafts, and may not keep, apply or delete one', async () => {
  const viewer = await service.as('VIEWER')
  const { id, sent } = await kept()
  expect((await viewer.get(`${path}${id}/`)).status).toBe(200)
  expect((await viewer.post(path, sent)).body).toEqual(notPermitted)
  expect((await apply(id, viewer)).body).toEqual(notPermitted)
  expect((await viewer.delete(`${path}${id}/`)).body).toEqual(notPermitted)
})

test('two kept scenarios are compared as the clinic is now', async () => {
  const scenarios = '/planning/v1/kept-scenarios/'
  await moveTo(today)
  const viewer = await service.as('VIEWER')
  const { id: employee } = await make.employee()
  const { id: position } = await make.position({ required_weekly_hours: '12.00' })
  const { id: assignment } = await make.assignment({ employee, position, effective_hours: '12.00' })
  const keep = async (name: string, change: object) =>
    (await viewer.post(scenarios, { name, changes: [change] })).body.id
  const end = await keep('End', { kind: 'ASSIGNMENT_ENDED', assignment })
  const change = { kind: 'ASSIGNMENT_CHANGED', assignment, effective_hours: '6.00' }
  const lower = await keep('Lower', change)
  const listed = (await admin.get(`${scenarios}?ordering=-name`)).body.results
  expect(listed).toMatchObject([
    { id: lower, name: 'Lower', changes: [change], kept_by: viewer.user.id },
    { id: end, name: 'End' },
  ])
  const asked = { first: end, second: lower, weeks: 2 }
  const { body } = await viewer.post(`${scenarios}compare/`, asked)
  const alone = (await viewer.post('/planning/v1/scenarios/', { changes: [change], weeks: 2 })).body
  expect(body).toMatchObject({
    first: { id: end, name: 'End', refusal: null },
    second: { id: lower, name: 'Lower', refusal: null, result: alone },
  })
  expect(body.first.result.before).toEqual(alone.before)
  expect(body.first.result.after[0].booked_hours).not.toBe(alone.after[0].booked_hours)

  await admin.post(`/api/v1/assignments/${assignment}/end/`)
  const later = (await viewer.post(`${scenarios}compare/`, asked)).body
  expect([later.first.result, later.second.result]).toEqual([null, null])
  expect(later.first.refusal).toMatch(/ENDED/)
  expect((await viewer.post(`${scenarios}compare/`, { ...asked, first: unknown })).status).toBe(400)
  expect((await viewer.post(`${scenarios}compare/`, { ...asked, reference_date: '2020-01-01' })).status).toBe(
    400,
  )
  expect((await viewer.delete(`${scenarios}${end}/`)).status).toBe(204)
  expect((await viewer.delete(`${scenarios}${end}/`)).status).toBe(404)

  const another = await service.as('VIEWER')
  expect((await another.delete(`${scenarios}${lower}/`)).body).toEqual(notPermitted)
  expect((await (await service.as('SUPERVISOR')).delete(`${scenarios}${lower}/`)).status).toBe(204)
})

test('a user keeps at most a hundred scenarios', async () => {
  const viewer = await service.as('VIEWER')
  const em = service.orm.em.fork()
  for (let count = 0; count < 99; count++)
    em.create(KeptScenario, {
      name: 'x',
      changes: [],
      kept_by: viewer.user.id,
      created_at: service.clock.now,
    })
  await em.flush()
  const { id: assignment } = await make.assignment()
  const sent = { name: 'y', changes: [{ kind: 'ASSIGNMENT_ENDED', assignment }] }
  const keep = () => viewer.post('/planning/v1/kept-scenarios/', sent)
  const answers = await Promise.all([keep(), keep()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    non_field_errors: ['You already keep 100 scenarios. Delete one first.'],
  })
})
