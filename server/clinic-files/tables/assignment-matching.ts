import { type ClinicRow, isCurrent } from '../files/columns.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedPair } from '../plan/planned.ts'
import { doubt, type Indexes } from '../plan/row-index.ts'
import type { StoredAssignment } from '../plan/stored.ts'
import { namedPosition } from './positions.ts'

export type AssignmentRow = ClinicRow<'assignments'>

/** A row and what it names; `stored` is undefined for a new assignment. */
export type NamedAssignment = PlannedPair & { row: AssignmentRow; stored?: StoredAssignment }

/** Finds the rows that each row names, in the order of the file. Leaves out rows that name unknown ones, with a problem. */
export function matchAssignments(plan: ImportPlan, { employees, positions }: Indexes): NamedAssignment[] {
  const { folder, stored, problems } = plan
  for (const { employee_number, org_unit_code, position_title } of folder.assignments.broken) {
    doubt(employees.get(employee_number))
    doubt(positions.get(org_unit_code, position_title))
  }
  const named = folder.assignments.rows.flatMap((row): NamedAssignment[] => {
    const employee = employees.find(row, 'employee_number', row.employee_number)
    const position = namedPosition(positions, row)
    if (!position) doubt(employee)
    if (!employee) doubt(position)
    if (row.end_reason && row.status !== 'ENDED')
      problems.add(row, 'end_reason', 'Only an assignment that is ENDED has an end reason.')
    return employee && position ? [{ row, employee, position }] : []
  })
  const storedByPair = Map.groupBy(stored.assignments, ({ employee, position }) => `${employee} ${position}`)
  const groups = Map.groupBy(named, ({ employee, position }) => `${employee.id} ${position.id}`)
  for (const [pair, group] of groups) matchPair(plan, group, storedByPair.get(pair) ?? [])
  return named
}

/** Matches each row of one pair with the assignment that equals it, else with the one that may become it. */
function matchPair({ problems }: ImportPlan, named: NamedAssignment[], stored: StoredAssignment[]) {
  const free = new Set(stored)
  function match(one: NamedAssignment, assignment: StoredAssignment | undefined) {
    if (assignment && free.delete(assignment)) one.stored = assignment
  }
  const hasStatus = named.some(({ row }) => row.status)
  const equal = Map.groupBy(stored, (one) => termsOf(one, hasStatus))
  for (const one of named) match(one, equal.get(termsOf(one.row, hasStatus))?.shift())
  const similar = Map.groupBy(free, fixedIn)
  const currentFirst = named.toSorted((a, b) => Number(isCurrent(b.row)) - Number(isCurrent(a.row)))
  for (const one of currentFirst.filter(({ stored }) => !stored)) {
    const active = isCurrent(one.row) && free.values().find(({ status }) => status === 'ACTIVE')
    const keys = new Set([fixedIn(one.row), `${one.row.effective_date}`])
    const alike = [...keys].flatMap((key) => similar.get(key) ?? []).filter((each) => free.has(each))
    if (active || alike.length < 2) match(one, active || alike[0])
    else {
      problems.add(one.row, 'position_title', ambiguous)
      doubt(one.employee)
    }
  }
}

const ambiguous = 'The key is ambiguous: several of the stored assignments have it.'

type Terms = AssignmentRow | StoredAssignment

/** What a row and its equal have in common; a row of a file without statuses equals no assignment that has ended. */
function termsOf({ status, end_reason, ...one }: Terms, hasStatus = true) {
  const terms = [one.effective_hours, one.effective_date, one.notes, one.is_reinforcement]
  return JSON.stringify([...terms, status === 'ENDED' && (end_reason || 'OTHER'), hasStatus && status])
}

/** What a row may not change: of an ended assignment all but the notes (D31), else the date. */
const fixedIn = (one: Terms) =>
  one.status === 'ENDED' ? termsOf({ ...one, notes: '' }) : `${one.effective_date}`
