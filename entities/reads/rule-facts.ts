import { sql } from 'kysely'
import type { RuleCode, RuleSetting } from '../../src/business-rules.ts'
import type { ActiveAssignment } from '../../src/operators/rule-change.ts'
import type { Em } from '../orm.ts'
import { employeeName } from './fragments.ts'
import { holdsTag } from './positions.ts'

type Row = Omit<ActiveAssignment['facts'], 'today'> & { employee: string; employee_name: string }

/**
 * A rule as it is set, the clinic's cap, and every active assignment with what the rules look at: as if it were made
 * anew, itself left out of the sums (D31).
 */
export async function readActiveFacts(em: Em, code: RuleCode, today: string) {
  const db = em.getKysely()
  const [setting, clinic, assignments] = await Promise.all([
    sql<RuleSetting>`select code, severity, threshold, enabled from business_rules where code = ${code}`.execute(
      db,
    ),
    sql<{ cap: string | null }>`
      select max_weekly_hours as cap from org_units where unit_type = 'CLINIC'`.execute(db),
    activeAssignments(today).execute(db),
  ])
  return {
    setting: setting.rows[0] as RuleSetting,
    clinicCap: clinic.rows[0]?.cap ?? null,
    assignments: assignments.rows.map(({ employee, employee_name, ...facts }) => ({
      employee,
      employee_name,
      facts: { ...facts, today },
    })),
  }
}

const activeAssignments = (today: string) => {
  const day = sql`coalesce(a.effective_date, ${today}::date)`
  const missing = (isMandatory: boolean) => sql`(
    select coalesce(json_agg(t.name), '[]') from position_tags pt join tags t on t.id = pt.tag_id
    where pt.position_id = a.position_id and pt.is_mandatory = ${isMandatory}
      and not ${holdsTag(sql`a.employee_id`, sql`t.id`, day)})`
  return sql<Row>`
    with by_employee as (
      select employee_id, sum(effective_hours) as hours from assignments where status = 'ACTIVE' group by employee_id
    ),
    by_position as (
      select position_id, sum(effective_hours) as hours from assignments where status = 'ACTIVE' group by position_id
    ),
    contracts as (
      select et.employee_id, json_agg(et.end_date) as ends from employee_tags et join tags t on t.id = et.tag_id
      where et.status = 'ACTIVE' and t.category = 'CONTRACT' and et.end_date is not null group by et.employee_id
    )
    select a.employee_id as employee, ${employeeName} as employee_name, e.status as "employeeStatus",
      false as "hasActivePair", a.effective_hours as "requestedHours",
      by_employee.hours - a.effective_hours as "employeeOtherHours",
      p.required_weekly_hours as "positionRequiredHours",
      by_position.hours - a.effective_hours as "positionOtherHours",
      ${missing(true)} as "missingMandatoryTags", ${missing(false)} as "missingOptionalTags",
      coalesce(contracts.ends, '[]') as "contractEndDates"
    from assignments a
    join employees e on e.id = a.employee_id
    join positions p on p.id = a.position_id
    join by_employee on by_employee.employee_id = a.employee_id
    join by_position on by_position.position_id = a.position_id
    left join contracts on contracts.employee_id = a.employee_id
    where a.status = 'ACTIVE'`
}
