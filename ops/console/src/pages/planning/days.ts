import { text } from '../../language/text.ts'

const day = 86_400_000

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
export const weekText = (week: string) => text('W{week}', { week: week.slice(-2) })
