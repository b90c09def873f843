import { toDate } from '../../calendar.ts'
import { formatHundredths, maximumWeekHours } from '../../hours.ts'
import { previewAssignment } from '../../work/assignment-check.ts'
import type { AssignmentFacts, Violations } from '../../work/business-rules.ts'
import type { AssignedHours, ClinicFacts, EmployeeFacts, PositionFacts } from '../facts/clinic-facts.ts'
import { poolOn, tagsOn } from '../facts/day.ts'
import { weeklyLimit } from '../facts/rules.ts'
import { type Workload, workloadOf } from '../facts/workload.ts'
import { missingTags } from '../forecast/outlook.ts'

/** People with fewer hours left are still shown what one more hour would do. */
export const fewestHours = 1_00

/** More hours for an employee on a position, by their indexes. */
export type ProposedHours = { employee: number; position: number; added: number }

/** The clinic and its workload, the most weekly hours of anyone, and the day for which hours are suggested. */
export type Suggesting = { facts: ClinicFacts; load: Workload; limit: number; day: number }

export const suggesting = (facts: ClinicFacts, day: number): Suggesting => ({
  facts,
  load: workloadOf(facts),
  limit: weeklyLimit(facts),
  day,
})

/** Proposed hours with everything that speaks for or against them. Hours are hundredths, tags are indexes. */
export type Suggestion = ProposedHours & {
  of: EmployeeFacts
  on: PositionFacts
  /** The assignment to raise; null where there would be a new one. */
  assignment: AssignedHours | null
  /** What the assignment has now and would have. */
  current: number
  hours: number
  lacking: number
  /** How many hours more the position and the weekly cap leave, before other rules apply. */
  room: number
  violations: Violations
  /** The mandatory tags that the employee does not hold on the day. */
  missing: number[]
  pool: number
  balance: number
  after: number
  works_in_unit: boolean
}

/** Adds the hours to those that the clinic has assigned. */
export function assign({ load }: Suggesting, { employee, position, added }: ProposedHours) {
  load.ofEmployee[employee] = (load.ofEmployee[employee] ?? 0) + added
  load.ofPosition[position] = (load.ofPosition[position] ?? 0) + added
}

/** What the position lacks, in hundredths. */
export const lackingOn = ({ facts, load }: Suggesting, position: number) =>
  Math.max(0, (facts.positions[position]?.required ?? 0) - (load.ofPosition[position] ?? 0))

/** How many hours more the position and the weekly cap leave the employee there, in hundredths. */
export const roomFor = (given: Suggesting, employee: number, position: number) =>
  Math.max(0, Math.min(lackingOn(given, position), given.limit - (given.load.ofEmployee[employee] ?? 0)))

/** The hours left within the contract or, if those are less than one, below the cap. */
export function takenBy(given: Suggesting, employee: number, position: number) {
  const { facts, load, day } = given
  const room = roomFor(given, employee, position)
  const left =
    poolOn(facts, facts.employees[employee] as EmployeeFacts, day) - (load.ofEmployee[employee] ?? 0)
  return left < fewestHours ? room : Math.min(left, room)
}

/**
 * The suggestion with the violations that create or PATCH would find. Undefined if both would refuse it whatever the
 * rules say (more hours than a week has), or if it would clash with resuming the pair's SUSPENDED assignment.
 */
export function suggestionOf(given: Suggesting, proposed: ProposedHours): Suggestion | undefined {
  const { facts, load, day } = given
  const { employee, position, added } = proposed
  const of = facts.employees[employee] as EmployeeFacts
  const on = facts.positions[position] as PositionFacts
  const ofPair = (load.assignments[employee] ?? []).filter((one) => one.position === position)
  const assignment = ofPair.find((one) => !one.is_suspended) ?? null
  const current = assignment?.hours ?? 0
  const isSuspended = !assignment && ofPair.length > 0
  if (isSuspended || current + added > maximumWeekHours * 100) return undefined
  const pool = poolOn(facts, of, day)
  const balance = pool - (load.ofEmployee[employee] ?? 0)
  const isInUnit = (one: AssignedHours) =>
    !one.is_suspended && facts.positions[one.position]?.unit === on.unit
  return {
    ...proposed,
    of,
    on,
    assignment,
    current,
    hours: current + added,
    lacking: lackingOn(given, position),
    room: roomFor(given, employee, position),
    violations: previewAssignment(facts.rules, true, ruleFacts(given, proposed, assignment)),
    missing: missingTags(facts, proposed, day),
    pool,
    balance,
    after: balance - added,
    works_in_unit: (load.assignments[employee] ?? []).some(isInUnit),
  }
}

/** The suggestions for all the proposals, or only for those of people who hold the mandatory tags. */
export const suggestionsOf = (
  given: Suggesting,
  all: readonly ProposedHours[],
  include_ineligible: boolean,
) =>
  all
    .filter((one) => include_ineligible || missingTags(given.facts, one, given.day).length === 0)
    .flatMap((one) => suggestionOf(given, one) ?? [])

/** The facts for the rules: for a raise those of the assignment's own date, as in PATCH, otherwise those of the day. */
export function ruleFacts(
  { facts, load, day }: Suggesting,
  { employee, position, added }: ProposedHours,
  assignment: AssignedHours | null,
): AssignmentFacts {
  const of = facts.employees[employee] as EmployeeFacts
  const { required, own = required, mandatory, optional } = facts.positions[position] as PositionFacts
  const held = tagsOn(of, assignment ? (assignment.from ?? facts.today) : day)
  const names = (tags: number[]) =>
    tags.filter((tag) => !held.includes(tag)).map((tag) => facts.tags[tag]?.name ?? '')
  const current = assignment?.hours ?? 0
  return {
    employeeStatus: of.status,
    hasActivePair: false,
    employeeOtherHours: formatHundredths((load.ofEmployee[employee] ?? 0) - current),
    requestedHours: formatHundredths(current + added),
    clinicMaxWeeklyHours: facts.weekly_cap === null ? null : formatHundredths(facts.weekly_cap),
    positionRequiredHours: formatHundredths(own),
    positionOtherHours: formatHundredths((load.ofPosition[position] ?? 0) - current),
    missingMandatoryTags: names(mandatory),
    missingOptionalTags: names(optional),
    contractEndDates: of.tags
      .filter(({ tag, end }) => facts.tags[tag]?.category === 'CONTRACT' && end !== Number.POSITIVE_INFINITY)
      .map(({ end }) => toDate(end)),
    today: toDate(facts.today),
  }
}
