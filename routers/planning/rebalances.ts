import { z } from 'zod'
import { changeKinds } from '../../src/planning/rebalance/rebalance-answer.ts'
import { endpoint } from '../endpoints/resource.ts'
import { output } from '../schema/fields.ts'
import { fingerprintOf, snapshotToPlan } from './planned.ts'
import { Placed, PlanInput } from './plans.ts'

/** What a rebalance is asked for, as it is sent. */
export const RebalanceInput = PlanInput.pick({
  org_unit_id: true,
  reference_date: true,
  hours_limit: true,
  minimum_hours: true,
  exclude_employees: true,
  exclude_positions: true,
})

const Change = Placed.extend({ kind: z.enum(changeKinds), changed_hours: output.decimal() }).meta({
  id: 'RebalanceChange',
})

const Rebalance = z
  .object({
    fingerprint: z.string(),
    reference_date: output.date(),
    computed_at: output.instant(),
    summary: z.object({
      lacking_hours: output.decimal(),
      over_contract_hours: output.decimal(),
      surplus_hours: output.decimal(),
      covered_hours: output.decimal(),
      relieved_hours: output.decimal(),
      maximum_hours: output.decimal(),
      is_maximum: z.boolean(),
      changes: output.count(),
      changes_at_least: output.count().nullable(),
      sentence: z.string(),
    }),
    certificate: z.object({
      missed_hours: output.decimal(),
      short_positions: output.count(),
      short_people: output.count(),
      short_hours: output.decimal(),
      people_free_hours: output.decimal(),
      surplus_hours: output.decimal(),
      elsewhere_hours: output.decimal(),
      maximum_hours: output.decimal(),
      sentence: z.string(),
    }),
    changes: z.array(Change),
  })
  .meta({ id: 'Rebalance' })

export const rebalance = endpoint('POST /planning/v1/rebalances/', 'plan', {
  summary: 'Propose changes that move hours from where there are too many to where they are missing',
  description:
    'Nothing is stored, and nothing here can be applied as a whole: each change is one to make by hand. Assignments are lowered or ended where there are too many hours, and created or raised where hours are missing: first to cover what positions lack, then to relieve people who are over contract, whose hours others take over. No position loses hours that it would then lack.',
  throttle: 'planning',
  isRead: true,
})
  .input(RebalanceInput)
  .output(Rebalance)
  .mutation(async ({ ctx, input }) => {
    const snapshot = await snapshotToPlan(ctx)
    const found = await ctx.services.planner.run('rebalance', snapshot, { ...input, language: ctx.language })
    return { fingerprint: fingerprintOf(snapshot), computed_at: ctx.now.toISOString(), ...found }
  })
