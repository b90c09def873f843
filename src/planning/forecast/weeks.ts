import { toDate, toDay } from '../../calendar.ts'
import { mondayOf } from '../facts/day.ts'

/** The maximum number of weeks that planning looks ahead, including the current one. */
export const mostWeeks = 26

/** An ISO week. Tags and pools are those of its `reference` day: today in the first week, the Monday in later ones. */
export type Week = { name: string; start: number; end: number; reference: number }

/** The current week and those after it. */
export function weeksAhead(today: number, count: number): Week[] {
  const monday = mondayOf(today)
  return Array.from({ length: count }, (_, index) => {
    const start = monday + 7 * index
    return { name: weekName(start), start, end: start + 6, reference: index === 0 ? today : start }
  })
}

/** A week as clients see it. */
export const shownWeek = ({ name, start, end, reference }: Week) => ({
  week: name,
  start_date: toDate(start),
  end_date: toDate(end),
  reference_date: toDate(reference),
})

/** `2026-W48`: an ISO week belongs to the year that its Thursday is in. */
export function weekName(day: number): string {
  const thursday = mondayOf(day) + 3
  const year = toDate(thursday).slice(0, 4)
  const week = Math.floor((thursday - toDay(`${year}-01-01`)) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
