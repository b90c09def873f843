import { sql } from 'kysely'
import { assignmentOrderings } from '../assignment.ts'
import { employeeSearchText } from '../employee.ts'
import { contains } from '../orderings.ts'
import type { List, View } from '../page.ts'
import { employeeName, equals, ownedBy, wireInstant } from './fragments.ts'

const table = 'assignments'

export const assignmentDetail: View = {
  table,
  columns: sql`page.id, page.employee_id as employee, ${employeeName} as employee_name, page.position_id,
    page.effective_hours, page.is_reinforcement, page.status, page.effective_date, page.end_date, page.end_reason,
    page.suspended_at, page.notes, page.created_at, page.updated_at`,
  joins: sql`left join employees e on e.id = page.employee_id`,
}

/** The list representation of `a` with its employee `e`, inside a position `page` of the unit `o`. */
export const assignmentColumnsAsJson = sql`json_build_object('id', a.id, 'employee', a.employee_id,
  'employee_name', ${employeeName}, 'position_id', a.position_id, 'position_title', page.title,
  'org_unit_name', o.name, 'effective_hours', a.effective_hours::text, 'is_reinforcement', a.is_reinforcement,
  'status', a.status, 'effective_date', a.effective_date, 'end_date', a.end_date,
  'created_at', ${wireInstant('a.created_at')})`

export type AssignmentFilter = {
  employee?: string
  position_id?: string
  status?: string
  employee__employee_number?: string
  search?: string
}

/** The list of assignments; with `own`, of the employees with that email only (D17). */
export const assignmentList = (filter: AssignmentFilter, own: string | undefined): List => ({
  table,
  columns: sql`page.id, page.employee_id as employee, ${employeeName} as employee_name, page.position_id,
    p.title as position_title, o.name as org_unit_name, page.effective_hours, page.is_reinforcement, page.status,
    page.effective_date, page.end_date, page.created_at`,
  joins: sql`left join employees e on e.id = page.employee_id left join positions p on p.id = page.position_id
    left join org_units o on o.id = p.org_unit_id`,
  orderings: assignmentOrderings,
  defaultOrdering: '-created_at',
  where: [
    equals('employee_id', filter.employee),
    equals('position_id', filter.position_id),
    equals('status', filter.status),
    filter.employee__employee_number !== undefined &&
      sql`employee_id in (select id from employees where employee_number = ${filter.employee__employee_number})`,
    filter.search !== undefined &&
      sql`employee_id in (select id from employees where ${contains(employeeSearchText, filter.search)})`,
    ownedBy('employee_id', own),
  ],
})
