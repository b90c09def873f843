import {
  type AssignmentStatus,
  availableAssignmentTransitions,
  nextAssignmentStatus,
} from '../../../src/work/assignment-lifecycle.ts'
import { type ClinicRow, isCurrent } from '../files/columns.ts'
import { changedFields, type ImportPlan, isEmpty } from '../plan/import-plan.ts'
import type { PlannedPair } from '../plan/planned.ts'
import { doubt, type Indexes, Matching } from '../plan/row-index.ts'
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
function matchPair(plan: ImportPlan, named: NamedAssignment[], stored: StoredAssignment[]) {
  const matching = new Matching<NamedAssignment, StoredAssignment>(stored)
  for (const one of named) matching.matchFirst(one, (assignment) => isSame(one.row, assignment))
  const currentFirst = named.toSorted((a, b) => Number(isCurrent(b.row)) - Number(isCurrent(a.row)))
  for (const one of matching.open(currentFirst)) matchRest(plan, matching, one)
  for (const one of named) one.stored = matching.get(one)
}

function matchRest(
  { problems }: ImportPlan,
  matching: Matching<NamedAssignment, StoredAssignment>,
  named: NamedAssignment,
) {
  const { row, employee } = named
  const candidates = matching.free.filter((assignment) => mayBecome(row, assignment))
  const active = isCurrent(row) ? candidates.find(({ status }) => status === 'ACTIVE') : undefined
  if (active || candidates.length < 2) {
    matching.match(named, active ?? candidates[0])
    return
  }
  problems.add(row, 'position_title', 'The key is ambiguous: several of the stored assignments have it.')
  doubt(employee)
}

const hasSameDate = (row: AssignmentRow, stored: StoredAssignment) =>
  row.effective_date === stored.effective_date

function isSame(row: AssignmentRow, stored: StoredAssignment): boolean {
  const { effective_hours, notes, is_reinforcement, status = stored.status } = row
  const end_reason: StoredAssignment['end_reason'] = status === 'ENDED' ? row.end_reason || 'OTHER' : ''
  const isOpen = row.status !== undefined || stored.status !== 'ENDED'
  const fields = { effective_hours, notes, is_reinforcement, status, end_reason }
  return isOpen && hasSameDate(row, stored) && isEmpty(changedFields(stored, fields))
}

/** Whether the row can be a change of the assignment; of an ended one only the notes may change (D31). */
function mayBecome(row: AssignmentRow, stored: StoredAssignment): boolean {
  const { status = 'ACTIVE' } = row
  if (stored.status === 'ENDED') return isSame({ ...row, notes: stored.notes }, stored)
  if (stored.status === 'ACTIVE' && status === 'ACTIVE') return true
  const isReachable = status === stored.status || reachable(stored.status).includes(status)
  return isReachable && hasSameDate(row, stored)
}

const reachable = (status: AssignmentStatus) =>
  availableAssignmentTransitions(status).map((transition) => nextAssignmentStatus(transition, status))
