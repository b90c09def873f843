import { z } from 'zod'
import { readUnitCoverage } from '../../entities/work/coverage.ts'
import { coverageSummary } from '../../src/work/coverage.ts'
import { unitTypes } from '../../src/work/org-unit.ts'
import { endpoint } from '../endpoints/resource.ts'
import { named, orNull, output } from '../schema/output.ts'

const ofState = (state: string, hours: string) =>
  output.count(`The number of positions that are ${state}: ${hours}.`)

const byState = {
  covered: ofState('COVERED', 'as many hours assigned as required'),
  partial: ofState('PARTIAL', 'some hours assigned, fewer than required'),
  vacant: ofState('VACANT', 'no hours assigned'),
  over_covered: ofState('OVER_COVERED', 'more hours assigned than required'),
}

const required = output.decimal('The hours a week that the positions need.')
const assigned = output.decimal('The hours a week of their ACTIVE assignments.')
const coverage_pct = output.decimal(
  'Assigned hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. Hours above what one position requires make up for those that another lacks.',
)

const UnitCoverage = z.object({
  org_unit_id: output.id('The org unit’s id.'),
  org_unit_name: output.text('The org unit’s name.'),
  org_unit_type: output.choice(unitTypes, 'The org unit’s type.'),
  parent_id: orNull.id('The id of the unit directly above, for adding up units.'),
  position_count: output.count('The number of active positions in the unit.'),
  ...byState,
  required_hours: required,
  assigned_hours: assigned,
  coverage_pct,
  employee_breakdown: output.object(
    'How many employees hold the unit’s ACTIVE assignments, by their status; each employee is counted once.',
    {
      active: output.count('Employees who are ACTIVE.'),
      on_leave: output.count('Employees who are ON_LEAVE.'),
      other: output.count('Employees of any other status.'),
    },
  ),
})

const CoverageSummary = named('CoverageSummary', 'How far all active positions are covered.', {
  global: output.object('All active positions together.', {
    total_positions: output.count('The number of active positions.'),
    covered_positions: byState.covered,
    partial_positions: byState.partial,
    vacant_positions: byState.vacant,
    over_covered_positions: byState.over_covered,
    total_required_hours: required,
    total_assigned_hours: assigned,
    coverage_pct,
  }),
  by_unit: output.list(
    'The org units with an active position, the least covered first. Units are not added up into those above.',
    UnitCoverage,
  ),
})

export const coverage_summary = endpoint('GET /api/v1/demand/coverage-summary/', 'read_catalogue', {
  summary: 'Summarise the coverage of all active positions',
  description: 'Not paginated. Inactive positions are left out.',
})
  .output(CoverageSummary)
  .query(async ({ ctx }) => coverageSummary(await readUnitCoverage(ctx.em)))
