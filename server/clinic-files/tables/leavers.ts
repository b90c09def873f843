import { Assignment } from '../../../entities/work/assignment.ts'
import { type ImportPlan, importStep, storedTarget } from '../plan/import-plan.ts'
import { release } from '../plan/planned.ts'
import type { Indexes } from '../plan/row-index.ts'
import type { NamedAssignment } from './assignment-matching.ts'

/**
 * Ends the open assignments of employees whose row says TERMINATED, if that is asked for, and counts those that stay. A
 * row of assignments.csv decides about its own.
 */
export function planLeavers(plan: ImportPlan, { employees, positions }: Indexes, named: NamedAssignment[]) {
  const { folder, stored, stages, by } = plan
  const rows = folder.employees.rows.filter(({ status }) => status === 'TERMINATED')
  const leavers = new Set(rows.map(({ employee_number }) => employees.get(employee_number)?.id))
  const matched = new Set(named.map((one) => one.stored))
  const isLeft = ({ row, stored, employee }: NamedAssignment) =>
    leavers.has(employee.id) && (row.status ?? stored?.status) !== 'ENDED'
  plan.report.open_assignments_of_leavers += named.filter(isLeft).length
  for (const assignment of stored.assignments) {
    if (!leavers.has(assignment.employee) || assignment.status === 'ENDED' || matched.has(assignment))
      continue
    if (!plan.endAssignments) {
      plan.report.open_assignments_of_leavers++
      continue
    }
    plan.report.files.assignments.updated++
    const employee = employees.withId(assignment.employee)
    const position = positions.withId(assignment.position)
    if (employee && position) release({ employee, position }, assignment.id)
    const end = (one: Assignment) => one.end({ end_reason: 'TERMINATED', notes: '' }, by)
    stages.freed.push([importStep(storedTarget(Assignment, assignment), end)])
  }
}
