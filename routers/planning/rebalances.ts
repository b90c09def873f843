import { readLeftOutOf } from '../../entities/clinic-snapshot.ts'
import { changeKinds } from '../../src/planning/rebalance/in-order.ts'
import { endpoint } from '../endpoints/resource.ts'
import { named, orNull, output, shared } from '../schema/output.ts'
import { fingerprinted } from './planned.ts'
import { Plan, PlanInput, PlanSummary } from './plans.ts'
import { Placed } from './suggestions.ts'

/** The request for a rebalance, as it is sent. */
export const RebalanceInput = PlanInput.pick({
  org_unit_id: true,
  reference_date: true,
  hours_limit: true,
  headroom_pct: true,
  minimum_hours: true,
  exclude_employees: true,
  exclude_positions: true,
})

const RebalanceChange = Placed.extend({
  kind: output.choice(
    changeKinds,
    'Fewer hours (LOWER), the end of an assignment (END), more hours (RAISE), or a new assignment (CREATE).',
  ),
  changed_hours: output.decimal('The hours a week that the change adds, or takes away if negative.'),
}).meta({
  id: 'RebalanceChange',
  description: 'More or fewer hours of an employee on a position.',
})

const Rebalance = named(
  'Rebalance',
  'Changes that move hours from where there are too many to where they are missing.',
  {
    fingerprint: Plan.shape.fingerprint,
    reference_date: Plan.shape.reference_date,
    computed_at: shared.computed_at,
    summary: output.object('The rebalance in numbers. Hours are hours a week.', {
      lacking_hours: output.decimal('The hours that positions lack.'),
      over_contract_hours: output.decimal(
        'The hours that people have above their pools, or above the weekly cap with `hours_limit` WEEKLY_CAP.',
      ),
      surplus_hours: output.decimal('The hours that positions have above what they require.'),
      covered_hours: output.decimal('How many of the lacking hours the changes cover.'),
      relieved_hours: output.decimal('How many of the hours over contract the changes take away.'),
      maximum_hours: output.decimal(
        'The most that any changes can put right, covered and relieved together.',
      ),
      is_maximum: PlanSummary.shape.is_maximum,
      changes: output.count('The number of changes.'),
      changes_at_least: orNull.count('The fewest changes that put the maximum right; null if these do not.'),
      sentence: shared.sentence,
    }),
    certificate: output.object(
      'Why no changes can put more right: `missed_hours` - `short_hours` + `people_free_hours` + `surplus_hours` + `elsewhere_hours` = `maximum_hours`.',
      {
        missed_hours: output.decimal('What positions lack, and what people have over contract, together.'),
        short_positions: output.count('The number of positions that cannot get all the hours they lack.'),
        short_people: output.count('The number of people who cannot be relieved in full.'),
        short_hours: output.decimal('What these positions lack and these people have over contract.'),
        people_free_hours: output.decimal('The hours left to people who could help there.'),
        surplus_hours: output.decimal('The hours that these positions have above what they require.'),
        elsewhere_hours: output.decimal(
          'The hours that people who could help there have on other positions.',
        ),
        maximum_hours: output.decimal('The most that any changes can put right.'),
        sentence: shared.sentence,
      },
    ),
    changes: output.list(
      'The changes, in an order that allows making them one by one. Each counts those before it.',
      RebalanceChange,
    ),
  },
)

export const rebalance = endpoint('POST /planning/v1/rebalances/', 'plan', {
  summary: 'Propose changes that move hours from where there are too many to where they are missing',
  description:
    'Nothing is stored; `apply_rebalance` applies the changes as a whole. Assignments are lowered or ended where there are too many hours, and created or raised where hours are missing: first to cover what positions lack, then to relieve people who are over contract, whose hours others take over. No position loses hours that it would then lack.',
  throttle: 'planning',
  isRead: true,
})
  .input(RebalanceInput)
  .output(Rebalance)
  .mutation(async ({ ctx, input }) =>
    fingerprinted(ctx, 'rebalance', { ...input, left_out: await readLeftOutOf(ctx.em, input) }),
  )
