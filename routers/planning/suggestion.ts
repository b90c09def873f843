import { z } from 'zod'
import { balanceStates } from '../../src/people/hours-balance.ts'
import { HoursBalance } from '../people/hours.ts'
import { orNull, output, shared } from '../schema/output.ts'
import { Violations } from '../work/assignment-preview.ts'

/** What {@link shownSuggestion} shows, for people and for positions. */
export const Suggestion = z.object({
  kind: output.choice(
    ['CREATE', 'RAISE'],
    'CREATE is a new assignment, RAISE more hours on an existing one.',
  ),
  assignment: orNull.id('The id of the assignment to raise; null for a new one.'),
  current_hours: output.decimal('The hours a week that the assignment has now; 0.00 for a new one.'),
  effective_hours: output.decimal(
    'The hours a week that the assignment would have: what to send, whether it is created or raised.',
  ),
  is_valid: output.boolean(
    'Whether creating or raising the assignment would be accepted now; for a later day, once what is known of it has come.',
  ),
  violations: Violations,
  missing_tags: output.texts('The short names of the mandatory tags that the employee lacks, sorted.'),
  missing_tag_display_names: output.texts('The long names of these tags, in the same order.'),
  pool_hours: output.decimal('The hours that the employee’s tags give in the week.'),
  balance: HoursBalance.shape.balance,
  balance_after: output.decimal(
    'The balance with these hours assigned; in plans and rebalances, with those of earlier lines or changes too.',
  ),
  state_after: output.choice(balanceStates, 'The sign of that balance in a word.'),
  would_exceed_pool: output.boolean(
    'Whether that balance is negative: more would be assigned than the pool gives.',
  ),
  works_in_unit: output.boolean(
    'Whether the employee has an ACTIVE assignment in the position’s org unit already.',
  ),
  possible_hours: output.decimal(
    'How many more hours a week could be assigned at most, overtime included: what the position lacks, up to the weekly cap. 0.00 if a rule refuses any.',
  ),
  costs_elsewhere_hours: orNull.decimal(
    'How many fewer hours a week a plan could then cover on other positions. Null if not computed: beyond the 100 best, and for users of role EMPLOYEE.',
  ),
  reason: output.text('Why it is suggested and, if so, why it would be refused, in English.'),
})

/** The person and position of a line or a change, and how their hours would change. */
export const Placed = z.object({
  employee: shared.employee,
  employee_name: shared.employee_name,
  position_id: shared.position_id,
  position_title: shared.position_title,
  org_unit_id: shared.org_unit_id,
  org_unit_name: shared.org_unit_name,
  assignment: orNull.id('The id of the assignment to change; null for a new one.'),
  current_hours: Suggestion.shape.current_hours,
  effective_hours: output.decimal(
    'The hours a week that the assignment would have, which is what to send; 0.00 if a rebalance ends it.',
  ),
  balance_after: Suggestion.shape.balance_after,
  violations: Violations,
  reason: Suggestion.shape.reason,
})

export const rank = output.count('The place in the list, from 1 for the best.')

/** How suggestions are ranked and which are left out, for the API reference. */
export const ranking =
  'What would be accepted comes first; then people who are ACTIVE, hours within the pool, what costs least elsewhere (among people: the most hours covered, less that cost), what has the fewest warnings, existing assignments, and people who work in the unit already. Employee and position are left out as a pair if their only assignment is SUSPENDED.'
