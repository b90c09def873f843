import { invalid, notFound } from '../../errors.ts'
import { type AssignableStatus, isAssignable } from '../../work/assignment-check.ts'
import type { ClinicFacts, ShownPart } from '../facts/clinic-facts.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { missingTags } from '../forecast/outlook.ts'
import { costElsewhereIn } from './cost-elsewhere.ts'
import { byPerson, ranked } from './ranking.ts'
import { shownPage, shownSuggestion } from './shown-suggestion.ts'
import { fewestHours, lackingOn, type Suggesting, suggesting, suggestionOf, takenBy } from './suggestion.ts'

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
  const hours = input.hours ?? hoursFor(given, position)
  const addedFor = (employee: number) =>
    input.allow_partial ? Math.min(hours, takenBy(given, employee, position) || fewestHours) : hours
  const isEligible = (employee: number) =>
    input.include_ineligible || missingTags(facts, { employee, position }, input.day).length === 0
  const suggestions = facts.employees.flatMap(({ status }, employee) => {
    if (!isAssignable(status) || !isEligible(employee)) return []
    return suggestionOf(given, { employee, position, added: addedFor(employee) }) ?? []
  })
  return shownPage(ranked(suggestions, costElsewhereIn(given), byPerson), input, (one) => ({
    employee: one.of.id,
    employee_name: one.of.name,
    employee_number: one.of.number,
    status: one.of.status as AssignableStatus,
    ...shownSuggestion(facts, one, input.language),
  }))
}

function hoursFor(given: Suggesting, position: number) {
  const lacking = lackingOn(given, position)
  if (lacking === 0)
    throw invalid('effective_hours', 'This field is required, because the position lacks no hours.')
  return Math.min(lacking, fullWeek)
}
