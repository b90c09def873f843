import { randomUUID } from 'node:crypto'
import { Employee, type PlainTransition } from '../../../entities/people/employee.ts'
import type { Audit } from '../../../src/logs/audit.ts'
import { proposalDays, proposalExpired } from '../../../src/people/employee-lifecycle.ts'
import { employeePath, type TransitionStep } from '../../../src/people/employee-path.ts'
import { isAssignable } from '../../../src/work/assignment-check.ts'
import type { ClinicRow } from '../files/columns.ts'
import { changedFields, type ImportPlan, importStep, storedTarget } from '../plan/import-plan.ts'
import type { PlannedEmployee } from '../plan/planned.ts'
import { RowIndex } from '../plan/row-index.ts'
import type { StoredEmployee } from '../plan/stored.ts'

type EmployeeRow = ClinicRow<'employees'>

/** Plans the employees by number. A status is reached by transitions, between which assignments are made (D39). */
export function planEmployees(plan: ImportPlan): RowIndex<PlannedEmployee> {
  const known = plan.stored.employees.map((stored) => {
    const { id, employee_number, status } = stored
    const planned: PlannedEmployee = { id, stored, status, tags: [], active: new Map(), isCertain: true }
    return [[employee_number], planned] as const
  })
  const employees = new RowIndex('employees', plan, known)
  for (const row of plan.folder.employees.rows) planEmployee(plan, employees, row)
  return employees
}

function planEmployee(plan: ImportPlan, employees: RowIndex<PlannedEmployee>, row: EmployeeRow) {
  const stored = employees.get(row.employee_number)?.stored
  const found = pathOf(plan, row, stored)
  const path = found ?? []
  const hired = path.findLastIndex(({ to }) => isAssignable(to)) + 1
  const status = path[hired - 1]?.to ?? stored?.status ?? 'ONBOARDING'
  const id = stored?.id ?? randomUUID()
  const planned = { id, stored, status, tags: [], active: new Map(), isCertain: !!found }
  employees.set([row.employee_number], planned)

  const fields = fieldsOf(row)
  const target = stored
    ? storedTarget(Employee, stored)
    : plan.make(row, Employee, { ...fields, id, ...plan.stamps })
  const steps = stored ? plan.revision(target, changedFields<Employee>(stored, fields)) : [importStep(target)]
  if (stored) plan.count(row, path.length || steps.length ? 'updated' : 'unchanged')
  const { by, stages } = plan
  const proposal = proposalOf(row, by)
  const moves = path.map(({ transition }) =>
    importStep(target, (employee) => {
      if (transition !== 'propose') employee.transition(possible(transition, employee, by), by)
      else if (proposal) employee.propose(proposal, by)
    }),
  )
  const hiring = [...steps, ...moves.slice(0, hired)]
  if (hiring.length) stages.hiring.push(hiring)
  if (hired < moves.length) stages.statuses.push(moves.slice(hired))
}

function fieldsOf({ kind, line, status, proposal_type, proposal_notes, ...fields }: EmployeeRow) {
  return fields
}

/** The transition, unless it is the end of a proposal that can only expire. */
const possible = (transition: PlainTransition, { proposal_expires_at = null }: Employee, { at }: Audit) =>
  transition === 'cancel_proposal' && proposalExpired(proposal_expires_at, at)
    ? 'expire_proposal'
    : transition

function proposalOf({ proposal_type, proposal_notes = '' }: EmployeeRow, { at }: Audit) {
  const expires_at = new Date(at.getTime() + proposalDays.default * 86_400_000)
  return proposal_type ? { proposal_type, notes: proposal_notes, expires_at } : undefined
}

/** The transitions from the stored status to the row's; undefined, with a problem, when none lead there. */
function pathOf(plan: ImportPlan, row: EmployeeRow, stored: StoredEmployee | undefined) {
  if (row.status === 'PROPOSAL_PENDING') return pathToProposal(plan, row, stored)
  const only = 'Only an employee in PROPOSAL_PENDING has a proposal.'
  if (row.proposal_type) plan.problems.add(row, 'proposal_type', only)
  if (row.proposal_notes) plan.problems.add(row, 'proposal_notes', only)
  return shortestPath(plan, row, stored)
}

function pathToProposal(plan: ImportPlan, row: EmployeeRow, stored: StoredEmployee | undefined) {
  const isPending = stored?.status === 'PROPOSAL_PENDING'
  if (isPending && isSameProposal(stored, row)) return []
  if (!row.proposal_type) {
    const message = 'An employee in PROPOSAL_PENDING needs the type of the proposal.'
    plan.problems.add(row, 'proposal_type', message)
    return undefined
  }
  if (!isPending || !stored.previous_status) return shortestPath(plan, row, stored)
  const replaced: TransitionStep[] = [
    { transition: 'cancel_proposal', to: stored.previous_status },
    { transition: 'propose', to: 'PROPOSAL_PENDING' },
  ]
  return replaced
}

/** A missing column or an empty type leaves the proposal as it is. */
const isSameProposal = (stored: StoredEmployee, { proposal_type, proposal_notes }: EmployeeRow) =>
  (!proposal_type || proposal_type === stored.proposal_type) &&
  (proposal_notes === undefined || proposal_notes === stored.proposal_notes)

function shortestPath({ problems }: ImportPlan, row: EmployeeRow, stored: StoredEmployee | undefined) {
  const from = stored?.status ?? 'ONBOARDING'
  const path = employeePath(from, row.status, stored?.previous_status ?? null)
  if (!path) problems.add(row, 'status', `No transitions lead from the stored '${from}' to '${row.status}'.`)
  return path
}
