import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Assignment } from '../../../entities/work/assignment.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { doesNotExist, noon, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/planning/v1/plans/'

const { service, make, admin } = await serviceForFile()

const plan = (body: object = {}) => admin.post(path, body)

test('an empty clinic has an empty plan', async () => {
  await expectAnswer(plan(), 200, {
    fingerprint: expect.stringMatching(/^[\w-]{43}$/),
    reference_date: '2026-03-04',
    computed_at: noon,
    summary: {
      lacking_hours: '0.00',
      planned_hours: '0.00',
      maximum_hours: '0.00',
      maximum_hours_without_minimum: '0.00',
      is_maximum: true,
      open_hours: '0.00',
      new_assignments: 0,
      new_assignments_at_least: 0,
      raised_assignments: 0,
      employees: 0,
      positions: 0,
      coverage_pct_before: '0.00',
      coverage_pct_after: '0.00',
      surplus_hours: '0.00',
      over_contract_hours: '0.00',
      sentence: 'No position lacks hours, so there is nothing to add.',
    },
    certificate: {
      lacking_hours: '0.00',
      short_positions: 0,
      short_positions_lacking_hours: '0.00',
      people: 0,
      people_free_hours: '0.00',
      maximum_hours: '0.00',
      sentence: 'No position lacks hours.',
    },
    lines: [],
    shortages: [],
  })
})

describe('in a clinic', () => {
  const ids: Record<
    'contract' | 'nurse' | 'ana' | 'jean' | 'ward' | 'lab' | 'empty' | 'day' | 'bench',
    string
  > = {} as never

  beforeAll(async () => {
    ids.contract = (await make.tag({ name: 'Full-time', category: 'CONTRACT', hours_delta: '40.00' })).id
    ids.nurse = (await make.tag({ name: 'Nurse' })).id
    ids.ana = (await make.employee({ last_name: 'Vidal', first_name: 'Ana' })).id
    ids.jean = (await make.employee({ last_name: 'Roy', first_name: 'Jean' })).id
    for (const employee of [ids.ana, ids.jean]) await make.employeeTag({ employee, tag: ids.contract })
    await make.employeeTag({ employee: ids.ana, tag: ids.nurse })
    const department = (await make.department()).id
    ids.ward = (await make.unit({ parent: department, name: 'Ward' })).id
    ids.lab = (await make.unit({ parent: department, name: 'Lab' })).id
    ids.empty = (await make.unit({ parent: department })).id
    ids.day = (await make.position({ org_unit: ids.ward, title: 'Day', required_weekly_hours: '60.00' })).id
    await make.positionTag({ position: ids.day, tag: ids.nurse })
    ids.bench = (
      await make.position({ org_unit: ids.lab, title: 'Bench', required_weekly_hours: '30.50' })
    ).id
  })

  const pairs = (body: { lines: { employee_name: string; position_title: string; added_hours: string }[] }) =>
    body.lines.map((line) => [line.employee_name, line.position_title, line.added_hours])

  test('the plan covers the most that can be covered, and explains the rest', async () => {
    const { body } = await plan()
    expect(pairs(body)).toEqual([
      ['Vidal, Ana', 'Day', '40.00'],
      ['Roy, Jean', 'Bench', '30.50'],
    ])
    expect(body.summary).toMatchObject({ planned_hours: '70.50', is_maximum: true, open_hours: '20.00' })
    expect(body.summary.sentence).toBe(
      '70.50 of 90.50 missing hours can be covered; that is the most, and here is why.',
    )
    expect(body.shortages).toMatchObject([{ short_hours: '20.00', tag_sets: [{ tags: ['Nurse'] }] }])
  })

  test('every line of a plan is accepted by create and PATCH', async () => {
    const { body } = await plan()
    for (const { employee, position_id, effective_hours, violations } of body.lines) {
      const answer = await admin.post('/api/v1/assignments/preview/', {
        employee,
        position_id,
        effective_hours,
      })
      expect(answer.body).toMatchObject({ is_valid: true, violations })
    }
  })

  test('the same clinic gives the same plan and fingerprint, a changed clinic another', async () => {
    const { body } = await plan()
    expect((await plan()).body).toEqual(body)
    const { id } = await make.employee()
    const changed = (await plan()).body
    expect(changed.fingerprint).not.toBe(body.fingerprint)
    expect(changed.lines).toEqual(body.lines)
    expect((await plan({ exclude_employees: [id.toUpperCase()] })).body.lines).toEqual(body.lines)
  })

  test('a plan can be limited to an org unit and the units below it', async () => {
    expect((await plan({ org_unit_id: ids.lab })).body.lines).toMatchObject([
      { position_id: ids.bench, org_unit_id: ids.lab },
    ])
    expect((await plan({ org_unit_id: (await make.clinic()).id })).body.lines).toHaveLength(2)
    expect((await plan({ org_unit_id: ids.empty })).body.summary).toMatchObject({
      lacking_hours: '0.00',
      is_maximum: true,
    })
  })

  test('a plan can leave out employees, positions and kinds of lines', async () => {
    expect(pairs((await plan({ exclude_employees: [ids.ana] })).body)).toEqual([
      ['Roy, Jean', 'Bench', '30.50'],
    ])
    expect(pairs((await plan({ exclude_positions: [ids.bench] })).body)).toEqual([
      ['Vidal, Ana', 'Day', '40.00'],
    ])
    expect((await plan({ allow: 'RAISE' })).body.summary.sentence).toBe(
      'None of the 90.50 missing hours can be covered; here is why.',
    )
  })

  test('a plan limited by the weekly cap includes overtime', async () => {
    const { body } = await plan({ hours_limit: 'WEEKLY_CAP', exclude_positions: [ids.bench] })
    expect(body.lines).toMatchObject([{ added_hours: '60.00', balance_after: '-20.00' }])
  })

  test('a plan counts the tags of the reference date', async () => {
    await make.employeeTag({ employee: ids.jean, tag: ids.nurse, start_date: '2026-04-01' })
    const on = async (reference_date: string) => (await plan({ reference_date })).body
    expect(await on('2026-03-31')).toMatchObject({
      reference_date: '2026-03-31',
      summary: { planned_hours: '70.50' },
    })
    expect(await on('2026-04-01')).toMatchObject({
      reference_date: '2026-04-01',
      summary: { planned_hours: '80.00' },
    })
  })

  test('a plan keeps lines of an earlier plan whose assignments are unchanged', async () => {
    const { body } = await plan({ org_unit_id: ids.lab })
    const other = body.lines[0].employee === ids.ana ? ids.jean : ids.ana
    const planOf = async (line: object) => {
      const keep = [{ ...body.lines[0], employee: other, ...line }]
      return (await plan({ org_unit_id: ids.lab, keep })).body.lines
    }
    expect(await planOf({})).toMatchObject([{ employee: other, added_hours: '30.50' }])
    expect(await planOf({ assignment: randomUUID() })).toEqual(body.lines)
  })

  test('planning stores nothing', async () => {
    expect((await admin.get('/api/v1/assignments/')).body.count).toBe(0)
  })

  test('each line of a plan names the violations that create or PATCH then stores', async () => {
    const rare = (await make.tag({ name: 'Rare-skill' })).id
    for (const position of [ids.day, ids.bench])
      await make.positionTag({ position, tag: rare, is_mandatory: false })
    const ends = { employee: ids.jean, tag: ids.contract, start_date: '2026-01-01', end_date: '2026-03-20' }
    await make.employeeTag(ends)
    await make.assignment({ employee: ids.ana, position: ids.day, effective_hours: '9.00' })

    const { body } = await plan({ hours_limit: 'WEEKLY_CAP' })
    expect(new Set(body.lines.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['CREATE', 'RAISE']),
    )
    for (const { kind, assignment, employee, position_id, effective_hours, violations } of body.lines) {
      const answer =
        kind === 'CREATE'
          ? await admin.post('/api/v1/assignments/', { employee, position_id, effective_hours })
          : await admin.patch(`/api/v1/assignments/${assignment}/`, { effective_hours })
      const { metadata } = await service.orm.em.fork().findOneOrFail(Assignment, { id: answer.body.id })
      expect(metadata.violations).toEqual([...violations.warnings, ...violations.info])
      expect(violations.warnings).not.toEqual([])
      expect(violations.blocking).toEqual([])
    }
    expect((await plan({ hours_limit: 'WEEKLY_CAP' })).body.lines).toEqual([])
  })
})

const notDate = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'
const line = { employee: unknown, position_id: unknown, effective_hours: '8.00' }

test.each<[object, object]>([
  [{ org_unit_id: unknown }, { org_unit_id: [doesNotExist(unknown)] }],
  [{ org_unit_id: 'ward' }, { org_unit_id: ['“ward” is not a valid UUID.'] }],
  [{ reference_date: 'soon' }, { reference_date: [notDate] }],
  [{ reference_date: '2026-03-03' }, { reference_date: ['Ensure this date is not before 2026-03-04.'] }],
  [{ reference_date: '2026-09-03' }, { reference_date: ['Ensure this date is not after 2026-09-02.'] }],
  [{ hours_limit: 'ALL' }, { hours_limit: ['"ALL" is not a valid choice.'] }],
  [{ demand: 'booked' }, { demand: ['"booked" is not a valid choice.'] }],
  [{ allow: null }, { allow: ['This field may not be null.'] }],
  [{ minimum_hours: '0.24' }, { minimum_hours: ['Ensure this value is greater than or equal to 0.25.'] }],
  [{ minimum_hours: 40.01 }, { minimum_hours: ['Ensure this value is less than or equal to 40.'] }],
  [{ minimum_hours: '4.001' }, { minimum_hours: ['Ensure that there are no more than 2 decimal places.'] }],
  [{ priorities: 'Ward' }, { priorities: ['Expected a list of items but got type "str".'] }],
  [{ priorities: [unknown, unknown] }, { priorities: [doesNotExist(unknown)] }],
  [
    { exclude_employees: ['x', null] },
    { exclude_employees: ['Item 0: Must be a valid UUID.', 'Item 1: This field may not be null.'] },
  ],
  [
    { exclude_employees: [unknown], exclude_positions: [unknown] },
    { exclude_employees: [doesNotExist(unknown)], exclude_positions: [doesNotExist(unknown)] },
  ],
  [{ keep: [line] }, { keep: [{ employee: [doesNotExist(unknown)], position_id: [doesNotExist(unknown)] }] }],
  [
    { keep: [{ ...line, effective_hours: 0, current_hours: -1, assignment: 'x' }, {}] },
    {
      keep: [
        {
          assignment: ['“x” is not a valid UUID.'],
          current_hours: ['Ensure this value is greater than or equal to 0.00.'],
          effective_hours: ['Ensure this value is greater than or equal to 0.01.'],
        },
        {
          employee: ['This field is required.'],
          position_id: ['This field is required.'],
          effective_hours: ['This field is required.'],
        },
      ],
    },
  ],
  [
    { keep: [{ ...line, current_hours: '8.00' }] },
    { keep: [{ effective_hours: ['Ensure this value is greater than current_hours.'] }] },
  ],
])('a plan with %j is refused', async (body, expected) => {
  await expectAnswer(plan(body), 400, expected)
})

test.each([
  ['priorities', 50, unknown],
  ['exclude_employees', 500, unknown],
  ['exclude_positions', 500, unknown],
  ['keep', 5000, line],
])('a plan with more %s than %i is refused', async (field, most, item) => {
  const refused = await plan({ [field]: Array(most + 1).fill(item) })
  const message = `Ensure this field has no more than ${most} elements.`
  expect([refused.status, refused.body]).toEqual([400, { [field]: [message] }])
})

test('a plan for SECURE demand is refused if the rules refuse its lines', async () => {
  expect((await plan({ demand: 'SECURE' })).status).toBe(200)
  const block = (severity: string) =>
    service.orm.em
      .fork()
      .execute(`update business_rules set severity = '${severity}' where code = 'COVERAGE_EXCEEDED'`)
  await block('BLOCKING')
  const refused = await plan({ demand: 'SECURE' })
  await block('WARNING')
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      demand: [
        'Only BOOKED can be planned while the rule COVERAGE_EXCEEDED is BLOCKING: it would refuse the lines.',
      ],
    },
  ])
})

test('people who have left with nothing may be named like all others', async () => {
  const { id } = await make.employee({ status: 'TERMINATED' })
  const keep = [
    {
      employee: id,
      position_id: (await make.position()).id,
      ...{ assignment: null, current_hours: '0.00', effective_hours: '8.00' },
    },
  ]
  expect(await plan({ exclude_employees: [id], keep })).toMatchObject({ status: 200 })
  expect(await admin.post('/planning/v1/rebalances/', { exclude_employees: [id] })).toMatchObject({
    status: 200,
  })
  expect(await admin.get(`/planning/v1/forecast/cliffs/?employee=${id}`)).toMatchObject({
    status: 200,
    body: { count: 0 },
  })
  const changes = [{ kind: 'LEAVE', employee: id }]
  expect(await admin.post('/planning/v1/scenarios/', { changes })).toMatchObject({
    status: 400,
    body: { changes: [{ employee: ["Transition 'go_on_leave' is not allowed from state 'TERMINATED'."] }] },
  })
})

test('positions that have been closed may be named like all others', async () => {
  const { id: employee } = await make.employee()
  const { id: position_id } = await make.position({ is_active: false })
  const exclude_positions = [position_id]
  const keep = [{ employee, position_id, effective_hours: '8.00' }]
  expect(await plan({ exclude_positions, keep })).toMatchObject({ status: 200 })
  expect(await admin.post('/planning/v1/rebalances/', { exclude_positions })).toMatchObject({ status: 200 })
})
