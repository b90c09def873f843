import type { ActivityRange } from '../../../src/operators/activity.ts'

export const whole = (count: number) => new Intl.NumberFormat().format(count)

/** A whole number in few characters. */
export const compact = (count: number) =>
  new Intl.NumberFormat(undefined, { notation: 'compact' }).format(count)

const day = { month: 'short', day: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** The label of an instant on a time axis. */
export const tickOf = (instant: string, range: ActivityRange) =>
  new Intl.DateTimeFormat(undefined, range === 'week' ? day : clock).format(new Date(instant))

/** From when to when, as exactly as a chart of this range needs it. */
export const timesOf = (from: number, to: number, range: ActivityRange) =>
  new Intl.DateTimeFormat(undefined, range === 'hour' ? clock : { ...day, ...clock }).formatRange(from, to)
