import { sql } from 'kysely'
import type { CoverageState, UnitCoverage } from '../../src/coverage.ts'
import type { UnitTotals } from '../../src/operators/coverage-tree.ts'
import type { Em } from '../orm.ts'
import type { Sql } from '../page.ts'

/** `coverageState` of src in SQL. */
const stateOf = (assigned: Sql, required: Sql) => sql<CoverageState>`case
  when ${assigned} = 0 then 'VACANT' when ${assigned} < ${required} then 'PARTIAL'
  when ${assigned} = ${required} then 'COVERED' else 'OVER_COVERED' end`

const sums = sql`sum(effective_hours) as hours, count(*)::int as assignments`

/** Hours and number of the ACTIVE assignments by position; a position without any is missing. */
const byPosition = sql`select position_id, ${sums} from assignments where status = 'ACTIVE' group by position_id`

const assigned = sql`coalesce(hours, 0.00)`
const state = stateOf(assigned, sql`required_weekly_hours`)

/** Every position with its coverage. */
const covered = sql`select positions.id, org_unit_id, title, required_weekly_hours, is_active,
    ${assigned} as assigned_hours, coalesce(assignments, 0) as assignment_count, ${state} as coverage_state
  from positions left join (${byPosition}) active on position_id = positions.id`

/** The coverage of the positions on a `page`, looked up one by one: columns, and the join that they need. */
export const pageCoverage = {
  columns: sql`${stateOf(assigned, sql`page.required_weekly_hours`)} as coverage_state,
    ${assigned} as assigned_hours, assignments as assignment_count`,
  joins: sql`cross join lateral (
    select ${sums} from assignments a where a.position_id = page.id and a.status = 'ACTIVE') active`,
}

/** The parts of a list that shows only positions in one state. */
export const inState = (wanted: string) => ({
  given: sql`by_position as (${byPosition}),`,
  from: sql`left join by_position on by_position.position_id = positions.id`,
  condition: sql`${state} = ${wanted}`,
})

const count = (wanted: CoverageState) => sql`count(*) filter (where coverage_state = ${wanted})::int`

/** The active positions in each unit, counted and summed; a unit without any is missing. */
const byUnit = sql`select org_unit_id, count(*)::int as position_count, ${count('VACANT')} as vacant,
    ${count('PARTIAL')} as partial, ${count('COVERED')} as covered, ${count('OVER_COVERED')} as over_covered,
    sum(required_weekly_hours) as required_hours, sum(assigned_hours) as assigned_hours,
    sum(greatest(required_weekly_hours - assigned_hours, 0)) as shortfall_hours
  from (${covered}) position where is_active group by org_unit_id`

/** The coverage of every unit that has an active position, in one statement. */
export async function readUnitCoverage(em: Em): Promise<UnitCoverage[]> {
  const statement = sql<UnitCoverage>`
    with people as (
      select org_unit_id, count(*) filter (where status = 'ACTIVE')::int as active,
        count(*) filter (where status = 'ON_LEAVE')::int as on_leave,
        count(*) filter (where status not in ('ACTIVE', 'ON_LEAVE'))::int as other
      from (select distinct p.org_unit_id, a.employee_id from assignments a join positions p on p.id = a.position_id
        where a.status = 'ACTIVE' and p.is_active) staffed
      join employees e on e.id = staffed.employee_id group by org_unit_id
    )
    select o.id as org_unit_id, o.name as org_unit_name, o.unit_type as org_unit_type, o.parent_id, position_count,
      covered, partial, vacant, over_covered, required_hours, assigned_hours,
      json_build_object('active', coalesce(active, 0), 'on_leave', coalesce(on_leave, 0), 'other', coalesce(other, 0))
        as employee_breakdown
    from (${byUnit}) unit join org_units o on o.id = unit.org_unit_id left join people on people.org_unit_id = o.id`
  return (await statement.execute(em.getKysely())).rows
}

/** Every org unit with the totals of the active positions in it, siblings in order. */
export async function readOrgTree(em: Em): Promise<UnitTotals[]> {
  const statement = sql<UnitTotals>`
    select o.id, o.parent_id, o.unit_type, o.code, o.name, o.is_active, o.is_management,
      coalesce(position_count, 0) as position_count, coalesce(vacant, 0) as vacant, coalesce(partial, 0) as partial,
      coalesce(covered, 0) as covered, coalesce(over_covered, 0) as over_covered,
      coalesce(required_hours, 0.00) as required_hours, coalesce(assigned_hours, 0.00) as assigned_hours,
      coalesce(shortfall_hours, 0.00) as shortfall_hours
    from org_units o left join (${byUnit}) unit on unit.org_unit_id = o.id
    order by o.sort_order, o.code, o.id`
  return (await statement.execute(em.getKysely())).rows
}

export type UnitPosition = {
  id: string
  title: string
  required_weekly_hours: string
  assigned_hours: string
  assignment_count: number
  coverage_state: CoverageState
}

/** The active positions of one unit, largest shortfall first. */
export async function readUnitPositions(em: Em, unitId: string): Promise<UnitPosition[]> {
  const statement = sql<UnitPosition>`
    select id, title, required_weekly_hours, assigned_hours, assignment_count, coverage_state
    from (${covered}) position where is_active and org_unit_id = ${unitId}
    order by greatest(required_weekly_hours - assigned_hours, 0) desc, title, id`
  return (await statement.execute(em.getKysely())).rows
}
