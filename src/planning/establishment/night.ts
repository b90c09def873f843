import { toDate } from '../../calendar.ts'
import { formatHundredths, formattedHours } from '../../hours.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { cliffsOf } from '../forecast/cliffs.ts'
import { type Ahead, outlooksAhead } from '../forecast/outlook.ts'
import { totalsIn } from '../forecast/totals.ts'

/** How many weeks ahead the history keeps forecasts for. */
export const keptWeeks = [4, 8, 12] as const

/** The figures of a week: of the night itself, or of a week ahead. */
export type KeptHours = { required_hours: string; booked_hours: string; secure_hours: string }

/** What is kept of an org unit and all below it each night: its hours now, and those of some weeks ahead. */
export type UnitNight = { org_unit_id: string; now: KeptHours; ahead: KeptHours[] }

/** What the nightly sweep keeps: the hours of each org unit with positions, and who loses hours in the coming weeks. */
export function night(facts: ClinicFacts, { cliff_weeks }: { cliff_weeks: number }) {
  const ahead = outlooksAhead(facts, 1 + Math.max(cliff_weeks, ...keptWeeks))
  const [now, ...later] = [0, ...keptWeeks].map((week) => keptIn(facts, ahead[week] as Ahead))
  const units = positionsByUnit(facts).flatMap((own, unit): UnitNight[] => {
    if (!own.length) return []
    const { id = '' } = facts.units[unit] ?? {}
    return [{ org_unit_id: id, now: now?.(own) as KeptHours, ahead: later.map((of) => of(own)) }]
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

function keptIn(facts: ClinicFacts, { outlook }: Ahead): (positions: number[]) => KeptHours {
  const totalsOf = totalsIn(facts, outlook)
  return (positions) => {
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
