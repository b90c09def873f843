import { z } from 'zod'
import { readLeftOutOf } from '../../entities/clinic-snapshot.ts'
import { maximumWeekHours, toHundredths } from '../../src/hours.ts'
import { remedyKinds } from '../../src/planning/plans/remedies.ts'
import { shortageCauses } from '../../src/planning/plans/shortages.ts'
import { endpoint } from '../endpoints/resource.ts'
import { choice, date, decimal, reference } from '../schema/fields.ts'
import { anyListOf, listedId, listedObject } from '../schema/lists.ts'
import { bodyOf, named, orNull, output, shared } from '../schema/output.ts'
import { fingerprinted, headroom } from './planned.ts'
import { Placed, Suggestion } from './suggestions.ts'

const weekHours = (minimum: string) => decimal({ digits: 6, minimum, maximum: `${maximumWeekHours}` })

/** A line as a plan gives it. */
export const KeptLine = bodyOf(shared, {
  employee: reference(),
  position_id: reference(),
  assignment: reference()
    .nullable()
    .default(null)
    .describe('The id of the assignment to raise; null, the default, for a new one.'),
  current_hours: weekHours('0.00')
    .default('0.00')
    .describe('The hours a week that the assignment had in the plan; 0.00, the default, for a new one.'),
  effective_hours: weekHours('0.01').describe(
    `The hours a week that the assignment is to have: above \`current_hours\`, at most ${maximumWeekHours}.`,
  ),
}).refine(
  ({ current_hours, effective_hours }) => toHundredths(effective_hours) > toHundredths(current_hours),
  {
    path: ['effective_hours'],
    error: 'Ensure this value is greater than current_hours.',
  },
)

/** The request for a plan, as it is sent. */
export const PlanInput = z.object({
  org_unit_id: reference()
    .optional()
    .describe('Plans only positions of this org unit and all below it; all positions by default.'),
  reference_date: date()
    .optional()
    .describe('The day whose tags and pools count: from today, the default, to 182 days ahead.'),
  hours_limit: choice(['CONTRACT', 'WEEKLY_CAP'])
    .default('CONTRACT')
    .describe(
      'How many hours people may be given: up to their contracts, the pool of their balance (CONTRACT, the default), or up to the weekly cap (WEEKLY_CAP), which is overtime.',
    ),
  headroom_pct: headroom(),
  demand: choice(['BOOKED', 'SECURE'])
    .default('BOOKED')
    .describe(
      'Which assigned hours count as covered: all booked ones (BOOKED, the default), or only those that the forecast finds secure (SECURE), and with `hours_limit` WEEKLY_CAP those over contract too. SECURE is 400 while the rule COVERAGE_EXCEEDED is BLOCKING.',
    ),
  minimum_hours: decimal({ digits: 4, minimum: '0.25', maximum: '40' })
    .default('4.00')
    .describe(
      'The fewest hours a week of a new assignment, unless the position lacks less: 0.25 to 40.00, 4.00 by default.',
    ),
  priorities: anyListOf(listedId(), 50)
    .default([])
    .describe(
      'The ids of up to 50 org units whose positions come first, the most urgent unit first; none by default.',
    ),
  exclude_employees: anyListOf(listedId(), 500)
    .default([])
    .describe('The ids of up to 500 employees to leave out; none by default.'),
  exclude_positions: anyListOf(listedId(), 500)
    .default([])
    .describe('The ids of up to 500 positions to leave out; none by default.'),
  allow: choice(['CREATE_AND_RAISE', 'CREATE', 'RAISE'])
    .default('CREATE_AND_RAISE')
    .describe(
      'What the plan may contain: new assignments (CREATE), more hours on existing ones (RAISE), or both (CREATE_AND_RAISE, the default).',
    ),
  keep: anyListOf(listedObject(KeptLine), 5000)
    .default([])
    .describe(
      'Up to 5000 lines of an earlier plan, which the plan keeps if their assignments have not changed since; none by default.',
    ),
})

const lacking_hours = output.decimal('The hours a week that the positions lack.')
const maximum_hours = output.decimal('The most that any plan can cover; proved by the certificate.')

export const PlanSummary = named('PlanSummary', 'A plan in numbers. Hours are hours a week.', {
  lacking_hours,
  planned_hours: output.decimal('The hours that the plan covers.'),
  maximum_hours,
  maximum_hours_without_minimum: output.decimal(
    'The most that any plan could cover without `minimum_hours`.',
  ),
  is_maximum: output.boolean('Whether the plan reaches `maximum_hours`.'),
  open_hours: output.decimal('The hours that positions still lack after the plan.'),
  new_assignments: output.count('The number of new assignments.'),
  new_assignments_at_least: output.count('The fewest new assignments that a plan with the maximum needs.'),
  raised_assignments: output.count('The number of assignments that get more hours.'),
  employees: output.count('The number of people with a line in the plan.'),
  positions: output.count('The number of positions with a line in the plan.'),
  coverage_pct_before: output.decimal(
    'Assigned hours as a percentage of the required ones before, at most 999.99.',
  ),
  coverage_pct_after: output.decimal('The same with the planned hours assigned.'),
  surplus_hours: output.decimal(
    'The hours that positions have above what they require, which a plan leaves as they are.',
  ),
  over_contract_hours: output.decimal(
    'The hours that people already have above their pools, which a plan leaves as they are.',
  ),
  sentence: shared.sentence,
})

const Remedy = z.object({
  kind: output.choice(
    remedyKinds,
    'Up to three people who lack only this certificate get it: those who work on these positions (RENEW), or others with hours left (CERTIFY). People on leave come back (RETURN), the holders work up to the weekly cap (OVERTIME), new people are hired who hold all the tags (HIRE), or new assignments may be as short as 0.25 hours (SMALLER_MINIMUM).',
  ),
  tag: orNull.id('The id of the certificate of a RENEW or CERTIFY; otherwise null.'),
  tag_name: orNull.text('The short name of that certificate; otherwise null.'),
  employees: output.objects('The people of a RENEW, CERTIFY or RETURN; otherwise empty.', {
    id: shared.employee,
    name: shared.employee_name,
  }),
  closes_hours: output.decimal('How many hours fewer would then stay open.'),
  sentence: shared.sentence,
})

export const Shortage = named(
  'Shortage',
  'Positions that stay short in every plan, and why. Hours are hours a week.',
  {
    short_hours: output.decimal('The hours that no plan can cover.'),
    short_fte: output.decimal(
      'The same as full-time equivalents: of 40 hours, unless the clinic has set others.',
    ),
    lacking_hours,
    free_hours: output.decimal('The hours left to the people who may fill these positions.'),
    tag_sets: output.objects(
      'The sets of mandatory tags that these positions require; the set that lacks most hours comes first.',
      {
        tags: output.texts('The short names of the tags, sorted.'),
        position_count: output.count('The number of these positions that require exactly this set.'),
        lacking_hours,
        short_alone_hours: output.decimal('The hours that would stay open if these were the only positions.'),
      },
    ),
    positions: output.objects('The positions, those that lack most first; 50 at most.', {
      position_id: shared.position_id,
      title: shared.title,
      org_unit_name: shared.org_unit_name,
      lacking_hours: output.decimal('The hours a week that the position lacks.'),
    }),
    position_count: output.count('The number of these positions, including those not listed.'),
    holders: output.object('The people who hold all mandatory tags of one of these positions.', {
      active: output.count('The people that the plan could use.'),
      on_leave: output.count('The people on leave.'),
      other: output.count('All others, such as people with another status or excluded by a rule.'),
      contract_hours: output.decimal('The total pool of the active ones.'),
      assigned_hours: output.decimal('The hours that the active ones are assigned, here and elsewhere.'),
      left_below_minimum_hours: output.decimal(
        'The hours left to those with too few for a new assignment and none here to raise.',
      ),
    }),
    cause: output.choice(
      shortageCauses,
      'No active person holds the tags (NOBODY_HOLDS), those who hold them have no hours left (NO_HOURS_LEFT), or too few (NOT_ENOUGH_HOURS).',
    ),
    sentence: shared.sentence,
    remedies: output.list(
      'Changes that would close some of the shortage. Each was planned on its own, so their hours do not add up.',
      Remedy,
    ),
  },
)

const PlanLine = Placed.extend({
  kind: Suggestion.shape.kind,
  added_hours: output.decimal('The hours a week that the line adds.'),
  lacking_hours_after: output.decimal(
    'The hours that the position still lacks after this line and those before it.',
  ),
}).meta({ id: 'PlanLine', description: 'New hours of an employee on a position.' })

export const Plan = named(
  'Plan',
  'Hours that people could work on positions that lack them, with the proof of how many can be covered.',
  {
    fingerprint: output.text(
      'Identifies the data that this was computed from: equal fingerprints mean that nothing has changed.',
    ),
    reference_date: output.date('The day whose tags and pools counted.'),
    computed_at: shared.computed_at,
    summary: PlanSummary,
    certificate: output.object(
      'Why no plan can cover more: `lacking_hours` - `short_positions_lacking_hours` + `people_free_hours` = `maximum_hours`.',
      {
        lacking_hours,
        short_positions: output.count('The number of positions that only the people below may fill.'),
        short_positions_lacking_hours: output.decimal('What these positions lack together.'),
        people: output.count('The number of people with hours left who may fill one of these positions.'),
        people_free_hours: output.decimal('The hours that these people have left.'),
        maximum_hours,
        sentence: shared.sentence,
      },
    ),
    lines: output.list(
      'What to create or raise, by org unit, position and name. Each line counts those before it.',
      PlanLine,
    ),
    shortages: output.list('What stays open in any plan, and why, the largest shortage first.', Shortage),
  },
)

export const solve = endpoint('POST /planning/v1/plans/', 'plan', {
  summary: 'Plan who covers the hours that positions lack',
  description:
    'Nothing is stored. The plan adds hours, by new assignments (CREATE) and by raising existing ones (RAISE); it never moves, lowers or ends any. Only ACTIVE employees who hold all mandatory tags are planned. The same data and the same request always give the same plan. Its `certificate` proves how much any plan can cover. A plan has at most 10,000 lines.',
  throttle: 'planning',
  isRead: true,
})
  .input(PlanInput)
  .output(Plan)
  .mutation(async ({ ctx, input }) =>
    fingerprinted(ctx, 'plan', { ...input, left_out: await readLeftOutOf(ctx.em, input) }),
  )
