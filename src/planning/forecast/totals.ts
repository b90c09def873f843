import { formatHundredths, formattedHours } from '../../hours.ts'
import { type CoverageState, coveragePctOf, coverageStateOf } from '../../work/coverage.ts'
import type { ClinicFacts, EmployeeFacts, HoursLimit, PositionFacts } from '../facts/clinic-facts.ts'
import { isOnDuty, requiredOn } from '../facts/known-dates.ts'
import { type Outlook, outlooksOn, type Risk } from './outlook.ts'
import type { Part } from './parts.ts'

/** Hours in hundredths; `booked` is the sum of `secure` and all risks. */
export type BookedHours = { booked: number; secure: number } & Record<Risk, number>

/**
 * The sums over several positions, the pools of their people on duty, and how many positions are in each state by secure hours.
 */
export type Totals = BookedHours & {
  required: number
  contract: number
  states: Record<CoverageState, number>
}

const noHours = { booked: 0, secure: 0, away: 0, missing_tags: 0, not_started: 0, over_contract: 0 }

/** The hours of each position in the outlook's week. */
export function hoursByPosition({ positions, assignments }: ClinicFacts, { secure, risk }: Outlook) {
  const hours = positions.map((): BookedHours => ({ ...noHours }))
  for (const [index, assignment] of assignments.entries()) {
    const of = hours[assignment.position]
    if (!of || assignment.is_suspended) continue
    const [share = 0, reason] = [secure[index], risk[index]]
    of.booked += assignment.hours
    of.secure += share
    if (reason) of[reason] += assignment.hours - share
  }
  return hours
}

/** The secure hours of each position in the week of a reference day, in hundredths. */
export const secureHours = (facts: ClinicFacts, day: number, limit?: HoursLimit): number[] =>
  outlooksOn(facts, [day], limit).flatMap((outlook) =>
    hoursByPosition(facts, outlook).map(({ secure }) => secure),
  )

/** Adds up parts of the clinic in the outlook's week. */
export function totalsIn(facts: ClinicFacts, outlook: Outlook): (part: Part) => Totals {
  const hours = hoursByPosition(facts, outlook)
  return ({ positions, people }) => {
    const states = { VACANT: 0, PARTIAL: 0, COVERED: 0, OVER_COVERED: 0 }
    const totals = { ...noHours, required: 0, contract: 0, states }
    for (const position of positions) {
      const one = hours[position] as BookedHours
      const required = requiredOn(facts.positions[position] as PositionFacts, outlook.day)
      // A loop over the names of the columns would make a forecast take a sixth longer.
      totals.booked += one.booked
      totals.secure += one.secure
      totals.away += one.away
      totals.missing_tags += one.missing_tags
      totals.not_started += one.not_started
      totals.over_contract += one.over_contract
      totals.required += required
      states[coverageStateOf(one.secure, required)] += 1
    }
    for (const employee of people)
      if (isOnDuty(facts.employees[employee] as EmployeeFacts, outlook.day))
        totals.contract += outlook.pools[employee] ?? 0
    return totals
  }
}

/** Totals as clients see them. */
export const shownTotals = ({ states, required, booked, secure, contract, ...at_risk }: Totals) => ({
  ...formattedHours({ required, booked, secure }),
  at_risk: formattedHours(at_risk),
  contract_hours: formatHundredths(contract),
  coverage_pct: coveragePctOf(booked, required),
  secure_coverage_pct: coveragePctOf(secure, required),
  secure_states: {
    vacant: states.VACANT,
    partial: states.PARTIAL,
    covered: states.COVERED,
    over_covered: states.OVER_COVERED,
  },
})
