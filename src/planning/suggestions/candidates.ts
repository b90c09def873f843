import { type AssignableStatus, isAssignable } from '../../assignment-check.ts'
import { invalid, notFound } from '../../errors.ts'
import type { ClinicFacts } from '../clinic-facts.ts'
import { costElsewhereIn } from './cost-elsewhere.ts'
import { byPerson, ranked } from './ranking.ts'
import { pageOf, type Slice, shownSuggestion } from './shown-suggestion.ts'
import { lackingOn, missingTags, type Suggesting, suggesting, suggestionOf } from './suggestion.ts'

/** The most hours that are asked of one person unless the caller says otherwise. */
const fullWeek = 40_00

export type CandidatesInput = {
  /** The position's id. */
  position: string
  /** The hours to cover, in hundredths; null for what the position lacks, up to a full week. */
  hours: number | null
  day: number
  /** Whether people who lack mandatory tags are candidates too. */
  include_ineligible: boolean
} & Slice

/**
 * The people who could work those hours on the position, the best first. 404 for a position that is not active, 400
 * without hours for one that lacks none.
 */
export function candidates(facts: ClinicFacts, input: CandidatesInput) {
  const given = suggesting(facts, input.day)
  const position = facts.positions.findIndex(({ id }) => id === input.position)
  if (position < 0) throw notFound()
  const added = input.hours ?? hoursFor(given, position)
  const isEligible = (employee: number) =>
    input.include_ineligible || missingTags(given, employee, position).length === 0
  const suggestions = facts.employees
    .map(({ status }, employee) => isAssignable(status) && isEligible(employee) && employee)
    .filter((employee) => employee !== false)
    .map((employee) => suggestionOf(given, { employee, position, added }))
    .filter((suggestion) => suggestion !== undefined)
  return pageOf(ranked(suggestions, costElsewhereIn(given), byPerson), input, (one) => ({
    employee: one.of.id,
    employee_name: one.of.name,
    employee_number: one.of.number,
    status: one.of.status as AssignableStatus,
    ...shownSuggestion(facts, one),
  }))
}

function hoursFor(given: Suggesting, position: number) {
  const lacking = lackingOn(given, position)
  if (lacking === 0)
    throw invalid('effective_hours', 'This field is required, because the position lacks no hours.')
  return Math.min(lacking, fullWeek)
}
