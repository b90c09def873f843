import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { type Cause, causeOf, type OutlookChange } from './cliff-causes.ts'
import { type Ahead, staffing } from './outlook.ts'
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

function cliffBetween(
  facts: ClinicFacts,
  change: OutlookChange,
  wanted: ReadonlySet<number>,
): Omit<Cliff, 'week'> | undefined {
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
  return {
    employee,
    direction: sign < 0 ? 'LOSS' : 'GAIN',
    hours: Math.abs(gain),
    positions: gains
      .map(({ position, hours }) => ({ position, hours: sign * hours }))
      .sort((a, b) => b.hours - a.hours),
    ...causeOf(facts, change, sign),
  }
}
