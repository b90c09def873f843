import { toDate, toDay } from '../../../../src/calendar.ts'
import { mondayOf } from '../../../../src/planning/facts/day.ts'
import { weekName } from '../../../../src/planning/forecast/weeks.ts'

/** The ISO week of a date, such as `2026-W49`. */
export const weekOf = (date: string) => weekName(toDay(date))

/** The Monday of an ISO week; undefined if there is no such week. The year's first week has its 4 January. */
export function mondayOfWeek(week: string): string | undefined {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(week) ?? []
  if (!year || !number || year === '0000') return undefined
  const monday = mondayOf(toDay(`${year}-01-04`)) + 7 * (Number(number) - 1)
  return weekName(monday) === week ? toDate(monday) : undefined
}

/** The week so many weeks later. */
export const weeksAfter = (week: string, count: number) =>
  weekName(toDay(mondayOfWeek(week) ?? '') + 7 * count)
