import { z } from 'zod'
import type { Em } from '../../entities/connection/em.ts'
import { notesLength } from '../../entities/work/assignment.ts'
import { isoWeek } from '../../src/calendar.ts'
import { type FieldErrors, invalid, refuseItems } from '../../src/errors.ts'
import type { PlanLine } from '../../src/planning/plans/check-lines.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { endpoint } from '../endpoints/resource.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { anyText, choice, date, longText } from '../schema/fields.ts'
import { listedObject, listOf } from '../schema/lists.ts'
import { bodyOf, named, orNull, output } from '../schema/output.ts'
import { applyPlan } from './apply-plan.ts'
import { basisOf, headroom } from './planned.ts'
import { KeptLine, PlanInput } from './plans.ts'
import { Suggestion } from './suggestions.ts'

const maximumLines = 500

const LineToApply = KeptLine.refine(
  ({ assignment, current_hours }) => assignment !== null || current_hours === '0.00',
  { path: ['current_hours'], error: 'This must be 0.00 for a new assignment.' },
)

/** The lines of a plan, and how they are to be applied. */
export const PlanToApply = bodyOf(PlanInput.shape, {
  lines: listOf(listedObject(LineToApply), maximumLines).describe(
    'The lines to apply: 1 to 500 lines of a plan, exactly as it gave them. No two may have the same employee and position.',
  ),
  fingerprint: anyText(100)
    .optional()
    .describe(
      'The plan’s fingerprint. If given, nothing is applied when anything has changed since the plan.',
    ),
  hours_limit: choice(['CONTRACT', 'WEEKLY_CAP']).optional(),
  demand: choice(['BOOKED', 'SECURE'])
    .optional()
    .describe('Which assigned hours count as covered, as in the plan: BOOKED, the default, or SECURE.'),
  headroom_pct: headroom(),
  effective_date: date()
    .optional()
    .describe(
      'The `effective_date` of new assignments: a day of this week, today by default. Contracts and requirements count as of that day, or of today once it has passed.',
    ),
  notes: longText(notesLength)
    .optional()
    .describe('The notes of new assignments, at most 2000 characters; blank unless given.'),
  on_conflict: choice(['REFUSE', 'SKIP'])
    .optional()
    .describe('If a line no longer holds: refuse all (REFUSE, the default), or apply the others (SKIP).'),
})

const index = output.count('The index of the line among those sent, from 0.')

export const AppliedPlan = named('AppliedPlan', 'The outcome of each line of a plan.', {
  application: orNull.id(
    'The id under which all of it can be taken back while nothing has changed since; null if no line was applied.',
  ),
  applied: output.objects('The lines that were applied.', {
    index,
    kind: Suggestion.shape.kind,
    assignment: output.id('The id of the assignment that was created or raised.'),
    effective_hours: output.decimal('The hours a week that the assignment has now.'),
  }),
  skipped: output.objects('The lines that no longer hold and were left out; only with `on_conflict` SKIP.', {
    index,
    messages: z
      .record(z.string(), z.array(z.string()))
      .describe('What is wrong, by the name of the line’s field.'),
  }),
  covered_hours: output.decimal('The hours a week that were added.'),
  coverage_pct_before: output.decimal(
    'Assigned hours of active positions as a percentage of those that they themselves require, at most 999.99, as the clinic’s coverage counts them. A plan’s own percentage uses dated requirements instead.',
  ),
  coverage_pct_after: output.decimal('The same with the added hours.'),
})

export const apply_plan = endpoint('POST /planning/v1/plans/apply/', 'manage_assignments', {
  summary: 'Apply lines of a plan',
  description:
    'Creates and raises assignments, all of them or none. Each line is checked as its assignment would be, and the plan’s promise must still hold: the position lacks the hours (with `demand` SECURE, if only secure hours count), and the employee is ACTIVE and has the hours left by `hours_limit`. Send `demand`, `hours_limit` and `headroom_pct` as in the plan.',
  throttle: 'planning',
  conflict:
    'The clinic has changed since the plan was made: `code` is `CONFLICT_PLAN_OUTDATED`, and `lines` has the problems of each line, unless the fingerprint differs. Nothing has changed.',
})
  .input(PlanToApply)
  .output(AppliedPlan)
  .mutation(({ ctx, input }) => inTurn(ctx, subjectsOf(input), (em) => applyIn(em, ctx, input)))

/** Plans that lock many rows wait for each other before they take their turns with any row. */
const allPlans = '-plans'

/** All plans, and the rows that a plan locks. */
export const subjectsOf = ({ lines }: { lines: readonly { employee: string; position_id: string }[] }) => [
  allPlans,
  ...lines.flatMap(({ employee, position_id }) => [employee, position_id]),
]

type Ctx = Pick<AuthenticatedContext, 'today' | 'services' | 'caller'>

/** The caller, as the log of applications names them. */
export const applier = ({ caller }: Pick<AuthenticatedContext, 'caller'>) => ({ actor: caller.id, name: '' })

/**
 * Applies the lines in the transaction. 400 for another week or the same pair twice; otherwise like {@link applyPlan}.
 */
function applyIn(em: Em, ctx: Ctx, input: z.infer<typeof PlanToApply>) {
  const { hours_limit = 'CONTRACT', demand = 'BOOKED' } = input
  const { effective_date = ctx.today, notes = '', on_conflict = 'REFUSE' } = input
  checkThisWeek(effective_date, ctx.today)
  checkDistinct(input.lines)
  const basis = basisOf(ctx.services, input)
  const by = applier(ctx)
  const plan = {
    ...input,
    basis,
    hours_limit,
    demand,
    effective_date,
    notes,
    on_conflict,
    today: ctx.today,
    by,
  }
  return applyPlan(em, plan, ctx.services.clock)
}

/** 400 for a date of another week. */
export function checkThisWeek(date: string, today: string) {
  const { start_date, end_date } = isoWeek(today)
  if (date < start_date || date > end_date)
    throw invalid('effective_date', `Ensure the date is in this week, ${start_date} to ${end_date}.`)
}

/** 400 under each line that repeats the employee and position of an earlier one. */
export function checkDistinct(lines: readonly PlanLine[], field = 'lines') {
  const first = new Map<string, number>()
  const problems = lines.map(({ employee, position_id }, index): FieldErrors => {
    const pair = `${employee} ${position_id}`
    const earlier = first.get(pair) ?? index
    first.set(pair, earlier)
    return earlier === index
      ? {}
      : { non_field_errors: [`Item ${earlier} has the same employee and position.`] }
  })
  refuseItems(field, problems)
}
