import { sql } from 'kysely'
import type { TagCategory } from '../../src/people/tag.ts'
import { columnsOf, equals, isChosen, type RowOf, searchOf } from '../lists/fragments.ts'
import { sameEmail } from '../lists/orderings.ts'
import type { List, Sql, View } from '../lists/page.ts'
import { holdsTag } from '../people/tags.ts'
import { type AssignmentRow, assignmentRowAsJson } from './assignments.ts'
import { Position, positionOrderings, positionSearchText } from './position.ts'

const table = 'positions'

const stored = columnsOf(
  Position,
  'id, title, required_weekly_hours, is_active, coverage_state, assigned_hours, assignment_count, notes, created_at, updated_at',
)

type Shared = RowOf<typeof stored> & {
  org_unit_id: string
  org_unit_name: string
  is_eligible: boolean | null
  missing_tags: string[] | null
}
export type PositionRow = Shared & {
  required_tags: { name: string; category: TagCategory; is_mandatory: boolean }[] | null
}
type PositionDetail = Shared & {
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

/** The list representation; the three tag fields are filled only for an employee (D35). */
export const positionRow = (eligible?: Eligibility): View<PositionRow> => ({
  table,
  columns: sql`${columns(eligible, eligible ? sql`tags.required` : sql`null`)}`,
  joins: joins(eligible),
})

const requiredTags = sql`(
  select coalesce(json_agg(json_build_object('id', pt.id, 'tag_id', t.id, 'tag_name', t.name,
    'tag_category', t.category, 'is_mandatory', pt.is_mandatory) order by t.name, t.id), '[]')
  from position_tags pt join tags t on t.id = pt.tag_id where pt.position_id = page.id)`

/** The detail representation; with `own`, only the assignments of the employees with that email are in it (D17). */
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

/** The list of positions; with an employee, whether that employee is eligible for each (D35). */
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
