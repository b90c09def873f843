import { sql } from 'kysely'
import { isoWeek } from '../../src/calendar.ts'
import type { HoursFacts } from '../../src/hours-balance.ts'
import type { Em } from '../orm.ts'
import { plannedOnce } from '../planned-once.ts'
import { ownEmployee } from './employees.ts'

/** The facts for the balances of these employees, by employee id; with `own`, only of those with that email. */
export async function readHoursFacts(
  em: Em,
  employeeIds: readonly string[],
  { referenceDate, own }: { referenceDate: string; own?: string },
): Promise<Map<string, HoursFacts>> {
  const week = isoWeek(referenceDate)
  const statement = sql<HoursFacts & { id: string }>`${plannedOnce}
    select employees.id, tags.held as tags, active.hours as assigned_hours, active.count as assignment_count
    from employees
    cross join lateral (
      select coalesce(json_agg(json_build_object('name', t.name, 'hours_delta', t.hours_delta::text,
        'start_date', et.start_date, 'end_date', et.end_date)), '[]') as held
      from employee_tags et join tags t on t.id = et.tag_id
      where et.employee_id = employees.id and et.status = 'ACTIVE' and et.start_date <= ${week.end_date}::date
        and (et.end_date is null or et.end_date >= ${week.start_date}::date)) tags
    cross join lateral (
      select coalesce(sum(effective_hours), 0.00) as hours, count(*)::int as count
      from assignments a where a.employee_id = employees.id and a.status = 'ACTIVE') active
    where employees.id = any(${employeeIds}::uuid[]) and ${ownEmployee(own) || sql`true`}`
  const { rows } = await statement.execute(em.getKysely())
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
