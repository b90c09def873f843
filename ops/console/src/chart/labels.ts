import type { ActivityRange } from '../../../../src/accounts/limits.ts'
import { intl } from '../language/language.ts'

/** A whole number in few characters. */
export const compact = (count: number) => intl().formatNumber(count, { notation: 'compact' })

const day = { month: 'short', day: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** The label of an instant on a time axis. */
export const tickOf = (instant: string, range: ActivityRange) =>
  intl().formatDate(instant, range === 'week' ? day : clock)

/** From when to when, as exactly as a chart of this range needs it. */
export const timesOf = (from: number, to: number, range: ActivityRange) =>
  intl().formatDateTimeRange(from, to, range === 'hour' ? clock : { ...day, ...clock })
