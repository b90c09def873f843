import { sql } from 'kysely'
import type { AssignmentFacts, RuleSetting } from '../../src/business-rules.ts'
import { sameEmail } from '../orderings.ts'
import type { Em } from '../orm.ts'
import { employeeName } from './fragments.ts'
import { holdsTag } from './positions.ts'

export type Proposed = {
  employee: string
  position_id: string
  effective_hours: string
  effective_date?: string | null
  /** The assignment under change, left out of every sum and of the pair check (D31). */
  except?: string
}

type Row = Omit<AssignmentFacts, 'requestedHours' | 'today'> & {
  employee_name: string | null
  position_is_active: boolean | null
  settings: RuleSetting[]
}

/** All that the rules look at, in one statement; a null name or `is_active` means that there is no such row (visible). */
export async function readAssignmentFacts(
  em: Em,
  proposed: Proposed,
  today: string,
  own?: string,
): Promise<Row> {
  const { employee, position_id, except = null } = proposed
  const day = sql`${proposed.effective_date ?? today}::date`
  const others = sql`a.status = 'ACTIVE' and a.id is distinct from ${except}::uuid`
  const missing = (isMandatory: boolean) => sql`(
    select coalesce(json_agg(t.name), '[]') from position_tags pt join tags t on t.id = pt.tag_id
    where pt.position_id = p.id and pt.is_mandatory = ${isMandatory} and not ${holdsTag(sql`e.id`, sql`t.id`, day)})`
  const statement = sql<Row>`
    select ${employeeName} as employee_name, p.is_active as position_is_active, e.status as "employeeStatus",
      exists (select from assignments a where a.employee_id = e.id and a.position_id = p.id and ${others})
        as "hasActivePair",
      (select coalesce(sum(effective_hours), 0.00) from assignments a where a.employee_id = e.id and ${others})
        as "employeeOtherHours",
      (select max_weekly_hours from org_units where unit_type = 'CLINIC') as "clinicMaxWeeklyHours",
      p.required_weekly_hours as "positionRequiredHours",
      (select coalesce(sum(effective_hours), 0.00) from assignments a where a.position_id = p.id and ${others})
        as "positionOtherHours",
      ${missing(true)} as "missingMandatoryTags",
      ${missing(false)} as "missingOptionalTags",
      (select coalesce(json_agg(et.end_date), '[]') from employee_tags et join tags t on t.id = et.tag_id
        where et.employee_id = e.id and et.status = 'ACTIVE' and t.category = 'CONTRACT' and et.end_date is not null)
        as "contractEndDates",
      (select json_agg(json_build_object('code', code, 'severity', severity, 'threshold', threshold::text,
        'enabled', enabled)) from business_rules) as settings
    from (select) one
    left join employees e on e.id = ${employee} ${own === undefined ? sql`` : sql`and ${sameEmail('e.email', own)}`}
    left join positions p on p.id = ${position_id}`
  const { rows } = await statement.execute(em.getKysely())
  return rows[0] as Row
}
