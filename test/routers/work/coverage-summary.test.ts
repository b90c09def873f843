import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { Assignment } from '../../../entities/work/assignment.ts'
import { Position } from '../../../entities/work/position.ts'
import { toHundredths } from '../../../src/hours.ts'
import { coverageStateOf } from '../../../src/work/coverage.ts'
import { everyRow } from '../../expect/lists.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/demand/coverage-summary/'

const { service, make, admin } = await serviceForFile()
beforeEach(async () => {
  for (const table of ['assignments', 'positions', 'employees'])
    await service.orm.em.getConnection().execute(`delete from ${table}`)
})

const none = {
  total_positions: 0,
  covered_positions: 0,
  partial_positions: 0,
  vacant_positions: 0,
  over_covered_positions: 0,
  total_required_hours: '0.00',
  total_assigned_hours: '0.00',
  coverage_pct: '0.00',
}

async function position(org_unit: string, required_weekly_hours: string, hours: string[] = [], fields = {}) {
  const { id } = await make.position({ org_unit, required_weekly_hours, ...fields })
  for (const effective_hours of hours) await make.assignment({ position: id, effective_hours })
  return id
}

test('the coverage summary of a clinic without positions is all zeros', async () => {
  expect(await admin.get(path)).toMatchObject({ status: 200, body: { global: none, by_unit: [] } })
  await make.unit()
  expect((await admin.get(path)).body).toEqual({ global: none, by_unit: [] })
})

test('the coverage summary counts positions, hours and employees, globally and by unit', async () => {
  const parent = (await make.department()).id
  const half = await make.unit({ parent, name: 'Half' })
  const over = await make.unit({ parent, name: 'Over' })
  const empty = await make.unit({ parent, name: 'Empty' })
  const closed = await make.unit({ parent, name: 'Only inactive positions' })
  await position(closed.id, '40.00', [], { is_active: false })

  const first = await position(half.id, '40.00', ['20.00'])
  const second = await position(half.id, '40.00', ['39.99', '0.01'])
  const vacant = await position(half.id, '40.00')
  await position(half.id, '99.00', ['99.00'], { is_active: false })
  const leave = await make.employee({ status: 'ON_LEAVE' })
  const gone = await make.employee({ status: 'TERMINATED' })
  const onboarding = await make.employee({ status: 'ONBOARDING' })
  const pending = await make.employee({ status: 'PROPOSAL_PENDING' })
  for (const employee of [leave, gone, onboarding, pending])
    for (const target of [first, second])
      await make.assignment({ position: target, employee: employee.id, effective_hours: '1.00' })
  await make.assignment({ position: vacant, status: 'SUSPENDED', effective_hours: '40.00' })
  await make.assignment({ position: vacant, status: 'ENDED', effective_hours: '40.00' })

  const busy = await position(over.id, '10.00', ['10.00'])
  await make.assignment({ position: busy, employee: leave.id, effective_hours: '2.50' })
  await position(over.id, '30.00', ['30.00'])
  await position(empty.id, '20.00')

  expect((await admin.get(path)).body).toEqual({
    global: {
      total_positions: 6,
      covered_positions: 1,
      partial_positions: 1,
      vacant_positions: 2,
      over_covered_positions: 2,
      total_required_hours: '180.00',
      total_assigned_hours: '110.50',
      coverage_pct: '61.39',
    },
    by_unit: [
      {
        org_unit_id: empty.id,
        org_unit_name: 'Empty',
        org_unit_type: 'UNIT',
        parent_id: parent,
        position_count: 1,
        covered: 0,
        partial: 0,
        vacant: 1,
        over_covered: 0,
        required_hours: '20.00',
        assigned_hours: '0.00',
        coverage_pct: '0.00',
        employee_breakdown: { active: 0, on_leave: 0, other: 0 },
      },
      {
        org_unit_id: half.id,
        org_unit_name: 'Half',
        org_unit_type: 'UNIT',
        parent_id: parent,
        position_count: 3,
        covered: 0,
        partial: 1,
        vacant: 1,
        over_covered: 1,
        required_hours: '120.00',
        assigned_hours: '68.00',
        coverage_pct: '56.67',
        employee_breakdown: { active: 3, on_leave: 1, other: 3 },
      },
      {
        org_unit_id: over.id,
        org_unit_name: 'Over',
        org_unit_type: 'UNIT',
        parent_id: parent,
        position_count: 2,
        covered: 1,
        partial: 0,
        vacant: 0,
        over_covered: 1,
        required_hours: '40.00',
        assigned_hours: '42.50',
        coverage_pct: '106.25',
        employee_breakdown: { active: 2, on_leave: 1, other: 0 },
      },
    ],
  })
})

test('the coverage summary lists the worst covered units first, then sorts by name and id', async () => {
  for (const [name, hours, id] of [
    ['zeta', '10.00', randomUUID()],
    ['Over', '160.00', randomUUID()],
    ['Alva', '10.00', 'b0000000-0000-4000-8000-000000000000'],
    ['Álvarez', '10.00', randomUUID()],
    ['Alva', '10.00', 'a0000000-0000-4000-8000-000000000000'],
    ['Nine', '9.00', randomUUID()],
    ['Hundred', '100.00', randomUUID()],
  ] as const)
    await position((await make.unit({ name, id })).id, '100.00', [hours])
  const { by_unit } = (await admin.get(path)).body
  const shown = by_unit.map(({ org_unit_name, org_unit_id }: Record<string, string>) =>
    org_unit_name === 'Alva' ? `Alva ${org_unit_id?.[0]}` : org_unit_name,
  )
  expect(shown).toEqual(['Nine', 'Alva a', 'Alva b', 'Álvarez', 'zeta', 'Hundred', 'Over'])
})

test('coverage_pct rounds half up and stops at 999.99', async () => {
  for (const [name, required, hours] of [
    ['A', '8.00', '0.01'],
    ['B', '3.00', '2.00'],
    ['C', '16.00', '159.99'],
    ['D', '16.00', '160.00'],
    ['E', '0.01', '168.00'],
  ] as const)
    await position((await make.unit({ name })).id, required, [hours])
  const { by_unit, global } = (await admin.get(path)).body
  expect(by_unit.map((unit: { coverage_pct: string }) => unit.coverage_pct)).toEqual([
    '0.13',
    '66.67',
    '999.94',
    '999.99',
    '999.99',
  ])
  expect(global).toMatchObject({
    total_required_hours: '43.01',
    total_assigned_hours: '490.00',
    coverage_pct: '999.99',
  })
})

test('the coverage summary adds large sums exactly', async () => {
  const unit = (await make.unit()).id
  for (let i = 0; i < 12; i++) await position(unit, '9999.99')
  const { global, by_unit } = (await admin.get(path)).body
  expect([global.total_required_hours, by_unit[0].required_hours]).toEqual(['119999.88', '119999.88'])
})

const cents = (value: number) => (value / 100).toFixed(2)
const sample = fc.record({
  required: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constant(4000)).map(cents),
  hours: fc.array(
    fc.oneof(fc.integer({ min: 1, max: 16_800 }), fc.constant(1000), fc.constant(2000)).map(cents),
    {
      maxLength: 4,
    },
  ),
})

test('the database and the business core agree on every coverage state, in list, detail and summary', async () => {
  const org_unit = (await make.unit()).id
  const employees = []
  for (let i = 0; i < 4; i++) employees.push((await make.employee()).id)
  const em = service.orm.em.fork()
  const stamps = { created_at: service.clock.now, updated_at: service.clock.now }
  for (const [index, { required, hours }] of fc.sample(sample, { numRuns: 150, seed: 7 }).entries()) {
    const title = `Sample ${index}`
    const position = em.create(Position, { org_unit, title, required_weekly_hours: required, ...stamps })
    for (const [at, effective_hours] of hours.entries())
      em.create(Assignment, {
        position: position.id,
        employee: employees[at] as string,
        effective_hours,
        metadata: { violations: [] },
        ...stamps,
      })
  }
  await em.flush()
  const rows = await everyRow(admin, '/api/v1/demand/')
  const counted: Record<string, number> = { VACANT: 0, PARTIAL: 0, COVERED: 0, OVER_COVERED: 0 }
  for (const row of rows) {
    const [assigned, required] = [toHundredths(row.assigned_hours), toHundredths(row.required_weekly_hours)]
    expect(row.coverage_state).toBe(coverageStateOf(assigned, required))
    counted[row.coverage_state] = (counted[row.coverage_state] ?? 0) + 1
  }
  expect(rows).toHaveLength(150)
  expect(Object.values(counted).every((count) => count > 0)).toBe(true)
  for (const [state, count] of Object.entries(counted)) {
    const filtered = await everyRow(admin, `/api/v1/demand/?coverage_state=${state}`)
    expect(filtered.map(({ coverage_state }) => coverage_state)).toEqual(Array(count).fill(state))
  }
  for (const { id, coverage_state } of rows.slice(0, 20))
    expect((await admin.get(`/api/v1/demand/${id}/`)).body.coverage_state).toBe(coverage_state)
  expect((await admin.get(path)).body.global).toMatchObject({
    total_positions: 150,
    vacant_positions: counted.VACANT,
    partial_positions: counted.PARTIAL,
    covered_positions: counted.COVERED,
    over_covered_positions: counted.OVER_COVERED,
  })
})
