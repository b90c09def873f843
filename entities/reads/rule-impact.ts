import { sql } from 'kysely'
import { limitOf, type RuleCode, type RuleSetting } from '../../src/business-rules.ts'
import { fullDayHours } from '../../src/hours.ts'
import { type Found, nothingFound, ruleImpact, shownEmployees } from '../../src/operators/rule-change.ts'
import type { Em } from '../orm.ts'
import type { Sql } from '../page.ts'
import { readActiveFacts } from './facts.ts'
import { employeeName } from './fragments.ts'
import { holdsTag } from './tags.ts'

/** What a rule is compared with: its limit, and the day it is. */
type Measure = { limit: string | null; today: string }

const active = sql`assignments where status = 'ACTIVE'`

const employeesWith = (condition: Sql) =>
  sql`a.employee_id in (select employee_id from ${active} group by employee_id having ${condition})`

/** Whether the rule of src/business-rules.ts finds something in the active assignment `a`, as if it were made today. */
const finds: Record<RuleCode, (measure: Measure) => Sql> = {
  MAX_WEEKLY_HOURS: ({ limit }) => employeesWith(sql`sum(effective_hours) > ${limit}::numeric`),

  DUPLICATE_ASSIGNMENT: () => sql`(a.employee_id, a.position_id) in (
    select employee_id, position_id from ${active} group by employee_id, position_id having count(*) > 1)`,

  EMPLOYEE_TERMINATED: () => sql`a.employee_id in (select id from employees where status = 'TERMINATED')`,

  TAG_REQUIREMENT_MISMATCH: ({ today }) => sql`exists (
    select from position_tags pt where pt.position_id = a.position_id
      and not ${holdsTag(sql`a.employee_id`, sql`pt.tag_id`, sql`coalesce(a.effective_date, ${today}::date)`)})`,

  MAX_CONSECUTIVE_SHIFTS: ({ limit }) =>
    employeesWith(sql`ceil(sum(effective_hours) / ${fullDayHours}) >= ${limit}::numeric`),

  COVERAGE_EXCEEDED: () => sql`a.position_id in (
    select p.id from positions p
      join (select position_id, sum(effective_hours) as hours from ${active} group by position_id) staffed
        on staffed.position_id = p.id
    where staffed.hours > p.required_weekly_hours)`,

  CONTRACT_NEAR_EXPIRY: ({ limit, today }) => sql`a.employee_id in (
    select et.employee_id from employee_tags et join tags t on t.id = et.tag_id
    where et.status = 'ACTIVE' and t.category = 'CONTRACT'
      and et.end_date >= ${today}::date and et.end_date - ${today}::date <= ${limit}::numeric)`,
}

type Case = { setting: RuleSetting; clinicCap: string | null }

/** The impact of a rule as it is and as it would be; while it is disabled it finds nothing. */
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

async function readFound(em: Em, code: RuleCode, { limit, today }: Measure): Promise<Found> {
  const statement = sql<Omit<Found, 'assignments'> & { shown: string[] }>`
    with found as materialized (
      select a.employee_id, count(*) as assignments from assignments a
      where a.status = 'ACTIVE' and ${finds[code]({ limit, today })} group by a.employee_id)
    select count(*)::int as employee_count, coalesce(sum(assignments), 0)::int as assignment_count,
      array(select e.id from found join employees e on e.id = found.employee_id
        order by ${employeeName}, e.id limit ${shownEmployees}) as shown
    from found`
  const [{ shown, ...counts }] = (await statement.execute(em.getKysely())).rows as [
    Omit<Found, 'assignments'> & { shown: string[] },
  ]
  return { ...counts, assignments: await readActiveFacts(em, shown, today) }
}
