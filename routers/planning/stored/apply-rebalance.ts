import type { z } from 'zod'
import type { Em } from '../../../entities/connection/em.ts'
import {
  readAround,
  readAssignmentColumns,
  recordApplication,
} from '../../../entities/planning/application-log.ts'
import { readDatedHours } from '../../../entities/planning/position-requirement.ts'
import { notesLength } from '../../../entities/work/assignment.ts'
import { readRule } from '../../../entities/work/facts.ts'
import { type FieldErrors, planOutdated, refuseItems } from '../../../src/errors.ts'
import { formatHundredths, maximumWeekHours, toHundredths } from '../../../src/hours.ts'
import type { Around } from '../../../src/planning/applied/taking-back.ts'
import { plannedHours } from '../../../src/planning/facts/known-dates.ts'
import { refusesOverCoverage } from '../../../src/planning/facts/rules.ts'
import { addedHours, isEnd, type PlanLine } from '../../../src/planning/plans/check-lines.ts'
import { changeKinds } from '../../../src/planning/rebalance/in-order.ts'
import { inTurn } from '../../endpoints/in-turn.ts'
import { endpoint } from '../../endpoints/resource.ts'
import type { AuthenticatedContext } from '../../ports/context.ts'
import { choice, decimal, longText, reference } from '../../schema/fields.ts'
import { listedObject, listOf } from '../../schema/lists.ts'
import { bodyOf, named, output, shared } from '../../schema/output.ts'
import { applier, checkDistinct, checkThisWeek, PlanToApply, subjectsOf } from '../apply.ts'
import {
  type Application,
  addedBy,
  checkedLines,
  checkFingerprint,
  countedDay,
  isHeld,
  lockRows,
  outdatedText,
  type Raised,
  written,
} from '../apply-plan.ts'
import { basisOf, headroom } from '../planned.ts'
import { RebalanceInput } from '../rebalances.ts'

const weekHours = () => decimal({ digits: 6, minimum: '0.00', maximum: `${maximumWeekHours}` })

/** A change as a rebalance gives it. */
const ChangeToApply = bodyOf(shared, {
  employee: reference(),
  position_id: reference(),
  assignment: reference()
    .nullable()
    .default(null)
    .describe('The id of the assignment to change; null, the default, for a new one.'),
  current_hours: weekHours()
    .default('0.00')
    .describe('The hours a week that the assignment had in the rebalance; 0.00, the default, for a new one.'),
  effective_hours: weekHours().describe(
    `The hours a week that the assignment is to have, at most ${maximumWeekHours}; 0.00 ends it.`,
  ),
})
  .refine(({ assignment, current_hours }) => assignment !== null || toHundredths(current_hours) === 0, {
    path: ['current_hours'],
    error: 'This must be 0.00 for a new assignment.',
  })
  .refine(
    ({ current_hours, effective_hours }) => toHundredths(current_hours) !== toHundredths(effective_hours),
    {
      path: ['effective_hours'],
      error: 'Ensure this value is not current_hours.',
    },
  )

const { fingerprint, effective_date } = PlanToApply.shape

const RebalanceToApply = bodyOf(RebalanceInput.shape, {
  changes: listOf(listedObject(ChangeToApply), 500).describe(
    'The changes to apply: 1 to 500 changes of a rebalance, exactly as it gave them. No two that give hours, and no two that take hours, may have the same employee and position.',
  ),
  fingerprint: fingerprint.describe(
    'The rebalance’s fingerprint. If given, nothing is applied when anything has changed since the rebalance.',
  ),
  hours_limit: choice(['CONTRACT', 'WEEKLY_CAP']).optional(),
  headroom_pct: headroom(),
  effective_date,
  notes: longText(notesLength)
    .optional()
    .describe(
      'The notes of new assignments, and what is appended to those of ended ones; blank unless given.',
    ),
})

type RebalanceToApply = z.infer<typeof RebalanceToApply>

export const AppliedRebalance = named('AppliedRebalance', 'What became of the changes of a rebalance.', {
  application: output.id('The id under which all of it can be taken back while nothing has changed since.'),
  applied: output.objects('The changes, in the order in which they were sent.', {
    kind: output.choice(changeKinds, 'What was done, as in the rebalance.'),
    assignment: output.id('The id of the assignment that was created or changed.'),
    effective_hours: output.decimal('The hours a week that the assignment has now; 0.00 if it was ended.'),
  }),
  added_hours: output.decimal('The hours a week that were given, here or elsewhere.'),
})

export const apply_rebalance = endpoint('POST /planning/v1/rebalances/apply/', 'manage_assignments', {
  summary: 'Apply the changes of a rebalance',
  description:
    'Lowers, ends, raises and creates assignments, all of them or none. First everything that takes hours is checked as a change of its assignment would be, then everything that gives them, as lines of a plan are, except that people and positions may get back what they have just lost. No position may lack hours that it does not lack now.',
  throttle: 'planning',
  conflict:
    'The clinic has changed since the rebalance was made: `code` is `CONFLICT_PLAN_OUTDATED`, and `lines` has the problems of each change, unless the fingerprint differs. Nothing has changed.',
})
  .input(RebalanceToApply)
  .output(AppliedRebalance)
  .mutation(({ ctx, input }) =>
    inTurn(ctx, subjectsOf({ lines: input.changes }), (em) => applyRebalance(em, ctx, input)),
  )

type Ctx = Pick<AuthenticatedContext, 'today' | 'services' | 'caller'>

/** Applies the changes in the transaction: all of them, or 409 with the problems of each. */
async function applyRebalance(em: Em, ctx: Ctx, { changes, ...input }: RebalanceToApply) {
  const { hours_limit = 'CONTRACT', effective_date = ctx.today, notes = '' } = input
  checkThisWeek(effective_date, ctx.today)
  const takes = changes.filter((change) => addedHours(change) < 0)
  const gives = changes.filter((change) => addedHours(change) > 0)
  for (const some of [takes, gives]) checkDistinct(some, 'changes')
  const basis = basisOf(ctx.services, input)
  const given = { ...input, hours_limit, effective_date, notes, basis, today: ctx.today, by: applier(ctx) }
  const stored = await lockRows(em, changes, (problems) => refuseItems('changes', problems))
  const rebalance = { ...given, demand: 'BOOKED' as const, lines: changes }
  await checkFingerprint(em, rebalance)
  const before = await readAssignmentColumns(em, [...stored.keys()])
  const losing = { employees: [], positions: takes.map(({ position_id }) => position_id) }
  const then = await readAround(em, losing)
  const at = ctx.services.clock()
  // What is given counts the hours that were taken.
  const taken = await storeChanges(em, { ...rebalance, lines: takes }, { stored, at, changes })
  const added = await storeChanges(em, { ...rebalance, lines: gives, takes }, { stored, at, changes })
  const required = await readRequired(em, then.positions, rebalance)
  refuseLacking(changes, [then, await readAround(em, losing)], required)
  const ids = new Map([...taken, ...added])
  const added_hours = addedBy(changes)
  const entry = { kind: 'REBALANCE', draft: null, by: given.by, at, added_hours, before } as const
  const application = await recordApplication(em, entry, [...new Set(ids.values())])
  const applied = changes.map((change) => {
    return {
      kind: kindOf(change),
      assignment: ids.get(change) ?? '',
      effective_hours: change.effective_hours,
    }
  })
  return { application, applied, added_hours }
}

type Storing = { stored: Raised; at: Date; changes: readonly PlanLine[] }

/** Stores the application's lines, which are some of the changes, and returns the ids of their assignments. */
async function storeChanges(em: Em, some: Application, { stored, at, changes }: Storing) {
  const checked = await checkedLines(em, some, stored)
  const problems = new Map(checked.map((one) => [one.line, isHeld(one) ? {} : one.problems]))
  refuseOutdated(changes.map((change) => problems.get(change) ?? {}))
  const results = checked
    .filter(isHeld)
    .map((one) => [one.line, written(em, one, { plan: some, raised: stored, at })] as const)
  await em.flush()
  return results.map(([line, { id }]) => [line, id] as const)
}

/** What the positions require on the day that counts, in hundredths, as a rebalance is computed. */
async function readRequired(em: Em, positions: Around['positions'], rebalance: Application) {
  const day = countedDay(rebalance)
  const ids = positions.map(({ id }) => id)
  const dated = await readDatedHours(em, ids, day)
  const { setting } = await readRule(em, 'COVERAGE_EXCEEDED')
  const isBounded = day === rebalance.today && refusesOverCoverage({ rules: [setting] })
  const required = positions.map(({ id, required }) => {
    const own = toHundredths(required)
    return [id, plannedHours(own, toHundredths(dated.get(id) ?? required), isBounded)] as const
  })
  return new Map(required)
}

/** 409 if a position that loses hours would lack more than it did. */
function refuseLacking(
  changes: readonly PlanLine[],
  [then, now]: [Around, Around],
  required: ReadonlyMap<string, number>,
) {
  const lacking = ({ id, hours }: Around['positions'][number]) =>
    Math.max(0, (required.get(id) ?? 0) - toHundredths(hours))
  const before = new Map(then.positions.map((position) => [position.id, lacking(position)]))
  const after = new Map(now.positions.map((position) => [position.id, lacking(position)]))
  refuseOutdated(
    changes.map((change): FieldErrors => {
      const lacks = after.get(change.position_id) ?? 0
      if (addedHours(change) > 0 || lacks <= (before.get(change.position_id) ?? 0)) return {}
      return { position_id: [`The position would lack ${formatHundredths(lacks)} hours.`] }
    }),
  )
}

function refuseOutdated(problems: FieldErrors[]) {
  const count = problems.filter((fields) => Object.keys(fields).length).length
  if (count) throw planOutdated(outdatedText(count, problems.length, 'change'), problems)
}

function kindOf(change: PlanLine): (typeof changeKinds)[number] {
  if (addedHours(change) > 0) return change.assignment === null ? 'CREATE' : 'RAISE'
  return isEnd(change) ? 'END' : 'LOWER'
}
