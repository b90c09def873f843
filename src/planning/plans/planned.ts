import type { ClinicFacts } from '../facts/clinic-facts.ts'
import type { PlanRequest, Solution } from '../flow/solution.ts'

/** A plan, what was asked for, and the clinic that it is for. */
export type Planned = { facts: ClinicFacts; request: PlanRequest; solution: Solution }
