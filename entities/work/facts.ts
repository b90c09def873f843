import { sql } from 'kysely'
import type { AssignmentFacts, RuleCode, RuleSetting } from '../../src/work/business-rules.ts'
import { type Em, prepared, readRows, readSingleRow } from '../connection/em.ts'
import { employeeName } from '../lists/fragments.ts'
import { sameEmail } from '../lists/orderings.ts'
import { jsonDecimal } from '../lists/row-values.ts'
import { holdsTag } from '../people/tags.ts'

type PairFacts = Omit<AssignmentFacts, 'clinicMaxWeeklyHours' | 'today'> & {
  employee_name: string
  position_is_active: boolean
}

export const clinicCap = sql`(select max_weekly_hours from org_units where unit_type = 'CLINIC')`

/**
 * The facts of every `proposed` pair (employee_id, position_id, effective_hours, day) with its employee `e` and
 * position `p`. The assignment `except_id` is left out of the sums and of the pair check (D31).
 */
const factColumns = sql<PairFacts>`${employeeName} as employee_name, p.is_active as position_is_active,
  e.status as "employeeStatus", proposed.effective_hours as "requestedHours",
  p.required_weekly_hours as "positionRequiredHours", employed.*, staffed.*, missing.*, contracts.*`

const others = sql`a.status = 'ACTIVE' and a.id is distinct from proposed.except_id`

const factLookUps = sql`
  cross join lateral (
    select coalesce(sum(effective_hours), 0.00) as "employeeOtherHours",
      coalesce(bool_or(a.position_id = p.id), false) as "hasActivePair"
    from assignments a where a.employee_id = e.id and ${others}) employed
  cross join lateral (
    select coalesce(sum(effective_hours), 0.00) as "positionOtherHours"
    from assignments a where a.position_id = p.id and ${others}) staffed
  cross join lateral (
    select coalesce(json_agg(t.name) filter (where pt.is_mandatory), '[]') as "missingMandatoryTags",
      coalesce(json_agg(t.name) filter (where not pt.is_mandatory), '[]') as "missingOptionalTags"
    from position_tags pt join tags t on t.id = pt.tag_id
    where pt.position_id = p.id and not ${holdsTag({ employee: sql`e.id`, tag: sql`t.id`, day: sql`proposed.day` })}) missing
  cross join lateral (
    select coalesce(json_agg(et.end_date), '[]') as "contractEndDates"
    from employee_tags et join tags t on t.id = et.tag_id
    where et.employee_id = e.id and et.status = 'ACTIVE' and t.category = 'CONTRACT' and et.end_date is not null) contracts`

/** The rules with their settings. */
const rulesAsJson = sql`(
  select json_agg(json_build_object('code', code, 'severity', severity, 'threshold', ${jsonDecimal('threshold')},
    'enabled', enabled)) from business_rules)`

export type ProposedAssignment = {
  employee: string
  position: string
  effective_hours: string
  effective_date?: string | null
  /** The assignment that is being changed. */
  except?: string | null
}

export type ProposedAssignmentFacts = AssignmentFacts & {
  /** Null when there is no such employee, or the caller may not see it. */
  employee_name: string | null
  /** Null when there is no such position. */
  position_is_active: boolean | null
  settings: RuleSetting[]
}

/** All that the rules look at, and the rules, in one statement. With `own`, only employees with that email exist. */
export async function readProposedAssignmentFacts(
  em: Em,
  { employee, position, effective_hours, effective_date, except = null }: ProposedAssignment,
  { today, own }: { today: string; own?: string },
): Promise<ProposedAssignmentFacts> {
  return readSingleRow<ProposedAssignmentFacts>(em, prepared)`
    select ${factColumns}, ${clinicCap} as "clinicMaxWeeklyHours", ${today}::text as today,
      ${rulesAsJson} as settings
    from (select ${employee}::uuid as employee_id, ${position}::uuid as position_id,
      ${effective_hours}::numeric(6, 2) as effective_hours, ${effective_date ?? today}::date as day,
      ${except}::uuid as except_id) proposed
    left join employees e on e.id = proposed.employee_id ${own === undefined ? sql`` : sql`and ${sameEmail('e.email', own)}`}
    left join positions p on p.id = proposed.position_id ${factLookUps}`
}

/** A rule's setting, and the clinic's cap. */
export async function readRule(em: Em, code: RuleCode) {
  const { clinicCap: cap, ...setting } = await readSingleRow<RuleSetting & { clinicCap: string | null }>(em)`
    select code, severity, threshold, enabled, ${clinicCap} as "clinicCap" from business_rules where code = ${code}`
  return { setting, clinicCap: cap }
}

/** The facts of these employees' active assignments as if they were made today. */
export async function readActiveFacts(em: Em, employees: readonly string[], today: string) {
  const rows = await readRows<PairFacts & { employee: string }>(em)`
    select ${factColumns}, e.id as employee
    from (select employee_id, position_id, effective_hours, coalesce(effective_date, ${today}::date) as day,
      id as except_id from assignments where status = 'ACTIVE' and employee_id = any(${employees})) proposed
    join employees e on e.id = proposed.employee_id join positions p on p.id = proposed.position_id ${factLookUps}
    order by e.id, proposed.except_id`
  return rows.map((facts) => ({ ...facts, today }))
}

type RulesAndCap = { rules: RuleSetting[]; cap: string | null }
type ManyFacts = RulesAndCap & { facts: (AssignmentFacts & PairFacts)[] }

/** The facts of each proposal in order, in one statement, and the rules. Employees and positions must exist. */
export async function readManyAssignmentFacts(
  em: Em,
  proposals: readonly ProposedAssignment[],
  today: string,
): Promise<ManyFacts> {
  const column = <Name extends keyof ProposedAssignment>(name: Name) =>
    proposals.map((proposal) => proposal[name] ?? null)
  const rows = await readRows<PairFacts>(em, prepared)`
    select ${factColumns}
    from (
      select employee_id, position_id, effective_hours, coalesce(date, ${today}::date) as day, except_id, ordinal
      from unnest(${column('employee')}::uuid[], ${column('position')}::uuid[],
        ${column('effective_hours')}::numeric[], ${column('effective_date')}::date[], ${column('except')}::uuid[])
        with ordinality given (employee_id, position_id, effective_hours, date, except_id, ordinal)) proposed
    join employees e on e.id = proposed.employee_id join positions p on p.id = proposed.position_id ${factLookUps}
    order by proposed.ordinal`
  const clinic = await readSingleRow<RulesAndCap>(em, prepared)`
    select ${rulesAsJson} as rules, ${clinicCap} as cap`
  const facts = rows.map((row) => ({ ...row, clinicMaxWeeklyHours: clinic.cap, today }))
  return { ...clinic, facts }
}
