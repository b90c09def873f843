import { z } from 'zod'
import { maximumWeekHours, toHundredths } from '../../src/hours.ts'
import { remedyKinds } from '../../src/planning/plans/remedies.ts'
import { shortageCauses } from '../../src/planning/plans/shortages.ts'
import { endpoint } from '../endpoints/resource.ts'
import {
  anyListOf,
  choice,
  date,
  decimal,
  listedId,
  listedObject,
  output,
  reference,
} from '../schema/fields.ts'
import { Violations } from '../work/assignment-preview.ts'
import { fingerprintOf, snapshotToPlan } from './planned.ts'

const weekHours = (minimum: string) => decimal({ digits: 6, minimum, maximum: `${maximumWeekHours}` })

/** A line as a plan gives it. */
export const KeptLine = z
  .object({
    employee: reference(),
    position_id: reference(),
    assignment: reference().nullable().default(null),
    current_hours: weekHours('0.00').default('0.00'),
    effective_hours: weekHours('0.01'),
  })
  .refine(
    ({ current_hours, effective_hours }) => toHundredths(effective_hours) > toHundredths(current_hours),
    {
      path: ['effective_hours'],
      error: 'Ensure this value is greater than current_hours.',
    },
  )

/** What a plan is asked for, as it is sent. */
export const PlanInput = z.object({
  org_unit_id: reference().optional(),
  reference_date: date().optional(),
  hours_limit: choice(['CONTRACT', 'WEEKLY_CAP']).default('CONTRACT'),
  demand: choice(['BOOKED', 'SECURE']).default('BOOKED'),
  minimum_hours: decimal({ digits: 4, minimum: '0.25', maximum: '40' }).default('4.00'),
  priorities: anyListOf(listedId(), 50).default([]),
  exclude_employees: anyListOf(listedId(), 500).default([]),
  exclude_positions: anyListOf(listedId(), 500).default([]),
  allow: choice(['CREATE_AND_RAISE', 'CREATE', 'RAISE']).default('CREATE_AND_RAISE'),
  keep: anyListOf(listedObject(KeptLine), 5000).default([]),
})

export const PlanSummary = z
  .object({
    lacking_hours: output.decimal(),
    planned_hours: output.decimal(),
    maximum_hours: output.decimal(),
    maximum_hours_without_minimum: output.decimal(),
    is_maximum: z.boolean(),
    open_hours: output.decimal(),
    new_assignments: output.count(),
    new_assignments_at_least: output.count(),
    raised_assignments: output.count(),
    employees: output.count(),
    positions: output.count(),
    coverage_pct_before: output.decimal(),
    coverage_pct_after: output.decimal(),
    surplus_hours: output.decimal(),
    over_contract_hours: output.decimal(),
    sentence: z.string(),
  })
  .meta({ id: 'PlanSummary' })

const Remedy = z.object({
  kind: z.enum(remedyKinds),
  tag: output.id().nullable(),
  tag_name: z.string().nullable(),
  employees: z.array(z.object({ id: output.id(), name: z.string() })),
  closes_hours: output.decimal(),
  sentence: z.string(),
})

export const Shortage = z
  .object({
    short_hours: output.decimal(),
    short_fte: output.decimal(),
    lacking_hours: output.decimal(),
    free_hours: output.decimal(),
    tag_sets: z.array(
      z.object({
        tags: z.array(z.string()),
        position_count: output.count(),
        lacking_hours: output.decimal(),
        short_alone_hours: output.decimal(),
      }),
    ),
    positions: z.array(
      z.object({
        position_id: output.id(),
        title: z.string(),
        org_unit_name: z.string(),
        lacking_hours: output.decimal(),
      }),
    ),
    position_count: output.count(),
    holders: z.object({
      active: output.count(),
      on_leave: output.count(),
      other: output.count(),
      contract_hours: output.decimal(),
      assigned_hours: output.decimal(),
      left_below_minimum_hours: output.decimal(),
    }),
    cause: z.enum(shortageCauses),
    sentence: z.string(),
    remedies: z.array(Remedy),
  })
  .meta({ id: 'Shortage' })

/** Whom and what a line or a change is about, and how their hours would change. */
export const Placed = z.object({
  employee: output.id(),
  employee_name: z.string(),
  position_id: output.id(),
  position_title: z.string(),
  org_unit_id: output.id(),
  org_unit_name: z.string(),
  assignment: output.id().nullable(),
  current_hours: output.decimal(),
  effective_hours: output.decimal(),
  balance_after: output.decimal(),
  violations: Violations,
  reason: z.string(),
})

const PlanLine = Placed.extend({
  kind: z.enum(['CREATE', 'RAISE']),
  added_hours: output.decimal(),
  lacking_hours_after: output.decimal(),
}).meta({ id: 'PlanLine' })

const Plan = z
  .object({
    fingerprint: z.string(),
    reference_date: output.date(),
    computed_at: output.instant(),
    summary: PlanSummary,
    certificate: z.object({
      lacking_hours: output.decimal(),
      short_positions: output.count(),
      short_positions_lacking_hours: output.decimal(),
      people: output.count(),
      people_free_hours: output.decimal(),
      maximum_hours: output.decimal(),
      sentence: z.string(),
    }),
    lines: z.array(PlanLine),
    shortages: z.array(Shortage),
  })
  .meta({ id: 'Plan' })

export const solve = endpoint('POST /planning/v1/plans/', 'plan', {
  summary: 'Plan who covers the hours that positions lack',
  description:
    'Nothing is stored. The plan adds hours, by new assignments (CREATE) and by raising existing ones (RAISE); it never moves, lowers or ends any. Only ACTIVE employees who hold all mandatory tags are planned. The same data and the same request always give the same plan. Its `certificate` proves how much any plan can cover. A plan has at most 10,000 lines.',
  throttle: 'planning',
  isRead: true,
})
  .input(PlanInput)
  .output(Plan)
  .mutation(async ({ ctx, input }) => {
    const snapshot = await snapshotToPlan(ctx)
    const plan = await ctx.services.planner.run('plan', snapshot, { ...input, language: ctx.language })
    return { fingerprint: fingerprintOf(snapshot), computed_at: ctx.now.toISOString(), ...plan }
  })
