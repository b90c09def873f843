import { toDate } from '../../calendar.ts'
import { unknownChoice } from '../../errors.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, LeftOut } from '../facts/clinic-facts.ts'
import type { Cause } from './cliff-causes.ts'
import { type Cliff, cliffsOf } from './cliffs.ts'
import { outlooksAhead } from './outlook.ts'
import { positionsWithin } from './parts.ts'
import { shownCliff } from './shown-cliff.ts'

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
  limit: number
  offset: number
  language?: Language | undefined
}

/** One page of the cliffs of a direction, with the number of all of them. */
export function cliffs(facts: ClinicFacts, input: CliffsInput) {
  const { cause, direction, limit, offset } = input
  const employee = input.employee && facts.employees.findIndex(({ id }) => id === input.employee)
  if (employee === -1 && !input.left_out?.[input.employee ?? '']) throw unknownChoice('employee')
  const positions = positionsWithin(facts, input.org_unit_id)
  const found = cliffsOf(facts, outlooksAhead(facts, input.weeks), positions).filter(
    (cliff) =>
      cliff.direction === direction &&
      (cause === null || cliff.cause === cause) &&
      (employee === null || cliff.employee === employee) &&
      isWithin(cliff, input),
  )
  return {
    count: found.length,
    rows: found.slice(offset, offset + limit).map((cliff) => shownCliff(facts, cliff, input.language)),
  }
}

function isWithin(cliff: Cliff, { week, date_from, date_to }: CliffsInput): boolean {
  const day = toDate(cliff.date)
  const isOfWeek = week === undefined || week === cliff.week.name
  return isOfWeek && (date_from ?? day) <= day && day <= (date_to ?? day)
}
