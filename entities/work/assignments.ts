import { sql } from 'kysely'
import type { EmployeeStatus } from '../../src/people/employee-lifecycle.ts'
import {
  columnsOf,
  employeeName,
  equals,
  isChosen,
  isOneOf,
  ownedBy,
  type RowOf,
} from '../lists/fragments.ts'
import type { List, View } from '../lists/page.ts'
import { jsonDecimal, jsonInstant } from '../lists/row-values.ts'
import { searchedEmployees, searchOfReferred } from '../people/referred.ts'
import { Assignment, activeAssignmentOrderings, assignmentOrderings } from './assignment.ts'

const table = 'assignments'

const stored = columnsOf(
  Assignment,
  'id, effective_hours, is_reinforcement, status, effective_date, end_date, created_at',
)
type SharedColumns = RowOf<typeof stored> & { employee: string; employee_name: string; position_id: string }

const shared = sql`${stored}, page.employee_id as employee, ${employeeName} as employee_name, page.position_id`
const more = columnsOf(Assignment, 'end_reason, suspended_at, notes, updated_at')

type AssignmentDetail = SharedColumns & RowOf<typeof more>

/** One assignment; with `own`, of the employees with that email only (D17). */
export const assignmentDetail = (own?: string): View<AssignmentDetail> => ({
  table,
  columns: sql`${shared}, ${more}`,
  joins: sql`left join employees e on e.id = page.employee_id`,
  where: [ownedBy('employee_id', own)],
})

/** The detail of a just-saved assignment, without reading it back. */
export const storedAssignment = (stored: Assignment, employee_name: string): AssignmentDetail => ({
  id: stored.id,
  employee: stored.employee,
  employee_name,
  position_id: stored.position,
  effective_hours: stored.effective_hours,
  is_reinforcement: stored.is_reinforcement,
  status: stored.status,
  effective_date: stored.effective_date ?? null,
  end_date: stored.end_date ?? null,
  end_reason: stored.end_reason,
  suspended_at: stored.suspended_at?.toISOString() ?? null,
  notes: stored.notes,
  created_at: stored.created_at.toISOString(),
  updated_at: stored.updated_at.toISOString(),
})

export type AssignmentRow = SharedColumns & { position_title: string; org_unit_name: string }

/** An {@link AssignmentRow} of `a` with its employee `e`, inside a position `page` of the unit `o`. */
export const assignmentRowAsJson = sql`json_build_object('id', a.id, 'employee', a.employee_id,
  'employee_name', ${employeeName}, 'position_id', a.position_id, 'position_title', page.title,
  'org_unit_name', o.name, 'effective_hours', ${jsonDecimal('a.effective_hours')},
  'is_reinforcement', a.is_reinforcement, 'status', a.status, 'effective_date', a.effective_date,
  'end_date', a.end_date, 'created_at', ${jsonInstant('a.created_at')})`

type AssignmentFilter = {
  [Field in 'employee' | 'position_id' | 'status' | 'employee__employee_number' | 'search']?: string
}

/** The list of assignments; with `own`, of the employees with that email only (D17). */
export const assignmentList = (filter: AssignmentFilter, own?: string): List<AssignmentRow> => ({
  table,
  columns: sql`${shared}, p.title as position_title, o.name as org_unit_name`,
  joins: sql`left join employees e on e.id = page.employee_id left join positions p on p.id = page.position_id
    left join org_units o on o.id = p.org_unit_id`,
  orderings: filter.status === 'ACTIVE' ? activeAssignmentOrderings : assignmentOrderings,
  defaultOrdering: '-created_at',
  ...searchOfReferred(
    { table, ways: [{ column: 'assignments.employee_id', ...searchedEmployees }], person: 'employee_id' },
    filter.search,
  ),
  // Over the years, most assignments have ended.
  rest: filter.status === 'ENDED' ? { where: sql`status in ('ACTIVE', 'SUSPENDED')` } : undefined,
  where: [
    equals('employee_id', filter.employee),
    equals('position_id', filter.position_id),
    isChosen('status', filter.status),
    filter.employee__employee_number !== undefined &&
      sql`employee_id in (select id from employees where employee_number = ${filter.employee__employee_number})`,
    ownedBy('employee_id', own),
  ],
})

type StaffRow = AssignmentRow & {
  employee_status: EmployeeStatus
  leave_started_at: string | null
  termination_date: string | null
  suspended_at: string | null
}

/** The people assigned to a position, suspended or not, and why they are away (D17 for `own`). */
export function positionStaff(position_id: string, own?: string): List<StaffRow> {
  const { columns, where = [], ...list } = assignmentList({ position_id }, own)
  return {
    ...list,
    columns: sql`${columns}, page.suspended_at, e.status as employee_status, e.leave_started_at, e.termination_date`,
    where: [...where, isOneOf('status', ['ACTIVE', 'SUSPENDED'])],
  }
}
