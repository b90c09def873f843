import type { ClinicFacts, EmployeeFacts, PositionFacts } from './clinic-facts.ts'
import { refusesOverCoverage } from './rules.ts'

// The one place that knows who is on duty on a date, and what a position requires on it.

/** Whether the employee works on the day: people go on working while a proposal awaits their answer. */
export const isOnDuty = ({ status, previous_status, expected = Infinity }: EmployeeFacts, day: number) =>
  status === 'ACTIVE' || (status === 'PROPOSAL_PENDING' && previous_status === 'ACTIVE') || expected <= day

/** The employee on the day, if they come as expected; a proposal goes on awaiting their answer. */
export function employeeOn(employee: EmployeeFacts, day: number): EmployeeFacts {
  const { status, expected = Infinity } = employee
  const changed = status === 'PROPOSAL_PENDING' ? 'previous_status' : 'status'
  return expected > day ? employee : { ...employee, [changed]: 'ACTIVE', expected: undefined }
}

/** What the position requires on the day, in hundredths. */
export const requiredOn = ({ required, dated = [] }: PositionFacts, day: number) =>
  dated.findLast(({ from }) => from <= day)?.required ?? required

/** The hours that planning fills: what a date requires, but no more than the position itself does if a rule refuses more. */
export const plannedHours = (own: number, dated: number, isBounded: boolean) =>
  isBounded ? Math.min(own, dated) : dated

/**
 * The clinic on the day, if everything comes as its known dates say. Today the rules go by what positions themselves
 * require, and no plan exceeds that where a rule refuses to (`isBounded`); for later days, they are taken as changed.
 */
export function clinicOn(
  facts: ClinicFacts,
  day: number,
  isBounded = day <= facts.today && refusesOverCoverage(facts),
): ClinicFacts {
  return {
    ...facts,
    employees: facts.employees.map((employee) => employeeOn(employee, day)),
    positions: facts.positions.map((position) => {
      const own = position.own ?? position.required
      return {
        ...position,
        required: plannedHours(own, requiredOn(position, day), isBounded),
        own: day > facts.today ? undefined : own,
        dated: undefined,
      }
    }),
  }
}
