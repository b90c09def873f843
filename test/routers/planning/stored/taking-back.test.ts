import { expect, onTestFinished, test } from 'vitest'
import { findDifferences } from '../../../../entities/schema/totals.ts'
import { Assignment } from '../../../../entities/work/assignment.ts'
import { allTables } from '../../../expect/tables.ts'
import { doesNotExist, notPermitted, unknown } from '../../../expect/texts.ts'
import { serviceForFile } from '../../../setup/fixture.ts'
import { execute } from '../../../setup/stores/execute.ts'

const { service, make, admin } = await serviceForFile({ env: { THROTTLE_PLANNING: '500/hour' } })
const contract = (await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })).id

const run = <Row>(statement: string) => service.orm.em.getConnection().execute<Row[]>(statement)
const stored = (id: string) => service.orm.em.fork().findOneOrFail(Assignment, id)

async function employed(fields: Parameters<typeof make.employee>[0] = {}) {
  const { id } = await make.employee(fields)
  await make.employeeTag({ employee: id, tag: contract })
  return id
}
const position = async (required_weekly_hours = '40.00') =>
  (await make.position({ required_weekly_hours })).id

const created = (employee: string, position_id: string, effective_hours = '8.00') => ({
  employee,
  position_id,
  assignment: null,
  current_hours: '0.00',
  effective_hours,
})
const changed = (assignment: Assignment, effective_hours: string) => ({
  employee: assignment.employee,
  position_id: assignment.position,
  assignment: assignment.id,
  current_hours: assignment.effective_hours,
  effective_hours,
})

const applyPlan = (...lines: object[]) => admin.post('/planning/v1/plans/apply/', { lines })
const applyRebalance = (...changes: (object | undefined)[]) =>
  admin.post('/planning/v1/rebalances/apply/', { changes })
const takeBack = (id: string, client = admin) => client.post(`/planning/v1/applications/${id}/take-back/`)

/** One assignment of each kind of change: lowered, ended, raised, and a new one. */
async function everyKind() {
  const [one, other] = [await employed({ last_name: 'Gil', first_name: 'Ana' }), await employed()]
  const desk = (await make.position({ required_weekly_hours: '10.00', title: 'Desk' })).id
  const [door, gate, hall] = [await position(), await position('1.00'), await position()]
  const lowered = await make.assignment({
    employee: one,
    position: desk,
    effective_hours: '30.00',
    notes: 'Old.',
  })
  const ended = await make.assignment({
    employee: other,
    position: gate,
    effective_hours: '9.00',
    notes: 'Old.',
  })
  await make.assignment({ employee: await employed(), position: gate, effective_hours: '1.00' })
  const raised = await make.assignment({ employee: one, position: door, effective_hours: '5.00' })
  const changes = [
    changed(lowered, '10.00'),
    changed(ended, '0.00'),
    changed(raised, '12.00'),
    created(other, hall, '20.00'),
  ]
  return { changes, lowered, ended, raised, one, other, desk, gate }
}

test('what taking back needs is kept with hours as decimals, not as floats', async () => {
  await applyRebalance(...(await everyKind()).changes)
  const types = await run(`select distinct jsonb_typeof(one->'after'->'effective_hours') as type
    from application_log, jsonb_array_elements(changes->'assignments') one`)
  expect(types).toEqual([{ type: 'string' }])
})

test('a rebalance that is applied lowers, ends, raises and creates assignments', async () => {
  const { changes, lowered, ended, raised } = await everyKind()
  const { status, body } = await applyRebalance(...changes)
  expect([status, body]).toEqual([
    200,
    {
      application: expect.any(String),
      applied: [
        { kind: 'LOWER', assignment: lowered.id, effective_hours: '10.00' },
        { kind: 'END', assignment: ended.id, effective_hours: '0.00' },
        { kind: 'RAISE', assignment: raised.id, effective_hours: '12.00' },
        { kind: 'CREATE', assignment: expect.any(String), effective_hours: '20.00' },
      ],
      added_hours: '27.00',
    },
  ])
  expect(await stored(lowered.id)).toMatchObject({ status: 'ACTIVE', effective_hours: '10.00' })
  expect(await stored(ended.id)).toMatchObject({
    status: 'ENDED',
    end_reason: 'OTHER',
    end_date: '2026-03-04',
  })
  expect(await stored(raised.id)).toMatchObject({ effective_hours: '12.00' })
  expect(await stored(body.applied[3].assignment)).toMatchObject({
    status: 'ACTIVE',
    effective_hours: '20.00',
  })
})

test('a rebalance that was taken back leaves every table as it was, but for the logs', async () => {
  const { changes, ended } = await everyKind()
  const before = await allTables(run)
  const { application, applied } = (await applyRebalance(...changes)).body
  expect(await allTables(run)).not.toEqual(before)
  expect((await takeBack(application)).body).toEqual({ removed: 1, put_back: 2, reopened: 1 })
  expect(await allTables(run)).toEqual(before)
  expect(await findDifferences(service.orm)).toEqual([])
  const log = (await admin.get(`/api/v1/assignments/${ended.id}/transitions/`)).body.results
  expect(log).toMatchObject([
    { transition: 'take_back', from_status: 'ENDED', to_status: 'ACTIVE', actor: admin.user.id },
    { transition: 'end', from_status: 'ACTIVE', to_status: 'ENDED' },
  ])
  const { body } = await admin.get(`/api/v1/transitions/?transition=take_back&employee=${ended.employee}`)
  expect(body.results).toMatchObject([{ transition: 'take_back' }])
  expect(
    await run(
      `select action, actor_id from change_log where subject_id = '${applied[3].assignment}' order by id`,
    ),
  ).toEqual([
    { action: 'CREATE', actor_id: admin.user.id },
    { action: 'DELETE', actor_id: admin.user.id },
  ])
  // It can be applied again, and is a new application.
  const again = await applyRebalance(...changes)
  expect(again.status).toBe(200)
  expect(again.body.application).not.toBe(application)
})

test('a plan that was taken back leaves every table as it was, but for the logs', async () => {
  const held = await make.assignment({
    employee: await employed(),
    position: await position(),
    effective_hours: '7.00',
  })
  const line = created(await employed(), await position())
  const before = await allTables(run)
  const { application } = (await applyPlan(line, changed(held, '9.00'))).body
  expect((await takeBack(application)).body).toEqual({ removed: 1, put_back: 1, reopened: 0 })
  expect(await allTables(run)).toEqual(before)
})

test('what cannot be taken back or applied to its end leaves nothing', async () => {
  const { changes } = await everyKind()
  const close = 'alter table application_log add constraint closed check (false) not valid'
  const open = 'alter table application_log drop constraint if exists closed'
  onTestFinished(() => execute(service.ownerUrl, open).then())
  const before = await allTables(run)
  await execute(service.ownerUrl, close)
  expect((await applyRebalance(...changes)).status).toBe(500)
  expect(await allTables(run)).toEqual(before)
  await execute(service.ownerUrl, open)
  const { application } = (await applyRebalance(...changes)).body
  const after = await allTables(run)
  await execute(service.ownerUrl, close)
  expect((await takeBack(application)).status).toBe(500)
  expect(await allTables(run)).toEqual(after)
  await execute(service.ownerUrl, open)
  expect((await takeBack(application)).status).toBe(200)
  expect(await allTables(run)).toEqual(before)
})

test('a rebalance of which one change no longer holds is refused as a whole', async () => {
  const { changes, raised } = await everyKind()
  const before = await allTables(run)
  const refused = async (...sent: (object | undefined)[]) => {
    const { status, body } = await applyRebalance(...sent)
    expect([status, body.code]).toEqual([409, 'CONFLICT_PLAN_OUTDATED'])
    expect(await allTables(run)).toEqual(before)
    return body
  }
  const [low, end, , give] = changes
  expect(await refused({ ...low, effective_hours: '9.00' })).toMatchObject({
    detail: 'The change no longer holds.',
    lines: [{ position_id: ['The position would lack 1.00 hours.'] }],
  })
  expect(await refused(low, end, changed(raised, '31.00'), give)).toMatchObject({
    detail: '1 of 4 changes no longer holds.',
    lines: [
      {},
      {},
      { employee: ['The employee has 25.00 hours left within the contract now; the line adds 26.00.'] },
      {},
    ],
  })
  expect(await refused({ ...end, current_hours: '8.00' }, give)).toMatchObject({
    lines: [{ current_hours: ['The assignment has 9.00 hours now.'] }, {}],
  })
})

test.each([
  ['less than the position itself does', { own: '40.00', dated: '0.00', severity: '', to: '10.00' }, 200],
  ['what the position itself does', { own: '40.00', dated: null, severity: '', to: '10.00' }, 409],
  ['more than the position itself does', { own: '5.00', dated: '30.00', severity: '', to: '10.00' }, 409],
  [
    'more than a rule lets be assigned',
    { own: '5.00', dated: '30.00', severity: 'BLOCKING', to: '5.00' },
    200,
  ],
  [
    'more than a rule lets be assigned today, for a later day',
    { own: '5.00', dated: '30.00', severity: 'BLOCKING', to: '5.00', effective_date: '2026-03-06' },
    409,
  ],
])('a rebalance goes by what a date requires: %s', async (_, { own, dated, severity, to, ...on }, status) => {
  const place = await position(own)
  const held = await make.assignment({
    employee: await employed(),
    position: place,
    effective_hours: '20.00',
  })
  const rows = [{ from_date: '2026-03-04', required_weekly_hours: dated }]
  await admin.patch(`/planning/v1/positions/${place}/requirements/`, { rows })
  const rule = (to: string) =>
    execute(service.ownerUrl, `update business_rules set severity = '${to}' where code = 'COVERAGE_EXCEEDED'`)
  if (severity) await rule(severity)
  onTestFinished(() => rule('WARNING').then())
  const changes = [changed(held, to)]
  const answer = await admin.post('/planning/v1/rebalances/apply/', { changes, ...on })
  expect(answer.status).toBe(status)
  const lacking = Number(dated ?? own) - Number(to)
  if (status === 409)
    expect(answer.body.lines).toEqual([{ position_id: [`The position would lack ${lacking}.00 hours.`] }])
})

test('a rebalance lowers no assignment that the service would not let be changed', async () => {
  const { changes, desk } = await everyKind()
  await make.positionTag({ position: desk, tag: (await make.tag({ name: 'Night' })).id })
  expect((await applyRebalance(changes[0])).body.lines).toEqual([
    { non_field_errors: ['TAG_REQUIREMENT_MISMATCH: The employee lacks tags of the position: Night.'] },
  ])
  expect((await applyRebalance({ ...changes[0], effective_hours: '0.00' })).body.lines).toEqual([
    { position_id: ['The position would lack 10.00 hours.'] },
  ])
})

test.each([
  ['without changes', { changes: [] }, { changes: ['This list may not be empty.'] }],
  [
    'with a change of nothing',
    { changes: [{ ...created(unknown, unknown), effective_hours: '0.00' }] },
    { changes: [{ effective_hours: ['Ensure this value is not current_hours.'] }] },
  ],
  [
    'with hours of a new assignment',
    { changes: [{ ...created(unknown, unknown), current_hours: '1.00' }] },
    { changes: [{ current_hours: ['This must be 0.00 for a new assignment.'] }] },
  ],
  [
    'with two changes that give the same pair hours',
    { changes: [created(unknown, unknown), created(unknown, unknown)] },
    { changes: [{}, { non_field_errors: ['Item 0 has the same employee and position.'] }] },
  ],
  [
    'with unknown ids',
    { changes: [created(unknown, unknown)] },
    { changes: [{ employee: [doesNotExist(unknown)], position_id: [doesNotExist(unknown)] }] },
  ],
  [
    'with a date of another week',
    { changes: [created(unknown, unknown)], effective_date: '2026-03-09' },
    { effective_date: ['Ensure the date is in this week, 2026-03-02 to 2026-03-08.'] },
  ],
])('a rebalance %s is refused', async (_, body, errors) => {
  const answer = await admin.post('/planning/v1/rebalances/apply/', body)
  expect([answer.status, answer.body]).toEqual([400, errors])
})

test('an assignment has the ETag that it had before the plan that was taken back', async () => {
  const held = await make.assignment({
    employee: await employed(),
    position: await position(),
    effective_hours: '7.00',
  })
  const address = `/api/v1/assignments/${held.id}/`
  const before = (await admin.get(address)).headers.get('etag')
  const { application } = (await applyPlan(changed(held, '9.00'))).body
  await takeBack(application)
  expect((await admin.get(address)).headers.get('etag')).toBe(before)
})

test('what was applied is listed, with who took it back', async () => {
  const manager = await service.as('MANAGER')
  const { application } = (await applyPlan(created(await employed(), await position()))).body
  const listed = async () =>
    (await admin.get('/planning/v1/applications/')).body.results.find(
      ({ id }: { id: string }) => id === application,
    )
  expect(await listed()).toEqual({
    id: application,
    kind: 'PLAN',
    draft_id: null,
    change_count: 1,
    added_hours: '8.00',
    applied_at: '2026-03-04T10:00:00.000Z',
    applied_by: admin.user.id,
    applied_by_name: expect.any(String),
    taken_back: null,
  })
  await takeBack(application, manager)
  expect((await listed()).taken_back).toEqual({
    at: '2026-03-04T10:00:00.000Z',
    by: manager.user.id,
    by_name: expect.any(String),
  })
})

test('what was taken back cannot be taken back again', async () => {
  const { application } = (await applyPlan(created(await employed(), await position()))).body
  expect((await takeBack(application)).status).toBe(200)
  const { status, body } = await takeBack(application)
  expect([status, body.detail]).toEqual([409, expect.stringMatching(/ has taken this back already\.$/)])
})

test('nothing is taken back under an unknown id, or by a VIEWER', async () => {
  expect((await takeBack(unknown)).status).toBe(404)
  expect((await takeBack(unknown, await service.as('VIEWER'))).body).toEqual(notPermitted)
})

test('a plan of which no line was applied cannot be taken back', async () => {
  const lines = [created(await employed({ status: 'ON_LEAVE' }), await position())]
  const { body } = await admin.post('/planning/v1/plans/apply/', { lines, on_conflict: 'SKIP' })
  expect(body.application).toBeNull()
})

test.each<[string, (of: Awaited<ReturnType<typeof everyKind>> & { id: string }) => Promise<unknown>, string]>(
  [
    [
      'a raised assignment has other hours',
      ({ raised }) => admin.patch(`/api/v1/assignments/${raised.id}/`, { effective_hours: '11.00' }),
      ' of Gil, Ana has 11.00 hours now, not 12.00.',
    ],
    [
      'the notes of a lowered assignment are others',
      ({ lowered }) => admin.patch(`/api/v1/assignments/${lowered.id}/`, { notes: 'New.' }),
      'The assignment Desk of Gil, Ana was changed.',
    ],
    [
      'a lowered assignment is suspended',
      ({ lowered }) => admin.post(`/api/v1/assignments/${lowered.id}/suspend/`),
      'The assignment Desk of Gil, Ana is SUSPENDED now.',
    ],
    ['a new assignment is ended', ({ id }) => admin.post(`/api/v1/assignments/${id}/end/`), 'is ENDED now.'],
    [
      'a person whose hours were taken works elsewhere',
      async ({ one }) =>
        make.assignment({ employee: one, position: await position(), effective_hours: '3.00' }),
      'Gil, Ana is ACTIVE now and works 25.00 hours.',
    ],
    [
      'a person whose hours were taken is on leave',
      async ({ one }) => run(`update employees set status = 'ON_LEAVE' where id = '${one}'`),
      'Gil, Ana is ON_LEAVE now and works 22.00 hours.',
    ],
    [
      'a position that lost hours requires others',
      ({ desk }) => admin.patch(`/api/v1/demand/${desk}/`, { required_weekly_hours: '11.00' }),
      'Desk requires 11.00 hours now and has 10.00.',
    ],
    [
      'the pair of an ended assignment has a new one',
      async ({ other, gate }) =>
        make.assignment({ employee: other, position: gate, effective_hours: '2.00' }),
      'hours.',
    ],
  ],
)('a rebalance cannot be taken back once %s', async (_, change, sentence) => {
  const of = await everyKind()
  const { application, applied } = (await applyRebalance(...of.changes)).body
  await change({ ...of, id: applied[3].assignment })
  const before = await allTables(run)
  const { status, body } = await takeBack(application)
  expect([status, body.detail]).toEqual([409, expect.stringContaining(sentence)])
  expect(body.detail).toMatch(/^This cannot be taken back, because something has changed since\. /)
  expect(await allTables(run)).toEqual(before)
})

test('a rebalance cannot be taken back once an ended assignment has a successor, even if all hours are the same', async () => {
  const [gil, other] = [await employed({ last_name: 'Gil', first_name: 'Ana' }), await employed()]
  const desk = (await make.position({ required_weekly_hours: '10.00', title: 'Desk' })).id
  const hold = (employee: string, position: string, effective_hours: string) =>
    make.assignment({ employee, position, effective_hours })
  const [ended, elsewhere] = [await hold(gil, desk, '10.00'), await hold(gil, await position(), '15.00')]
  const beside = await hold(other, desk, '10.00')
  const { application } = (await applyRebalance(changed(ended, '0.00'))).body
  await hold(gil, desk, '5.00')
  for (const { id, hours } of [
    { id: elsewhere.id, hours: '10.00' },
    { id: beside.id, hours: '5.00' },
  ])
    await admin.patch(`/api/v1/assignments/${id}/`, { effective_hours: hours })
  const before = await allTables(run)
  expect(await takeBack(application)).toMatchObject({
    status: 409,
    body: {
      detail:
        'This cannot be taken back, because something has changed since. Gil, Ana has another assignment to Desk now.',
    },
  })
  expect(await allTables(run)).toEqual(before)
})

test('a refusal to take back names three changes and counts the others', async () => {
  const lines: object[] = []
  for (let line = 0; line < 5; line++) lines.push(created(await employed(), await position()))
  const { application, applied } = (await applyPlan(...lines)).body
  for (const { assignment } of applied) await admin.post(`/api/v1/assignments/${assignment}/end/`)
  expect((await takeBack(application)).body.detail).toMatch(
    /( is ENDED now\.[^.]*){3}.*2 more changes are not shown\.$/,
  )
})

test('of ten callers who take back a plan at once, one does', async () => {
  const held = await make.assignment({
    employee: await employed(),
    position: await position(),
    effective_hours: '7.00',
  })
  const before = await allTables(run)
  const { application } = (await applyPlan(changed(held, '9.00'))).body
  const answers = await Promise.all(Array.from({ length: 10 }, () => takeBack(application)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await allTables(run)).toEqual(before)
})

test('a plan is taken back once for one Idempotency-Key', async () => {
  const { application } = (await applyPlan(created(await employed(), await position()))).body
  const path = `/planning/v1/applications/${application}/take-back/`
  const options = { headers: { 'Idempotency-Key': 'back-1' } }
  const first = await admin.post(path, undefined, options)
  const second = await admin.post(path, undefined, options)
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
})

test('the log of what was applied cannot be changed', async () => {
  await expect(run(`delete from application_log`)).rejects.toThrow()
})
