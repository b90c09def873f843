import { toHundredths } from '../../hours.ts'
import type { EmployeeStatus } from '../../people/employee-lifecycle.ts'

// What was applied, and whether it can be taken back.

export const applicationKinds = ['PLAN', 'REBALANCE'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/** A row of the table of assignments, as PostgreSQL shows it as JSON, but for the decimal hours. */
export type AssignmentColumns = {
  id: string
  employee_id: string
  position_id: string
  effective_hours: string
  status: string
  updated_at: string
}

/** What people and positions were like at one instant; hours are those of ACTIVE assignments. */
export type Around = {
  people: { id: string; status: EmployeeStatus; hours: string }[]
  positions: { id: string; is_active: boolean; required: string; hours: string }[]
}

/**
 * The assignments before and after something was applied. `around` has the people and positions whose hours were taken
 * away: giving the hours back depends on them.
 */
export type Applied = {
  assignments: { before: AssignmentColumns | null; after: AssignmentColumns }[]
  around: Around
}

/** Whether hours were taken away. */
export const isTaken = ({ before, after }: Applied['assignments'][number]) =>
  before !== null &&
  (after.status === 'ENDED' || toHundredths(after.effective_hours) < toHundredths(before.effective_hours))

type Now = {
  assignments: ReadonlyMap<string, AssignmentColumns>
  around: Around
  names: ReadonlyMap<string, string>
}

/** What has changed since something was applied, each as a sentence; nothing if it can be taken back. */
export function changedSince({ assignments, around }: Applied, now: Now): string[] {
  const nameOf = (id: string) => now.names.get(id) ?? id
  const ofAssignments = assignments.flatMap(({ after }) => {
    const pair = `${nameOf(after.position_id)} of ${nameOf(after.employee_id)}`
    return assignmentChange(pair, after, now.assignments.get(after.id)) ?? []
  })
  const ofPeople = differing(around.people, now.around.people).map(
    ({ id, status, hours }) => `${nameOf(id)} is ${status} now and works ${hours} hours.`,
  )
  const ofPositions = differing(around.positions, now.around.positions).map(
    ({ id, is_active, required, hours }) =>
      is_active
        ? `${nameOf(id)} requires ${required} hours now and has ${hours}.`
        : `${nameOf(id)} is inactive now.`,
  )
  return ofAssignments.length ? ofAssignments : [...ofPeople, ...ofPositions]
}

function assignmentChange(pair: string, then: AssignmentColumns, now: AssignmentColumns | undefined) {
  if (!now) return `The assignment ${pair} was removed.`
  if (isSame(then, now)) return undefined
  if (now.status !== then.status) return `The assignment ${pair} is ${now.status} now.`
  if (now.effective_hours === then.effective_hours) return `The assignment ${pair} was changed.`
  return `The assignment ${pair} has ${now.effective_hours} hours now, not ${then.effective_hours}.`
}

/** The rows that are not what they were. */
const differing = <Row extends { id: string }>(then: readonly Row[], now: readonly Row[]) =>
  now.filter((row) => then.some((one) => one.id === row.id && !isSame(one, row)))

/** Whether the columns that there were then are the same now. */
const isSame = <Row extends object>(then: Row, now: Row) =>
  Object.entries(then).every(
    ([name, value]) => JSON.stringify(now[name as keyof Row]) === JSON.stringify(value),
  )
