import { toDate } from '../../calendar.ts'
import { unknownChoice } from '../../errors.ts'
import type { ClinicFacts, LeftOut, ShownPart } from '../facts/clinic-facts.ts'
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
