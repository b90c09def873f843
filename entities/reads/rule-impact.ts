import { sql } from 'kysely'
import { limitOf, type RuleCode, type RuleSetting } from '../../src/business-rules.ts'
import { fullDayHours } from '../../src/hours.ts'
import { type Found, nothingFound, ruleImpact, shownEmployees } from '../../src/operators/rule-change.ts'
import type { Em } from '../orm.ts'
import type { Sql } from '../page.ts'
import { readActiveFacts } from './facts.ts'
import { holdsTag } from './tags.ts'

/** What a rule is compared with: its limit, and the day it is. */
type Measure = { limit: string | null; today: string }

const active = sql`assignments where status = 'ACTIVE'`

const byEmployee = (condition: Sql) =>
  sql`select employee_id, count(*) as assignments from ${active} and ${condition} group by employee_id`

const byHours = (condition: Sql) =>
  sql`select employee_id, count(*) as assignments from ${active} group by employee_id having ${condition}`

/**
 * The employees whose active assignments violate the rule of src/business-rules.ts, as if they were made today, with
 * the number of those assignments.
 */
const foundBy: Record<RuleCode, (measure: Measure) => Sql> = {
  MAX_WEEKLY_HOURS: ({ limit }) => byHours(sql`sum(effective_hours) > ${limit}::numeric`),

  DUPLICATE_ASSIGNMENT: () =>
    byEmployee(sql`(employee_id, position_id) in (
      select employee_id, position_id from ${active} group by employee_id, position_id having count(*) > 1)`),

  EMPLOYEE_TERMINATED: () =>
    byEmployee(sql`employee_id in (select id from employees where status = 'TERMINATED')`),

  // A join, because PostgreSQL would look up the tags of a nested `exists` one by one. Few tags are required anywhere.
  TAG_REQUIREMENT_MISMATCH: ({ today }) => sql`
    with held as materialized (
      select * from employee_tags where tag_id = any (array(select distinct tag_id from position_tags)))
    select a.employee_id, count(distinct a.id) as assignments
    from assignments a join position_tags pt on pt.position_id = a.position_id
    where a.status = 'ACTIVE'
      and not ${holdsTag({ employee: sql`a.employee_id`, tag: sql`pt.tag_id`, day: sql`coalesce(a.effective_date, ${today}::date)`, table: 'held' })}
    group by a.employee_id`,

  MAX_CONSECUTIVE_SHIFTS: ({ limit }) =>
    byHours(sql`ceil(sum(effective_hours) / ${fullDayHours}) >= ${limit}::numeric`),

  COVERAGE_EXCEEDED: () =>
    byEmployee(sql`position_id in (select id from positions where assigned_hours > required_weekly_hours)`),

  CONTRACT_NEAR_EXPIRY: ({ limit, today }) =>
    byEmployee(sql`employee_id in (
      select et.employee_id from employee_tags et join tags t on t.id = et.tag_id
      where et.status = 'ACTIVE' and t.category = 'CONTRACT'
        and et.end_date >= ${today}::date and et.end_date - ${today}::date <= ${limit}::numeric)`),
}

type Case = { setting: RuleSetting; clinicCap: string | null }

/** The impact of a rule as it is and as it would be; a disabled rule finds nothing. */
export async function readImpacts(em: Em, cases: Record<'current' | 'proposed', Case>, today: string) {
  const byLimit = new Map<string | null, Promise<Found>>()
  const impactOf = async ({ setting, clinicCap }: Case) => {
    if (!setting.enabled) return ruleImpact(setting, clinicCap, nothingFound)
    const limit = limitOf(setting, clinicCap)
    const found = byLimit.get(limit) ?? readFound(em, setting.code, { limit, today })
    byLimit.set(limit, found)
    return ruleImpact(setting, clinicCap, await found)
  }
  const [current, proposed] = await Promise.all([impactOf(cases.current), impactOf(cases.proposed)])
  return { current, proposed }
}

type Counted = Omit<Found, 'assignments'> & { shown: string[] }

/** How many employees are first read in the order of their names; if enough are affected, no other names are read. */
const firstByName = 10_000

async function readFound(em: Em, code: RuleCode, measure: Measure): Promise<Found> {
  const byName = sql`order by last_name, first_name, id limit ${sql.lit(shownEmployees)}`
  // The offset makes PostgreSQL look names up one by one; a join would read all employees for the names of a few.
  const statement = sql<Counted>`
    with found as materialized (${foundBy[code](measure)}),
      early as materialized (
        select id from (select id, last_name, first_name from employees
            order by last_name, first_name, id limit ${sql.lit(firstByName)}) e
          join found on employee_id = id ${byName})
    select count(*)::int as employee_count, coalesce(sum(assignments), 0)::int as assignment_count,
      case when (select count(*) from early) = ${sql.lit(shownEmployees)} then array(select id from early)
        else array(select id from found cross join lateral (
          select id, last_name, first_name from employees where id = employee_id offset 0) named ${byName}) end as shown
    from found`
  const [{ shown, ...counts }] = (await statement.execute(em.getKysely())).rows as [Counted]
  return { ...counts, assignments: await readActiveFacts(em, shown, measure.today) }
}
