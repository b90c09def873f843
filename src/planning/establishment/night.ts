import { toDate } from '../../calendar.ts'
import { formatHundredths, formattedHours } from '../../hours.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { cliffsOf } from '../forecast/cliffs.ts'
import { type Ahead, outlooksAhead } from '../forecast/outlook.ts'
import { totalsIn } from '../forecast/totals.ts'

/** How many weeks ahead the history keeps forecasts for. */
export const keptWeeks = [4, 8, 12] as const

/**
 * What the nightly sweep keeps: the hours of each org unit with positions and all below it, now and some weeks ahead, and
 * who loses hours in the coming weeks.
 */
export function night(facts: ClinicFacts, { cliff_weeks }: { cliff_weeks: number }) {
  const ahead = outlooksAhead(facts, 1 + Math.max(cliff_weeks, ...keptWeeks))
  const now = keptIn(facts, ahead[0] as Ahead)
  const later = keptWeeks.map((week) => keptIn(facts, ahead[week] as Ahead))
  const units = positionsByUnit(facts).flatMap((own, unit) => {
    if (!own.length) return []
    return { org_unit_id: facts.units[unit]?.id ?? '', now: now(own), ahead: later.map((of) => of(own)) }
  })
  const all = [...facts.positions.keys()]
  const cliffs = cliffsOf(facts, ahead.slice(0, cliff_weeks + 1), all)
    .filter(({ direction }) => direction === 'LOSS')
    .map(({ employee, held, positions, cause, date, week, hours }) => ({
      employee_id: facts.employees[employee]?.id ?? '',
      employee_tag_id: held?.id ?? null,
      org_unit_id: facts.units[facts.positions[positions[0]?.position ?? -1]?.unit ?? -1]?.id ?? '',
      cause,
      date: toDate(date),
      week: week.name,
      hours: formatHundredths(hours),
    }))
  return { units, cliffs }
}

export type Night = ReturnType<typeof night>

function keptIn(facts: ClinicFacts, { outlook }: Ahead) {
  const totalsOf = totalsIn(facts, outlook)
  return (positions: number[]) => {
    const { required, booked, secure } = totalsOf({ positions, people: [] })
    return formattedHours({ required, booked, secure })
  }
}

/** The positions of each org unit and of all units below it, by the index of the unit. */
function positionsByUnit({ units, positions }: ClinicFacts): number[][] {
  const within = units.map((): number[] => [])
  for (const [position, { unit }] of positions.entries())
    for (let at: number | null | undefined = unit; at != null; at = units[at]?.parent)
      within[at]?.push(position)
  return within
}
