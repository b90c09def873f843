import { sql } from 'kysely'
import { addDays, isoWeek } from '../src/calendar.ts'
import type { EmployeeStatus } from '../src/people/employee-lifecycle.ts'
import type { TagCategory } from '../src/people/tag.ts'
import { assignableStatuses } from '../src/work/assignment-check.ts'
import { type Em, readSingleRow } from './connection/em.ts'
import { columnsOf, isOneOf, type RowOf, selectRows } from './lists/fragments.ts'
import { containsFoldedByIndex, foldedColumn, type Orderings } from './lists/orderings.ts'
import { type Condition, type List, readPage, type Search, type Sql, whereAll } from './lists/page.ts'
import { Employee, employeeOrderings } from './people/employee.ts'
import { ownEmployee } from './people/employees.ts'
import { worksIn } from './work/org-units.ts'

const { last_name, employee_number, email, status, hire_date } = employeeOrderings
const stored = { last_name, employee_number, email, status, hire_date }
const worked = { pool_hours: ['pool_hours'], assigned_hours: ['assigned_hours'], balance: ['balance'] }

export const peopleOrderings = { ...stored, ...worked } as const satisfies Orderings

/** Filtering or ordering by hours computes them for at most this many people. */
const mostWorkedOut = 10_000

type PeopleFilter = {
  status?: readonly EmployeeStatus[]
  tag_id?: string
  /** Where they work: in one of these, or in a unit below it. */
  org_unit_ids?: readonly string[]
  /** A contract, or certificate, ends within this many days. */
  contract_ends?: number
  certificate_ends?: number
  /** Only those who may be assigned and have hours left. */
  has_unused_hours?: boolean
  search?: string
}

const names = 'id, employee_number, first_name, last_name, email, status, hire_date'
const columns = columnsOf(Employee, names)
type PersonRow = RowOf<typeof columns> & { pool_hours: string; assigned_hours: string; balance: string }

type Asker = { own: string | undefined; today: string }
type Slice = { limit: number; offset: number; ordering: string | undefined }

/**
 * People with the hours of this week. Hours are computed, so a list filtered or ordered by them is read only if it has
 * few enough people.
 */
export async function readPeople(em: Em, filter: PeopleFilter, { own, today, ...slice }: Asker & Slice) {
  const field = slice.ordering?.replace('-', '') ?? 'last_name'
  const list = peopleList(filter, { own, today })
  if (!filter.has_unused_hours && !Object.hasOwn(worked, field))
    return { ...(await readPage(em, list, slice)), has_too_many: false }
  const conditions = [...(list.where ?? []), ...narrowing(filter, today)]
  if (await areTooMany(em, conditions)) return { count: 0, rows: [], has_too_many: true }
  return { ...(await readPage(em, byHours(conditions, filter, today), slice)), has_too_many: false }
}

async function areTooMany(em: Em, conditions: Condition[]): Promise<boolean> {
  const { count } = await readSingleRow<{ count: number }>(em)`select count(*)::int as count
    from (select from employees ${whereAll(conditions)} limit ${sql.lit(mostWorkedOut + 1)}) found`
  return count > mostWorkedOut
}

const peopleList = (filter: PeopleFilter, { own, today }: Asker): List<PersonRow> => ({
  table: 'employees',
  columns: sql`${columns}, hours.pool_hours, hours.assigned_hours, hours.balance`,
  joins: hoursOf('page.id', today),
  orderings: stored,
  defaultOrdering: 'last_name',
  isUnprepared: true,
  search: searchOf(narrowing(filter, today).filter(Boolean)),
  where: [
    isOneOf('employees.status', filter.status),
    filter.has_unused_hours && isOneOf('employees.status', assignableStatuses),
    ownEmployee(own),
  ],
})

/** Makes PostgreSQL start from the conditions; otherwise it tests all people in the list's order. */
const searchOf = (conditions: Condition[]): Search | undefined =>
  conditions.length === 0
    ? undefined
    : {
        paths: [(columns, where) => selectRows('employees', columns, [...where, ...conditions])],
        predicate: sql`(${sql.join(conditions, sql` and `)})`,
      }

const byHours = (conditions: Condition[], filter: PeopleFilter, today: string): List<PersonRow> => ({
  ctes: sql`worked as materialized (
    select ${sql.raw(names)}, hours.* from employees ${hoursOf('employees.id', today)} ${whereAll(conditions)}),`,
  table: 'worked',
  columns: sql`${columns}, page.pool_hours, page.assigned_hours, page.balance`,
  orderings: peopleOrderings,
  defaultOrdering: 'last_name',
  isUnprepared: true,
  where: [filter.has_unused_hours && sql`balance > 0`],
})

const narrowing = (filter: PeopleFilter, today: string): Condition[] => [
  filter.tag_id !== undefined && holding(sql`et.tag_id = ${filter.tag_id} and ${coversDay(today)}`),
  !!filter.org_unit_ids?.length && worksIn(sql`employees.id`, filter.org_unit_ids),
  filter.contract_ends !== undefined && isEnding(['CONTRACT'], today, filter.contract_ends),
  filter.certificate_ends !== undefined &&
    isEnding(['CERTIFICATION', 'QUALIFICATION'], today, filter.certificate_ends),
  filter.search !== undefined && containsFoldedByIndex(foldedColumn, filter.search),
]

const holding = (condition: Sql) => sql`employees.id in (
  select employee_id from employee_tags et where et.status = 'ACTIVE' and ${condition})`

const coversDay = (day: string) =>
  sql`et.start_date <= ${day}::date and (et.end_date is null or et.end_date >= ${day}::date)`

/** Leaves out people who have left. */
const isEnding = (categories: readonly TagCategory[], today: string, days: number) => sql`(
  employees.status <> 'TERMINATED' and ${holding(sql`et.end_date between ${today}::date and ${addDays(today, days)}::date
    and et.tag_id in (select id from tags where ${isOneOf('category', categories)})`)})`

/** The hours of an employee in the week of the day, as `hours`: those of the hours balance (D34). */
function hoursOf(employee: string, day: string): Sql {
  const { start_date: monday, end_date: sunday } = isoWeek(day)
  const id = sql.raw(employee)
  return sql`cross join lateral (
    select held.pool_hours, taken.assigned_hours, held.pool_hours - taken.assigned_hours as balance
    from (
      select greatest(0.00, coalesce(sum(t.hours_delta) filter (where t.hours_delta > 0 and ${coversDay(day)}), 0)
        + coalesce(round(sum(t.hours_delta * (least(et.end_date, ${sunday}::date) - greatest(et.start_date, ${monday}::date) + 1))
          filter (where t.hours_delta < 0) / 7, 2), 0)) as pool_hours
      from employee_tags et join tags t on t.id = et.tag_id
      where et.employee_id = ${id} and et.status = 'ACTIVE' and et.start_date <= ${sunday}::date
        and (et.end_date is null or et.end_date >= ${monday}::date)) held,
      (select coalesce(sum(effective_hours), 0.00) as assigned_hours
      from assignments a where a.employee_id = ${id} and a.status = 'ACTIVE') taken) hours`
}
