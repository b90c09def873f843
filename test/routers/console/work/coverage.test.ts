import { expect, test } from 'vitest'
import { createScrape, Metrics } from '../../../../server/metrics/metrics.ts'
import { statementsOf } from '../../../expect/database.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../../setup/fixture.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('VIEWER')

const clinic = (await make.clinic()).id
const east = (await make.department({ code: 'E', name: 'East', sort_order: 2 })).id
const west = (await make.department({ code: 'W', name: 'West', sort_order: 1 })).id
const ward = (await make.unit({ parent: east, code: 'E1', name: 'Ward' })).id
const desk = (await make.unit({ parent: east, code: 'E2', name: 'Desk', is_management: true })).id
const ids = { clinic, east, west, ward, desk }
const hours: [unit: string, required: string, assigned: string[]][] = [
  [ids.ward, '40.00', []],
  [ids.ward, '40.00', ['10.00']],
  [ids.ward, '20.00', ['20.00']],
  [ids.desk, '30.00', ['30.00', '25.50']],
]
for (const [org_unit, required_weekly_hours, assigned] of hours) {
  const position = (await make.position({ org_unit, required_weekly_hours })).id
  for (const effective_hours of assigned) await make.assignment({ position, effective_hours })
  await make.assignment({ position, status: 'ENDED' })
}
await make.position({ org_unit: ids.ward, is_active: false })

const tree = async () => (await operator.trpc('query', 'operator.coverage.tree')).body

test('the coverage tree sums its units, and excess hours in one position do not cover another', async () => {
  const units = await tree()
  const east = {
    id: ids.east,
    parent_id: ids.clinic,
    unit_type: 'DEPARTMENT',
    code: 'E',
    name: 'East',
    is_active: true,
    is_management: false,
    depth: 1,
    position_count: 4,
    vacant: 1,
    partial: 1,
    covered: 1,
    over_covered: 1,
    required_hours: '130.00',
    assigned_hours: '85.50',
    shortfall_hours: '70.00',
    shortfall_fte: '1.75',
    covered_hours: '60.00',
    surplus_hours: '25.50',
    covered_pct: '46.15',
    coverage_pct: '65.77',
  }
  expect(units.find(({ id }: { id: string }) => id === ids.east)).toEqual(east)
  const nothing = {
    position_count: 0,
    required_hours: '0.00',
    shortfall_hours: '0.00',
    covered_pct: null,
    coverage_pct: '0.00',
  }
  expect(units).toMatchObject([
    { id: ids.clinic, depth: 0, shortfall_hours: '70.00', shortfall_fte: '1.75', parent_id: null },
    { id: ids.west, depth: 1, ...nothing },
    { id: ids.east },
    { id: ids.ward, depth: 2, shortfall_hours: '70.00', position_count: 3, over_covered: 0 },
    {
      id: ids.desk,
      depth: 2,
      shortfall_hours: '0.00',
      is_management: true,
      surplus_hours: '25.50',
      covered_pct: '100.00',
    },
  ])
})

test('a unit shows its path and its active positions, those that lack most hours first', async () => {
  const { body } = await operator.trpc('query', 'operator.coverage.unit', { id: ids.ward })
  expect(body.unit).toEqual((await tree())[3])
  expect(body.path.map(({ id }: { id: string }) => id)).toEqual([ids.clinic, ids.east])
  expect(body.positions).toMatchObject([
    { coverage_state: 'VACANT', shortfall_hours: '40.00', shortfall_fte: '1.00', assignment_count: 0 },
    { coverage_state: 'PARTIAL', shortfall_hours: '30.00', shortfall_fte: '0.75', assignment_count: 1 },
    {
      id: expect.any(String),
      title: expect.any(String),
      required_weekly_hours: '20.00',
      assigned_hours: '20.00',
      assignment_count: 1,
      coverage_state: 'COVERED',
      shortfall_hours: '0.00',
      shortfall_fte: '0.00',
      surplus_hours: '0.00',
    },
  ])
  expect(body.sub_units).toEqual([])
  const { body: desk } = await operator.trpc('query', 'operator.coverage.unit', { id: ids.desk })
  expect(desk.positions).toMatchObject([{ coverage_state: 'OVER_COVERED', surplus_hours: '25.50' }])
  for (const id of ['11111111-1111-4111-8111-111111111111', 'ward'])
    expect((await operator.trpc('query', 'operator.coverage.unit', { id })).status).toBe(404)
})

test('a unit shows its own subtree only', async () => {
  const subUnits = async (id: string) =>
    (await operator.trpc('query', 'operator.coverage.unit', { id })).body.sub_units
  const units = await tree()
  expect(await subUnits(ids.clinic)).toEqual(units.slice(1))
  expect(await subUnits(ids.east)).toEqual(units.slice(3))
  expect(await subUnits(ids.west)).toEqual([])
})

test('covered and missing hours add up to the required, covered and surplus hours to the assigned', async () => {
  for (const unit of await tree()) {
    expect(Number(unit.covered_hours) + Number(unit.shortfall_hours)).toBe(Number(unit.required_hours))
    expect(Number(unit.covered_hours) + Number(unit.surplus_hours)).toBe(Number(unit.assigned_hours))
  }
})

test('the metrics count covered hours as the tree does', async () => {
  const [root] = await tree()
  const scrape = createScrape(ops.services.orm, new Metrics(), 1)
  const line = (kind: string, hours: string) => `coverage_weekly_hours{kind="${kind}"} ${Number(hours)}\n`
  for (const kind of ['required', 'assigned', 'covered'])
    await expect.poll(scrape).toContain(line(kind, root[`${kind}_hours`]))
})

test('the coverage tree takes one statement besides the caller lookup', async () => {
  expect(await statementsOf(ops.services.orm, tree)).toHaveLength(2)
})
