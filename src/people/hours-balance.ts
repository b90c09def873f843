import { isoWeek, overlapDays } from '../calendar.ts'
import { formatHundredths, toHundredths } from '../hours.ts'
import { compareText } from '../text-order.ts'

export const balanceStates = ['DEFICIT', 'BALANCED', 'SURPLUS'] as const
export type BalanceState = (typeof balanceStates)[number]

/** The ACTIVE tags that overlap the ISO week, and the hours and number of the ACTIVE assignments. */
export type HoursFacts = {
  tags: { name: string; hours_delta: string; start_date: string; end_date: string | null }[]
  assigned_hours: string
  assignment_count: number
}

/**
 * The hours balance for the week of the reference date, without employee_id and computed_at. Positive tags count in
 * full when they cover the date, negative ones in proportion to their days in the week (D34).
 */
export function hoursBalance(
  referenceDate: string,
  { tags, assigned_hours, assignment_count }: HoursFacts,
  period = isoWeek(referenceDate),
) {
  let base = 0
  let reductions = 0
  for (const tag of tags) {
    const delta = toHundredths(tag.hours_delta)
    if (delta > 0 && covers(tag, referenceDate)) base += delta
    if (delta < 0) reductions += delta * overlapDays(tag, period)
  }
  // A sum of sevenths never lies halfway between two hundredths, so Math.round agrees with rounding away from zero.
  const adjustment = Math.round(reductions / 7)
  const effective = Math.max(0, base + adjustment)
  const assigned = toHundredths(assigned_hours)
  const balance = effective - assigned
  return {
    period,
    pool: {
      base_hours: formatHundredths(base),
      adjustment_delta: formatHundredths(adjustment),
      effective_hours: formatHundredths(effective),
    },
    consumption: { assigned_hours: formatHundredths(assigned), assignment_count },
    balance: formatHundredths(balance),
    state: balanceState(balance),
    tags: tags.map(({ name }) => name).sort(compareText),
    error: base === 0 ? ('NO_ACTIVE_TAGS' as const) : null,
  }
}

/** The balance with `additionalHours` more assigned, or fewer when negative (D44). */
export function simulateHours(current: { balance: string }, additionalHours: string) {
  const projected = toHundredths(current.balance) - toHundredths(additionalHours)
  return {
    projected_balance: formatHundredths(projected),
    projected_state: balanceState(projected),
    would_exceed_pool: projected < 0,
  }
}

const covers = ({ start_date, end_date }: HoursFacts['tags'][number], date: string) =>
  start_date <= date && (end_date === null || date <= end_date)

/** The state of a balance in hundredths. */
export function balanceState(hundredths: number): BalanceState {
  if (hundredths === 0) return 'BALANCED'
  return hundredths > 0 ? 'DEFICIT' : 'SURPLUS'
}
