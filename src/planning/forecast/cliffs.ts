import { toDate } from '../../calendar.ts'
import { unknownChoice } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, LeftOut, ShownPart } from '../facts/clinic-facts.ts'
import { cliffSentence } from '../words/cliff.ts'
import { type Cause, causeOf, type OutlookChange } from './cliff-causes.ts'
import { type Ahead, outlooksAhead, staffing } from './outlook.ts'
import { placeOf, positionsWithin, shownEmployee } from './parts.ts'
import type { Week } from './weeks.ts'

export const directions = ['LOSS', 'GAIN'] as const

/** Hours in hundredths; those of a position are negative where they go against the direction. */
export type Cliff = Cause & {
  employee: number
  /** The first week with the changed hours. */
  week: Week
  direction: (typeof directions)[number]
  hours: number
  positions: { position: number; hours: number }[]
}

/**
 * Every change of an employee's secure hours on the positions from one week to the next, by date, then the most hours.
 * The hours of both weeks are compared, so the end of a contract that is renewed is not a cliff.
 */
export function cliffsOf(facts: ClinicFacts, ahead: readonly Ahead[], positions: readonly number[]): Cliff[] {
  const wanted = new Set(positions)
  const staff = staffing(facts)
  return ahead
    .slice(1)
    .flatMap(({ week, outlook: after }, index) => {
      const before = (ahead[index] as Ahead).outlook
      return staff.flatMap((own, employee) => {
        const cliff = cliffBetween(facts, { employee, own, before, after }, wanted)
        return cliff ? [{ ...cliff, week }] : []
      })
    })
    .sort((a, b) => a.date - b.date || b.hours - a.hours || a.employee - b.employee)
}

function cliffBetween(facts: ClinicFacts, change: OutlookChange, wanted: ReadonlySet<number>) {
  const { employee, own, before, after } = change
  if (own.every((index) => before.secure[index] === after.secure[index])) return undefined
  const gains = own
    .map((index) => ({
      position: facts.assignments[index]?.position ?? -1,
      hours: (after.secure[index] ?? 0) - (before.secure[index] ?? 0),
    }))
    .filter(({ position, hours }) => hours !== 0 && wanted.has(position))
  const gain = gains.reduce((sum, { hours }) => sum + hours, 0)
  if (gain === 0) return undefined
  const sign = Math.sign(gain)
  const positions = gains.map(({ position, hours }) => ({ position, hours: sign * hours }))
  return {
    employee,
    direction: sign < 0 ? ('LOSS' as const) : ('GAIN' as const),
    hours: Math.abs(gain),
    positions: positions.sort((a, b) => b.hours - a.hours),
    ...causeOf(facts, change, sign),
  }
}

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
  const who = shownEmployee(facts, cliff.employee)
  const tag_name = (held && facts.tags[held.tag]?.name) ?? null
  const date = toDate(cliff.date)
  const positions = cliff.positions.map(({ position, hours }) => ({ ...placeOf(facts, position), hours }))
  const figures = {
    ...{ ...who, cause, tag_name, event, date, direction, hours, positions },
    is_past: cliff.date < facts.today,
    from: toDate(week.start),
  }
  return {
    date,
    week: week.name,
    cause,
    direction,
    ...who,
    employee_tag: held?.id ?? null,
    tag_name,
    hours: formatHundredths(hours),
    positions: positions.map((one) => ({ ...one, hours: formatHundredths(one.hours) })),
    sentence: cliffSentence(figures, language),
  }
}
