import { DomainError, type FieldErrors } from '../../errors.ts'
import { formatHundredths, toHundredths } from '../../hours.ts'
import { checkAssignment } from '../../work/assignment-check.ts'
import type { AssignmentStatus } from '../../work/assignment-lifecycle.ts'
import type { AssignmentFacts, Violation } from '../../work/business-rules.ts'
import type { ClinicFacts, HoursLimit } from '../facts/clinic-facts.ts'
import { weeklyLimit } from '../facts/rules.ts'

/** Of a line of an earlier plan: HOLDS would be accepted; NOT_NEEDED adds hours that the position no longer lacks; else NOT_ACCEPTED. */
export const lineStates = ['HOLDS', 'NOT_NEEDED', 'NOT_ACCEPTED'] as const
export type LineState = (typeof lineStates)[number]

/**
 * A line of a plan as it was planned: a new assignment, or more hours for one. A rebalance also has fewer hours for one,
 * and 0.00 for its end. Hours are decimals.
 */
export type PlanLine = {
  employee: string
  position_id: string
  /** The assignment that gets more hours. */
  assignment: string | null
  current_hours: string
  effective_hours: string
}

/** A line with what is stored when the plan is applied. */
export type StoredLine = {
  line: PlanLine
  facts: AssignmentFacts & { position_is_active: boolean }
  /** The hours that the employee's contract gives in the week, in hundredths. */
  pool: number
  /** The position's secure hours, if the plan fills the hours at risk too. */
  secure?: string | undefined
  /** What a dated requirement of the position asks for on the day that counts. */
  dated?: string | undefined
  raised?: { status: AssignmentStatus; employee: string; position: string; effective_hours: string }
}

export type CheckedLine =
  | { line: PlanLine; metadata: { violations: Violation[] } }
  | { line: PlanLine; problems: FieldErrors }

type Clinic = Pick<ClinicFacts, 'rules' | 'weekly_cap'> & {
  hours_limit: HoursLimit
  /** What the same rebalance has taken away before. */
  takes?: readonly PlanLine[] | undefined
}

/**
 * Checks the lines in order, each as if the valid ones before it were stored: by the rules of a new or changed
 * assignment, and by what the plan promised.
 */
export function checkLines(lines: readonly StoredLine[], { takes = [], ...clinic }: Clinic): CheckedLine[] {
  const [added, lost] = [changedHours(), changedHours()]
  for (const take of takes) lost.add(take, -addedHours(take))
  const plus = (hours: string, id: string) => formatHundredths(toHundredths(hours) + added.of(id))
  const left = (id: string) => lost.of(id) - added.of(id)
  return lines.map((stored) => {
    const { line } = stored
    const { employee, position_id } = line
    const facts = {
      ...stored.facts,
      employeeOtherHours: plus(stored.facts.employeeOtherHours, employee),
      positionOtherHours: plus(stored.facts.positionOtherHours, position_id),
    }
    const secure = stored.secure && plus(stored.secure, position_id)
    const mayRegain = { employee: left(employee), position: left(position_id) }
    const checked = checkLine({ ...stored, facts, secure, lost: mayRegain }, clinic)
    if ('metadata' in checked) added.add(line, addedHours(line))
    return { line, ...checked }
  })
}

/** Sums hundredths by employee and by position. */
function changedHours() {
  const sums = new Map<string, number>()
  const of = (id: string) => sums.get(id) ?? 0
  const add = ({ employee, position_id }: PlanLine, hours: number) => {
    for (const id of [employee, position_id]) sums.set(id, of(id) + hours)
  }
  return { of, add }
}

/** The hours that the line adds, in hundredths. */
export const addedHours = ({ effective_hours, current_hours }: PlanLine) =>
  toHundredths(effective_hours) - toHundredths(current_hours)

/** A line, and the hundredths that its employee and its position have lost by the same rebalance, and may get back. */
type Checking = StoredLine & { lost: { employee: number; position: number } }

function checkLine(stored: Checking, clinic: Clinic) {
  const moved = whatMoved(stored)
  if (moved) return { problems: moved }
  const broken = { ...brokenByPosition(stored), ...brokenByEmployee(stored, clinic) }
  const { line, facts } = stored
  const check = () => checkAssignment(clinic.rules, facts.position_is_active, facts)
  try {
    const metadata = isEnd(line) ? { violations: [] } : check()
    return Object.keys(broken).length ? { problems: broken } : { metadata }
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal
    return { problems: { ...(refusal.body as FieldErrors), ...broken } }
  }
}

/** Whether the line ends its assignment, which no rule refuses. */
export const isEnd = ({ effective_hours }: PlanLine) => toHundredths(effective_hours) === 0

/** Why the line no longer fits the assignment that it raises. */
function whatMoved({ line, raised }: StoredLine): FieldErrors | undefined {
  if (!raised) return undefined
  const { status, employee, position, effective_hours } = raised
  if (employee !== line.employee || position !== line.position_id)
    return { assignment: ['The assignment is for another employee or position.'] }
  if (status !== 'ACTIVE') return { assignment: [`The assignment is ${status}.`] }
  if (effective_hours === line.current_hours) return undefined
  return { current_hours: [`The assignment has ${effective_hours} hours now.`] }
}

/** The plan promises to add no more than the position lacks, a rebalance no more than it lacks or has lost. */
function brokenByPosition({ line, facts, secure, dated, lost }: Checking): FieldErrors {
  const booked = toHundredths(facts.positionOtherHours) + toHundredths(line.current_hours)
  const covered = secure === undefined ? booked : toHundredths(secure)
  const left = Math.max(0, toHundredths(dated ?? facts.positionRequiredHours) - covered)
  const has = `lacks ${formatHundredths(left)}${secure === undefined ? '' : ' secure'} hours`
  return tooMany(line, { who: 'position', left, lost: lost.position, has })
}

/** The plan promises to use only people who are ACTIVE and have the hours left, or have lost them. */
function brokenByEmployee({ line, facts, pool, lost }: Checking, clinic: Clinic): FieldErrors {
  if (facts.employeeStatus !== 'ACTIVE') return { employee: ['The employee must be ACTIVE.'] }
  const limit = weeklyLimit(clinic)
  const isOfContract = clinic.hours_limit === 'CONTRACT' && pool <= limit
  const assigned = toHundredths(facts.employeeOtherHours) + toHundredths(line.current_hours)
  const left = Math.max(0, (isOfContract ? pool : limit) - assigned)
  const of = isOfContract ? 'within the contract' : 'below the weekly cap'
  const has = `has ${formatHundredths(left)} hours left ${of}`
  return tooMany(line, { who: 'employee', left, lost: lost.employee, has })
}

/** What an employee or a position has left, in hundredths and in words, and what it has lost. */
type Room = { who: 'employee' | 'position'; left: number; has: string; lost: number }

/** What is wrong with a line that adds more hours than are left, and than were lost. */
function tooMany(line: PlanLine, { who, left, has, lost }: Room): FieldErrors {
  const adds = addedHours(line)
  if (adds <= Math.max(left, lost)) return {}
  const may = lost > left ? `may get back the ${formatHundredths(lost)} hours that were taken` : `${has} now`
  const problem = `The ${who} ${may}; the line adds ${formatHundredths(adds)}.`
  return { [who === 'position' ? 'position_id' : who]: [problem] }
}
