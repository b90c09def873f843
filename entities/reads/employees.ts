import { sql } from 'kysely'
import type { EmployeeStatus } from '../../src/employee-lifecycle.ts'
import { employeeOrderings, employeeSearchText } from '../employee.ts'
import { contains, sameEmail } from '../orderings.ts'
import type { Em } from '../orm.ts'
import type { Condition, List, View } from '../page.ts'
import { equals, wireInstant } from './fragments.ts'

const columns = sql`page.id, page.employee_number, page.first_name, page.last_name, page.email, page.status,
  page.hire_date, page.photo, page.created_at`

export const employeeDetail: View = {
  table: 'employees',
  columns: sql`${columns}, page.document_number, page.date_of_birth, page.termination_date, page.leave_started_at,
    case when page.status = 'PROPOSAL_PENDING' then json_build_object(
      'proposal_type', page.proposal_type, 'notes', page.proposal_notes,
      'expires_at', ${wireInstant('page.proposal_expires_at')}, 'previous_status', page.previous_status) end
      as current_proposal,
    page.updated_at`,
}

/** How many employees have each status that any has. */
export async function countEmployees(em: Em): Promise<Map<EmployeeStatus, number>> {
  const statement = sql<{ status: EmployeeStatus; count: number }>`
    select status, count(*)::int as count from employees group by status`
  const { rows } = await statement.execute(em.getKysely())
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** Limits employees to those with this email (D17). */
export const ownEmployee = (own: string | undefined): Condition =>
  own !== undefined && sameEmail('employees.email', own)

/** The list of employees; with `own`, of those with that email only (D17). */
export const employeeList = (filter: {
  status?: string
  search?: string
  own: string | undefined
}): List => ({
  table: 'employees',
  columns,
  orderings: employeeOrderings,
  defaultOrdering: 'last_name',
  where: [
    equals('status', filter.status),
    filter.search !== undefined && contains(employeeSearchText, filter.search),
    ownEmployee(filter.own),
  ],
})
