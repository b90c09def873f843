import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { Assignment, assignmentOrderings, notesLength } from '../entities/assignment.ts'
import type { Audit } from '../entities/audit.ts'
import { holdPositions, lockEmployees } from '../entities/locks.ts'
import type { Em } from '../entities/orm.ts'
import { readOne, readPage } from '../entities/page.ts'
import { type Proposed, readAssignmentFacts } from '../entities/reads/assignment-facts.ts'
import { assignmentDetail, assignmentList } from '../entities/reads/assignments.ts'
import { exists } from '../entities/reads/exists.ts'
import { ownedBy } from '../entities/reads/fragments.ts'
import { assignmentTransitionList } from '../entities/reads/transitions.ts'
import { transaction } from '../entities/transaction.ts'
import { transitionLogOrderings } from '../entities/transition-log.ts'
import { checkAssignment, isAssignable, notActive, notAssignable } from '../src/assignment-check.ts'
import {
  assignmentStatuses,
  assignmentTransitionNames,
  availableAssignmentTransitions,
  endReasons,
} from '../src/assignment-lifecycle.ts'
import { blockingMessages, evaluateRules, pairTaken, ruleCodes } from '../src/business-rules.ts'
import { conflict, invalidAsAWhole, notFound, References, refuseChanges } from '../src/errors.ts'
import { maximumWeekHours } from '../src/hours.ts'
import type { AuthenticatedContext } from './gate/context.ts'
import { rest } from './gate/meta.ts'
import { procedure, router } from './gate/procedure.ts'
import { boolean, choice, date, decimal, pathId, reference, text, view } from './schema/fields.ts'
import * as filters from './schema/filters.ts'
import { paged, pageInput, pageOf, paginate } from './schema/page.ts'
import { TransitionOfOne, transitionConflict } from './transitions.ts'

const Common = z.object({
  id: view.id(),
  employee: view.id(),
  employee_name: z.string(),
  position_id: view.id(),
  effective_hours: view.decimal(),
  is_reinforcement: z.boolean(),
  status: z.enum(assignmentStatuses),
  effective_date: view.date().nullable(),
  end_date: view.date().nullable(),
  created_at: view.instant(),
})

export const AssignmentRow = Common.extend({ position_title: z.string(), org_unit_name: z.string() }).meta({
  id: 'AssignmentRow',
})

const AssignmentDetail = Common.extend({
  end_reason: z.string(),
  suspended_at: view.instant().nullable(),
  notes: z.string(),
  updated_at: view.instant(),
}).meta({ id: 'AssignmentDetail' })

const ViolationView = z
  .object({
    rule_code: z.enum(ruleCodes),
    message: z.string(),
    missing_tags: z.array(z.string()).optional(),
  })
  .meta({ id: 'Violation' })

const Preview = z
  .object({
    assignment: z.object({
      employee: view.id(),
      employee_name: z.string(),
      position_id: view.id(),
      effective_hours: view.decimal(),
    }),
    is_valid: z.boolean(),
    violations: z.object({
      blocking: z.array(ViolationView),
      warnings: z.array(ViolationView),
      info: z.array(ViolationView),
    }),
  })
  .meta({ id: 'AssignmentPreview' })

const hours = () => decimal({ digits: 6, minimum: '0.01', maximum: `${maximumWeekHours}` })

export const AssignmentWritable = z.object({
  employee: reference(),
  position_id: reference(),
  effective_hours: hours(),
  effective_date: date().nullable().optional(),
  notes: text(notesLength).optional(),
  is_reinforcement: boolean().optional(),
})

const ById = z.object({ id: pathId() })
const path = '/api/v1/assignments/'

async function detail(em: Em, id: string, own?: string) {
  const where = [ownedBy('employee_id', own)]
  const found = await readOne<z.infer<typeof AssignmentDetail>>(em, assignmentDetail, id, where)
  if (!found) throw notFound()
  return found
}

/** Checks an assignment that is about to be stored. The employee is locked before, so that what is read holds until the commit. */
async function evaluate(em: Em, proposed: Proposed, today: string) {
  const facts = await readAssignmentFacts(em, proposed, today)
  new References()
    .check('employee', proposed.employee, facts.employee_name)
    .check('position_id', proposed.position_id, facts.position_is_active !== null)
    .refuse()
  const requestedHours = proposed.effective_hours
  return checkAssignment(facts.settings, !!facts.position_is_active, { ...facts, requestedHours, today })
}

/** Locks the assignment's employee and position (with those it moves to), then the assignment itself. */
async function lockAssignment(em: Em, id: string, moveTo: { employee?: string; position_id?: string } = {}) {
  const stored = await em.findOne(Assignment, id)
  if (!stored) throw notFound()
  const { employee, position } = stored
  const { employee: toEmployee = employee, position_id: toPosition = position } = moveTo
  const employees = await lockEmployees(em, [employee, toEmployee])
  const positions = await holdPositions(em, [position, toPosition])
  new References()
    .check('employee', toEmployee, employees.has(toEmployee))
    .check('position_id', toPosition, positions.has(toPosition))
    .refuse()
  const locked = await em.findOneOrFail(Assignment, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  })
  if (locked.employee !== employee)
    throw conflict('The assignment was moved to another employee meanwhile; try again.')
  return locked
}

/** Locks the assignment, lets the verb change it, and shows it as it is then. */
const change = (ctx: AuthenticatedContext, id: string, verb: (assignment: Assignment, em: Em) => unknown) =>
  transaction(ctx.em, async (em) => {
    await verb(await lockAssignment(em, id), em)
    await em.flush()
    return detail(em, id)
  })

const transition = (
  name: 'suspend' | 'resume',
  texts: { summary: string; description: string; conflict: string },
  verb: (assignment: Assignment, by: Audit) => void,
) =>
  procedure
    .meta(rest(`POST ${path}{id}/${name}/`, 'manage_assignments', texts))
    .input(ById.extend({ reason: text(2000).optional() }))
    .output(AssignmentDetail)
    .mutation(({ ctx, input }) =>
      change(ctx, input.id, async (assignment, em) => {
        verb(assignment, ctx.audit(input.reason))
        if (name === 'resume') await checkPairFree(em, assignment)
      }),
    )

async function checkPairFree(em: Em, { id, employee, position }: Assignment) {
  const taken = sql`employee_id = ${employee} and position_id = ${position} and status = 'ACTIVE' and id <> ${id}`
  if (await exists(em, 'assignments', taken)) throw conflict(pairTaken.message)
}

export const assignmentsRouter = router({
  list: procedure
    .meta(rest(`GET ${path}`, 'read_people', { summary: 'List assignments', description: paged }))
    .input(
      pageInput(assignmentOrderings).extend({
        employee: filters.id(),
        position_id: filters.id(),
        status: filters.choice(assignmentStatuses),
        employee__employee_number: filters.text(),
        search: filters.text(),
      }),
    )
    .output(pageOf(AssignmentRow))
    .query(({ ctx, input }) =>
      paginate(ctx, input, (slice) =>
        readPage<z.infer<typeof AssignmentRow>>(ctx.em, assignmentList(input, ctx.own), slice),
      ),
    ),

  create: procedure
    .meta(
      rest(`POST ${path}`, 'manage_assignments', {
        summary: 'Assign an employee to a position',
        description:
          'Refused with 400 unless the employee is ACTIVE or ON_LEAVE, the position is active, the pair is free and no blocking rule is broken. Messages under `non_field_errors` begin with the rule’s code.',
        status: 201,
      }),
    )
    .input(AssignmentWritable)
    .output(AssignmentDetail)
    .mutation(({ ctx, input }) =>
      transaction(ctx.em, async (em) => {
        await lockEmployees(em, [input.employee])
        await holdPositions(em, [input.position_id])
        const metadata = await evaluate(em, input, ctx.today)
        const { position_id: position, ...fields } = input
        const stamps = { created_at: ctx.now, updated_at: ctx.now }
        const assignment = em.create(Assignment, { ...fields, position, metadata, ...stamps })
        await em.flush()
        return detail(em, assignment.id)
      }),
    ),

  get: procedure
    .meta(rest(`GET ${path}{id}/`, 'read_people', { summary: 'Show an assignment' }))
    .input(ById)
    .output(AssignmentDetail)
    .query(({ ctx, input }) => detail(ctx.em, input.id, ctx.own)),

  update: procedure
    .meta(
      rest(`PATCH ${path}{id}/`, 'manage_assignments', {
        summary: 'Change an assignment',
        description:
          'Changing the employee, position, hours or effective date checks everything again, as creation does. Only the notes of an ENDED assignment can be changed.',
        conflict: 'The assignment is ENDED. Nothing has changed.',
      }),
    )
    .input(AssignmentWritable.partial().extend(ById.shape))
    .output(AssignmentDetail)
    .mutation(({ ctx, input: { id, is_reinforcement, notes, ...input } }) =>
      transaction(ctx.em, async (em) => {
        const assignment = await lockAssignment(em, id, input)
        refuseChanges(assignment, { is_reinforcement })
        const proposed = {
          employee: input.employee ?? assignment.employee,
          position_id: input.position_id ?? assignment.position,
          effective_hours: input.effective_hours ?? assignment.effective_hours,
          effective_date:
            input.effective_date === undefined ? (assignment.effective_date ?? null) : input.effective_date,
        }
        if (assignment.differsFrom(proposed)) {
          if (assignment.status === 'ENDED')
            throw conflict("An assignment in state 'ENDED' can change its notes only.")
          const metadata = await evaluate(em, { ...proposed, except: id }, ctx.today)
          const { position_id: position, ...fields } = proposed
          Object.assign(assignment, fields, { position, metadata })
        }
        if (notes !== undefined) assignment.notes = notes
        assignment.updated_at = ctx.now
        await em.flush()
        return detail(em, id)
      }),
    ),

  suspend: transition(
    'suspend',
    {
      summary: 'Suspend an assignment',
      description: 'ACTIVE to SUSPENDED: its hours no longer count.',
      conflict: transitionConflict,
    },
    (assignment, by) => assignment.suspend(by),
  ),
  resume: transition(
    'resume',
    {
      summary: 'Resume an assignment',
      description: 'SUSPENDED to ACTIVE. No rule is checked.',
      conflict: `${transitionConflict} Or the employee has another active assignment to the position.`,
    },
    (assignment, by) => assignment.resume(by),
  ),

  end: procedure
    .meta(
      rest(`POST ${path}{id}/end/`, 'manage_assignments', {
        summary: 'End an assignment',
        description: 'ACTIVE or SUSPENDED to ENDED. The notes are appended to those of the assignment.',
        conflict: transitionConflict,
      }),
    )
    .input(ById.extend({ end_reason: choice(endReasons).optional(), notes: text(notesLength).optional() }))
    .output(AssignmentDetail)
    .mutation(({ ctx, input: { id, end_reason = 'OTHER', notes = '' } }) =>
      change(ctx, id, (assignment) => assignment.end({ end_reason, notes }, ctx.audit())),
    ),

  available_transitions: procedure
    .meta(
      rest(`GET ${path}{id}/available-transitions/`, 'read_people', {
        summary: 'List the transitions that the assignment’s status allows',
      }),
    )
    .input(ById)
    .output(
      z.object({
        status: z.enum(assignmentStatuses),
        transitions: z.array(z.enum(assignmentTransitionNames)),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { status } = await detail(ctx.em, input.id, ctx.own)
      return { status, transitions: availableAssignmentTransitions(status) }
    }),

  transitions: procedure
    .meta(
      rest(`GET ${path}{id}/transitions/`, 'read_people', {
        summary: 'List an assignment’s transitions',
        description: paged,
      }),
    )
    .input(pageInput(transitionLogOrderings).extend(ById.shape))
    .output(pageOf(TransitionOfOne))
    .query(async ({ ctx, input }) => {
      await detail(ctx.em, input.id, ctx.own)
      return paginate(ctx, input, (slice) =>
        readPage<z.infer<typeof TransitionOfOne>>(ctx.em, assignmentTransitionList(input.id), slice),
      )
    }),

  preview: procedure
    .meta(
      rest(`POST ${path}preview/`, 'simulate', {
        summary: 'Check an assignment without creating it',
        description:
          'Nothing is stored. Whatever creation would refuse is either a blocking violation or a 400 here.',
      }),
    )
    .input(AssignmentWritable.pick({ employee: true, position_id: true, effective_hours: true }))
    .output(Preview)
    .mutation(async ({ ctx, input: { employee, position_id, effective_hours } }) => {
      const facts = await readAssignmentFacts(
        ctx.em,
        { employee, position_id, effective_hours },
        ctx.today,
        ctx.own,
      )
      new References()
        .check('employee', employee, facts.employee_name)
        .check('position_id', position_id, facts.position_is_active !== null)
        .refuse()
      const violations = evaluateRules(facts.settings, {
        ...facts,
        requestedHours: effective_hours,
        today: ctx.today,
      })
      const isBlockedBy = (code: string) => violations.blocking.some(({ rule_code }) => rule_code === code)
      // What create would refuse, whatever the rules say, is refused here too (D32).
      if (!isAssignable(facts.employeeStatus) && !isBlockedBy('EMPLOYEE_TERMINATED')) throw notAssignable()
      if (!facts.position_is_active) throw notActive()
      if (facts.hasActivePair && !isBlockedBy('DUPLICATE_ASSIGNMENT'))
        throw invalidAsAWhole(...blockingMessages([pairTaken]))
      return {
        assignment: { employee, employee_name: facts.employee_name ?? '', position_id, effective_hours },
        is_valid: violations.blocking.length === 0,
        violations,
      }
    }),
})
