import { lockEmployees } from '../../entities/locks.ts'
import { employeeTransitionList, transitionLogOrderings } from '../../entities/logs/transition-log.ts'
import { Employee, employeeOrderings } from '../../entities/people/employee.ts'
import { employeeDetail, employeeList } from '../../entities/people/employees.ts'
import { transitionPermission } from '../../src/accounts/permissions.ts'
import { stamped } from '../../src/logs/audit.ts'
import {
  availableEmployeeTransitions,
  type EmployeeTransition,
  employeeStatuses,
  employeeTransitionNames,
  employeeTransitions,
  proposalDays,
  proposalTypes,
} from '../../src/people/employee-lifecycle.ts'
import { checkUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { newestFirst, paged, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, endpoint, Reasoned, resource, showOne, showSaved } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { TransitionOfOne, transitionConflict, transitionsFrom } from '../logs/transitions.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { choice, integer, longText } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { patchOf } from '../schema/output.ts'
import { EmployeeDetail, EmployeeRow, EmployeeWritable } from './employee-schema.ts'

const path = '/api/v1/employees/'
const { list, create, get, update } = resource(path, 'read_people', 'manage')

/** Locks the employee, lets the verb change it, and shows the result; 404 if the caller may not see it. */
function change(ctx: AuthenticatedContext, id: string, verb: (employee: Employee) => void) {
  return inTurn(ctx, [id], async (em) => {
    await lockEmployees(em, [id])
    const shown = await showOne(em, employeeDetail(ctx.own), id)
    await checkUnchanged(ctx, EmployeeDetail, () => shown)
    verb(await em.findOneOrFail(Employee, id))
    return showSaved(em, employeeDetail(ctx.own), id)
  })
}

/** `A`, `A or B`, `A, B, or C`. Just for this, `Intl` would cost 8 ms and 6 MB at every start. */
const anyOf = (names: readonly string[]) =>
  names.length < 3 ? names.join(' or ') : `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`

const remarks: Partial<Record<EmployeeTransition, string>> = {
  propose: ' When it lapses, the service returns the employee to the previous status.',
  terminate: ' Assignments are not ended.',
}

/** The endpoint of a transition, from its entry in the lifecycle; its path is its name in kebab-case. */
function transitionEndpoint(name: EmployeeTransition, summary: string) {
  const { from, to, role } = employeeTransitions[name]
  const target = to === 'PREVIOUS' ? 'the previous status' : to
  return endpoint(`POST ${path}{id}/${name.replaceAll('_', '-')}/`, transitionPermission(role), {
    summary,
    description: `${anyOf(from)} to ${target}.${remarks[name] ?? ''}`,
    isObject: true,
    conflict: transitionConflict,
  })
}

const transition = (name: Exclude<EmployeeTransition, 'propose'>, summary: string) =>
  transitionEndpoint(name, summary)
    .input(Reasoned)
    .output(EmployeeDetail)
    .mutation(({ ctx, input: { id, reason } }) =>
      change(ctx, id, (employee) => employee.transition(name, ctx.audit(reason))),
    )

export const employeesRouter = router({
  list: list('List employees', paged('`last_name`, then `first_name`'))
    .input(
      pageInput(employeeOrderings).extend({
        status: filters.choice(employeeStatuses, 'Shows only rows with this status.'),
        search: filters.freeText(
          'Shows only employees whose name (as "First Last" or "Last, First") or number contains this text, ignoring case.',
        ),
      }),
    )
    .output(pageOf(EmployeeRow))
    .query(({ ctx, input }) => paginate(ctx, input, employeeList(input, ctx.own))),

  create: create('Create an employee', 'The new employee is ONBOARDING, and can be assigned once activated.')
    .input(EmployeeWritable)
    .output(EmployeeDetail)
    .mutation(({ ctx, input }) =>
      inTurn(ctx, [], async (em) => {
        const employee = em.create(Employee, { ...input, ...stamped(ctx.services.clock()) })
        return showSaved(em, employeeDetail(), employee.id)
      }),
    ),

  get: get(
    'Show an employee',
    'With all fields. Their tags, assignments and hours are resources of their own.',
  )
    .output(EmployeeDetail)
    .query(({ ctx, input }) => showOne(ctx.em, employeeDetail(ctx.own), input.id)),

  update: update(
    'Change an employee',
    'Only the fields that are sent change. A `status` is ignored: only transitions change it.',
  )
    .input(patchOf(EmployeeWritable).extend(ById.shape))
    .output(EmployeeDetail)
    .mutation(({ ctx, input: { id, ...changes } }) =>
      change(ctx, id, (employee) => employee.revise(changes, ctx.services.clock())),
    ),

  activate: transition('activate', 'Activate an employee'),

  propose: transitionEndpoint('propose', 'Propose an assignment or a transfer')
    .input(
      ById.extend({
        proposal_type: choice(proposalTypes).describe('What is proposed.'),
        notes: longText(2000)
          .optional()
          .describe('A message to the employee, at most 2000 characters; blank unless given.'),
        expires_in_days: integer(proposalDays.minimum, proposalDays.maximum)
          .optional()
          .describe(
            `Days until the proposal lapses: ${proposalDays.minimum} to ${proposalDays.maximum}, ${proposalDays.default} by default.`,
          ),
      }),
    )
    .output(EmployeeDetail)
    .mutation(({ ctx, input: { id, expires_in_days = proposalDays.default, proposal_type, notes = '' } }) => {
      const expires_at = new Date(ctx.now.getTime() + expires_in_days * 86_400_000)
      const proposal = { proposal_type, notes, expires_at }
      return change(ctx, id, (employee) => employee.propose(proposal, ctx.audit()))
    }),

  accept_proposal: transition('accept_proposal', 'Accept the proposal'),
  reject_proposal: transition('reject_proposal', 'Reject the proposal'),
  cancel_proposal: transition('cancel_proposal', 'Cancel the proposal'),
  force_accept_proposal: transition('force_accept_proposal', 'Accept the proposal on the employee’s behalf'),
  go_on_leave: transition('go_on_leave', 'Go on leave'),
  return_from_leave: transition('return_from_leave', 'Return from leave'),
  deactivate: transition('deactivate', 'Deactivate an employee'),
  reactivate: transition('reactivate', 'Reactivate an employee'),
  terminate: transition('terminate', 'Terminate an employee'),
  rehire: transition('rehire', 'Rehire an employee'),

  transitions: endpoint(`GET ${path}{id}/transitions/`, 'read_people', {
    summary: 'List an employee’s transitions',
    description: `${newestFirst} The transitions of their assignments are not included.`,
  })
    .input(pageInput(transitionLogOrderings).extend(ById.shape))
    .output(pageOf(TransitionOfOne))
    .query(async ({ ctx, input }) => {
      await showOne(ctx.em, employeeDetail(ctx.own), input.id)
      return paginate(ctx, input, employeeTransitionList(input.id))
    }),

  available_transitions: endpoint(`GET ${path}{id}/available-transitions/`, 'read_people', {
    summary: 'List the transitions that the employee’s status allows',
    description: 'Only the status counts; some transitions may be reserved for other users.',
  })
    .input(ById)
    .output(transitionsFrom(EmployeeRow.shape.status, employeeTransitionNames))
    .query(async ({ ctx, input }) => {
      const { status } = await showOne(ctx.em, employeeDetail(ctx.own), input.id)
      return { status, transitions: availableEmployeeTransitions(status) }
    }),
})
