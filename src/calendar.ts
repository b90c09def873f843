const millisecondsPerDay = 86_400_000

// A date is text, YYYY-MM-DD, and so has no year beyond these.
const firstDate = '0001-01-01'
const lastDate = '9999-12-31'

/** Whether the text is a real, zero-padded calendar day. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < firstDate) return false
  const day = toDay(text)
  return !Number.isNaN(day) && toDate(day) === text
}

/** The date `days` later, or earlier when negative; stops at the first and the last date there is. */
export function addDays(date: string, days: number): string {
  return toDate(Math.min(Math.max(toDay(date) + days, toDay(firstDate)), toDay(lastDate)))
}

/** Days from one date to another, negative when `to` is the earlier. */
export function daysBetween(from: string, to: string): number {
  return toDay(to) - toDay(from)
}

/** Monday to Sunday of the ISO week that contains the date (contract, "Hours balance"). */
export function isoWeek(date: string): { start_date: string; end_date: string } {
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7
  return { start_date: addDays(date, -daysSinceMonday), end_date: addDays(date, 6 - daysSinceMonday) }
}

/** Days that two periods share, both ends included; an end of null is open. */
export function overlapDays(aStart: string, aEnd: string | null, bStart: string, bEnd: string): number {
  const start = Math.max(toDay(aStart), toDay(bStart))
  const end = Math.min(toDay(aEnd ?? lastDate), toDay(bEnd))
  return Math.max(0, end - start + 1)
}

// Making a formatter costs a hundred times what using it does, and using it more than all else of a simple request.
const calendars = new Map<string, { formatter: Intl.DateTimeFormat; second?: number; date: string }>()

/** The date that a calendar in the time zone (IANA name) shows at the instant (D25). */
export function dateIn(zone: string, instant: Date): string {
  // Swedish writes its dates as YYYY-MM-DD.
  const calendar = calendars.get(zone) ?? {
    formatter: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }),
    date: '',
  }
  calendars.set(zone, calendar)
  const second = Math.floor(instant.getTime() / 1000)
  if (calendar.second !== second) {
    calendar.date = calendar.formatter.format(instant)
    calendar.second = second
  }
  return calendar.date
}

// Parsing text, unlike Date.UTC, reads the year 0050 as 50 and not as 1950.
function toDay(date: string): number {
  return Date.parse(date) / millisecondsPerDay
}

function toDate(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10)
}
