import { invalid, notFound } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import { type AssignableStatus, isAssignable } from '../../work/assignment-check.ts'
import { coverageStateOf } from '../../work/coverage.ts'
import type { ClinicFacts, ShownPart } from '../facts/clinic-facts.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { positionsWithin, shownUnit } from '../forecast/parts.ts'
import { costElsewhereIn } from './cost-elsewhere.ts'
import { byPerson, byPosition, ranked } from './ranking.ts'
import { shownPage, shownSuggestion } from './shown-suggestion.ts'
import { fewestHours, lackingOn, suggesting, suggestionsOf, takenBy } from './suggestion.ts'

/** The maximum hours that one person is asked for by default. */
const fullWeek = 40_00

export type CandidatesInput = {
  /** The position's id. */
  position: string
  /** The hours to cover, in hundredths; null for what the position lacks, up to a full week. */
  hours: number | null
  /** Whether people who cannot take all these hours are asked for as many as they can. */
  allow_partial: boolean
  day: number
  /** Whether people who lack mandatory tags are candidates too. */
  include_ineligible: boolean
} & ShownPart

/**
 * The people who could work those hours on the position, the best first. 404 for a position that is not active, 400
 * without hours for one that lacks none.
 */
export function candidates(clinic: ClinicFacts, input: CandidatesInput) {
  const facts = clinicOn(clinic, input.day)
  const given = suggesting(facts, input.day)
  const position = facts.positions.findIndex(({ id }) => id === input.position)
  if (position < 0) throw notFound()
  const hours = input.hours ?? Math.min(lackingOn(given, position), fullWeek)
  if (hours === 0)
    throw invalid('effective_hours', 'This field is required, because the position lacks no hours.')
  const addedFor = (employee: number) =>
    input.allow_partial ? Math.min(hours, takenBy(given, employee, position) || fewestHours) : hours
  const pairs = facts.employees.flatMap(({ status }, employee) =>
    isAssignable(status) ? [{ employee, position, added: addedFor(employee) }] : [],
  )
  const suggestions = suggestionsOf(given, pairs, input.include_ineligible)
  return shownPage(ranked(suggestions, costElsewhereIn(given), byPerson), input, (one) => ({
    employee: one.of.id,
    employee_name: one.of.name,
    employee_number: one.of.number,
    status: one.of.status as AssignableStatus,
    ...shownSuggestion(facts, one, input.language),
  }))
}

export type OpeningsInput = {
  /** The employee's id. */
  employee: string
  /** More hours on each position, in hundredths; null for what it lacks and the employee could take. */
  hours: number | null
  /** The id of the org unit that holds the positions, directly or further down; null for all. */
  unit: string | null
  /** Whether positions with mandatory tags that the employee lacks are openings too. */
  include_ineligible: boolean
  /** Whether to show the cost elsewhere, which lets one guess how many hours others have left. */
  is_cost_told: boolean
} & ShownPart

/** The positions that lack hours and that the employee could work on, best first; 404 or 400 for anybody else. */
export function openings(clinic: ClinicFacts, input: OpeningsInput) {
  const facts = clinicOn(clinic, clinic.today)
  const given = suggesting(facts, facts.today)
  const employee = facts.employees.findIndex(({ id }) => id === input.employee)
  const found = facts.employees[employee]
  if (!found) throw notFound()
  if (!isAssignable(found.status)) throw invalid('employee_id', 'The employee must be ACTIVE or ON_LEAVE.')
  const pairs = positionsWithin(facts, input.unit)
    .filter((position) => lackingOn(given, position) > 0)
    .map((position) => {
      return { employee, position, added: input.hours ?? takenBy(given, employee, position) }
    })
    .filter(({ added }) => added > 0)
  const suggestions = suggestionsOf(given, pairs, input.include_ineligible)
  const best = ranked(suggestions, input.is_cost_told ? costElsewhereIn(given) : null, byPosition)
  return shownPage(best, input, (one) => ({
    position_id: one.on.id,
    position_title: one.on.title,
    ...shownUnit(facts, one.on.unit),
    lacking_hours: formatHundredths(one.lacking),
    coverage_state_after: coverageStateOf(one.on.required - one.lacking + one.added, one.on.required),
    ...shownSuggestion(facts, one, input.language),
  }))
}
