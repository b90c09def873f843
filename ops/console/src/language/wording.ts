import type { ActivityRange } from '../../../../src/accounts/limits.ts'
import type { Constant } from './constants.ts'
import { intl } from './language.ts'
import { say } from './text.ts'

const inUtc = { timeZone: 'UTC' } as const
const dayAndMonth = { day: 'numeric', month: 'short' } as const
const minute = { hour: 'numeric', minute: '2-digit' } as const
const clock = { ...minute, second: '2-digit' } as const
const exact = { dateStyle: 'full', timeStyle: 'long' } as const

/** All times are shown in the browser's time zone. */
export const timeOf = (instant: string | number) => intl().formatTime(instant, clock)
export const momentOf = (instant: string | null) =>
  instant ? intl().formatDate(instant, { dateStyle: 'medium', timeStyle: 'short' }) : say('Never')
/** The date, the time and the zone. */
export const exactMomentOf = (instant: string) => intl().formatDate(instant, exact)

/** The day of an instant. */
export const dayAt = (instant: string) => intl().formatDate(instant, { dateStyle: 'medium' })

/** A calendar day such as `2026-11-16`, which has no zone. */
export const dayOf = (date: string) => intl().formatDate(date, { ...inUtc, dateStyle: 'medium' })
export const shortDayOf = (date: string) => intl().formatDate(date, { ...inUtc, ...dayAndMonth })
export const daysOf = (start: string, end: string) =>
  intl().formatDateTimeRange(start, end, { ...inUtc, ...dayAndMonth })
export const monthOf = (yearAndMonth: string) =>
  intl().formatDate(`${yearAndMonth}-01`, { ...inUtc, month: 'long', year: 'numeric' })

/** The label of an instant on a time axis. */
export const tickOf = (instant: string, range: ActivityRange) =>
  intl().formatDate(instant, range === 'week' ? dayAndMonth : minute)

/** The start and end of a period, as precise as a chart of this range needs. */
export const timesOf = (from: number, to: number, range: ActivityRange) =>
  intl().formatDateTimeRange(from, to, range === 'hour' ? minute : { ...dayAndMonth, ...minute })

/** A span of time, rounded to one unit, such as "12 min". */
export function span(seconds: number): string {
  if (seconds < 90) return say('{count} s', { count: seconds })
  if (seconds < 5400) return say('{count} min', { count: Math.round(seconds / 60) })
  if (seconds < 129_600) return say('{count} h', { count: Math.round(seconds / 3600) })
  return say('{count, plural, one {# day} other {# days}}', { count: Math.round(seconds / 86_400) })
}

/** How far away an instant is, such as "in 12 min" or "3 h ago". */
export function fromNow(instant: string): string {
  const seconds = Math.round((new Date(instant).getTime() - Date.now()) / 1000)
  if (Math.abs(seconds) < 2) return say('just now')
  return seconds > 0 ? say('in {span}', { span: span(seconds) }) : say('{span} ago', { span: span(-seconds) })
}

/** The period of a rate: `hour` for 3600 seconds. */
export function periodOf(seconds: number): string {
  const one = ({ 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' } as const)[seconds]
  return one ? say(one) : say('{count, plural, one {# second} other {# seconds}}', { count: seconds })
}

const withDigits = (digits?: number) => ({
  minimumFractionDigits: digits ?? 0,
  maximumFractionDigits: digits ?? 2,
})

/** A whole or decimal number; with `digits`, that many after the point. */
export const number = (decimal: string | number, digits?: number) =>
  intl().formatNumber(Number(decimal), withDigits(digits)).replace('-', '−')
/** A whole number in few characters. */
export const compact = (count: number) => intl().formatNumber(count, { notation: 'compact' })
export const percent = (decimal: string | number, digits?: number) =>
  intl().formatNumber(Number(decimal) / 100, { style: 'percent', ...withDigits(digits) })
export const hours = (decimal: string | number, digits?: number) => `${number(decimal, digits)} h`
export const fte = (decimal: string | number) => say('{number} FTE', { number: number(decimal) })

/** The user's name; the email of those who have none. */
export const nameOfUser = (user: { given_name: string; family_name: string; email: string }) =>
  `${user.given_name} ${user.family_name}`.trim() || user.email

/** "Noa Prat" of "Prat, Noa": lists begin with the family name, sentences with the given name. */
export const spokenName = (name: string) => name.split(', ').toReversed().join(' ')

/** The user's name as lists have it, "Prat, Noa"; the email of those who have none. */
export const listedName = (user: { given_name: string; family_name: string; email: string }) =>
  [user.family_name, user.given_name].filter(Boolean).join(', ') || user.email

/** A tag by both its names: the display name, and the name in the catalogue. */
export const tagText = (displayName: string, name: string) =>
  displayName && displayName !== name ? `${displayName} (${name})` : name

/** The English texts of constants whose names do not read as such. */
const named = {
  OVER_COVERED: 'over-covered',
  ADMIN: 'administrator',
  login: 'sign in',
  failed_login: 'failed sign-in',
  refresh: 'token refresh',
  failed_refresh: 'failed token refresh',
  reuse: 'reuse of a token',
  logout: 'sign out',
  ended_session: 'use of an ended session',
  csrf: 'request from another site',
  role: 'not allowed for the role',
  personal_data_export: 'export of personal data',
  session_end: 'session ended',
  reauthentication: 'password confirmed',
  failed_reauthentication: 'password not confirmed',
  OPERATOR: 'by an operator',
  FAILED: 'failed for three days',
  GONE: 'the receiver is gone (410)',
  BEHIND: 'its place is no longer known',
} satisfies Partial<Record<Constant, string>>

/** A constant in words: `ON_LEAVE` is "on leave". */
export const words = (constant: string) => {
  const isNamed = Object.hasOwn(named, constant)
  const english = isNamed
    ? named[constant as keyof typeof named]
    : constant.toLowerCase().replaceAll('_', ' ')
  return intl().formatMessage({ id: constant, defaultMessage: english })
}
export const sentence = (constant: string) => {
  const inWords = words(constant)
  return inWords.charAt(0).toUpperCase() + inWords.slice(1)
}

export function bytes(count: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${number(count / 1024 ** power, power ? 1 : 0)} ${units[power]}`
}
