import { toDate } from '../../calendar.ts'
import { notFound } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import { hoursBalance } from '../../people/hours-balance.ts'
import { type ClinicFacts, type EmployeeFacts, tagNames } from '../facts/clinic-facts.ts'
import { daysInWeek } from '../facts/day.ts'
import { cliffsOf, shownCliff } from './cliffs.ts'
import { aloneIn, missingTags, outlooksAhead } from './outlook.ts'

export type EmployeeForecastInput = {
  employee: string
  weeks: number
  computed_at: string
  language?: Language | undefined
}

/** The hours balances of one employee in the coming weeks, what their assignments lack, and what changes when. */
export function employeeForecast(facts: ClinicFacts, input: EmployeeForecastInput) {
  const { employee: id, weeks, computed_at, language } = input
  const index = facts.employees.findIndex((one) => one.id === id)
  const employee = facts.employees[index]
  if (!employee) throw notFound()
  const own = facts.assignments.filter((one) => one.employee === index)
  const alone = aloneIn(facts, employee, own)
  const ahead = outlooksAhead(alone, weeks)
  return {
    computed_at,
    weeks: ahead.map(({ week, outlook }) => ({
      week: week.name,
      reference_date: toDate(week.reference),
      employee_id: id,
      ...balanceIn(alone, employee, week.reference),
      computed_at,
      secure_hours: formatHundredths(outlook.secure.reduce((sum, hours) => sum + hours, 0)),
      missing_tags_by_assignment: missingOn(alone, week.reference),
    })),
    cliffs: cliffsOf(alone, ahead, [...facts.positions.keys()]).map((cliff) =>
      shownCliff(alone, cliff, language),
    ),
  }
}

function balanceIn({ tags, assignments }: ClinicFacts, employee: EmployeeFacts, day: number) {
  const active = assignments.filter(({ is_suspended }) => !is_suspended)
  const date = toDate(day)
  return hoursBalance(date, {
    tags: employee.tags
      .filter((held) => daysInWeek(held, day) > 0)
      .map(({ tag, start, end }) => ({
        name: tags[tag]?.name ?? '',
        hours_delta: formatHundredths(tags[tag]?.hours_delta ?? 0),
        start_date: toDate(start),
        end_date: end === Number.POSITIVE_INFINITY ? null : toDate(end),
      })),
    assigned_hours: formatHundredths(active.reduce((sum, { hours }) => sum + hours, 0)),
    assignment_count: active.length,
  })
}

/** The ACTIVE assignments whose position requires a tag that the employee does not hold on the day. */
function missingOn(facts: ClinicFacts, day: number) {
  return facts.assignments.flatMap((assignment) => {
    const missing = assignment.is_suspended ? [] : missingTags(facts, assignment, day)
    const { id: position_id = '', title: position_title = '' } = facts.positions[assignment.position] ?? {}
    const missing_tags = tagNames(facts, missing)
    return missing.length ? [{ assignment: assignment.id, position_id, position_title, missing_tags }] : []
  })
}
