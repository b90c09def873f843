import { sql } from 'kysely'
import type { CoverageState } from '../../src/work/coverage.ts'
import { columnsOf, foldedSearchOf, isChosen, isOneOf, type RowOf } from '../lists/fragments.ts'
import type { Orderings } from '../lists/orderings.ts'
import type { List } from '../lists/page.ts'
import { unitsUnder } from './org-units.ts'
import { Position, positionOrderings } from './position.ts'

const table = 'positions'

/** Those without an index sort all positions that are found: a tenth of a second for 100,000. */
export const positionOverviewOrderings = {
  title: positionOrderings.title,
  org_unit_name: ['(select name from org_units o where o.id = positions.org_unit_id)', 'title'],
  coverage_state: ['coverage_state', 'title'],
  required_weekly_hours: positionOrderings.required_weekly_hours,
  assigned_hours: ['assigned_hours'],
  shortfall_hours: ['positions.required_weekly_hours - positions.assigned_hours'],
  surplus_hours: ['positions.assigned_hours - positions.required_weekly_hours'],
  assignment_count: ['assignment_count'],
} as const satisfies Orderings

const stored = columnsOf(
  Position,
  'id, title, required_weekly_hours, assigned_hours, assignment_count, coverage_state, is_active',
)
type Row = RowOf<typeof stored> & {
  org_unit_id: string
  org_unit_name: string
  shortfall_hours: string
  surplus_hours: string
}

export type PositionFilter = {
  coverage_state?: readonly CoverageState[]
  /** With all units below it. */
  org_unit_id?: string
  /** A tag that the position requires, mandatory or not. */
  tag_id?: string
  is_active?: boolean
  search?: string
}

/** Positions as operators see them, with the hours that each lacks or has too many. */
export const positionOverview = (filter: PositionFilter): List<Row> => ({
  table,
  columns: sql`${stored}, page.org_unit_id, o.name as org_unit_name,
    greatest(page.required_weekly_hours - page.assigned_hours, 0.00) as shortfall_hours,
    greatest(page.assigned_hours - page.required_weekly_hours, 0.00) as surplus_hours`,
  joins: sql`left join org_units o on o.id = page.org_unit_id`,
  orderings: positionOverviewOrderings,
  defaultOrdering: 'title',
  isPlannedAnew: filter.org_unit_id !== undefined || filter.tag_id !== undefined,
  search: foldedSearchOf(table, filter.search),
  where: [
    isChosen('is_active', filter.is_active),
    isOneOf('coverage_state', filter.coverage_state),
    filter.org_unit_id !== undefined && sql`positions.org_unit_id in ${unitsUnder(filter.org_unit_id)}`,
    filter.tag_id !== undefined &&
      sql`positions.id in (select position_id from position_tags where tag_id = ${filter.tag_id})`,
  ],
})
