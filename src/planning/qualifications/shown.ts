import { formatHundredths } from '../../hours.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'

/** The maximum number of positions that a row lists. */
export const mostPositions = 50

/** A position as clients see it, with hours there. */
export function shownPosition({ positions, units }: ClinicFacts, one: { position: number; hours: number }) {
  const { id = '', title = '', unit = -1 } = positions[one.position] ?? {}
  const hours = formatHundredths(one.hours)
  return { position_id: id, title, org_unit_name: units[unit]?.name ?? '', hours }
}

/** The units of a plan request for an org unit, which is known to exist; null for the whole clinic. */
export const unitsOf = ({ units }: ClinicFacts, orgUnitId: string | null) =>
  orgUnitId === null ? null : [units.findIndex(({ id }) => id === orgUnitId)]
