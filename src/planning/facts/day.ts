import { toDate, toDay } from '../../calendar.ts'
import { invalid } from '../../errors.ts'
import type { ClinicFacts, EmployeeFacts, HeldTagFacts } from './clinic-facts.ts'

/** From one day to another, both inclusive. */
export type Period = Pick<HeldTagFacts, 'start' | 'end'>

/** Monday of the day's ISO week. 1970-01-01 was a Thursday. */
export const mondayOf = (day: number) => day - ((((day + 3) % 7) + 7) % 7)

/** Whether the period, such as that of a tag that is held, includes the day. */
export const covers = ({ start, end }: Period, day: number) => start <= day && day <= end

/** On how many days of the day's ISO week the tag is held. */
export function daysInWeek({ start, end }: HeldTagFacts, day: number): number {
  const monday = mondayOf(day)
  return Math.max(0, Math.min(end, monday + 6) - Math.max(start, monday) + 1)
}

/** The indexes of the tags that the employee holds on the day, sorted, each once (D33). */
export function tagsOn({ tags }: EmployeeFacts, day: number): number[] {
  const held = new Set(tags.filter((tag) => covers(tag, day)).map(({ tag }) => tag))
  return [...held].sort((a, b) => a - b)
}

/**
 * The employee's weekly pool at the reference day, in hundredths: the effective hours of `hoursBalance` (D34), less the
 * headroom.
 */
export function poolOn({ tags, headroom }: PoolFacts, employee: EmployeeFacts, day: number): number {
  let base = 0
  let reductions = 0
  for (const held of employee.tags) {
    const delta = tags[held.tag]?.hours_delta ?? 0
    if (delta > 0 && covers(held, day)) base += delta
    if (delta < 0) reductions += delta * daysInWeek(held, day)
  }
  return withoutHeadroom(Math.max(0, base + Math.round(reductions / 7)), headroom)
}

type PoolFacts = Pick<ClinicFacts, 'tags' | 'headroom'>

/** What people really give of their hours, rounded down. */
export const withoutHeadroom = (hours: number, headroom: number) =>
  Math.floor((hours * (100_00 - headroom)) / 100_00)

const mostDaysAhead = 26 * 7

/** The day of the date; 400 if planning does not look there. */
export function referenceDay({ today }: ClinicFacts, reference_date: string): number {
  const day = toDay(reference_date)
  const problem = dayProblem(today, day)
  if (problem) throw invalid('reference_date', problem)
  return day
}

/** What is wrong with a reference day. */
export function dayProblem(today: number, day: number) {
  if (day < today) return `Ensure this date is not before ${toDate(today)}.`
  if (day > today + mostDaysAhead) return `Ensure this date is not after ${toDate(today + mostDaysAhead)}.`
}
