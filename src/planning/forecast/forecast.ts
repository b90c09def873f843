import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { cliffsOf } from './cliffs.ts'
import { outlooksAhead } from './outlook.ts'
import { byUnit, partWith, positionsWithin, wholeClinic } from './parts.ts'
import { shownTotals, totalsIn } from './totals.ts'
import { shownWeek } from './weeks.ts'

export type ForecastInput = {
  weeks: number
  /** The org unit, with those below it; null for the clinic. */
  org_unit_id: string | null
  by_unit: boolean
}

/** Required, booked and secure hours of the coming weeks, and how many people lose secure hours in them. */
export function forecast(facts: ClinicFacts, { weeks, org_unit_id, by_unit }: ForecastInput) {
  const positions = positionsWithin(facts, org_unit_id)
  const whole = org_unit_id === null ? wholeClinic(facts) : partWith(facts, positions)
  const units = by_unit ? byUnit(facts, positions) : []
  const parts = units.map(({ unit, own }) => ({ unit, part: partWith(facts, own) }))
  const ahead = outlooksAhead(facts, weeks)
  return {
    weeks: ahead.map(({ week, outlook }) => {
      const totalsOf = totalsIn(facts, outlook)
      const ofUnits = parts.map(({ unit, part }) => {
        return { org_unit_id: unit.id, org_unit_name: unit.name, ...shownTotals(totalsOf(part)) }
      })
      return { ...shownWeek(week), ...shownTotals(totalsOf(whole)), ...(by_unit && { by_unit: ofUnits }) }
    }),
    cliff_count: cliffsOf(facts, ahead, positions).filter(({ direction }) => direction === 'LOSS').length,
  }
}
