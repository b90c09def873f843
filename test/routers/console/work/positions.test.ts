import { expect, test } from 'vitest'
import { statementsOf } from '../../../expect/database.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../../setup/fixture.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('VIEWER')

const east = (await make.department({ code: 'E', name: 'East' })).id
const ward = (await make.unit({ parent: east, code: 'E1', name: 'Ward' })).id
const theatre = (await make.unit({ parent: east, code: 'E2', name: 'Theatre' })).id
const night = (await make.tag({ name: 'NIGHT', display_name: 'Fit for night duty' })).id

/** Title, unit, hours required and hours assigned, each assignment by itself. */
const drawn: [string, string, string, string[]][] = [
  ['Anaesthetist', theatre, '40.00', []],
  ['Enfermería, noche', ward, '120.00', ['40.00', '37.50']],
  ['Head nurse', ward, '40.00', ['40.00']],
  ['Porter', theatre, '20.00', ['20.00', '15.50']],
]
const ids: Record<string, string> = {}
for (const [title, org_unit, required_weekly_hours, assigned] of drawn) {
  const { id } = await make.position({ title, org_unit, required_weekly_hours })
  ids[title] = id
  for (const effective_hours of assigned) await make.assignment({ position: id, effective_hours })
}
await make.position({ title: 'Old post', org_unit: ward, is_active: false })
await make.positionTag({ position: ids['Enfermería, noche'], tag: night })
await make.positionTag({ position: ids['Head nurse'], tag: night, is_mandatory: false })

type Row = { title: string; shortfall_hours: string; surplus_hours: string }

const list = (input: object = {}) => operator.trpc('query', 'operator.positions.list', input)
const titles = async (input: object) => {
  const { body } = await list({ is_active: true, ...input })
  expect(body.count).toBe(body.results.length)
  return body.results.map(({ title }: Row) => title)
}

test('the list shows missing or surplus hours of positions, in one statement', async () => {
  let rows: Row[] = []
  const statements = await statementsOf(ops.services.orm, async () => {
    rows = (await list({ is_active: true })).body.results
  })
  expect(statements).toHaveLength(2) // with the lookup of the caller
  expect(rows.map(({ shortfall_hours, surplus_hours }) => [shortfall_hours, surplus_hours])).toEqual([
    ['40.00', '0.00'],
    ['42.50', '0.00'],
    ['0.00', '0.00'],
    ['0.00', '15.50'],
  ])
  expect(rows[3]).toEqual({
    id: ids.Porter,
    title: 'Porter',
    org_unit_id: theatre,
    org_unit_name: 'Theatre',
    coverage_state: 'OVER_COVERED',
    is_active: true,
    required_weekly_hours: '20.00',
    assigned_hours: '35.50',
    shortfall_hours: '0.00',
    surplus_hours: '15.50',
    assignment_count: 2,
  })
})

test.each<[string, object, string[]]>([
  ['one state', { coverage_state: ['OVER_COVERED'] }, ['Porter']],
  ['several states', { coverage_state: ['VACANT', 'PARTIAL'] }, ['Anaesthetist', 'Enfermería, noche']],
  ['a unit', { org_unit_id: ward }, ['Enfermería, noche', 'Head nurse']],
  ['a department with its units', { org_unit_id: east }, drawn.map(([title]) => title)],
  ['a required tag, mandatory or not', { tag_id: night }, ['Enfermería, noche', 'Head nurse']],
  ['text without its accents', { search: 'ENFERMERIA' }, ['Enfermería, noche']],
  ['text with accents that are not there', { search: 'pórtêr' }, ['Porter']],
  ['two letters', { search: 'rs' }, ['Head nurse']],
  ['a state and a unit', { coverage_state: ['COVERED'], org_unit_id: theatre }, []],
  ['no longer in use', { is_active: false }, ['Old post']],
])('positions in the console can be filtered by %s', async (_, input, expected) => {
  expect(await titles(input)).toEqual(expected)
})

test.each<[string, string[]]>([
  ['title', ['Anaesthetist', 'Enfermería, noche', 'Head nurse', 'Porter']],
  ['org_unit_name', ['Anaesthetist', 'Porter', 'Enfermería, noche', 'Head nurse']],
  ['-coverage_state', ['Anaesthetist', 'Enfermería, noche', 'Porter', 'Head nurse']],
  ['-shortfall_hours', ['Enfermería, noche', 'Anaesthetist', 'Head nurse', 'Porter']],
  ['-surplus_hours', ['Porter', 'Head nurse', 'Anaesthetist', 'Enfermería, noche']],
  ['-required_weekly_hours', ['Enfermería, noche', 'Head nurse', 'Anaesthetist', 'Porter']],
  ['assigned_hours', ['Anaesthetist', 'Porter', 'Head nurse', 'Enfermería, noche']],
])('positions in the console can be ordered by %s', async (ordering, expected) => {
  const found = await titles({ ordering })
  if (ordering === '-required_weekly_hours')
    expect(new Set(found.slice(1, 3))).toEqual(new Set(expected.slice(1, 3)))
  else expect(found).toEqual(expected)
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => list({ is_active: true, ordering, page, page_size: 1 })),
  )
  expect(pages.map(({ body }) => body.results[0].title)).toEqual(found)
})

test('the page of a position shows which employees are away, and the full names of its tags', async () => {
  const { id } = await make.position({ org_unit: ward })
  await make.positionTag({ position: id, tag: night })
  const on = async (fields: object, assigned: object = {}) => {
    const { id: employee } = await make.employee(fields)
    await make.assignment({ position: id, employee, ...assigned })
    return employee
  }
  const at = service.clock.now
  const active = await on({})
  const away = await on({ status: 'ON_LEAVE', leave_started_at: at })
  const left = await on({ status: 'TERMINATED', termination_date: '2026-03-01' })
  const suspended = await on({}, { status: 'SUSPENDED', suspended_at: at })
  await on({}, { status: 'ENDED' })

  const { body } = await operator.trpc('query', 'operator.positions.page', { id })
  const staff = Object.fromEntries(body.staff.map((one: { employee: string }) => [one.employee, one]))
  expect(Object.keys(staff).sort()).toEqual([active, away, left, suspended].sort())
  expect(staff[active]).toMatchObject({ status: 'ACTIVE', employee_status: 'ACTIVE', leave_started_at: null })
  expect(staff[away]).toMatchObject({ employee_status: 'ON_LEAVE', leave_started_at: at.toISOString() })
  expect(staff[left]).toMatchObject({ employee_status: 'TERMINATED', termination_date: '2026-03-01' })
  expect(staff[suspended]).toMatchObject({ status: 'SUSPENDED', suspended_at: at.toISOString() })
  expect(body.tags).toMatchObject([{ tag: night, tag_name: 'NIGHT', tag_display_name: 'Fit for night duty' }])
  expect(body.position).toMatchObject({ id, org_unit_name: 'Ward', assigned_hours: '24.00' })
  expect((await operator.trpc('query', 'operator.positions.page', { id: east })).status).toBe(404)
})
