import { sql } from 'kysely'
import { invalidAsAWhole } from '../src/errors.ts'
import { type Em, prepared, readRow, readRows } from './connection/em.ts'
import { employeeName } from './lists/fragments.ts'
import type { Sql } from './lists/page.ts'
import { jsonDecimal } from './lists/row-values.ts'

/** The rows of a clinic at one instant, as JSON that `clinicFacts` reads in the planner's thread. */
export type ClinicSnapshot = readonly string[]

/** The largest clinic that planning accepts. */
const largest = { employees: 20_000, 'active positions': 20_000, 'active employee tags': 100_000 }

/**
 * The ids of people who matter, some more than once. Who is neither at work nor on leave matters only by when they come,
 * and what they are assigned or hold. A union, because with "or" PostgreSQL compares each person with all rows of a
 * subselect that is too large to hash.
 */
const whoMatter = sql`select id from employees where status in ('ACTIVE', 'ON_LEAVE')
  union all select id from employee_dates
  union all select employee_id from assignments where status in ('ACTIVE', 'SUSPENDED')
  union all select employee_id from employee_tags where status = 'ACTIVE'`

const counted: Record<keyof typeof largest, Sql> = {
  employees: sql`employees where id in (${whoMatter})`,
  'active positions': sql`positions where is_active`,
  'active employee tags': sql`employee_tags where status = 'ACTIVE'`,
}

/** 400 for a larger clinic. */
async function checkSize(em: Em, most: typeof largest) {
  const limits = Object.entries(most) as [keyof typeof largest, number][]
  const isExceeded = limits.map(
    ([what, limit]) => sql`exists (select from ${counted[what]} offset ${sql.lit(limit)})`,
  )
  const found = await readRow<{ exceeded: boolean[] }>(em, prepared)`
    select array[${sql.join(isExceeded)}] as exceeded`
  const refusals = limits
    .filter((_, index) => found?.exceeded[index])
    .map(
      ([what, limit]) => `Planning takes at most ${limit.toLocaleString('en')} ${what}; the clinic has more.`,
    )
  if (refusals.length) throw invalidAsAWhole(...refusals)
}

const hundredths = (column: string) => sql.raw(`(${column} * 100)::int`)
const dayOf = (date: Sql) => sql`(${date}::date - date '1970-01-01')`

/** Numbers the rows with the indexes by which others refer to them. */
const indexed = (columns: Sql, rows: Sql) =>
  sql`materialized (select id, (row_number() over (order by id) - 1)::int as index, ${columns} from ${rows})`

/** Which employees and positions a snapshot has, and rows of assignments besides those of the employees. */
type Extent = { employees: Sql; positions: Sql; others?: Sql }

/** All people who matter, and these. */
const wholeClinic = (named: readonly string[]): Extent => ({
  employees: sql`employees e where id in (${whoMatter} union all select unnest(${named}::uuid[]))`,
  positions: sql`positions where is_active`,
})

const tables = (today: string, { employees, positions, others = sql`` }: Extent) => sql`
  t as ${indexed(sql`name, display_name, category, ${hundredths('hours_delta')} as hours_delta, is_active`, sql`tags`)},
  u as ${indexed(sql`code, name, unit_type as type, parent_id, is_active`, sql`org_units`)},
  e as ${indexed(sql`${employeeName} as name, employee_number as number, status, previous_status`, employees)},
  p as ${indexed(sql`title, org_unit_id, ${hundredths('required_weekly_hours')} as required`, positions)},
  units as (select u.*, parent.index as parent from u left join u parent on parent.id = u.parent_id),
  places as (select p.*, u.index as unit from p join u on u.id = p.org_unit_id),
  held as (
    select et.id, e.index as employee, t.index as tag, ${dayOf(sql`start_date`)} as start_day,
      ${dayOf(sql`end_date`)} as end_day
    from employee_tags et join e on e.id = et.employee_id join t on t.id = et.tag_id where et.status = 'ACTIVE'),
  required as (
    select t.id, p.index as position, t.index as tag, is_mandatory
    from position_tags pt join p on p.id = pt.position_id join t on t.id = pt.tag_id),
  assigned as (
    select a.id, e.index as employee, coalesce(p.index, -1) as position, ${hundredths('effective_hours')} as hours,
      ${dayOf(sql`effective_date`)} as from_day, a.status = 'SUSPENDED' as is_suspended
    from assignments a join e on e.id = a.employee_id left join p on p.id = a.position_id
    where a.status in ('ACTIVE', 'SUSPENDED')${others}),
  dates as (
    select id, index, ${dayOf(sql`case coalesce(previous_status, status) when 'ON_LEAVE' then expected_return_date
      when 'ONBOARDING' then expected_start_date end`)} as day
    from employee_dates join e using (id)),
  expected as (select id, index as employee, greatest(day, ${dayOf(sql`${today}`)} + 1) as day
    from dates where day >= ${dayOf(sql`${today}`)}),
  dated as (
    select r.id, p.index as position, ${dayOf(sql`from_date`)} as from_day, ${hundredths('required_weekly_hours')} as hours
    from position_requirements r join p on p.id = r.position_id)`

const clinic = (today: string) => sql`json_build_object(
  'today', ${dayOf(sql`${today}`)},
  'weekly_cap', (select ${hundredths('max_weekly_hours')} from org_units where unit_type = 'CLINIC'),
  'rules', (
    select coalesce(json_agg(json_build_object('code', code, 'severity', severity, 'threshold',
      ${jsonDecimal('threshold')}, 'enabled', enabled) order by code), '[]') from business_rules))::text as clinic`

/** The rows by id, each as a list of these columns: a third of the size of objects, and half the parsing. */
const list = (table: string, columns: string, order = 'id') =>
  sql.raw(
    `(select coalesce(json_agg(json_build_array(${columns}) order by ${order}), '[]') from ${table})::text as ${table}`,
  )

type Wanted = { most?: typeof largest; named?: readonly string[] }

/** Everything that planning looks at, read at one instant by one statement; `today` is the clinic's date. */
export async function readClinicSnapshot(
  em: Em,
  today: string,
  { most = largest, named = [] }: Wanted = {},
): Promise<ClinicSnapshot> {
  await checkSize(em, most)
  return readSnapshot(em, today, wholeClinic(named))
}

/** A snapshot of the employees with ACTIVE assignments to these positions, and of all positions they are assigned to. */
export async function readStaffSnapshot(
  em: Em,
  today: string,
  positions: readonly string[],
): Promise<ClinicSnapshot> {
  const staff = sql`select employee_id from assignments
    where status = 'ACTIVE' and position_id = any(${positions}::uuid[])`
  return readSnapshot(em, today, {
    employees: sql`employees e where id in (${staff})`,
    positions: sql`positions where is_active and id in (
      select position_id from assignments where status = 'ACTIVE' and employee_id in (${staff}))`,
  })
}

const assignedTo = (employee: string) =>
  sql`id in (select position_id from assignments where employee_id = ${employee} and status <> 'ENDED')`

/** A snapshot of the employee and the positions that they are assigned to. */
export const readPersonSnapshot = (em: Em, today: string, employee: string): Promise<ClinicSnapshot> =>
  readSnapshot(em, today, {
    employees: sql`employees e where id = ${employee}`,
    positions: sql`positions where is_active and ${assignedTo(employee)}`,
  })

/**
 * The same with all positions that lack hours, or may lack some because of a dated requirement. The hours of others
 * there are one assignment for each position, of no employee in the snapshot.
 */
export const readOpeningsSnapshot = (em: Em, today: string, employee: string): Promise<ClinicSnapshot> =>
  readSnapshot(em, today, {
    employees: sql`employees e where id = ${employee}`,
    positions: sql`positions
      where is_active and (assigned_hours < required_weekly_hours or ${assignedTo(employee)}
        or id in (select position_id from position_requirements))`,
    others: sql` union all
      select p.id, -1, p.index, ((assigned_hours - coalesce(own.effective_hours, 0)) * 100)::int, null, false
      from p join positions on positions.id = p.id left join assignments own
        on own.position_id = p.id and own.employee_id = ${employee} and own.status = 'ACTIVE'`,
  })

async function readSnapshot(em: Em, today: string, extent: Extent): Promise<ClinicSnapshot> {
  const row = await readRow<Record<string, string>>(em, prepared)`
    with ${tables(today, extent)} select ${clinic(today)},
    ${list('t', 'id, name, display_name, category, hours_delta, is_active')},
    ${list('units', 'id, code, name, type, parent, is_active')},
    ${list('e', 'id, name, number, status, previous_status')},
    ${list('held', 'id, employee, tag, start_day, end_day')},
    ${list('places', 'id, title, unit, required')},
    ${list('required', 'position, tag, is_mandatory')},
    ${list('assigned', 'id, employee, position, hours, from_day, is_suspended')},
    ${list('expected', 'employee, day')},
    ${list('dated', 'position, from_day, hours', 'position, from_day')}`
  return Object.values(row ?? {})
}

/** The status of rows that a snapshot leaves out, by id: INACTIVE, ENDED, EXPIRED or REVOKED, or an employee's. */
export async function readLeftOut(em: Em, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await readRows<{ id: string; status: string }>(em, prepared)`
    select id, 'INACTIVE' as status from positions where id = any(${ids}::uuid[]) and not is_active
    union all select id, status from assignments where id = any(${ids}::uuid[]) and status = 'ENDED'
    union all select id, status from employee_tags where id = any(${ids}::uuid[]) and status <> 'ACTIVE'
    union all select id, status from employees e where id = any(${ids}::uuid[])
      and not exists (select from (${whoMatter}) matter where matter.id = e.id)`
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}

type Line = { employee: string; position_id: string }
type Named = {
  exclude_employees: readonly string[]
  exclude_positions: readonly string[]
  keep?: readonly Line[]
}

/** The same of everyone and everything that a request for a plan names. */
export const readLeftOutOf = (em: Em, { exclude_employees, exclude_positions, keep = [] }: Named) =>
  readLeftOut(em, [
    ...exclude_employees,
    ...exclude_positions,
    ...keep.flatMap(({ employee, position_id }) => [employee, position_id]),
  ])
