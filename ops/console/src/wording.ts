import type { Scope } from '../../../src/limits.ts'
import type { ActivityRange } from '../../../src/operators/activity.ts'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const shortClock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** All times are shown in the browser's time zone. */
export const timeOf = (instant: string | number) => clock.format(new Date(instant))
export const momentOf = (instant: string | null) => (instant ? moment.format(new Date(instant)) : 'Never')
export const tickOf = (instant: string, range: ActivityRange) =>
  (range === 'week' ? weekday : shortClock).format(new Date(instant))

/** A span of time, rounded to one unit, such as "12 min". */
export function span(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

/** How far away an instant is, such as "in 12 min" or "3 h ago". */
export function fromNow(instant: string): string {
  const seconds = Math.round((new Date(instant).getTime() - Date.now()) / 1000)
  if (Math.abs(seconds) < 2) return 'just now'
  return seconds > 0 ? `in ${span(seconds)}` : `${span(-seconds)} ago`
}

/** The period of a rate: `hour` for 3600 seconds. */
export const periodOf = (seconds: number) =>
  new Map([
    [1, 'second'],
    [60, 'minute'],
    [3600, 'hour'],
    [86_400, 'day'],
  ]).get(seconds) ?? `${seconds} seconds`

/** A decimal without trailing zeros: `12.50` is 12.5. */
export const number = (decimal: string) => decimal.replace(/\.?0+$/, '') || '0'
export const percent = (decimal: string) => `${number(decimal)}%`
export const hours = (decimal: string) => `${number(decimal)} h`
export const fte = (decimal: string) => `${number(decimal)} FTE`

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** A constant in words: `ON_LEAVE` is "on leave". */
export const words = (constant: string) =>
  constant === 'OVER_COVERED' ? 'over-covered' : constant.toLowerCase().replaceAll('_', ' ')
export const sentence = (constant: string) => {
  const text = words(constant)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function bytes(count: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${(count / 1024 ** power).toFixed(power ? 1 : 0)} ${units[power]}`
}

/** What the states of a balance mean, because their names are easily misread. */
export const balanceMeaning = {
  DEFICIT: 'unused hours: the person could work more',
  BALANCED: 'all hours are used',
  SURPLUS: 'assigned more than the contract hours',
} as const

/** What each scope counts, and what its keys are. */
export const scopeWords: Record<Scope, { counts: string; key: string }> = {
  anon: { counts: 'Requests without a session, by address', key: 'Address' },
  user: { counts: 'Requests by signed-in users, by user', key: 'User ID' },
  planning: { counts: 'Plans, plans applied and scenarios, by user', key: 'User ID' },
  login: { counts: 'Login attempts, by address', key: 'Address' },
  account: { counts: 'Failed logins from new addresses, by account', key: 'User ID' },
  token_refresh: { counts: 'Token refreshes, by session', key: 'Session or address' },
  logout: { counts: 'Sign-outs, by session', key: 'Session or address' },
}
