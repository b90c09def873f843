import { expect, test } from 'vitest'
import { toHundredths } from '../../../src/hours.ts'
import {
  coveragePct,
  coverageStateOf,
  coverageStates,
  coverageSummary,
  type UnitCoverage,
} from '../../../src/work/coverage.ts'

test('the coverage states are those of the contract', () => {
  expect(coverageStates).toEqual(['VACANT', 'PARTIAL', 'COVERED', 'OVER_COVERED'])
})

test.each([
  ['0.00', 'VACANT'],
  ['0', 'VACANT'],
  ['0.01', 'PARTIAL'],
  ['39.99', 'PARTIAL'],
  ['40.00', 'COVERED'],
  ['40', 'COVERED'],
  ['40.01', 'OVER_COVERED'],
  ['100.00', 'OVER_COVERED'],
])('a position that requires 40.00 hours and has %s is %s', (assigned, state) => {
  expect(coverageStateOf(toHundredths(assigned), 40_00)).toBe(state)
})

test.each([
  ['0.00', '40.00', '0.00'],
  ['40.00', '40.00', '100.00'],
  ['664.00', '496.00', '133.87'],
  ['1.00', '3.00', '33.33'],
  ['2.00', '3.00', '66.67'],
  ['0.01', '8.00', '0.13'],
  ['399.99', '40.00', '999.98'],
  ['400.00', '40.00', '999.99'],
  ['9999.99', '0.01', '999.99'],
  ['0.00', '0.00', '0.00'],
  ['5.00', '0.00', '0.00'],
])('%s of %s hours are a coverage of %s percent', (assigned, required, pct) => {
  expect(coveragePct(assigned, required)).toBe(pct)
})

const unit = (
  org_unit_name: string,
  assigned_hours: string,
  given: Partial<UnitCoverage> = {},
): UnitCoverage => ({
  org_unit_id: '0b0c8f4e-0000-4000-8000-000000000001',
  org_unit_name,
  org_unit_type: 'UNIT',
  parent_id: '0b0c8f4e-0000-4000-8000-00000000000f',
  position_count: 1,
  covered: 0,
  partial: 1,
  vacant: 0,
  over_covered: 0,
  required_hours: '40.00',
  assigned_hours,
  employee_breakdown: { active: 1, on_leave: 0, other: 0 },
  ...given,
})

test('the coverage summary adds up the units, and shows the percentage of each', () => {
  const day = unit('Day', '50.5', {
    position_count: 4,
    covered: 1,
    partial: 1,
    vacant: 0,
    over_covered: 2,
    required_hours: '60',
    employee_breakdown: { active: 2, on_leave: 1, other: 1 },
  })
  const night = unit('Night', '0', {
    parent_id: null,
    position_count: 2,
    partial: 0,
    vacant: 2,
    employee_breakdown: { active: 0, on_leave: 0, other: 0 },
  })

  expect(coverageSummary([day, night])).toEqual({
    global: {
      total_positions: 6,
      covered_positions: 1,
      partial_positions: 1,
      vacant_positions: 2,
      over_covered_positions: 2,
      total_required_hours: '100.00',
      total_assigned_hours: '50.50',
      coverage_pct: '50.50',
    },
    by_unit: [
      { ...night, required_hours: '40.00', assigned_hours: '0.00', coverage_pct: '0.00' },
      { ...day, required_hours: '60.00', assigned_hours: '50.50', coverage_pct: '84.17' },
    ],
  })
})

test('the coverage summary of no units is all zeros', () => {
  expect(coverageSummary([])).toEqual({
    global: {
      total_positions: 0,
      covered_positions: 0,
      partial_positions: 0,
      vacant_positions: 0,
      over_covered_positions: 0,
      total_required_hours: '0.00',
      total_assigned_hours: '0.00',
      coverage_pct: '0.00',
    },
    by_unit: [],
  })
})

test('the coverage summary sorts percentages as numbers, 5 before 12.50 and 100', () => {
  const units = [unit('A', '40.00'), unit('B', '5.00'), unit('C', '2.00'), unit('D', '400.00')]
  expect(coverageSummary(units).by_unit.map(({ coverage_pct }) => coverage_pct)).toEqual([
    '5.00',
    '12.50',
    '100.00',
    '999.99',
  ])
})

test('the coverage summary sorts units of the same percentage by name, then id', () => {
  const id = (last: string) => ({ org_unit_id: `0b0c8f4e-0000-4000-8000-00000000000${last}` })
  const units = [
    unit('Zona', '20.00', id('1')),
    unit('Álgebra', '20.00', id('b')),
    unit('Álgebra', '20.00', id('a')),
    unit('Bloque', '20.00', id('2')),
  ]
  expect(
    coverageSummary(units).by_unit.map(
      ({ org_unit_name, org_unit_id }) => `${org_unit_name} ${org_unit_id.at(-1)}`,
    ),
  ).toEqual(['Álgebra a', 'Álgebra b', 'Bloque 2', 'Zona 1'])
})
