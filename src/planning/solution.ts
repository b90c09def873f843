import type { ClinicFacts } from './clinic-facts.ts'

/** What a plan is asked for. Hours are hundredths; employees, positions and units are indexes of the facts. */
export type PlanRequest = {
  /** The positions that may be filled, by unit: these units only, with those below; null for all. */
  units: readonly number[] | null
  /** The reference day. */
  day: number
  hours_limit: 'CONTRACT' | 'WEEKLY_CAP'
  demand: 'BOOKED' | 'SECURE'
  minimum: number
  /** Units with their descendants, the most urgent first. */
  priorities: readonly number[]
  exclude_employees: readonly number[]
  exclude_positions: readonly number[]
  allow: 'CREATE_AND_RAISE' | 'CREATE' | 'RAISE'
  keep: readonly PlannedLine[]
}

/** New hours of an employee on a position: a new assignment, or the raise of one. */
export type PlannedLine = { employee: number; position: number; assignment: number | null; added: number }

/** Why no plan can give more hours: lacking - short.lacking + short.free. */
export type Certificate = {
  lacking: number
  /** The positions that stay short in any plan, and everybody with hours left who may fill one of them. */
  short: { positions: number[]; lacking: number; people: number[]; free: number }
  maximum: number
}

export type Solution = {
  lines: PlannedLine[]
  planned: number
  /** With the minimum; what the certificate proves. */
  maximum: number
  maximum_without_minimum: number
  new_assignments_at_least: number
  certificate: Certificate
}

export type Solve = (facts: ClinicFacts, request: PlanRequest) => Solution
