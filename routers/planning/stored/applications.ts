import { z } from 'zod'
import type { Em } from '../../../entities/connection/em.ts'
import { lockEmployees, lockPositions } from '../../../entities/locks.ts'
import { TransitionLog } from '../../../entities/logs/transition-log.ts'
import {
  ApplicationLog,
  type Applier,
  applicationList,
  applicationOrderings,
  holdAssignments,
  putBackAssignments,
  readApplication,
  readAround,
  readAssignedAnew,
  readAssignmentColumns,
  readNames,
  readTakenBack,
  removeAssignments,
} from '../../../entities/planning/application-log.ts'
import { conflict, notFound } from '../../../src/errors.ts'
import { after } from '../../../src/logs/audit.ts'
import {
  type Applied,
  type AssignmentColumns,
  applicationKinds,
  changedSince,
} from '../../../src/planning/applied/taking-back.ts'
import { inTurn } from '../../endpoints/in-turn.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../../endpoints/page.ts'
import { endpoint } from '../../endpoints/resource.ts'
import { pathId } from '../../schema/fields.ts'
import { named, orNull, output } from '../../schema/output.ts'
import { applier, subjectsOf } from '../apply.ts'

const byName = output.text('That user’s name, as `Family, Given`; the system user, on the command line.')

const Application = named('Application', 'A plan or a rebalance that was applied.', {
  id: output.id('The id under which it can be taken back.'),
  kind: output.choice(applicationKinds, 'What was applied.'),
  draft_id: orNull.id('The draft that was applied; null if it was none.'),
  change_count: output.count('How many assignments were created, raised, lowered or ended.'),
  added_hours: output.decimal('The hours a week that were given to people.'),
  applied_at: output.instant('When it was applied.'),
  applied_by: orNull.id('The user who applied it; null for the command line.'),
  applied_by_name: byName,
  taken_back: output
    .object('By whom and when it was taken back.', {
      at: output.instant('When it was taken back.'),
      by: orNull.id('The user who took it back; null for the command line.'),
      by_name: byName,
    })
    .nullable()
    .describe('By whom and when it was taken back; null if it was not.'),
})

const TakenBack = named('TakenBack', 'What was done to take a plan or a rebalance back.', {
  removed: output.count('How many new assignments were removed.'),
  put_back: output.count('How many assignments have the hours that they had before.'),
  reopened: output.count('How many assignments that had been ended are ACTIVE again.'),
})

export const applications = endpoint('GET /planning/v1/applications/', 'plan', {
  summary: 'List the plans and rebalances that were applied',
  description: newestFirst,
})
  .input(pageInput(applicationOrderings))
  .output(pageOf(Application))
  .query(({ ctx, input }) => paginate(ctx, input, applicationList))

export const take_back = endpoint(
  'POST /planning/v1/applications/{application_id}/take-back/',
  'manage_assignments',
  {
    summary: 'Take back a plan or a rebalance as a whole',
    description:
      'All of it or nothing: new assignments are removed, those that were raised or lowered have their hours back, and those that were ended are ACTIVE again. Afterwards everything is as it was before, but for the logs.',
    throttle: 'planning',
    conflict:
      'Something has changed since, which `detail` names, or it was taken back already. Nothing has changed now.',
  },
)
  .input(z.object({ application_id: pathId('The id of the application.') }))
  .output(TakenBack)
  .mutation(async ({ ctx, input: { application_id } }) => {
    const { assignments } = (await readApplication(ctx.em.fork(), application_id))?.changes ?? noChanges
    const lines = assignments.map(({ after }) => ({
      employee: after.employee_id,
      position_id: after.position_id,
    }))
    return inTurn(ctx, [application_id, ...subjectsOf({ lines })], (em) =>
      takeBack(em, application_id, { by: applier(ctx), clock: ctx.services.clock }),
    )
  })

const noChanges: Pick<Applied, 'assignments'> = { assignments: [] }

type TakingBack = { by: Applier; clock: () => Date }

/**
 * Takes back in the transaction what was applied under the id. 404 if nothing was, 409 if it was taken back or if
 * something has changed since.
 */
export async function takeBack(em: Em, id: string, { by, clock }: TakingBack) {
  const application = await readApplication(em, id)
  if (!application) throw notFound()
  const { changes } = application
  await lockAll(em, changes)
  const taken = await readTakenBack(em, id)
  if (taken) throw conflict(`${taken.by} has taken this back already.`)
  await refuseChanged(em, changes)
  const before = changes.assignments.flatMap((one) => one.before ?? [])
  const created = changes.assignments.filter((one) => !one.before).map(({ after }) => after.id)
  const reopened = changes.assignments.filter((one) => one.before && one.after.status !== one.before.status)
  await removeAssignments(em, created)
  await putBackAssignments(em, before)
  const at = clock()
  await em.insertMany(
    TransitionLog,
    reopened.map((one) => reopening(one, { actor: by.actor, at })),
  )
  const { change_count, added_hours } = application
  const entry = {
    kind: 'TAKE_BACK',
    application_id: id,
    draft_id: null,
    changes: null,
    created_at: at,
  } as const
  em.create(ApplicationLog, { ...entry, ...by, change_count, added_hours })
  return { removed: created.length, put_back: before.length - reopened.length, reopened: reopened.length }
}

/** Locks everything that was changed or that it depends on, in the order of all locks. */
async function lockAll(em: Em, { assignments }: Applied) {
  const rows = assignments.map(({ after }) => after)
  await lockEmployees(
    em,
    rows.map(({ employee_id }) => employee_id),
  )
  await lockPositions(
    em,
    rows.map(({ position_id }) => position_id),
  )
  await holdAssignments(
    em,
    rows.map(({ id }) => id),
  )
}

/** The maximum number of changes that a refusal names. */
const mostNamed = 3

/** 409 that names what has changed since the application; nothing may have changed if it is to be taken back. */
async function refuseChanged(em: Em, changes: Applied) {
  const rows = changes.assignments.map(({ after }) => after)
  const of = { employees: idsOf(changes.around.people), positions: idsOf(changes.around.positions) }
  const changed = changedSince(changes, {
    assignments: await readAssignmentColumns(em, idsOf(rows)),
    around: await readAround(em, of),
    names: await readNames(
      em,
      rows.flatMap(({ employee_id, position_id }) => [employee_id, position_id]),
    ),
  })
  // Hours can be the same again by other changes, and yet no pair may have two ACTIVE assignments.
  const ended = rows.filter(({ status }) => status === 'ENDED')
  for (const { employee, position } of await readAssignedAnew(em, idsOf(ended), idsOf(rows)))
    changed.push(`${employee} has another assignment to ${position} now.`)
  if (!changed.length) return
  const more = changed.length - mostNamed
  const named = [...changed.slice(0, mostNamed), ...(more > 0 ? [`${more} more changes are not shown.`] : [])]
  throw conflict(`This cannot be taken back, because something has changed since. ${named.join(' ')}`)
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

type Reopened = { before: AssignmentColumns | null; after: AssignmentColumns }

/** The log entry of an assignment that is ACTIVE again; it is later than that of its end. */
const reopening = (
  { before, after: ended }: Reopened,
  { actor, at }: { actor: string | null; at: Date },
) => ({
  employee: ended.employee_id,
  assignment: ended.id,
  from_status: ended.status,
  to_status: before?.status ?? '',
  transition: 'take_back',
  actor,
  reason: '',
  metadata: {},
  created_at: after(new Date(ended.updated_at), at),
})
