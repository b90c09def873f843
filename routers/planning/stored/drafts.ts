import { z } from 'zod'
import { readLeftOutOf } from '../../../entities/clinic-snapshot.ts'
import type { Em } from '../../../entities/connection/em.ts'
import type { Applier } from '../../../entities/planning/application-log.ts'
import {
  draftDetail,
  draftList,
  draftNameLength,
  draftOrderings,
  type NamedDraftLine,
  PlanDraft,
} from '../../../entities/planning/plan-draft.ts'
import { notesLength } from '../../../entities/work/assignment.ts'
import { isoWeek } from '../../../src/calendar.ts'
import { conflict, planOutdated } from '../../../src/errors.ts'
import { formatHundredths } from '../../../src/hours.ts'
import type { Basis } from '../../../src/planning/facts/clinic-facts.ts'
import { addedHours, lineStates, type PlanLine } from '../../../src/planning/plans/check-lines.ts'
import { inTurn } from '../../endpoints/in-turn.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../../endpoints/page.ts'
import { endpoint, lockOne, showOne } from '../../endpoints/resource.ts'
import { date, label, longText, pathId } from '../../schema/fields.ts'
import { bodyOf, named, orNull, output, shared } from '../../schema/output.ts'
import { AppliedPlan, applier, checkDistinct, PlanToApply, subjectsOf } from '../apply.ts'
import { addedBy, applyPlan, outdatedText } from '../apply-plan.ts'
import { basisOf, fingerprinted } from '../planned.ts'
import { Plan, PlanInput, PlanSummary } from '../plans.ts'
import { Suggestion } from '../suggestions.ts'

const { hours_limit, demand, keep: _keep, ...asked } = PlanInput.shape

const allowed = ['CREATE_AND_RAISE', 'CREATE', 'RAISE'] as const

/** A plan to keep, and what it was planned with. */
const PlanToKeep = bodyOf(PlanInput.shape, {
  ...asked,
  hours_limit,
  demand,
  reference_date: date().describe('The day of the plan: from today to 182 days ahead.'),
  name: label(draftNameLength)
    .optional()
    .describe('A name for the draft, at most 200 characters; blank unless given.'),
  lines: PlanToApply.shape.lines.describe(
    'The lines to keep: 1 to 500 lines of a plan for that day, exactly as it gave them. No two may have the same employee and position.',
  ),
})

const DraftRow = named('DraftRow', 'A plan for a coming week that is kept.', {
  id: shared.id,
  name: output.text('Its name; blank if it has none.'),
  reference_date: Plan.shape.reference_date,
  applies_from: output.date('The Monday from which it can be applied.'),
  hours_limit: output.choice(
    ['CONTRACT', 'WEEKLY_CAP'],
    'How many hours people may be given, as in the plan.',
  ),
  demand: output.choice(['BOOKED', 'SECURE'], 'Which assigned hours count as covered, as in the plan.'),
  line_count: output.count('The number of its lines.'),
  added_hours: output.decimal('The hours a week that its lines add.'),
  fingerprint: output.text('Identifies the clinic’s data for which it was kept, as in a plan.'),
  kept_by: orNull.id('The user who kept it; null for the command line.'),
  kept_by_name: output.text('That user’s name, as `Family, Given`; the system user, on the command line.'),
  created_at: output.instant('When it was kept.'),
  application: output
    .object('By whom and when it was applied.', {
      id: output.id('The id under which this can be taken back.'),
      applied_at: output.instant('When it was applied.'),
      applied_by: orNull.id('The user who applied it; null for the command line.'),
      applied_by_name: output.text('That user’s name.'),
    })
    .nullable()
    .describe('By whom and when it was applied; null if it was not, or was taken back.'),
})

const DraftDetail = DraftRow.extend({
  options: output.object('What else it was planned with.', {
    org_unit_id: output
      .id()
      .optional()
      .describe('The id of the org unit whose positions were planned; missing if all were.'),
    headroom_pct: output.decimal('The percentage of every pool that was kept for leave, sickness and study.'),
    minimum_hours: output.decimal('The fewest hours a week of a new assignment.'),
    priorities: output.list('The ids of the org units whose positions came first.', output.id()),
    exclude_employees: output.list('The ids of the employees who were left out.', output.id()),
    exclude_positions: output.list('The ids of the positions that were left out.', output.id()),
    allow: output.choice(allowed, 'What the plan might contain.'),
  }),
  lines: output.objects('Its lines, in the order of the plan.', {
    employee: shared.employee,
    employee_name: shared.employee_name,
    position_id: shared.position_id,
    position_title: shared.position_title,
    org_unit_id: orNull.id(
      'The id of the org unit that holds the position; null if the position was deleted.',
    ),
    org_unit_name: shared.org_unit_name,
    kind: Suggestion.shape.kind,
    assignment: orNull.id('The id of the assignment to raise; null for a new one.'),
    current_hours: output.decimal('The hours a week that the assignment had; 0.00 for a new one.'),
    effective_hours: output.decimal('The hours a week that the assignment is to have.'),
    added_hours: output.decimal('The hours a week that the line adds.'),
    lacking_hours: output.decimal('The hours that the position lacked when the draft was kept.'),
    free_hours: output.decimal('The hours that the employee had left then.'),
    now: output
      .object('The line today.', {
        state: output.choice(
          lineStates,
          'Whether the line would be accepted (HOLDS), adds hours that the position no longer lacks (NOT_NEEDED), or would be refused for another reason (NOT_ACCEPTED).',
        ),
        messages: z
          .record(z.string(), z.array(z.string()))
          .describe('What is wrong, by the name of the line’s field.'),
        lacking_hours: orNull.decimal('The hours that the position lacks; null if it is inactive.'),
        free_hours: orNull.decimal('The hours that the employee has left; null if the position is inactive.'),
      })
      .nullable()
      .describe(
        'The line as the clinic stands now, on the day of the draft, or if its week has begun, as applying it now would find it (the answer to keeping it always shows its day); null once the draft is applied.',
      ),
  }),
  drift: output
    .object('How far the draft still holds.', {
      computed_at: shared.computed_at,
      fingerprint: output.text('Identifies the clinic’s data as it is now, today’s date included.'),
      sentence: shared.sentence,
      planned_again: PlanSummary.nullable().describe(
        'The same plan made now; null if it would be refused, as where its org unit is gone.',
      ),
    })
    .nullable()
    .describe('How far the draft still holds; null once it is applied.'),
}).meta({ id: 'Draft', description: 'A draft with its lines, and how far they still hold.' })

const path = '/planning/v1/drafts/'
const ByDraft = z.object({ draft_id: pathId('The id of the draft.') })

export const keep_draft = endpoint(`POST ${path}`, 'manage_assignments', {
  summary: 'Keep a plan for a coming week as a draft',
  description:
    'Stores the lines, and no assignment. Each line is checked as it would be when it is applied on the day, so it must hold now.',
  status: 201,
  throttle: 'planning',
  conflict:
    'A line does not hold: `code` is `CONFLICT_PLAN_OUTDATED`, and `lines` has the problems of each line. Nothing is stored.',
})
  .input(PlanToKeep)
  .output(DraftDetail)
  .mutation(async ({ ctx, input: { name = '', lines, ...sent } }) => {
    checkDistinct(lines)
    const options = { ...sent, headroom_pct: formatHundredths(basisOf(ctx.services, sent).headroom) }
    // A bad request is refused as that of a plan would be.
    const left_out = await readLeftOutOf(ctx.em, options)
    const { fingerprint, ...answer } = await fingerprinted(ctx, 'kept_plan', { ...options, lines, left_out })
    const problems = answer.lines.map((line) => line.problems)
    const count = answer.lines.filter(({ state }) => state !== 'HOLDS').length
    if (count) throw planOutdated(outdatedText(count, lines.length), problems)
    const draft = newDraft({ name, lines, options, fingerprint }, answer.lines, applier(ctx))
    return inTurn(ctx, [], async (em) => {
      const { id } = em.create(PlanDraft, { ...draft, created_at: ctx.services.clock() })
      await em.flush()
      return shown(await showOne(em, draftDetail, id), { fingerprint, ...answer })
    })
  })

export const drafts = endpoint(`GET ${path}`, 'plan', { summary: 'List drafts', description: newestFirst })
  .input(pageInput(draftOrderings))
  .output(pageOf(DraftRow))
  .query(async ({ ctx, input }) => {
    const page = await paginate(ctx, input, draftList)
    return { ...page, results: page.results.map(withMonday) }
  })

export const draft = endpoint(`GET ${path}{draft_id}/`, 'plan', {
  summary: 'Show a draft and how far it still holds',
  description:
    'Checks each line as the service would on the day of the draft, as known dates have it, or once its week has begun, as it would when the draft is applied now. Makes the same plan again.',
  throttle: 'planning',
})
  .input(ByDraft)
  .output(DraftDetail)
  .query(async ({ ctx, input: { draft_id } }) => {
    const found = await showOne(ctx.em, draftDetail, draft_id)
    if (found.application) return shown(found, null)
    const { options, lines } = found
    const left_out = await readLeftOutOf(ctx.em, options)
    return shown(found, await fingerprinted(ctx, 'drift', { ...options, lines, left_out }))
  })

export const delete_draft = endpoint(`DELETE ${path}{draft_id}/`, 'manage_assignments', {
  summary: 'Delete a draft',
  description: 'What was applied stays, and can still be taken back.',
  status: 204,
})
  .input(ByDraft)
  .output(z.void())
  .mutation(({ ctx, input: { draft_id } }) =>
    inTurn(ctx, [draft_id], async (em) => {
      em.remove(await lockOne(em, PlanDraft, { id: draft_id }))
    }),
  )

export const apply_draft = endpoint(`POST ${path}{draft_id}/apply/`, 'manage_assignments', {
  summary: 'Apply a draft',
  description:
    'Possible from the Monday of its week on. Checks all lines again and applies them as a plan, all of them or none. New assignments begin on the day of the draft, or today once that has passed.',
  throttle: 'planning',
  conflict:
    'Its week has not begun, it was applied already, or the clinic has changed since: then `lines` has the problems of each line. Nothing has changed.',
})
  .input(
    ByDraft.extend({
      notes: longText(notesLength)
        .optional()
        .describe('The notes of new assignments, at most 2000 characters; blank unless given.'),
    }),
  )
  .output(AppliedPlan)
  .mutation(async ({ ctx, input: { draft_id, notes = '' } }) => {
    const { lines } = await showOne(ctx.em.fork(), draftDetail, draft_id)
    const { services, today } = ctx
    return inTurn(ctx, [draft_id, ...subjectsOf({ lines })], (em) =>
      applyDraft(em, {
        draft_id,
        notes,
        by: applier(ctx),
        basis: services.basis,
        today,
        clock: services.clock,
      }),
    )
  })

type Kept = Pick<PlanDraft, 'name' | 'options' | 'fingerprint'> & { lines: readonly PlanLine[] }

/** The fields of a draft; the lines as they were found are in the order of its lines. */
export function newDraft(kept: Kept, found: Drift['lines'], { actor, name: kept_by_name }: Applier) {
  const lines = kept.lines.map((line, index) => ({ ...line, ...hoursOf(found[index]) }))
  const { reference_date } = kept.options
  const sums = { line_count: lines.length, added_hours: addedBy(lines) }
  return { ...kept, ...sums, lines, reference_date, kept_by: actor, kept_by_name }
}

type Applying = {
  draft_id: string
  notes: string
  by: Applier
  basis: Basis
  today: string
  clock: () => Date
}

/** Applies the draft in the transaction; 409 before its week begins, for an applied draft, and as a plan is. */
export async function applyDraft(em: Em, { draft_id, basis, clock, ...how }: Applying) {
  // Locked first, so that of two calls the second finds it applied.
  await lockOne(em, PlanDraft, { id: draft_id })
  const { options, lines, application } = await showOne(em, draftDetail, draft_id)
  if (application) throw conflict(`${application.applied_by_name} has applied this draft already.`)
  const { start_date } = isoWeek(options.reference_date)
  if (how.today < start_date)
    throw conflict(`This draft is for the week of ${start_date}, and can be applied from that day on.`)
  const { hours_limit, demand, reference_date } = options
  const effective_date = reference_date < how.today ? how.today : reference_date
  const plan = { ...how, lines, hours_limit, demand, effective_date, on_conflict: 'REFUSE' } as const
  return applyPlan(em, { ...plan, basis: basisOf({ basis }, options), draft: draft_id }, clock)
}

type Drift = {
  computed_at: string
  fingerprint: string
  sentence: string
  planned_again: z.input<typeof PlanSummary> | null
  lines: readonly {
    state: (typeof lineStates)[number]
    problems: Record<string, string[]>
    lacking_hours: string | null
    free_hours: string | null
  }[]
}

const hoursOf = (line: Drift['lines'][number] | undefined) => {
  return { lacking_hours: line?.lacking_hours ?? '0.00', free_hours: line?.free_hours ?? '0.00' }
}

const withMonday = <Row extends { reference_date: string }>(row: Row) => ({
  ...row,
  applies_from: isoWeek(row.reference_date).start_date,
})

/** The draft as clients see it; without its drift once it is applied. */
function shown<Row extends { reference_date: string; lines: NamedDraftLine[] }>(
  row: Row,
  drift: Drift | null,
) {
  return {
    ...withMonday(row),
    lines: row.lines.map((line, index) => ({
      ...line,
      kind: line.assignment === null ? ('CREATE' as const) : ('RAISE' as const),
      added_hours: formatHundredths(addedHours(line)),
      now: nowOf(drift?.lines[index]),
    })),
    drift,
  }
}

function nowOf(line: Drift['lines'][number] | undefined) {
  if (!line) return null
  const { problems: messages, ...rest } = line
  return { ...rest, messages }
}
