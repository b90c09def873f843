import { z } from 'zod'
import { balanceStates } from '../../src/people/hours-balance.ts'
import { output } from '../schema/fields.ts'
import { Violations } from '../work/assignment-preview.ts'

/** What {@link shownSuggestion} shows, for people and for positions. */
export const Suggestion = z.object({
  kind: z.enum(['CREATE', 'RAISE']),
  assignment: output.id().nullable(),
  current_hours: output.decimal(),
  effective_hours: output.decimal(),
  is_valid: z.boolean(),
  violations: Violations,
  missing_tags: z.array(z.string()),
  missing_tag_display_names: z.array(z.string()),
  pool_hours: output.decimal(),
  balance: output.decimal(),
  balance_after: output.decimal(),
  state_after: z.enum(balanceStates),
  would_exceed_pool: z.boolean(),
  works_in_unit: z.boolean(),
  possible_hours: output.decimal(),
  costs_elsewhere_hours: output.decimal().nullable(),
  reason: z.string(),
})

/** How suggestions are ranked, and which are left out, in the API reference. */
export const ranking =
  'What would be accepted comes first; then people who are ACTIVE, hours within the pool, what costs least elsewhere (of people, whoever covers most beyond that cost), what has the fewest warnings, existing assignments, and people who work in the unit already. Employee and position are left out as a pair if their only assignment is SUSPENDED.'
