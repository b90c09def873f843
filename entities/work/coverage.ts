import { sql } from 'kysely'
import type { CoverageState, UnitCoverage } from '../../src/work/coverage.ts'
import type { UnitTotals } from '../../src/work/coverage-tree.ts'
import { type Em, prepared, readRows, readSingleRow } from '../connection/em.ts'
import { columnsOf, type RowOf } from '../lists/fragments.ts'
import { Position } from './position.ts'

// Triggers store the totals of positions and the people of units, so no list or summary adds up assignments.

const count = (wanted: CoverageState) => sql`count(*) filter (where coverage_state = ${wanted})::int`

/** The active positions in each unit, counted and summed; a unit without any is missing. */
const byUnit = sql`select org_unit_id, count(*)::int as position_count, ${count('VACANT')} as vacant,
    ${count('PARTIAL')} as partial, ${count('COVERED')} as covered, ${count('OVER_COVERED')} as over_covered,
    sum(required_weekly_hours) as required_hours, sum(assigned_hours) as assigned_hours,
    sum(greatest(required_weekly_hours - assigned_hours, 0)) as shortfall_hours
  from positions where is_active group by org_unit_id`

/** The coverage of every unit that has an active position, in one statement. */
export const readUnitCoverage = (em: Em) =>
  readRows<UnitCoverage>(em, prepared)`
    with people as (
      select counted, sum(number) filter (where status = 'ACTIVE') as active,
        sum(number) filter (where status = 'ON_LEAVE') as on_leave,
        sum(number) filter (where status not in ('ACTIVE', 'ON_LEAVE')) as other
      from totals.counts group by counted
    )
    select o.id as org_unit_id, o.name as org_unit_name, o.unit_type as org_unit_type, o.parent_id, position_count,
      covered, partial, vacant, over_covered, required_hours, assigned_hours,
      json_build_object('active', coalesce(active, 0), 'on_leave', coalesce(on_leave, 0), 'other', coalesce(other, 0))
        as employee_breakdown
    from (${byUnit}) unit join org_units o on o.id = unit.org_unit_id left join people on people.counted = o.id::text`

type PositionState = { state: CoverageState; positions: number; required: string; assigned: string }

/** The hours that all active positions require, and those assigned to them. */
export const readCoverage = (em: Em) =>
  readSingleRow<{ required: string; assigned: string }>(em, prepared)`
    select coalesce(sum(required_weekly_hours), 0.00) as required, coalesce(sum(assigned_hours), 0.00) as assigned
    from positions where is_active`

/** The active positions of the clinic by state. */
export const readPositionStates = (em: Em) =>
  readRows<PositionState>(em, prepared)`
    select coverage_state as state, count(*)::int as positions, sum(required_weekly_hours) as required,
      sum(assigned_hours) as assigned
    from positions where is_active group by coverage_state`

/** Every org unit with the totals of the active positions in it, siblings in order. */
export const readOrgTree = (em: Em) =>
  readRows<UnitTotals>(em, prepared)`
    select o.id, o.parent_id, o.unit_type, o.code, o.name, o.is_active, o.is_management,
      coalesce(position_count, 0) as position_count, coalesce(vacant, 0) as vacant, coalesce(partial, 0) as partial,
      coalesce(covered, 0) as covered, coalesce(over_covered, 0) as over_covered,
      coalesce(required_hours, 0.00) as required_hours, coalesce(assigned_hours, 0.00) as assigned_hours,
      coalesce(shortfall_hours, 0.00) as shortfall_hours
    from org_units o left join (${byUnit}) unit on unit.org_unit_id = o.id
    order by o.sort_order, o.code, o.id`

const inUnit = columnsOf(
  Position,
  'id, title, required_weekly_hours, assigned_hours, assignment_count, coverage_state',
)

/** The employees with an active assignment to the position. */
export async function readStaff(em: Em, positionId: string): Promise<string[]> {
  const rows = await readRows<{ employee_id: string }>(em)`
    select employee_id from assignments where position_id = ${positionId} and status = 'ACTIVE'`
  return rows.map(({ employee_id }) => employee_id)
}

/** The active positions of one unit, largest shortfall first. */
export const readUnitPositions = (em: Em, unitId: string) =>
  readRows<RowOf<typeof inUnit>>(em, prepared)`
    select ${inUnit} from positions page where is_active and org_unit_id = ${unitId}
    order by greatest(required_weekly_hours - assigned_hours, 0) desc, title, id`
