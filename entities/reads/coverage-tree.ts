import { sql } from 'kysely'
import type { CoverageState } from '../../src/coverage.ts'
import type { OwnCoverage } from '../../src/operators/coverage-tree.ts'
import type { Em } from '../orm.ts'
import { stateOf } from './positions.ts'

const assigned = sql`coalesce(hours, 0.00)`

const covered = sql`positions left join (
    select position_id, sum(effective_hours) as hours, count(*)::int as assignments
    from assignments where status = 'ACTIVE' group by position_id
  ) active on position_id = positions.id`

/** Every org unit with the active positions of its own, siblings in their order. */
export async function readOrgTree(em: Em): Promise<OwnCoverage[]> {
  const of = (state: CoverageState) => sql`count(*) filter (where state = ${state})::int`
  const statement = sql<OwnCoverage>`
    with own as (
      select org_unit_id, count(*)::int as position_count, ${of('VACANT')} as vacant, ${of('PARTIAL')} as partial,
        ${of('COVERED')} as covered, ${of('OVER_COVERED')} as over_covered, sum(required) as required_hours,
        sum(assigned) as assigned_hours, sum(greatest(required - assigned, 0)) as shortfall_hours
      from (select org_unit_id, required_weekly_hours as required, ${assigned} as assigned,
          ${stateOf(assigned, sql`required_weekly_hours`)} as state
        from ${covered} where is_active) p
      group by org_unit_id
    )
    select o.id, o.parent_id, o.unit_type, o.code, o.name, o.is_active, o.is_management,
      coalesce(position_count, 0) as position_count, coalesce(vacant, 0) as vacant, coalesce(partial, 0) as partial,
      coalesce(covered, 0) as covered, coalesce(over_covered, 0) as over_covered,
      coalesce(required_hours, 0.00) as required_hours, coalesce(assigned_hours, 0.00) as assigned_hours,
      coalesce(shortfall_hours, 0.00) as shortfall_hours
    from org_units o left join own on own.org_unit_id = o.id
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

/** The active positions of one unit, those that lack most first. */
export async function readUnitPositions(em: Em, unitId: string): Promise<UnitPosition[]> {
  const statement = sql<UnitPosition>`
    select positions.id, title, required_weekly_hours, ${assigned} as assigned_hours,
      coalesce(assignments, 0) as assignment_count, ${stateOf(assigned, sql`required_weekly_hours`)} as coverage_state
    from ${covered} where is_active and org_unit_id = ${unitId}
    order by greatest(required_weekly_hours - ${assigned}, 0) desc, title, positions.id`
  return (await statement.execute(em.getKysely())).rows
}
