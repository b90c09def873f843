import type { Decimal } from 'decimal.js'
import { isoWeek, overlapDays } from './calendar.ts'
import { formatHours, sumHours, toDecimal } from './hours.ts'
import { compareText } from './text-order.ts'

export const balanceStates = ['DEFICIT', 'BALANCED', 'SURPLUS'] as const
export type BalanceState = (typeof balanceStates)[number]

/** The ACTIVE tags that overlap the ISO week, and the hours and number of the ACTIVE assignments. */
export type HoursFacts = {
  tags: { name: string; hours_delta: string; start_date: string; end_date: string | null }[]
  assigned_hours: string
  assignment_count: number
}

export type HoursBalance = {
  period: { start_date: string; end_date: string }
  pool: { base_hours: string; adjustment_delta: string; effective_hours: string }
  consumption: { assigned_hours: string; assignment_count: number }
  balance: string
  state: BalanceState
  tags: string[]
  error: 'NO_ACTIVE_TAGS' | null
}

/**
 * The hours balance for the week of the reference date, without employee_id and computed_at. Positive tags count in
 * full when they cover the date, negative ones in proportion to their days in the week (D34).
 */
export function hoursBalance(referenceDate: string, facts: HoursFacts): HoursBalance {
  const period = isoWeek(referenceDate)
  const base = facts.tags.filter(
    ({ hours_delta, start_date, end_date }) =>
      toDecimal(hours_delta).gt(0) &&
      start_date <= referenceDate &&
      referenceDate <= (end_date ?? referenceDate),
  )
  const reductions = facts.tags
    .filter((tag) => toDecimal(tag.hours_delta).lt(0))
    .map((tag) => toDecimal(tag.hours_delta).times(overlapDays(tag, period)))
  const baseHours = sumHours(base.map((tag) => tag.hours_delta))
  const adjustment = sumHours(reductions).div(7).toDecimalPlaces(2)
  const pool = baseHours.plus(adjustment)
  const effectiveHours = pool.lt(0) ? toDecimal('0') : pool
  const balance = effectiveHours.minus(facts.assigned_hours)
  return {
    period,
    pool: {
      base_hours: formatHours(baseHours),
      adjustment_delta: formatHours(adjustment),
      effective_hours: formatHours(effectiveHours),
    },
    consumption: {
      assigned_hours: formatHours(toDecimal(facts.assigned_hours)),
      assignment_count: facts.assignment_count,
    },
    balance: formatHours(balance),
    state: balanceState(balance),
    tags: facts.tags.map((tag) => tag.name).sort(compareText),
    error: base.length === 0 ? 'NO_ACTIVE_TAGS' : null,
  }
}

/** The balance with `additionalHours` more assigned, or fewer when negative (D44). */
export function simulateHours(current: Pick<HoursBalance, 'balance'>, additionalHours: string) {
  const projected = toDecimal(current.balance).minus(additionalHours)
  return {
    projected_balance: formatHours(projected),
    projected_state: balanceState(projected),
    would_exceed_pool: projected.lt(0),
  }
}

function balanceState(balance: Decimal): BalanceState {
  if (balance.isZero()) return 'BALANCED'
  return balance.gt(0) ? 'DEFICIT' : 'SURPLUS'
}
