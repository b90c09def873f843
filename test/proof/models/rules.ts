import {
  type Assignment,
  activeOf,
  assignedHours,
  type Clinic,
  day,
  type Employee,
  holds,
  type Position,
} from './clinic.ts'

export type Terms = { employee: Employee; position: Position; hours: number; date: string | null }

const hour = 100
const weeklyCap = 60 * hour
const shift = 8 * hour
const shiftLimit = 6
const contractWarning = 30

/** Whether the employee has another active assignment to the position. */
export const isPairTaken = (clinic: Clinic, { employee, position }: Terms, except?: Assignment) =>
  activeOf(clinic, { employee, position }).some((one) => one !== except)

/** The codes of the rules that the terms break, by severity; the assignment under change is left out. */
export function violations(clinic: Clinic, terms: Terms, except?: Assignment) {
  const { employee, position, hours, date } = terms
  const others = (whose: { employee?: Employee; position?: Position }) =>
    assignedHours(activeOf(clinic, whose).filter((one) => one !== except))
  const weekly = others({ employee }) + hours
  const missing = clinic.required.filter(
    (one) => one.position === position && !holds(clinic, employee, { tag: one.tag, date: date ?? day(0) }),
  )
  const ending = clinic.held.some(
    ({ employee: holder, tag, status, end }) =>
      holder === employee &&
      status === 'ACTIVE' &&
      tag.category === 'CONTRACT' &&
      end !== null &&
      end >= day(0) &&
      end <= day(contractWarning),
  )
  const broken = (rules: Record<string, boolean>) =>
    Object.entries(rules)
      .filter(([, isBroken]) => isBroken)
      .map(([code]) => code)
  return {
    blocking: broken({
      MAX_WEEKLY_HOURS: weekly > weeklyCap,
      DUPLICATE_ASSIGNMENT: isPairTaken(clinic, terms, except),
      EMPLOYEE_TERMINATED: employee.status === 'TERMINATED',
      TAG_REQUIREMENT_MISMATCH: missing.some(({ isMandatory }) => isMandatory),
    }),
    warnings: broken({
      TAG_REQUIREMENT_MISMATCH: missing.some(({ isMandatory }) => !isMandatory),
      MAX_CONSECUTIVE_SHIFTS: Math.ceil(weekly / shift) >= shiftLimit,
      COVERAGE_EXCEEDED: others({ position }) + hours > position.required,
    }),
    info: broken({ CONTRACT_NEAR_EXPIRY: ending }),
  }
}
