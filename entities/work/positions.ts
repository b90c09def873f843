import { sql } from 'kysely'
import type { TagCategory } from '../../src/people/tag.ts'
import type { CoverageState } from '../../src/work/coverage.ts'
import {
  columnsOf,
  equals,
  foldedSearchOf,
  isChosen,
  isOneOf,
  type RowOf,
  searchOf,
} from '../lists/fragments.ts'
import {
  containsFolded,
  everyWord,
  foldedColumn,
  type Orderings,
  sameEmail,
  wordsOf,
} from '../lists/orderings.ts'
import type { List, Sql, View } from '../lists/page.ts'
import { holdsTag } from '../people/tags.ts'
import { type AssignmentRow, assignmentRowAsJson } from './assignments.ts'
import { isInUnit, unitsUnder } from './org-units.ts'
import { Position, positionOrderings, positionSearchText } from './position.ts'

const table = 'positions'

const stored = columnsOf(
  Position,
  'id, title, required_weekly_hours, is_active, coverage_state, assigned_hours, assignment_count, notes, created_at, updated_at',
)

type SharedColumns = RowOf<typeof stored> & {
  org_unit_id: string
  org_unit_name: string
  is_eligible: boolean | null
  missing_tags: string[] | null
}
export type PositionRow = SharedColumns & {
  required_tags: { name: string; category: TagCategory; is_mandatory: boolean }[] | null
}
type PositionDetail = SharedColumns & {
  required_tags: {
    id: string
    tag_id: string
    tag_name: string
    tag_category: TagCategory
    is_mandatory: boolean
  }[]
  assignments: AssignmentRow[]
}

type Eligibility = { employee: string; today: string }

const columns = (eligible: Eligibility | undefined, requiredTags: Sql) => sql`${stored}, page.org_unit_id,
  o.name as org_unit_name, ${requiredTags} as required_tags,
  ${eligible ? sql`tags.is_eligible, tags.missing` : sql`null as is_eligible, null`} as missing_tags`

const joins = (eligible: Eligibility | undefined) => sql`left join org_units o on o.id = page.org_unit_id
  ${eligible ? eligibility(eligible) : sql``}`

const eligibility = ({ employee, today }: Eligibility) => sql`cross join lateral (
  select coalesce(json_agg(json_build_object('name', r.name, 'category', r.category, 'is_mandatory', r.is_mandatory)
      order by r.name, r.id), '[]') as required,
    coalesce(json_agg(r.name order by r.name) filter (where r.is_missing), '[]') as missing,
    count(*) filter (where r.is_missing) = 0 as is_eligible
  from (select t.id, t.name, t.category, pt.is_mandatory,
      pt.is_mandatory and not ${holdsTag({ employee: sql`${employee}::uuid`, tag: sql`t.id`, day: sql`${today}::date` })} as is_missing
    from position_tags pt join tags t on t.id = pt.tag_id where pt.position_id = page.id) r) tags`

/** A position in lists; its three tag fields are filled only for an employee (D35). */
export const positionRow = (eligible?: Eligibility): View<PositionRow> => ({
  table,
  columns: sql`${columns(eligible, eligible ? sql`tags.required` : sql`null`)}`,
  joins: joins(eligible),
})

const requiredTags = sql`(
  select coalesce(json_agg(json_build_object('id', pt.id, 'tag_id', t.id, 'tag_name', t.name,
    'tag_category', t.category, 'is_mandatory', pt.is_mandatory) order by t.name, t.id), '[]')
  from position_tags pt join tags t on t.id = pt.tag_id where pt.position_id = page.id)`

/** A position in full; with `own`, it has only the assignments of the employees with that email (D17). */
export const positionDetail = (own?: string, eligible?: Eligibility): View<PositionDetail> => ({
  table,
  columns: sql`${columns(eligible, requiredTags)},
    (select coalesce(json_agg(${assignmentRowAsJson} order by a.created_at desc, a.id desc), '[]')
      from assignments a join employees e on e.id = a.employee_id
      where a.position_id = page.id and a.status = 'ACTIVE'
        ${own === undefined ? sql`` : sql`and ${sameEmail('e.email', own)}`}) as assignments`,
  joins: joins(eligible),
})

type PositionFilter = {
  org_unit_id?: string
  is_active?: boolean
  coverage_state?: string
  search?: string
}

/** The list of positions; with an employee, each says whether they are eligible (D35). */
export const positionList = (filter: PositionFilter, eligible?: Eligibility): List<PositionRow> => ({
  ...positionRow(eligible),
  orderings: positionOrderings,
  defaultOrdering: 'title',
  search: searchOf(table, positionSearchText, filter.search),
  where: [
    equals('org_unit_id', filter.org_unit_id),
    isChosen('is_active', filter.is_active),
    isChosen('coverage_state', filter.coverage_state),
  ],
})

/** Orderings without an index sort all positions found: 0.1 s for 100,000. */
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

const shown = columnsOf(
  Position,
  'id, title, required_weekly_hours, assigned_hours, assignment_count, coverage_state, is_active',
)
type PositionOverviewRow = RowOf<typeof shown> & {
  org_unit_id: string
  org_unit_name: string
  shortfall_hours: string
  surplus_hours: string
}

type PositionOverviewFilter = {
  coverage_state?: readonly CoverageState[]
  /** An org unit, with all units below it. */
  org_unit_id?: string
  /** A tag that the position requires, mandatory or not. */
  tag_id?: string
  is_active?: boolean
  search?: string
}

/** The positions whose title and unit contain every word of the term; the title at least one, unless `byUnitAlone` (D51). */
export const positionsFound = (term: string, byUnitAlone: boolean): List<PositionOverviewRow> => ({
  ...positionOverview({}),
  where: [
    everyWord(term, (word) => sql`(${inTitle(word)} or ${isInUnit('positions.org_unit_id', word)})`),
    !byUnitAlone && sql`(${sql.join(wordsOf(term).map(inTitle), sql` or `)})`,
  ],
})

const inTitle = (word: string) => containsFolded(`positions.${foldedColumn}`, word)

/** Positions as operators see them, with their missing or surplus hours. */
export const positionOverview = (filter: PositionOverviewFilter): List<PositionOverviewRow> => ({
  table,
  columns: sql`${shown}, page.org_unit_id, o.name as org_unit_name,
    greatest(page.required_weekly_hours - page.assigned_hours, 0.00) as shortfall_hours,
    greatest(page.assigned_hours - page.required_weekly_hours, 0.00) as surplus_hours`,
  joins: sql`left join org_units o on o.id = page.org_unit_id`,
  orderings: positionOverviewOrderings,
  defaultOrdering: 'title',
  isUnprepared: filter.org_unit_id !== undefined || filter.tag_id !== undefined,
  search: foldedSearchOf(table, filter.search),
  where: [
    isChosen('is_active', filter.is_active),
    isOneOf('coverage_state', filter.coverage_state),
    filter.org_unit_id !== undefined && sql`positions.org_unit_id in ${unitsUnder(filter.org_unit_id)}`,
    filter.tag_id !== undefined &&
      sql`positions.id in (select position_id from position_tags where tag_id = ${filter.tag_id})`,
  ],
})
