import type { HoursLimit } from '../facts/clinic-facts.ts'

/** The request for a plan. Hours are hundredths; employees, positions and units are indexes of the facts. */
export type PlanRequest = {
  /** The units whose positions may be filled, with all units below them; null for all positions. */
  units: readonly number[] | null
  /** The reference day. */
  day: number
  hours_limit: HoursLimit
  demand: 'BOOKED' | 'SECURE'
  /** The fewest hours of a new assignment, unless its position lacks less. */
  minimum: number
  /** Units with their descendants, the most urgent first. */
  priorities: readonly number[]
  exclude_employees: readonly number[]
  exclude_positions: readonly number[]
  allow: 'CREATE_AND_RAISE' | 'CREATE' | 'RAISE'
  /** Lines of an earlier plan, to be planned again as far as they still fit. */
  keep: readonly PlannedLine[]
}

/** New hours of an employee on a position: a new assignment, or the raise of one. In a rebalance, `added` may be negative. */
export type PlannedLine = { employee: number; position: number; assignment: number | null; added: number }

/** A person who may be given hours. Hours are hundredths; demands are indexes of the problem. */
export type Person = {
  /** Null for an imagined person. */
  employee: number | null
  /** Hours that may still be assigned. */
  free: number
  /** The tags held on the day, sorted. */
  tags: readonly number[]
  /** Assignments that can be raised. */
  raises: readonly { demand: number; assignment: number }[]
  /** Demands that the person may not be assigned to, even with the right tags. */
  barred: readonly number[]
}

/** A person and a demand, by their indexes. */
export type Pair = { person: number; demand: number }

/** The hours that a position lacks; `tags` are the mandatory ones, sorted. `priority` 0 is the most urgent. */
export type Demand = { position: number; need: number; tags: readonly number[]; priority: number }

/**
 * The planning problem of one day: who may be given how many hours, and which positions lack how many. People without
 * free hours and positions that lack nothing are part of it, so that a what-if can change them.
 */
export type Problem = {
  people: Person[]
  demands: Demand[]
  /** People with less than this free take no new assignment; their assignments can be raised. */
  minimum: number
  allow: PlanRequest['allow']
  /** Indexes of `people` by employee, and of `demands` by position. */
  person_of: Map<number, number>
  demand_of: Map<number, number>
}

/** Positions that stay short in any plan, and everybody with free hours who may fill one of them. */
export type Shortage = { positions: number[]; lacking: number; people: number[]; free: number }

/**
 * Why no plan can give more hours: maximum = lacking - short.lacking + short.free. It is added up from the facts alone,
 * so a bug in the planner cannot make a plan look like the maximum.
 */
export type Certificate = {
  lacking: number
  short: Shortage
  /** The same shortage in parts that have no person in common; the hours of the parts add up. */
  parts: Shortage[]
  maximum: number
}

export type Solution = {
  /** Sorted by position, then employee. */
  lines: PlannedLine[]
  planned: number
  /** The most that any plan can give with the request's minimum, as the certificate proves. */
  maximum: number
  /** Whether the lines reach the certificate's maximum. */
  is_maximum: boolean
  maximum_without_minimum: number
  /** A lower bound on the new assignments of any plan with the maximum; at most what this plan has. */
  new_assignments_at_least: number
  certificate: Certificate
  problem: Problem
}
