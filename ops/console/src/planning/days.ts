const inUtc = { timeZone: 'UTC' } as const
const long = new Intl.DateTimeFormat(undefined, { ...inUtc, day: 'numeric', month: 'short', year: 'numeric' })
const short = new Intl.DateTimeFormat(undefined, { ...inUtc, day: 'numeric', month: 'short' })
const month = new Intl.DateTimeFormat(undefined, { ...inUtc, month: 'long', year: 'numeric' })
const day = 86_400_000

export const dayText = (date: string) => long.format(new Date(date))
export const shortDayText = (date: string) => short.format(new Date(date))
export const daysText = (start: string, end: string) => short.formatRange(new Date(start), new Date(end))
export const monthText = (yearAndMonth: string) => month.format(new Date(`${yearAndMonth}-01`))

/** A number of days after a date. */
const daysAfter = (date: string, days: number) =>
  new Date(new Date(date).getTime() + days * day).toISOString().slice(0, 10)

/** The first and the last day of a month such as `2027-02`. */
export function daysOfMonth(yearAndMonth: string) {
  const start = `${yearAndMonth}-01`
  const next = daysAfter(start, 31).slice(0, 7)
  return { date_from: start, date_to: daysAfter(`${next}-01`, -1) }
}

/** Week 5 of `2027-W05`. */
export const weekText = (week: string) => `W${week.slice(-2)}`
