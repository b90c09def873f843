import { toDate, toDay } from '../../../calendar.ts'
import { transitionNotAllowed } from '../../../errors.ts'
import { type EmployeeTransition, nextEmployeeStatus } from '../../../people/employee-lifecycle.ts'
import { checkPeriod } from '../../../people/employee-tag-lifecycle.ts'
import { covers, type Period } from '../../facts/day.ts'
import { type Draft, employeeOf, indexIn, type Make, newId, statusOn, withEmployee } from './draft.ts'
import { assignableTags } from './tags.ts'

/** Returns the status after the transition; 409 where the real transition is refused. */
function nextStatus(draft: Draft, employee: number, move: { name: EmployeeTransition; day: number }) {
  const status = statusOn(draft, employee, move.day)
  const next = nextEmployeeStatus(move.name, status)
  if (!next) throw transitionNotAllowed(move.name, status)
  return next
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

const dayOf = (date: string | null | undefined, { facts }: Draft) => (date ? toDay(date) : facts.today)

/** Leave from today, or from its start, until its end if it has one. */
export const goOnLeave: Make<'LEAVE'> = (draft, { employee: id, start_date, end_date }) => {
  const employee = indexIn(draft.facts.employees, id, 'employee')
  const start = dayOf(start_date, draft)
  checkPeriod(toDate(start), end_date)
  nextStatus(draft, employee, { name: 'go_on_leave', day: start })
  const end = end_date ? toDay(end_date) : Number.POSITIVE_INFINITY
  return withLeaves(draft, employee, [...leavesOf(draft, employee), { start, end }])
}

/** The end of a leave today, or at the start date: the first day back. */
export const returnFromLeave: Make<'RETURN'> = (draft, { employee: id, start_date }) => {
  const employee = indexIn(draft.facts.employees, id, 'employee')
  const day = dayOf(start_date, draft)
  nextStatus(draft, employee, { name: 'return_from_leave', day })
  const cut = leavesOf(draft, employee).map((leave) =>
    covers(leave, day) ? { ...leave, end: day - 1 } : leave,
  )
  return withLeaves(draft, employee, cut)
}

export const terminate: Make<'TERMINATION'> = (draft, { employee: id }) => {
  const employee = indexIn(draft.facts.employees, id, 'employee')
  const status = nextStatus(draft, employee, { name: 'terminate', day: draft.facts.today })
  const leaves = new Map(draft.leaves)
  leaves.delete(employee)
  return { ...withEmployee(draft, employee, { status, expected: undefined }), leaves }
}

/** Adds an ACTIVE employee who holds the tags from today or from the start. */
export const hire: Make<'HIRE'> = (draft, { tags, start_date }) => {
  const { employees } = draft.facts
  const id = newId(employees)
  const start = dayOf(start_date, draft)
  const end = Number.POSITIVE_INFINITY
  const held = assignableTags(draft, tags, 'tags').map((tag) => ({ id: 'NEW', tag, start, end }))
  const hired = { id, name: id, number: id, status: 'ACTIVE' as const, previous_status: null, tags: held }
  return { ...draft, facts: { ...draft.facts, employees: [...employees, hired] } }
}
