import { z } from 'zod'
import { balanceStates } from '../../src/hours-balance.ts'
import { Violations } from '../assignment-preview.ts'
import { output } from '../schema/fields.ts'

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
  costs_elsewhere_hours: output.decimal().nullable(),
  reason: z.string(),
})

/** What the fields of a suggestion mean, in the API reference. */
export const suggestionFields =
  'CREATE is a new assignment, RAISE more hours on one that exists; `effective_hours` is what to send in either case. `violations` are what creating or changing the assignment would find; `is_valid` says whether it would be accepted now. `missing_tags` and `missing_tag_display_names` name the mandatory tags that the employee lacks, in the same order. `costs_elsewhere_hours` is how many hours could then no longer be covered elsewhere, computed for the 100 best and otherwise null. Employee and position are left out as a pair if their only assignment is SUSPENDED.'
