import { z } from 'zod'
import { readLeftOut } from '../../entities/clinic-snapshot.ts'
import { balanceStates } from '../../src/people/hours-balance.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import type { Change } from '../../src/planning/scenario/changes/change.ts'
import { ruleCodes, severities } from '../../src/work/business-rules.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { endpoint } from '../endpoints/resource.ts'
import { boolean, date, integer, isUuid, listedObject, listOf, output } from '../schema/fields.ts'
import { ForecastTotals } from './forecast.ts'
import { planned } from './planned.ts'
import { PlanSummary, Shortage } from './plans.ts'
import { ScenarioChange } from './scenario-changes.ts'

const Week = z.object({
  week: z.string(),
  start_date: output.date(),
  end_date: output.date(),
  reference_date: output.date(),
  ...ForecastTotals.shape,
})

/** The row in the clinic before the changes and after them; null where it is not there. */
const both = <Row extends z.ZodRawShape>(row: Row) => ({
  before: z.object(row).nullable(),
  after: z.object(row).nullable(),
})

const Hours = z.object({
  required_hours: output.decimal(),
  booked_hours: output.decimal(),
  secure_hours: output.decimal(),
})

const UnitChange = z
  .object({
    org_unit_id: output.id(),
    org_unit_name: z.string(),
    ...both({
      position_count: output.count(),
      ...Hours.shape,
      coverage_pct: output.decimal(),
      secure_coverage_pct: output.decimal(),
    }),
  })
  .meta({ id: 'ScenarioUnit' })

const PositionChange = z
  .object({
    position_id: z.string(),
    position_title: z.string(),
    ...both({
      org_unit_id: output.id(),
      org_unit_name: z.string(),
      ...Hours.shape,
      coverage_state: z.enum(coverageStates),
      secure_coverage_state: z.enum(coverageStates),
    }),
  })
  .meta({ id: 'ScenarioPosition' })

const BalanceChange = z
  .object({
    employee: z.string(),
    employee_name: z.string(),
    ...both({
      pool_hours: output.decimal(),
      assigned_hours: output.decimal(),
      balance: output.decimal(),
      state: z.enum(balanceStates),
    }),
  })
  .meta({ id: 'ScenarioBalance' })

const AssignmentViolation = z
  .object({
    assignment: z.string(),
    employee: z.string(),
    employee_name: z.string(),
    position_id: z.string(),
    rule_code: z.enum(ruleCodes),
    severity: z.enum(severities),
    message: z.string(),
  })
  .meta({ id: 'AssignmentViolation' })

const { positions, remedies } = Shortage.shape
const { employees } = remedies.element.shape

/** As in a plan, but its positions and people may be new. */
const ScenarioShortage = Shortage.extend({
  positions: z.array(positions.element.extend({ position_id: z.string() })),
  remedies: z.array(
    remedies.element.extend({ employees: z.array(employees.element.extend({ id: z.string() })) }),
  ),
}).meta({ id: 'ScenarioShortage' })

const replanned = () => z.object({ summary: PlanSummary, shortages: z.array(ScenarioShortage) }).nullable()

const ScenarioResult = z
  .object({
    computed_at: output.instant(),
    reference_date: output.date(),
    sentence: z.string(),
    before: z.array(Week),
    after: z.array(Week),
    compared_week: z.string(),
    units: z.array(UnitChange),
    positions: z.array(PositionChange),
    balances: z.array(BalanceChange),
    violations: z.object({
      new_count: output.count(),
      new: z.array(AssignmentViolation),
      resolved_count: output.count(),
      resolved: z.array(AssignmentViolation),
    }),
    plan_before: replanned(),
    plan_after: replanned(),
  })
  .meta({ id: 'ScenarioResult' })

const mostChanges = 50

/** The rows that changes are about, without those that the list itself adds. */
const subjects = (changes: readonly Change[]) =>
  changes.flatMap((change) => {
    const { assignment, employee_tag, position_id }: Record<string, unknown> = change
    return [assignment, employee_tag, position_id].filter((id) => typeof id === 'string' && isUuid(id))
  }) as string[]

export const scenario = endpoint('POST /planning/v1/scenarios/', 'plan', {
  summary: 'Show what changes would do, without making them',
  description:
    'Nothing is stored. The changes are made in their order on a copy of the clinic. Leave counts in a week if it covers the week’s `reference_date`. A change that the service would refuse is refused in the same words, at its place in `changes`.',
  isRead: true,
  throttle: 'planning',
})
  .input(
    z.object({
      changes: listOf(listedObject(ScenarioChange), mostChanges),
      reference_date: date().optional(),
      weeks: integer(1, mostWeeks).optional(),
      replan: boolean().optional(),
    }),
  )
  .output(ScenarioResult)
  .mutation(async ({ ctx, input: { changes, reference_date = ctx.today, weeks = 1, replan = false } }) => {
    const left_out = await readLeftOut(ctx.em, subjects(changes))
    const answer = await planned(ctx, 'scenario', { changes, left_out, reference_date, weeks, replan })
    return { computed_at: ctx.now.toISOString(), ...answer }
  })
