import { sql } from 'kysely'
import { invalidAsAWhole } from '../../src/errors.ts'
import type { Em } from '../orm.ts'
import type { Sql } from '../page.ts'
import { plannedOnce } from '../planned-once.ts'
import { employeeName } from './fragments.ts'
import { jsonDecimal } from './wire.ts'

/** The rows of a clinic at one instant, as JSON that the planner's thread reads: `clinicFacts` says which. */
export type ClinicSnapshot = readonly string[]

type Limited = { what: string; rows: Sql; most: number }

/** The largest clinic that planning takes in. */
const limits: readonly Limited[] = [
  { what: 'employees', rows: sql`employees`, most: 20_000 },
  { what: 'active positions', rows: sql`positions where is_active`, most: 20_000 },
  { what: 'active employee tags', rows: sql`employee_tags where status = 'ACTIVE'`, most: 100_000 },
]

/** 400 for a clinic that is larger than that. */
async function checkSize(em: Em) {
  const isAbove = ({ rows, most }: Limited) => sql`exists (select from ${rows} offset ${sql.lit(most)})`
  const statement = sql<{ above: boolean[] }>`${plannedOnce} select array[${sql.join(limits.map(isAbove))}] as above`
  const [found] = (await statement.execute(em.getKysely())).rows
  const exceeded = limits.filter((_, index) => found?.above[index])
  if (exceeded.length)
    throw invalidAsAWhole(
      ...exceeded.map(
        ({ what, most }) =>
          `The clinic has more than ${most.toLocaleString('en')} ${what}, too many to plan with.`,
      ),
    )
}

const hundredths = (column: string) => sql.raw(`(${column} * 100)::int`)
const dayOf = (date: Sql) => sql`(${date}::date - date '1970-01-01')`

/** Rows with the index by which others refer to them. */
const indexed = (columns: Sql, rows: Sql) =>
  sql`materialized (select id, (row_number() over (order by id) - 1)::int as index, ${columns} from ${rows})`

// Named and listed as the facts of src/planning/clinic-facts.ts.
const tables = sql`
  t as ${indexed(sql`name, display_name, category, ${hundredths('hours_delta')} as hours_delta, is_active`, sql`tags`)},
  u as ${indexed(sql`code, name, unit_type as type, parent_id, is_active`, sql`org_units`)},
  e as ${indexed(sql`${employeeName} as name, employee_number as number, status, previous_status`, sql`employees e`)},
  p as ${indexed(sql`title, org_unit_id, ${hundredths('required_weekly_hours')} as required`, sql`positions where is_active`)},
  units as (select u.*, parent.index as parent from u left join u parent on parent.id = u.parent_id),
  places as (select p.*, u.index as unit from p join u on u.id = p.org_unit_id),
  held as (
    select et.id, e.index as employee, t.index as tag, ${dayOf(sql`start_date`)} as start, ${dayOf(sql`end_date`)} as end
    from employee_tags et join e on e.id = et.employee_id join t on t.id = et.tag_id where et.status = 'ACTIVE'),
  required as (
    select pt.id, p.index as position, t.index as tag, is_mandatory
    from position_tags pt join p on p.id = pt.position_id join t on t.id = pt.tag_id),
  assigned as (
    select a.id, e.index as employee, coalesce(p.index, -1) as position, ${hundredths('effective_hours')} as hours,
      ${dayOf(sql`effective_date`)} as from, a.status = 'SUSPENDED' as is_suspended
    from assignments a join e on e.id = a.employee_id left join p on p.id = a.position_id
    where a.status in ('ACTIVE', 'SUSPENDED'))`

const clinic = (today: string) => sql`json_build_object(
  'today', ${dayOf(sql`${today}`)},
  'weekly_cap', (select ${hundredths('max_weekly_hours')} from org_units where unit_type = 'CLINIC'),
  'rules', (
    select coalesce(json_agg(json_build_object('code', code, 'severity', severity, 'threshold',
      ${jsonDecimal('threshold')}, 'enabled', enabled) order by code), '[]') from business_rules))::text as clinic`

/** For each of the columns the list of its values, by id: a third of the text of rows, and an eighth of their cost. */
function lists(table: string, columns: string) {
  const list = (column: string) => `'${column}', coalesce(json_agg("${column}" order by id), '[]')`
  return sql.raw(`(select json_build_object(${columns.split(', ').map(list)}) from ${table})::text as ${table}`)
}

/** Everything that planning looks at, in one statement and so at one instant; `today` is the clinic's date. */
export async function readClinicSnapshot(em: Em, today: string): Promise<ClinicSnapshot> {
  await checkSize(em)
  const statement = sql<Record<string, string>>`${plannedOnce} with ${tables} select ${clinic(today)},
    ${lists('t', 'id, name, display_name, category, hours_delta, is_active')},
    ${lists('units', 'id, code, name, type, parent, is_active')},
    ${lists('e', 'id, name, number, status, previous_status')},
    ${lists('held', 'id, employee, tag, start, end')},
    ${lists('places', 'id, title, unit, required')},
    ${lists('required', 'id, position, tag, is_mandatory')},
    ${lists('assigned', 'id, employee, position, hours, from, is_suspended')}`
  const [row] = (await statement.execute(em.getKysely())).rows
  return Object.values(row ?? {})
}
