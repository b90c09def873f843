import { sql } from 'kysely'
import type { UnitCoverage } from '../../src/coverage.ts'
import { contains, sameEmail } from '../orderings.ts'
import type { Em } from '../orm.ts'
import type { List, Sql, View } from '../page.ts'
import { positionOrderings, positionSearchText } from '../position.ts'
import { assignmentColumnsAsJson } from './assignments.ts'
import { equals } from './fragments.ts'

/** Contract, Position: by assigned / required hours; `coverageState` in src is the same in TypeScript. */
export const stateOf = (assigned: Sql, required: Sql) => sql`case
  when ${assigned} = 0 then 'VACANT' when ${assigned} < ${required} then 'PARTIAL'
  when ${assigned} = ${required} then 'COVERED' else 'OVER_COVERED' end`

const covered = sql`cross join lateral (
  select coalesce(sum(a.effective_hours), 0.00) as hours, count(*)::int as count
  from assignments a where a.position_id = page.id and a.status = 'ACTIVE') active`

const unit = sql`left join org_units o on o.id = page.org_unit_id`

const columns = (tags: Sql) => sql`page.id, page.org_unit_id, o.name as org_unit_name, page.title,
  page.required_weekly_hours, page.is_active,
  ${stateOf(sql`active.hours`, sql`page.required_weekly_hours`)} as coverage_state,
  active.hours as assigned_hours, active.count as assignment_count, ${tags}, page.notes, page.created_at,
  page.updated_at`

const withoutEligibility = sql`null as is_eligible, null as missing_tags`

export type Eligibility = { employee: string; today: string }

/** An employee holds a tag while an ACTIVE instance covers the day (D33). */
export const holdsTag = (employee: Sql, tag: Sql, day: Sql) => sql`exists (
  select from employee_tags et where et.employee_id = ${employee} and et.tag_id = ${tag} and et.status = 'ACTIVE'
    and et.start_date <= ${day} and (et.end_date is null or et.end_date >= ${day}))`

const eligibility = ({ employee, today }: Eligibility) => sql`cross join lateral (
  select coalesce(json_agg(json_build_object('name', r.name, 'category', r.category, 'is_mandatory', r.is_mandatory)
      order by r.name, r.id), '[]') as required,
    coalesce(json_agg(r.name order by r.name) filter (where r.is_missing), '[]') as missing,
    count(*) filter (where r.is_missing) = 0 as is_eligible
  from (select t.id, t.name, t.category, pt.is_mandatory,
      pt.is_mandatory and not ${holdsTag(sql`${employee}::uuid`, sql`t.id`, sql`${today}::date`)} as is_missing
    from position_tags pt join tags t on t.id = pt.tag_id where pt.position_id = page.id) r) tags`

const withTags = (eligible: Eligibility | undefined) =>
  eligible ? sql`${unit} ${covered} ${eligibility(eligible)}` : sql`${unit} ${covered}`

/** The list representation; the three tag fields are filled only for an employee (D35). */
export const positionRow = (eligible?: Eligibility): View => ({
  table: 'positions',
  columns: columns(
    eligible
      ? sql`tags.required as required_tags, tags.is_eligible, tags.missing as missing_tags`
      : sql`null as required_tags, ${withoutEligibility}`,
  ),
  joins: withTags(eligible),
})

/** The detail representation; an EMPLOYEE sees only their own assignments in it (D17). */
export const positionDetail = (own: string | undefined, eligible?: Eligibility): View => ({
  table: 'positions',
  columns: sql`${columns(sql`(
    select coalesce(json_agg(json_build_object('id', pt.id, 'tag_id', t.id, 'tag_name', t.name,
      'tag_category', t.category, 'is_mandatory', pt.is_mandatory) order by t.name, t.id), '[]')
    from position_tags pt join tags t on t.id = pt.tag_id where pt.position_id = page.id) as required_tags,
    ${eligible ? sql`tags.is_eligible, tags.missing as missing_tags` : withoutEligibility}`)},
    (select coalesce(json_agg(${assignmentColumnsAsJson} order by a.created_at desc, a.id desc), '[]')
      from assignments a join employees e on e.id = a.employee_id
      where a.position_id = page.id and a.status = 'ACTIVE'
        ${own === undefined ? sql`` : sql`and ${sameEmail('e.email', own)}`}) as assignments`,
  joins: withTags(eligible),
})

export type PositionFilter = {
  org_unit_id?: string
  is_active?: boolean
  coverage_state?: string
  search?: string
}

/** The list of positions; with an employee, whether that employee is eligible for each (D35). */
export const positionList = (filter: PositionFilter, eligible?: Eligibility): List => ({
  ...positionRow(eligible),
  orderings: positionOrderings,
  defaultOrdering: 'title',
  ...(filter.coverage_state !== undefined && {
    given: sql`by_position as (select position_id, sum(effective_hours) as hours
      from assignments where status = 'ACTIVE' group by position_id),`,
    from: sql`left join by_position on by_position.position_id = positions.id`,
  }),
  where: [
    equals('org_unit_id', filter.org_unit_id),
    equals('is_active', filter.is_active),
    filter.search !== undefined && contains(positionSearchText, filter.search),
    filter.coverage_state !== undefined &&
      sql`${stateOf(sql`coalesce(by_position.hours, 0)`, sql`required_weekly_hours`)} = ${filter.coverage_state}`,
  ],
})

/** The coverage of every unit that has an active position, in one statement (contract, Coverage summary). */
export async function readUnitCoverage(em: Em): Promise<UnitCoverage[]> {
  const of = (state: string) => sql`count(*) filter (where p.state = ${state})::int`
  const statement = sql<UnitCoverage>`
    with by_position as (
      select position_id, sum(effective_hours) as hours from assignments where status = 'ACTIVE' group by position_id
    ),
    p as (
      select org_unit_id, required_weekly_hours as required, coalesce(hours, 0) as assigned,
        ${stateOf(sql`coalesce(hours, 0)`, sql`required_weekly_hours`)} as state
      from positions left join by_position on position_id = positions.id where is_active
    ),
    hours as (
      select org_unit_id, count(*)::int as position_count, ${of('COVERED')} as covered, ${of('PARTIAL')} as partial,
        ${of('VACANT')} as vacant, ${of('OVER_COVERED')} as over_covered, sum(required) as required_hours,
        sum(assigned) as assigned_hours
      from p group by org_unit_id
    ),
    people as (
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
    from hours join org_units o on o.id = hours.org_unit_id left join people on people.org_unit_id = o.id`
  return (await statement.execute(em.getKysely())).rows
}
