import { z } from 'zod'
import { readClinicSnapshot, readLeftOut } from '../../entities/clinic-snapshot.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { endpoint } from '../endpoints/resource.ts'
import { HoursBalance } from '../people/hours.ts'
import { boolean, date, integer, isUuid } from '../schema/fields.ts'
import { listedObject, listOf } from '../schema/lists.ts'
import { described, named, output, shared } from '../schema/output.ts'
import { Violation } from '../work/assignment-preview.ts'
import { BusinessRuleDetail } from '../work/business-rules.ts'
import { Week } from './forecast.ts'
import { headroom, planned } from './planned.ts'
import { Plan, PlanSummary, Shortage } from './plans.ts'
import { ScenarioChange } from './scenario-changes.ts'
import { Suggestion } from './suggestions.ts'

const idOrNew = (of: string) => output.text(`The ${of}’s id, or \`NEW-1\` and so on for a new one.`)

/** A row before and after the changes; null where it does not exist. */
const both = <Row extends z.ZodRawShape>(row: Row) => ({
  before: z.object(row).nullable().describe('As it is without the changes; null if the changes add it.'),
  after: z.object(row).nullable().describe('As it is with the changes; null if the changes remove it.'),
})

const Hours = Week.pick({ required_hours: true, booked_hours: true, secure_hours: true })

const UnitChange = named('ScenarioUnit', 'An org unit without and with the changes.', {
  org_unit_id: output.id('The org unit’s id.'),
  org_unit_name: output.text('The org unit’s name.'),
  ...both({
    position_count: output.count('The number of active positions.'),
    ...Hours.shape,
    coverage_pct: Week.shape.coverage_pct,
    secure_coverage_pct: Week.shape.secure_coverage_pct,
  }),
})

const PositionChange = named('ScenarioPosition', 'A position without and with the changes.', {
  position_id: idOrNew('position'),
  position_title: shared.position_title,
  ...both({
    org_unit_id: shared.org_unit_id,
    org_unit_name: shared.org_unit_name,
    ...Hours.shape,
    coverage_state: output.choice(coverageStates, 'How far the booked hours cover the required ones.'),
    secure_coverage_state: output.choice(coverageStates, 'How far the secure hours cover the required ones.'),
  }),
})

const { consumption, balance, state } = HoursBalance.shape

const BalanceChange = named('ScenarioBalance', 'An employee’s hours balance without and with the changes.', {
  employee: idOrNew('employee'),
  employee_name: shared.employee_name,
  ...both({
    pool_hours: Suggestion.shape.pool_hours,
    assigned_hours: consumption.shape.assigned_hours,
    balance,
    state,
  }),
})

const AssignmentViolation = named(
  'AssignmentViolation',
  'What a business rule finds against an ACTIVE assignment.',
  {
    assignment: idOrNew('assignment'),
    employee: idOrNew('employee'),
    employee_name: shared.employee_name,
    position_id: idOrNew('position'),
    rule_code: Violation.shape.rule_code,
    severity: BusinessRuleDetail.shape.severity,
    message: Violation.shape.message,
  },
)

const { positions, remedies } = Shortage.shape
const { employees } = remedies.element.shape

/** A shortage as in a plan, but its positions and people may be new. */
const ScenarioShortage = Shortage.extend({
  positions: described(
    z.array(positions.element.extend({ position_id: output.text('The position’s id.') })),
    positions.description,
  ),
  remedies: described(
    z.array(
      remedies.element.extend({
        employees: described(
          z.array(employees.element.extend({ id: output.text('The employee’s id.') })),
          employees.description,
        ),
      }),
    ),
    remedies.description,
  ),
}).meta({ id: 'ScenarioShortage', description: 'As in a plan, but its positions and people may be new.' })

const Replanned = z
  .object({
    summary: PlanSummary,
    shortages: described(z.array(ScenarioShortage), Plan.shape.shortages.description),
  })
  .nullable()

export const ScenarioResult = named('ScenarioResult', 'What the changes would do.', {
  computed_at: shared.computed_at,
  reference_date: output.date('The requested day.'),
  sentence: shared.sentence,
  before: output.list('The forecast of the weeks without the changes.', Week),
  after: output.list('The forecast of the same weeks with the changes.', Week),
  compared_week: output.text(
    'The ISO week that `units`, `positions` and `balances` compare: the first in which coverage differs, else a balance, else the first.',
  ),
  units: output.list('The org units whose positions or hours differ.', UnitChange),
  positions: output.list('The positions whose hours or org unit differ.', PositionChange),
  balances: output.list(
    'The employees whose hours balance differs. Leave and termination do not change it.',
    BalanceChange,
  ),
  violations: output.object(
    'How violations of ACTIVE assignments differ, as if each assignment were made today.',
    {
      new_count: output.count('The number of violations that the changes add.'),
      new: output.list('These violations, 1000 at most.', AssignmentViolation),
      resolved_count: output.count('The number of violations that the changes remove.'),
      resolved: output.list('These violations, 1000 at most.', AssignmentViolation),
    },
  ),
  plan_before: Replanned.describe('The plan without the changes; null unless `replan` was asked for.'),
  plan_after: Replanned.describe('The plan with the changes; null unless `replan` was asked for.'),
})

const mostChanges = 50

/** The changes to try, as they are sent. */
export const triedChanges = () =>
  listOf(listedObject(ScenarioChange), mostChanges).describe(
    'The changes to try, 1 to 50, made in this order.',
  )

/** How a scenario is to be shown. */
export const showing = {
  reference_date: date()
    .optional()
    .describe('A day of the first week to show: from today, the default, to 182 days ahead.'),
  weeks: integer(1, mostWeeks)
    .optional()
    .describe(`How many weeks to show: 1, the default, to ${mostWeeks}.`),
  headroom_pct: headroom(),
  replan: boolean()
    .optional()
    .describe(
      'Whether to plan the hours that are not secure in `compared_week`, before and after the changes; false by default.',
    ),
}

/** The rows that the changes are about, without those that they add themselves. */
export const subjects = (changes: readonly z.infer<typeof ScenarioChange>[]) =>
  changes.flatMap((change) => {
    const { assignment, employee, employee_tag, position_id }: Record<string, unknown> = change
    return [assignment, employee, employee_tag, position_id].filter(
      (id) => typeof id === 'string' && isUuid(id),
    )
  }) as string[]

export const scenario = endpoint('POST /planning/v1/scenarios/', 'plan', {
  summary: 'Show what changes would do, without making them',
  description:
    'Nothing is stored. The changes are made in their order on a copy of the clinic. Leave counts in a week if it covers the week’s `reference_date`. A change that the service would refuse is refused in the same words, at its place in `changes`.',
  isRead: true,
  throttle: 'planning',
})
  .input(z.object({ changes: triedChanges(), ...showing }))
  .output(ScenarioResult)
  .mutation(async ({ ctx, input }) => {
    const { changes, reference_date = ctx.today, weeks = 1, replan = false, headroom_pct } = input
    const left_out = await readLeftOut(ctx.em, subjects(changes))
    const asked = { changes, left_out, reference_date, weeks, replan, headroom_pct }
    const named = Object.keys(left_out)
    const read = () => readClinicSnapshot(ctx.em, ctx.today, { named })
    const answer = await planned(named.length ? { ...ctx, read } : ctx, 'scenario', asked)
    return { computed_at: ctx.now.toISOString(), ...answer }
  })
