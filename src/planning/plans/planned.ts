import type { Language } from '../../language.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import type { PlanRequest, Solution } from '../flow/solution.ts'

/** A plan, what was asked for, the clinic that it is for, and the language in which it is explained. */
export type Planned = {
  facts: ClinicFacts
  request: PlanRequest
  solution: Solution
  language?: Language | undefined
}
