import { z } from 'zod'
import { readOpeningsSnapshot } from '../../entities/clinic-snapshot.ts'
import { employeeDetail } from '../../entities/people/employees.ts'
import { positionRow } from '../../entities/work/positions.ts'
import { toDay } from '../../src/calendar.ts'
import { invalid } from '../../src/errors.ts'
import { toHundredths } from '../../src/hours.ts'
import { balanceStates } from '../../src/people/hours-balance.ts'
import { assignableStatuses, isAssignable } from '../../src/work/assignment-check.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { envelope, pageOf, pagingInput } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { HoursBalance } from '../people/hours.ts'
import { pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { named, orNull, output, shared } from '../schema/output.ts'
import { Violations } from '../work/assignment-preview.ts'
import { headroomFilter, planned } from './planned.ts'

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
    'By how much assigning them lowers the total hours a week that a plan can cover. Null if not computed: beyond the 100 best, and for users of role EMPLOYEE.',
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

const rank = output.count('The place in the list, from 1 for the best.')

/** How suggestions are ranked and which are left out, for the API reference. */
const ranking =
  'What would be accepted comes first; then people who are ACTIVE, hours within the pool, what costs least elsewhere (among people: the most hours covered, less that cost), what has the fewest warnings, existing assignments, and people who work in the unit already. Employee and position are left out as a pair if their only assignment is SUSPENDED.'

const Candidate = named('Candidate', 'A person who could be given hours on the position.', {
  rank,
  employee: shared.employee,
  employee_name: shared.employee_name,
  employee_number: shared.employee_number,
  status: output.choice(
    assignableStatuses,
    'ACTIVE or ON_LEAVE, on `reference_date` as known dates have it; no other employee can be assigned.',
  ),
  ...Suggestion.shape,
})

export const candidates = endpoint('GET /planning/v1/positions/{position_id}/candidates/', 'plan', {
  summary: 'List who could cover a position, the best first',
  description: `Paginated. ${ranking}`,
  throttle: 'planning',
})
  .input(
    pagingInput().extend({
      position_id: pathId('The position’s id.'),
      effective_hours: filters.weekHours(
        'The hours a week to cover: by default what the position lacks, at most 40.00. Required if it lacks none.',
      ),
      allow_partial: filters.boolean(
        'Whether people who cannot take all these hours are asked for as many as they can: the hours left within the contract or, if those are less than 1.00, below the weekly cap; 1.00 if there are none. False by default.',
      ),
      reference_date: filters.referenceDate(
        'The day whose tags and pools count, today by default; also the `effective_date` to create the assignment with.',
      ),
      headroom_pct: headroomFilter(),
      include_ineligible: filters.boolean(
        'Whether people who lack a mandatory tag are listed too; false by default.',
      ),
    }),
  )
  .output(pageOf(Candidate))
  .query(async ({ ctx, input }) => {
    const { id: position, is_active } = await showOne(ctx.em, positionRow(), input.position_id)
    if (!is_active) throw invalid('position_id', 'The position must be active.')
    const { effective_hours: hours, reference_date = ctx.today } = input
    const { allow_partial = false, include_ineligible = false } = input
    return envelope(ctx, input, (slice) =>
      planned(ctx, 'candidates', {
        position,
        hours: hours === undefined ? null : toHundredths(hours),
        allow_partial,
        day: toDay(reference_date),
        include_ineligible,
        headroom_pct: input.headroom_pct,
        ...slice,
      }),
    )
  })

const Opening = named(
  'Opening',
  'A position that lacks hours and that the employee could be given hours on.',
  {
    rank,
    position_id: shared.position_id,
    position_title: shared.position_title,
    org_unit_id: shared.org_unit_id,
    org_unit_name: shared.org_unit_name,
    lacking_hours: output.decimal('The hours a week that the position lacks now.'),
    coverage_state_after: output.choice(
      coverageStates,
      'The coverage of the position with these hours assigned.',
    ),
    ...Suggestion.shape,
  },
)

export const openings = endpoint('GET /planning/v1/employees/{employee_id}/openings/', 'read_people', {
  summary: 'List the positions that lack hours and that an employee could cover, the best first',
  description: `Paginated. ${ranking}`,
  throttle: 'planning',
})
  .input(
    pagingInput().extend({
      employee_id: pathId('The employee’s id.'),
      effective_hours: filters.weekHours(
        'The hours a week on each position: by default what it lacks, but no more than the employee has left; with less than 1.00 left, no more than the weekly cap allows.',
      ),
      org_unit_id: filters.unitAndBelow(),
      headroom_pct: headroomFilter(),
      include_ineligible: filters.boolean(
        'Whether positions with a mandatory tag that the employee lacks are listed too; false by default.',
      ),
    }),
  )
  .output(pageOf(Opening))
  .query(async ({ ctx, input }) => {
    const { id: employee, status } = await showOne(ctx.em, employeeDetail(ctx.own), input.employee_id)
    const { effective_hours: hours, org_unit_id: unit = null, include_ineligible = false } = input
    const is_cost_told = ctx.own === undefined
    // The cost depends on what everybody could do; the whole clinic leaves out people who have left.
    const read =
      is_cost_told && isAssignable(status)
        ? undefined
        : () => readOpeningsSnapshot(ctx.em, ctx.today, employee)
    return envelope(ctx, input, (slice) =>
      planned({ ...ctx, read }, 'openings', {
        employee,
        hours: hours === undefined ? null : toHundredths(hours),
        unit,
        include_ineligible,
        headroom_pct: input.headroom_pct,
        is_cost_told,
        ...slice,
      }),
    )
  })
