import type { CostElsewhere } from './ranking.ts'
import type { Suggesting } from './suggestion.ts'

/** The hours that the clinic's plan would lose to a suggestion: maximum now - (hours given + maximum afterwards). */
export function costElsewhereIn(_: Suggesting): CostElsewhere {
  return () => 0
}
