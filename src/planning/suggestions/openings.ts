import { invalid, notFound } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import { isAssignable } from '../../work/assignment-check.ts'
import { coverageStateOf } from '../../work/coverage.ts'
import type { ClinicFacts, ShownPart } from '../facts/clinic-facts.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { missingTags } from '../forecast/outlook.ts'
import { positionsWithin } from '../forecast/parts.ts'
import { costElsewhereIn } from './cost-elsewhere.ts'
import { byPosition, type RankedSuggestion, ranked } from './ranking.ts'
import { shownPage, shownSuggestion } from './shown-suggestion.ts'
import { lackingOn, suggesting, suggestionOf, takenBy } from './suggestion.ts'

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
  const employee = assignableOf(facts, input.employee)
  const isOpen = (position: number) =>
    lackingOn(given, position) > 0 &&
    (input.include_ineligible || missingTags(facts, { employee, position }, facts.today).length === 0)
  const hoursOn = (position: number) => input.hours ?? takenBy(given, employee, position)
  const suggestions = positionsWithin(facts, input.unit)
    .filter(isOpen)
    .map((position) => ({ employee, position, added: hoursOn(position) }))
    .flatMap((asked) => (asked.added > 0 ? (suggestionOf(given, asked) ?? []) : []))
  const best = ranked(suggestions, input.is_cost_told ? costElsewhereIn(given) : null, byPosition)
  return shownPage(best, input, (one) => {
    return { ...shownPosition(facts, one), ...shownSuggestion(facts, one, input.language) }
  })
}

function assignableOf(facts: ClinicFacts, wanted: string): number {
  const employee = facts.employees.findIndex(({ id }) => id === wanted)
  const found = facts.employees[employee]
  if (!found) throw notFound()
  if (!isAssignable(found.status)) throw invalid('employee_id', 'The employee must be ACTIVE or ON_LEAVE.')
  return employee
}

const shownPosition = ({ units }: ClinicFacts, { on, lacking, added }: RankedSuggestion) => ({
  position_id: on.id,
  position_title: on.title,
  org_unit_id: units[on.unit]?.id ?? '',
  org_unit_name: units[on.unit]?.name ?? '',
  lacking_hours: formatHundredths(lacking),
  coverage_state_after: coverageStateOf(on.required - lacking + added, on.required),
})
