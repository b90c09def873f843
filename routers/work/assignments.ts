import { sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'
import { exists } from '../../entities/lists/rows.ts'
import { lockPair, lockPairOf, lockPositions } from '../../entities/locks.ts'
import { assignmentTransitionList, transitionLogOrderings } from '../../entities/logs/transition-log.ts'
import { Assignment, assignmentOrderings, notesLength } from '../../entities/work/assignment.ts'
import { assignmentDetail, assignmentList, storedAssignment } from '../../entities/work/assignments.ts'
import { type ProposedAssignment, readProposedAssignmentFacts } from '../../entities/work/facts.ts'
import { conflict, notFound, Overtaken, References, refuseChanges } from '../../src/errors.ts'
import { stamped } from '../../src/logs/audit.ts'
import { checkAssignment } from '../../src/work/assignment-check.ts'
import {
  assignmentStatuses,
  assignmentTransitionNames,
  availableAssignmentTransitions,
  endReasons,
} from '../../src/work/assignment-lifecycle.ts'
import { pairTaken } from '../../src/work/business-rules.ts'
import { lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, endpoint, Reasoned, resource, showOne } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { TransitionOfOne, transitionConflict, transitionsFrom } from '../logs/transitions.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { choice, longText, reference } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { patchOf } from '../schema/output.ts'
import { checkReferences, preview } from './assignment-preview.ts'
import { AssignmentDetail, AssignmentRow, AssignmentWritable } from './assignment-schema.ts'

const path = '/api/v1/assignments/'
const { list, create, get, update } = resource(path, 'read_people', 'manage_assignments')

/**
 * Checks what is about to be stored, and returns the warnings to store with it. The employee is already locked, so the
 * facts hold until the commit.
 */
async function checkProposal(em: Em, proposal: ProposedAssignment, today: string) {
  const facts = await readProposedAssignmentFacts(em, proposal, { today })
  checkReferences(proposal, facts)
  const metadata = checkAssignment(facts.settings, !!facts.position_is_active, facts)
  return { metadata, employee_name: facts.employee_name ?? '' }
}

const shown = { entity: Assignment, schema: AssignmentDetail, view: assignmentDetail() }

type Subjects = readonly (string | undefined)[]
type Locked = { assignment: Assignment; employee_name: string }

/** Locks the assignment's employee and position (with those it moves to), then the assignment itself. */
async function lockAssignment(
  [ctx, em]: [AuthenticatedContext, Em],
  id: string,
  moveTo: { employee?: string; position?: string } = {},
): Promise<Locked> {
  const pair = await lockPairOf(em, id, moveTo)
  if (!pair) throw notFound()
  const { employee_name, has_position } = pair
  new References()
    .check('employee', moveTo.employee ?? pair.employee, employee_name)
    .check('position_id', moveTo.position ?? pair.position, has_position)
    .refuse()
  const assignment = await lockUnchanged([ctx, em], shown, id)
  if (assignment.employee !== pair.employee)
    throw new Overtaken('The assignment was moved to another employee')
  // Meanwhile another request may have moved it to another position, which is then not locked yet.
  if (assignment.position !== pair.position) await lockPositions(em, [assignment.position])
  return { assignment, employee_name: employee_name ?? '' }
}

/** Runs the work once it is its turn with the subjects, and shows the assignment as it is then stored. */
const saved = (ctx: AuthenticatedContext, subjects: Subjects, work: (em: Em) => Promise<Locked>) =>
  inTurn(ctx, subjects, async (em) => {
    const { assignment, employee_name } = await work(em)
    await em.flush()
    return storedAssignment(assignment, employee_name)
  })

/** Locks the assignment, lets the verb change it, and shows the result. */
const change = (ctx: AuthenticatedContext, id: string, verb: (assignment: Assignment, em: Em) => unknown) =>
  saved(ctx, [id], async (em) => {
    const locked = await lockAssignment([ctx, em], id)
    await verb(locked.assignment, em)
    return locked
  })

/** 409 for an inactive position: an active assignment to it would undo the check of its deactivation (D29, D52). */
async function checkPositionActive(em: Em, { position }: Assignment) {
  if (!(await exists(em, 'positions', sql`id = ${position} and is_active`)))
    throw conflict('The position is inactive.')
}

async function checkPairFree(em: Em, { id, employee, position }: Assignment) {
  const taken = sql`employee_id = ${employee} and position_id = ${position} and status = 'ACTIVE' and id <> ${id}`
  if (await exists(em, 'assignments', taken)) throw conflict(pairTaken.message)
}

export const assignmentsRouter = router({
  list: list('List assignments', `${newestFirst} ENDED ones are included.`)
    .input(
      pageInput(assignmentOrderings).extend({
        employee: filters.employee(),
        position_id: filters.position(),
        status: filters.choice(assignmentStatuses, 'Shows only rows with this status.'),
        employee__employee_number: filters.freeText(
          'Shows only assignments of the employee with exactly this number.',
        ),
        search: filters.freeText(
          'Shows only assignments whose employee’s name or number contains this text, ignoring case.',
        ),
      }),
    )
    .output(pageOf(AssignmentRow))
    .query(({ ctx, input }) => paginate(ctx, input, assignmentList(input, ctx.own))),

  create: create(
    'Assign an employee to a position',
    'Refused with 400 unless the employee is ACTIVE or ON_LEAVE, the position is active, the employee has no active assignment to it and no blocking rule is broken. Messages under `non_field_errors` begin with the rule’s code.',
  )
    .input(AssignmentWritable)
    .output(AssignmentDetail)
    .mutation(({ ctx, input: { position_id: position, ...input } }) =>
      saved(ctx, [input.employee, position], async (em) => {
        await lockPair(em, input.employee, position)
        const { metadata, employee_name } = await checkProposal(em, { ...input, position }, ctx.today)
        const fields = { ...input, position, metadata, ...stamped(ctx.services.clock()) }
        return { assignment: em.create(Assignment, fields), employee_name }
      }),
    ),

  get: get('Show an assignment', 'In full.')
    .output(AssignmentDetail)
    .query(({ ctx, input }) => showOne(ctx.em, assignmentDetail(ctx.own), input.id)),

  update: update(
    'Change an assignment',
    'Only the fields that are sent change. Changing the employee, position, hours or effective date checks everything again, as creation does. Only the notes of an ENDED assignment can be changed.',
    'The assignment is ENDED. Nothing has changed.',
  )
    .input(
      patchOf(AssignmentWritable).extend({
        employee: reference()
          .optional()
          .describe('The id of the employee to move the assignment to, who must be ACTIVE or ON_LEAVE.'),
        position_id: reference()
          .optional()
          .describe('The id of the position to move the assignment to, which must be active.'),
        ...ById.shape,
      }),
    )
    .output(AssignmentDetail)
    .mutation(({ ctx, input: { id, is_reinforcement, notes, position_id: position, ...input } }) =>
      saved(ctx, [id, input.employee, position], async (em) => {
        const locked = await lockAssignment([ctx, em], id, { ...input, position })
        const { assignment } = locked
        refuseChanges(assignment, { is_reinforcement })
        const terms = assignment.newTerms({ ...input, position })
        const checked = terms && (await checkProposal(em, { ...terms, except: id }, ctx.today))
        const changes = {
          ...terms,
          ...(checked && { metadata: checked.metadata }),
          notes: notes ?? assignment.notes,
        }
        assignment.revise(changes, ctx.services.clock())
        return locked
      }),
    ),

  suspend: endpoint(`POST ${path}{id}/suspend/`, 'manage_assignments', {
    summary: 'Suspend an assignment',
    description: 'ACTIVE to SUSPENDED: its hours no longer count.',
    conflict: transitionConflict,
    isObject: true,
  })
    .input(Reasoned)
    .output(AssignmentDetail)
    .mutation(({ ctx, input: { id, reason } }) =>
      change(ctx, id, (assignment) => assignment.suspend(ctx.audit(reason))),
    ),

  resume: endpoint(`POST ${path}{id}/resume/`, 'manage_assignments', {
    summary: 'Resume an assignment',
    description: 'SUSPENDED to ACTIVE. No rule is checked.',
    conflict: `${transitionConflict} Or the position is inactive, or the employee has another active assignment to it.`,
    isObject: true,
  })
    .input(Reasoned)
    .output(AssignmentDetail)
    .mutation(({ ctx, input: { id, reason } }) =>
      change(ctx, id, async (assignment, em) => {
        assignment.resume(ctx.audit(reason))
        await checkPositionActive(em, assignment)
        return checkPairFree(em, assignment)
      }),
    ),

  end: endpoint(`POST ${path}{id}/end/`, 'manage_assignments', {
    summary: 'End an assignment',
    description: 'ACTIVE or SUSPENDED to ENDED. The notes are appended to those of the assignment.',
    conflict: transitionConflict,
    isObject: true,
  })
    .input(
      ById.extend({
        end_reason: choice(endReasons).optional().describe('Why the assignment is ended; OTHER by default.'),
        notes: longText(notesLength)
          .optional()
          .describe('Remarks to append to those of the assignment, on a new line.'),
      }),
    )
    .output(AssignmentDetail)
    .mutation(({ ctx, input: { id, end_reason = 'OTHER', notes = '' } }) =>
      change(ctx, id, (assignment) => assignment.end({ end_reason, notes }, ctx.audit())),
    ),

  available_transitions: endpoint(`GET ${path}{id}/available-transitions/`, 'read_people', {
    summary: 'List the transitions that the assignment’s status allows',
    description: 'Only the status counts; a transition can still be refused for another reason.',
  })
    .input(ById)
    .output(transitionsFrom(AssignmentRow.shape.status, assignmentTransitionNames))
    .query(async ({ ctx, input }) => {
      const { status } = await showOne(ctx.em, assignmentDetail(ctx.own), input.id)
      return { status, transitions: availableAssignmentTransitions(status) }
    }),

  transitions: endpoint(`GET ${path}{id}/transitions/`, 'read_people', {
    summary: 'List an assignment’s transitions',
    description: newestFirst,
  })
    .input(pageInput(transitionLogOrderings).extend(ById.shape))
    .output(pageOf(TransitionOfOne))
    .query(async ({ ctx, input }) => {
      await showOne(ctx.em, assignmentDetail(ctx.own), input.id)
      return paginate(ctx, input, assignmentTransitionList(input.id, ctx.own))
    }),

  preview,
})
