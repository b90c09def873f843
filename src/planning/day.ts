import type { ClinicFacts, EmployeeFacts, HeldTagFacts } from './clinic-facts.ts'

/** Monday of the day's ISO week. 1970-01-01 was a Thursday. */
export const mondayOf = (day: number) => day - ((((day + 3) % 7) + 7) % 7)

const covers = ({ start, end }: HeldTagFacts, day: number) => start <= day && day <= end

/** The indexes of the tags that the employee holds on the day, sorted, each once (D33). */
export function tagsOn({ tags }: EmployeeFacts, day: number): number[] {
  const held = new Set(tags.filter((tag) => covers(tag, day)).map(({ tag }) => tag))
  return [...held].sort((a, b) => a - b)
}

/** The employee's weekly pool at the reference day, in hundredths: the effective hours of `hoursBalance` (D34). */
export function poolOn({ tags }: Pick<ClinicFacts, 'tags'>, employee: EmployeeFacts, day: number): number {
  const monday = mondayOf(day)
  let base = 0
  let reductions = 0
  for (const held of employee.tags) {
    const delta = tags[held.tag]?.hours_delta ?? 0
    if (delta > 0 && covers(held, day)) base += delta
    if (delta < 0) {
      const days = Math.min(held.end, monday + 6) - Math.max(held.start, monday) + 1
      reductions += delta * Math.max(0, days)
    }
  }
  return Math.max(0, base + Math.round(reductions / 7))
}
