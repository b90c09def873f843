import { transitionNotAllowed } from '../../../errors.ts'
import { type EmployeeTransition, nextEmployeeStatus } from '../../../people/employee-lifecycle.ts'
import { covers, type Period } from '../../facts/day.ts'
import type { Dates, Draft, Make } from './draft.ts'
import { employeeOf, indexIn, newId, periodOf, statusOn, withEmployee, withFacts } from './draft.ts'
import { assignableTags } from './tags.ts'

/** The employee, the days of the change, and the status after it; 409 where the real transition is refused. */
function moved(draft: Draft, name: EmployeeTransition, change: Dates & { employee: string }) {
  const employee = indexIn(draft.facts.employees, change.employee, 'employee')
  const period = periodOf(draft, change)
  const before = statusOn(draft, employee, period.start)
  const status = nextEmployeeStatus(name, before)
  if (!status) throw transitionNotAllowed(name, before)
  return { employee, period, status }
}

const withLeaves = (draft: Draft, employee: number, leaves: readonly Period[]): Draft => {
  const isOnLeave = employeeOf(draft.facts, employee).status === 'ON_LEAVE'
  const back = isOnLeave ? withEmployee(draft, employee, { status: 'ACTIVE', expected: undefined }) : draft
  return { ...back, leaves: new Map(draft.leaves).set(employee, leaves) }
}

function leavesOf({ facts, leaves }: Draft, employee: number): readonly Period[] {
  const { status, expected = Infinity } = employeeOf(facts, employee)
  const current = { start: Number.NEGATIVE_INFINITY, end: expected - 1 }
  return leaves.get(employee) ?? (status === 'ON_LEAVE' ? [current] : [])
}

/** Leave from today, or from its start, until its end if it has one. */
export const goOnLeave: Make<'LEAVE'> = (draft, change) => {
  const { employee, period } = moved(draft, 'go_on_leave', change)
  return withLeaves(draft, employee, [...leavesOf(draft, employee), period])
}

/** The end of a leave today, or at the start date: the first day back. */
export const returnFromLeave: Make<'RETURN'> = (draft, change) => {
  const { employee, period } = moved(draft, 'return_from_leave', change)
  const cut = leavesOf(draft, employee).map((leave) =>
    covers(leave, period.start) ? { ...leave, end: period.start - 1 } : leave,
  )
  return withLeaves(draft, employee, cut)
}

export const terminate: Make<'TERMINATION'> = (draft, change) => {
  const { employee, status } = moved(draft, 'terminate', change)
  const leaves = new Map(draft.leaves)
  leaves.delete(employee)
  return { ...withEmployee(draft, employee, { status, expected: undefined }), leaves }
}

/** Adds an ACTIVE employee who holds the tags from today or from the start. */
export const hire: Make<'HIRE'> = (draft, { tags, ...dates }) => {
  const { employees } = draft.facts
  const id = newId(employees)
  const period = periodOf(draft, dates)
  const held = assignableTags(draft, tags, 'tags').map((tag) => ({ id: 'NEW', tag, ...period }))
  const hired = { id, name: id, number: id, status: 'ACTIVE' as const, previous_status: null, tags: held }
  return withFacts(draft, { employees: [...employees, hired] })
}
