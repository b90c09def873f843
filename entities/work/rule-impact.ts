import { sql } from 'kysely'
import { fullDayHours } from '../../src/hours.ts'
import { limitOf, type RuleCode, type RuleSetting } from '../../src/work/business-rules.ts'
import { noFindings, type RuleFindings, ruleImpact, shownEmployees } from '../../src/work/rule-change.ts'
import { type Em, readRows } from '../connection/em.ts'
import type { Sql } from '../lists/page.ts'
import { holdsTag } from '../people/tags.ts'
import { readActiveFacts } from './facts.ts'

/** The rule's limits to compare, and today's date. */
type Measure = { limits: (string | null)[]; today: string }

const active = sql`assignments where status = 'ACTIVE'`

const byEmployee = (condition: Sql) =>
  sql`select employee_id, count(*) as assignments from ${active} and ${condition} group by employee_id`

const byHours = sql`select employee_id, count(*) as assignments, sum(effective_hours) as measure
  from ${active} group by employee_id`

/**
 * By employee, the active assignments that would violate the rule of src/work/business-rules.ts if they were made
 * today. For a rule with a limit, the others are found too, with the measure to compare with the limit.
 */
const foundBy: Record<RuleCode, (measure: Measure) => Sql> = {
  MAX_WEEKLY_HOURS: () => byHours,

  DUPLICATE_ASSIGNMENT: () =>
    byEmployee(sql`(employee_id, position_id) in (
      select employee_id, position_id from ${active} group by employee_id, position_id having count(*) > 1)`),

  EMPLOYEE_TERMINATED: () =>
    byEmployee(sql`employee_id in (select id from employees where status = 'TERMINATED')`),

  // A join, because PostgreSQL would look up the tags of a nested `exists` one by one. Few tags are ever required.
  TAG_REQUIREMENT_MISMATCH: ({ today }) => sql`
    with held as materialized (
      select * from employee_tags where tag_id = any (array(select distinct tag_id from position_tags)))
    select a.employee_id, count(distinct a.id) as assignments
    from assignments a join position_tags pt on pt.position_id = a.position_id
    where a.status = 'ACTIVE'
      and not ${holdsTag({ employee: sql`a.employee_id`, tag: sql`pt.tag_id`, day: sql`coalesce(a.effective_date, ${today}::date)`, table: 'held' })}
    group by a.employee_id`,

  MAX_CONSECUTIVE_SHIFTS: () => byHours,

  COVERAGE_EXCEEDED: () =>
    byEmployee(sql`position_id in (select id from positions where assigned_hours > required_weekly_hours)`),

  CONTRACT_NEAR_EXPIRY: ({ limits, today }) => sql`
    select employee_id, count(*) as assignments, measure
    from assignments join (
      select et.employee_id, min(et.end_date - ${today}::date) as measure
      from employee_tags et join tags t on t.id = et.tag_id
      where et.status = 'ACTIVE' and t.category = 'CONTRACT' and et.end_date >= ${today}::date
        and et.end_date - ${today}::date <= any(${limits}::numeric[])
      group by et.employee_id) ending using (employee_id)
    where status = 'ACTIVE' group by employee_id, measure`,
}

/** Whether the measure violates the rule with this limit. */
const violates: Partial<Record<RuleCode, (limit: string | null) => Sql>> = {
  MAX_WEEKLY_HOURS: (limit) => sql`measure > ${limit}::numeric`,
  MAX_CONSECUTIVE_SHIFTS: (limit) => sql`ceil(measure / ${fullDayHours}) >= ${limit}::numeric`,
  CONTRACT_NEAR_EXPIRY: (limit) => sql`measure <= ${limit}::numeric`,
}

type ImpactCase = { setting: RuleSetting; clinicCap: string | null }

/** The impact of a rule as it is and as it would be; a disabled rule has none. */
export async function readImpacts(em: Em, cases: Record<'current' | 'proposed', ImpactCase>, today: string) {
  const { current, proposed } = cases
  const limit = ({ setting, clinicCap }: ImpactCase) => limitOf(setting, clinicCap)
  const limits = new Set([current, proposed].filter(({ setting }) => setting.enabled).map(limit))
  const found = await readFound(em, current.setting.code, { limits: [...limits], today })
  const impactOf = (one: ImpactCase) =>
    ruleImpact(one.setting, one.clinicCap, (one.setting.enabled && found.get(limit(one))) || noFindings)
  return { current: impactOf(current), proposed: impactOf(proposed) }
}

type CountedFindings = Omit<RuleFindings, 'assignments'> & { index: number; shown: string[] }

/** What the rule finds with each limit, in one pass. */
async function readFound(em: Em, code: RuleCode, measure: Measure) {
  const found = new Map<string | null, RuleFindings>()
  const { limits, today } = measure
  if (limits.length === 0) return found
  const conditions = limits.map((limit) => violates[code]?.(limit) ?? sql`true`)
  const gathered = conditions.map((condition, index) => gatherFound(condition, index))
  const counts = limits.map((_, index) => sql`select * from (${countFound(index)}) counted`)
  // Arrays, because materialised rows would cost as much as the sums.
  const rows = await readRows<CountedFindings>(em)`
    with gathered as materialized (
      select ${sql.join(gathered)} from (${foundBy[code](measure)}) each where ${sql.join(conditions, sql` or `)})
    ${sql.join(counts, sql` union all `)}`
  const facts = await Promise.all(rows.map(({ shown }) => readActiveFacts(em, shown, today)))
  for (const [row, { index, shown: _shown, ...counted }] of rows.entries())
    found.set(limits[index] ?? null, { ...counted, assignments: facts[row] ?? [] })
  return found
}

const ids = (index: number) => sql.ref(`ids_${index}`)
const assignments = (index: number) => sql.ref(`assignments_${index}`)

/** The employees that the condition finds, and the number of their assignments. */
const gatherFound = (condition: Sql, index: number) => sql`
  coalesce(array_agg(employee_id) filter (where ${condition}), '{}') as ${ids(index)},
  coalesce(sum(assignments) filter (where ${condition}), 0)::int as ${assignments(index)}`

/** Reads this many employees by name first; if enough of them are affected, it reads no other names. */
const firstByName = 10_000

/** Counts the findings of the limit at this index, and selects the first employees by name. */
function countFound(index: number): Sql {
  const byName = sql`order by last_name, first_name, id limit ${sql.lit(shownEmployees)}`
  const found = sql`(select unnest(${ids(index)}) as employee_id from gathered) found`
  // The offset makes PostgreSQL look names up one by one; a join would read all employees for a few names.
  return sql`
    with early as materialized (
      select id from (select id, last_name, first_name from employees
          order by last_name, first_name, id limit ${sql.lit(firstByName)}) e
        join ${found} on employee_id = id ${byName})
    select ${sql.lit(index)} as index, cardinality(${ids(index)}) as employee_count,
      ${assignments(index)} as assignment_count,
      case when (select count(*) from early) = ${sql.lit(shownEmployees)} then array(select id from early)
        else array(select id from ${found} cross join lateral (
          select id, last_name, first_name from employees where id = employee_id offset 0) named ${byName}) end as shown
    from gathered`
}
