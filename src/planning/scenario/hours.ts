import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { covers } from '../facts/day.ts'
import { workloadOf } from '../facts/workload.ts'
import { type Ahead, type Outlook, outlooksAhead, staffing } from '../forecast/outlook.ts'
import { type BookedHours, hoursByPosition } from '../forecast/totals.ts'
import { type Draft, factsOn, settled } from './changes/draft.ts'

/** The clinic in one week: assigned hours by employee, and the hours of each position, in hundredths. */
export type WeekHours = Ahead & {
  facts: ClinicFacts
  assigned: readonly number[]
  positions: readonly BookedHours[]
}

/** The clinic in the week of the day and those after it, with the statuses that employees have then. */
export function hoursIn(draft: Draft, day: number, weeks: number): WeekHours[] {
  const clinic = settled(draft)
  const staff = staffing(clinic)
  const assigned = workloadOf(clinic).ofEmployee
  return outlooksAhead(clinic, weeks, day).map(({ week, outlook }) => {
    const facts = factsOn(draft, clinic, week.reference)
    putOnLeave(draft, outlook, staff)
    return { week, facts, outlook, assigned, positions: hoursByPosition(facts, outlook) }
  })
}

/** Makes the hours of people on leave insecure; leave takes precedence over other risks. */
function putOnLeave({ leaves }: Draft, { day, secure, risk }: Outlook, staff: readonly number[][]) {
  for (const [employee, periods] of leaves) {
    if (!periods.some((leave) => covers(leave, day))) continue
    for (const assignment of staff[employee] ?? []) {
      secure[assignment] = 0
      risk[assignment] = 'away'
    }
  }
}
