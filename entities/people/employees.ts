import { sql } from 'kysely'
import type { EmployeeStatus, ProposalType } from '../../src/people/employee-lifecycle.ts'
import { type Em, prepared, readRows } from '../connection/em.ts'
import {
  columnsOf,
  employeesInPass,
  foldedSearchOf,
  isChosen,
  type RowOf,
  searchOf,
  selectRows,
} from '../lists/fragments.ts'
import {
  contains,
  containsFolded,
  foldedColumn,
  isIndexed,
  sameEmail,
  withoutIndex,
  wordsOf,
} from '../lists/orderings.ts'
import type { Condition, List, Search, SearchPath, View } from '../lists/page.ts'
import { jsonInstant } from '../lists/row-values.ts'
import { Employee, employeeOrderings, employeeSearchText } from './employee.ts'

const table = 'employees'

const row = columnsOf(
  Employee,
  'id, employee_number, first_name, last_name, email, status, hire_date, photo, created_at',
)
const more = columnsOf(
  Employee,
  'document_number, date_of_birth, termination_date, leave_started_at, updated_at',
)

type PendingProposal = {
  proposal_type: ProposalType
  notes: string
  expires_at: string
  previous_status: EmployeeStatus
}
type EmployeeDetail = RowOf<typeof row> & RowOf<typeof more> & { current_proposal: PendingProposal | null }

/** Limits employees to those with this email; no limit when it is undefined (D17). */
export const ownEmployee = (own: string | undefined): Condition =>
  own !== undefined && sameEmail('employees.email', own)

/** The other employees with the employee's email: the user of that email sees the data of them all (D35). */
export const othersWithEmail = (em: Em, { id, email }: { id: string; email: string }) =>
  readRows<{ id: string; name: string }>(em)`select id, last_name || ', ' || first_name as name from employees
    where ${sameEmail('employees.email', email)} and id <> ${id} order by last_name, first_name, id limit 20`

export type SharedEmail = { email: string; employee_numbers: string[] }

/** The first hundred emails that several employees have. */
export const sharedEmails = (em: Em) =>
  readRows<SharedEmail>(em)`select lower(email) as email,
      array_agg(employee_number order by employee_number) as employee_numbers
    from employees group by lower(email) having count(*) > 1 order by 1 limit 100`

/** One employee; with `own`, only one with that email (D17). */
export const employeeDetail = (own?: string): View<EmployeeDetail> => ({
  table,
  columns: sql`${row}, ${more}, case when page.status = 'PROPOSAL_PENDING' then json_build_object(
    'proposal_type', page.proposal_type, 'notes', page.proposal_notes,
    'expires_at', ${jsonInstant('page.proposal_expires_at')}, 'previous_status', page.previous_status) end
    as current_proposal`,
  where: [ownEmployee(own)],
})

type EmployeeFilter = { status?: string; search?: string }

/** The list of employees; with `own`, of those with that email only (D17). */
export const employeeList = (filter: EmployeeFilter, own?: string): List<RowOf<typeof row>> => ({
  table,
  columns: row,
  orderings: employeeOrderings,
  defaultOrdering: 'last_name',
  search: searchOfEmployees(filter, own),
  quickCount: filter.status === undefined || own !== undefined ? undefined : countWithStatus(filter.status),
  where: [isChosen('status', filter.status), ownEmployee(own)],
})

const countWithStatus = (status: string) =>
  sql`(select coalesce(sum(number), 0) from totals.counts where counted = 'employees' and status = ${sql.lit(status)})`

/** A term that is too short for the index is looked for in an index that holds all texts. */
function searchOfEmployees(
  { status, search: term }: EmployeeFilter,
  own: string | undefined,
): Search | undefined {
  const search = searchOf(table, employeeSearchText, term)
  if (!search || term === undefined || isIndexed(term) || own !== undefined) return search
  const match = withoutIndex(contains(employeeSearchText, term))
  const all = employeesInPass(isChosen('status', status), match)
  const path: SearchPath = (columns) =>
    sql`select rows.* from ${all} found cross join lateral (
      ${selectRows(table, columns, [sql`employees.id = found.id`])} offset 0) rows`
  return { ...search, paths: [path], all }
}

/** The employees whose names, number or email contain every word of the term, ignoring accents (D51). */
export function employeesFound(term: string, own?: string): List<RowOf<typeof row>> {
  const [longest, ...others] = wordsOf(term)
  return {
    ...employeeList({}, own),
    search: foldedSearchOf(table, longest || undefined),
    where: [ownEmployee(own), ...others.map((word) => containsFolded(foldedColumn, word))],
  }
}

/** The number of employees by status, which triggers store. */
export async function countEmployees(em: Em): Promise<Map<EmployeeStatus, number>> {
  const rows = await readRows<{ status: EmployeeStatus; count: number }>(em, prepared)`
    select status, sum(number)::int as count from totals.counts where counted = 'employees' group by status`
  return new Map(rows.map(({ status, count }) => [status, count]))
}
