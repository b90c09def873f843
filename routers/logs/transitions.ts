import { z } from 'zod'
import {
  transitionEntry,
  transitionList,
  transitionLogOrderings,
} from '../../entities/logs/transition-log.ts'
import { allEmployeeTransitionNames, employeeStatuses } from '../../src/people/employee-lifecycle.ts'
import { assignmentStatuses, assignmentTransitionNames } from '../../src/work/assignment-lifecycle.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { output, pathInteger } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'

const Transition = z.object({
  id: z.number().int(),
  from_status: z.string(),
  to_status: z.string(),
  transition: z.string(),
  actor: output.id().nullable(),
  reason: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: output.instant(),
})

/** An entry in the log of one employee or one assignment. */
export const TransitionOfOne = Transition.extend({ actor_email: z.string().nullable() }).meta({
  id: 'OwnTransition',
})

export const GlobalTransition = Transition.extend({
  employee: output.id(),
  employee_name: z.string(),
  employee_number: z.string(),
  actor_name: z.string(),
}).meta({ id: 'Transition' })

/** A status, and the transitions that it allows. */
export const transitionsFrom = <const Status extends string, const Name extends string>(
  statuses: readonly Status[],
  names: readonly Name[],
) => z.object({ status: z.enum(statuses), transitions: z.array(z.enum(names)) })

export const transitionNames = [...allEmployeeTransitionNames, ...assignmentTransitionNames]

const statuses = [...new Set([...employeeStatuses, ...assignmentStatuses])]

/** The meaning of a transition's 409 in the API reference. */
export const transitionConflict =
  'The transition is not allowed from the current status; `detail` names the transition and the status. Nothing has changed.'

const path = '/api/v1/transitions/'

export const transitionsRouter = router({
  list: endpoint(`GET ${path}`, 'read_people', {
    summary: 'List the transitions of all employees and assignments',
    description: `${newestFirst} Entries are never changed or deleted.`,
  })
    .input(
      pageInput(transitionLogOrderings).extend({
        search: filters.text(),
        transition: filters.choice(transitionNames),
        from_status: filters.choice(statuses),
        to_status: filters.choice(statuses),
        employee: filters.id(),
        date_from: filters.date(),
        date_to: filters.date(),
        exclude_admin_actors: filters.boolean(),
      }),
    )
    .output(pageOf(GlobalTransition))
    .query(({ ctx, input }) => paginate(ctx, input, transitionList(input, ctx.services.timeZone, ctx.own))),

  get: endpoint(`GET ${path}{id}/`, 'read_people', {
    summary: 'Show one transition',
    description: 'As the list shows it.',
  })
    .input(z.object({ id: pathInteger() }))
    .output(GlobalTransition)
    .query(({ ctx, input }) => showOne(ctx.em, transitionEntry(ctx.own), input.id)),
})
