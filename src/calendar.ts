const millisecondsPerDay = 86_400_000

// Dates are text, YYYY-MM-DD, so a year has four digits.
const firstDate = '0001-01-01'
const lastDate = '9999-12-31'

/** Whether the text is a real, zero-padded calendar day. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < firstDate) return false
  const day = toDay(text)
  return !Number.isNaN(day) && toDate(day) === text
}

/** The date `days` later, or earlier when negative; never before the first or after the last date. */
export function addDays(date: string, days: number): string {
  return toDate(Math.min(Math.max(toDay(date) + days, toDay(firstDate)), toDay(lastDate)))
}

/** Days from one date to another, negative when `to` is the earlier. */
export function daysBetween(from: string, to: string): number {
  return toDay(to) - toDay(from)
}

/** Monday to Sunday of the ISO week that contains the date. */
export function isoWeek(date: string): { start_date: string; end_date: string } {
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7
  return { start_date: addDays(date, -daysSinceMonday), end_date: addDays(date, 6 - daysSinceMonday) }
}

type Period = { start_date: string; end_date: string | null }

/** Days that two periods share, both ends included; an end of null is open. */
export function overlapDays(a: Period, b: Period): number {
  const start = Math.max(toDay(a.start_date), toDay(b.start_date))
  const end = Math.min(toDay(a.end_date ?? lastDate), toDay(b.end_date ?? lastDate))
  return Math.max(0, end - start + 1)
}

/**
 * Returns a function that gives the date at an instant in the time zone, an IANA name (D25). Keep that function,
 * because making a formatter costs a hundred times more than using it. The date is cached for a second, because even
 * one use costs more than the rest of a simple request.
 */
export function calendarIn(zone: string): (instant: Date) => string {
  // Swedish writes its dates as YYYY-MM-DD.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  let shown = { second: Number.NaN, date: '' }
  return (instant) => {
    const second = Math.floor(instant.getTime() / 1000)
    if (shown.second !== second) shown = { second, date: formatter.format(instant) }
    return shown.date
  }
}

/** Days from 1970-01-01 to the date. */
// Parsing text, unlike Date.UTC, reads the year 0050 as 50 and not as 1950.
export function toDay(date: string): number {
  return Date.parse(date) / millisecondsPerDay
}

/** The date this many days after 1970-01-01. */
export function toDate(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10)
}
