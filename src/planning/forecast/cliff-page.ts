import { toDate } from '../../calendar.ts'
import { unknownChoice } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, LeftOut, ShownPart } from '../facts/clinic-facts.ts'
import { cliffSentence } from '../words/cliff.ts'
import type { Cause } from './cliff-causes.ts'
import { type Cliff, cliffsOf } from './cliffs.ts'
import { outlooksAhead } from './outlook.ts'
import { placeOf, positionsWithin } from './parts.ts'

export type CliffsInput = {
  weeks: number
  org_unit_id: string | null
  cause: Cause['cause'] | null
  /** The id of an employee; null for everybody. */
  employee: string | null
  direction: Cliff['direction']
  /** The name of the first week with the changed hours. */
  week?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  left_out?: LeftOut
} & ShownPart

/** One page of the cliffs of a direction, with the number of all of them. */
export function cliffs(facts: ClinicFacts, input: CliffsInput) {
  const { cause, direction, week, date_from, date_to, limit, offset } = input
  const employee = input.employee && facts.employees.findIndex(({ id }) => id === input.employee)
  if (employee === -1 && !input.left_out?.[input.employee ?? '']) throw unknownChoice('employee')
  const positions = positionsWithin(facts, input.org_unit_id)
  const found = cliffsOf(facts, outlooksAhead(facts, input.weeks), positions).filter((cliff) => {
    const day = toDate(cliff.date)
    return (
      cliff.direction === direction &&
      cliff.cause === (cause ?? cliff.cause) &&
      cliff.employee === (employee ?? cliff.employee) &&
      cliff.week.name === (week ?? cliff.week.name) &&
      (date_from ?? day) <= day &&
      day <= (date_to ?? day)
    )
  })
  return {
    count: found.length,
    rows: found.slice(offset, offset + limit).map((cliff) => shownCliff(facts, cliff, input.language)),
  }
}

/** A cliff as clients see it, with a sentence that sums it up. */
export function shownCliff(facts: ClinicFacts, cliff: Cliff, language?: Language) {
  const { held, week, cause, direction, event, hours } = cliff
  const { id = '', name = '' } = facts.employees[cliff.employee] ?? {}
  const tag_name = (held && facts.tags[held.tag]?.name) ?? null
  const date = toDate(cliff.date)
  const positions = cliff.positions.map(({ position, hours }) => ({ ...placeOf(facts, position), hours }))
  const figures = {
    ...{ cause, tag_name, event, date, direction, hours, positions },
    employee_name: name,
    is_past: cliff.date < facts.today,
    from: toDate(week.start),
  }
  return {
    date,
    week: week.name,
    cause,
    direction,
    employee: id,
    employee_name: name,
    employee_tag: held?.id ?? null,
    tag_name,
    hours: formatHundredths(hours),
    positions: positions.map((one) => ({ ...one, hours: formatHundredths(one.hours) })),
    sentence: cliffSentence(figures, language),
  }
}
