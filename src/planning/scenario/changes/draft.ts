import { toDate, toDay } from '../../../calendar.ts'
import { unknownReference } from '../../../errors.ts'
import type { EmployeeStatus } from '../../../people/employee-lifecycle.ts'
import { checkPeriod } from '../../../people/employee-tag-lifecycle.ts'
import type { ClinicFacts, EmployeeFacts, LeftOut, PositionFacts } from '../../facts/clinic-facts.ts'
import { covers, type Period } from '../../facts/day.ts'
import { clinicOn, employeeOn } from '../../facts/known-dates.ts'
import type { ChangeKind, ScenarioChangeOf } from './change.ts'

/** The clinic with some changes of a scenario made. Rows are replaced, never modified. */
export type Draft = {
  facts: ClinicFacts
  /** The positions that have been closed. They keep their places in the facts, so that indexes stay valid. */
  closed: readonly number[]
  /** The leaves of employees whose leave has changed; at other times they are ACTIVE. */
  leaves: ReadonlyMap<number, readonly Period[]>
  left_out: LeftOut
}

/** Makes a change of this kind; throws what the real procedure would. */
export type Make<Kind extends ChangeKind> = (draft: Draft, change: ScenarioChangeOf<Kind>) => Draft

/** The index of the row with the id; -1 for none. */
export const indexOf = (rows: readonly { id: string }[], id: string) => rows.findIndex((row) => row.id === id)

/** Like {@link indexOf}; 400 under the field for none. */
export function indexIn(rows: readonly { id: string }[], id: string, field: string): number {
  const index = indexOf(rows, id)
  if (index < 0) throw unknownReference(field, id)
  return index
}

/** The id of the next row that the scenario adds to these: NEW-1, NEW-2 and so on. */
export const newId = (rows: readonly { id: string }[]) =>
  `NEW-${rows.filter(({ id }) => id.startsWith('NEW-')).length + 1}`

export type Dates = { start_date?: string | null; end_date?: string | null }

/** From the start, else today, to the end if there is one; 400 for an end before the start. */
export function periodOf({ facts }: Draft, { start_date, end_date }: Dates): Period {
  const start = start_date ? toDay(start_date) : facts.today
  checkPeriod(toDate(start), end_date)
  return { start, end: end_date ? toDay(end_date) : Number.POSITIVE_INFINITY }
}

/** The employee's status on the day. */
export function statusOn({ facts, leaves }: Draft, employee: number, day: number): EmployeeStatus {
  const isOnLeave = leaves.get(employee)?.some((leave) => covers(leave, day))
  if (isOnLeave) return 'ON_LEAVE'
  return employeeOn(employeeOf(facts, employee), day).status
}

export const employeeOf = ({ employees }: ClinicFacts, index: number) => employees[index] as EmployeeFacts
export const positionOf = ({ positions }: ClinicFacts, index: number) => positions[index] as PositionFacts

export const withFacts = (draft: Draft, changes: Partial<ClinicFacts>): Draft => ({
  ...draft,
  facts: { ...draft.facts, ...changes },
})

export const withEmployee = (draft: Draft, index: number, changes: Partial<EmployeeFacts>): Draft => {
  const changed = { ...employeeOf(draft.facts, index), ...changes }
  return withFacts(draft, { employees: draft.facts.employees.with(index, changed) })
}

/** The facts without the positions that were closed. */
export function settled({ facts, closed }: Draft): ClinicFacts {
  if (closed.length === 0) return facts
  const kept = facts.positions.flatMap((_, index) => (closed.includes(index) ? [] : [index]))
  const moved = new Map(kept.map((index, place) => [index, place]))
  return {
    ...facts,
    positions: kept.map((index) => positionOf(facts, index)),
    assignments: facts.assignments.map((one) => ({ ...one, position: moved.get(one.position) ?? -1 })),
  }
}

/** The clinic on the day, with the statuses that employees have then, and what positions require in a forecast. */
export function factsOn(draft: Draft, facts: ClinicFacts, day: number): ClinicFacts {
  const clinic = clinicOn(facts, day, false)
  const employees = [...clinic.employees]
  for (const index of draft.leaves.keys())
    employees[index] = { ...employeeOf(clinic, index), status: statusOn(draft, index, day) }
  return { ...clinic, employees }
}
