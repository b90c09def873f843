import { sql } from 'kysely'
import { isoWeek } from '../../src/calendar.ts'
import type { HoursFacts } from '../../src/people/hours-balance.ts'
import { type Em, prepared, readRows } from '../connection/em.ts'
import { ownEmployee } from './employees.ts'

/** `text` has `<tag id> <start date> <end date>` of each tag held, separated by commas. */
type EmployeeHoursRow = { id: string; text: string | null; hours: string; count: number }
/** `text` is the tag's name. */
type TagHoursRow = { id: string; text: string; hours: string; count: null }
type HoursRow = EmployeeHoursRow | TagHoursRow

/** The facts for the balances of these employees, by employee id; with `own`, only of those with that email. */
export async function readHoursFacts(
  em: Em,
  employeeIds: readonly string[],
  { referenceDate, own }: { referenceDate: string; own?: string },
): Promise<Map<string, HoursFacts>> {
  const week = isoWeek(referenceDate)
  const held = sql`employee_tags et where et.status = 'ACTIVE' and et.start_date <= ${week.end_date}::date
    and (et.end_date is null or et.end_date >= ${week.start_date}::date)`
  const [id] = employeeIds
  const isOne = employeeIds.length === 1
  // The same statement reads the tags, each once, so their names and hours are as current as who holds them.
  const rows = await readRows<HoursRow>(em, prepared)`
    select employees.id, held.tags as text, active.hours, active.count
    from employees
    cross join lateral (
      select string_agg(concat_ws(' ', et.tag_id, et.start_date, et.end_date), ',') as tags
      from ${held} and et.employee_id = employees.id) held
    cross join lateral (
      select coalesce(sum(effective_hours), 0.00) as hours, count(*)::int as count
      from assignments a where a.employee_id = employees.id and a.status = 'ACTIVE') active
    where ${isOne ? sql`employees.id = ${id}` : sql`employees.id = any(${employeeIds}::uuid[])`}
      and ${ownEmployee(own) || sql`true`}
    union all
    select id, name, hours_delta, null from tags
    where ${isOne ? sql`id in (select et.tag_id from ${held} and et.employee_id = ${id})` : sql`true`}`
  return hoursFacts(rows)
}

/** The facts in the rows of that statement. */
function hoursFacts(rows: readonly HoursRow[]): Map<string, HoursFacts> {
  const tags = new Map(rows.filter((row) => row.count === null).map((tag) => [tag.id, tag]))
  const tagHeld = (text: string) => {
    const [id, start_date, end_date = null] = text.split(' ') as [string, string, string?]
    const tag = tags.get(id) as TagHoursRow
    return { name: tag.text, hours_delta: tag.hours, start_date, end_date }
  }
  const employees = rows.filter((row) => row.count !== null)
  return new Map(
    employees.map(({ id, text, hours, count }) => [
      id,
      { tags: text?.split(',').map(tagHeld) ?? [], assigned_hours: hours, assignment_count: count },
    ]),
  )
}
