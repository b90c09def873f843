import { toDate, toDay } from '../../../../src/calendar.ts'
import { mondayOf } from '../../../../src/planning/facts/day.ts'
import { weekName } from '../../../../src/planning/forecast/weeks.ts'
import { say } from './text.ts'

/** The ISO week of a date, such as `2026-W49`. */
export const weekOf = (date: string) => weekName(toDay(date))

/** The Monday of an ISO week; undefined if there is no such week. Week 1 contains 4 January. */
export function mondayOfWeek(week: string): string | undefined {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(week) ?? []
  if (!year || !number || year === '0000') return undefined
  const monday = mondayOf(toDay(`${year}-01-04`)) + 7 * (Number(number) - 1)
  return weekName(monday) === week ? toDate(monday) : undefined
}

/** The week that comes `count` weeks later. */
export const weeksAfter = (week: string, count: number) =>
  weekName(toDay(mondayOfWeek(week) ?? '') + 7 * count)

/** The first and the last day of a month such as `2027-02`. */
export function daysOfMonth(yearAndMonth: string) {
  const start = `${yearAndMonth}-01`
  const next = toDate(toDay(start) + 31).slice(0, 7)
  return { date_from: start, date_to: toDate(toDay(`${next}-01`) - 1) }
}

/** Week 5 of `2027-W05`. */
export const weekText = (week: string) => say('W{week}', { week: week.slice(-2) })
