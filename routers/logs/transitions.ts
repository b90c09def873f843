import { z } from 'zod'
import {
  transitionEntry,
  transitionList,
  transitionLogOrderings,
} from '../../entities/logs/transition-log.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { enums } from '../schema/enums.ts'
import { pathInteger } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { orNull, output, shared } from '../schema/output.ts'

const Transition = z.object({
  id: z.number().int().describe('The entry’s id, an integer.'),
  from_status: output.text('The status before the transition.'),
  to_status: output.text('The status after the transition.'),
  transition: output.text('The name of the transition.'),
  actor: orNull.id(
    'The id of the user who made the transition; null if the service did, as when a proposal lapses, or an import.',
  ),
  reason: output.text(
    'The reason that was given; blank if none. For the end of an assignment, it is the `end_reason`.',
  ),
  metadata: z
    .record(z.string(), z.unknown())
    .describe(
      'The input of the transition: `proposal_type` and `notes` for a proposal and its end, `end_reason` and `notes` for the end of an assignment, otherwise nothing.',
    ),
  created_at: output.instant('When the transition was made.'),
})

/** An entry in the log of one employee or one assignment. */
export const TransitionOfOne = Transition.extend({
  actor_email: orNull.text('The email of that user; null if the service made the transition.'),
}).meta({ id: 'OwnTransition', description: 'A transition in the log of one employee or one assignment.' })

export const GlobalTransition = Transition.extend({
  employee: output.id('The id of the employee, or of the one whose assignment changed.'),
  employee_name: shared.employee_name,
  employee_number: shared.employee_number,
  actor_name: shared.actor_name,
}).meta({ id: 'Transition', description: 'A transition of an employee or an assignment, in the global log.' })

/** A status, and the transitions that it allows. */
export const transitionsFrom = <Status extends z.ZodType, const Name extends string>(
  status: Status,
  names: readonly Name[],
) =>
  z.object({
    status,
    transitions: output.list(
      'The transitions that the status allows. Some may be reserved for other users.',
      z.enum(names),
    ),
  })

/** What a transition's 409 means, in the API reference. */
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
        search: filters.freeText(
          'Shows only entries whose employee’s name or number, or whose actor’s name, contains this text, ignoring case.',
        ),
        transition: filters.choice(enums.LoggedTransition, 'Shows only transitions with this name.'),
        from_status: filters.choice(enums.LoggedStatus, 'Shows only transitions from this status.'),
        to_status: filters.choice(enums.LoggedStatus, 'Shows only transitions to this status.'),
        employee: filters.employee(),
        ...filters.days(),
        exclude_admin_actors: filters.boolean('With `true`, hides transitions made by users of role ADMIN.'),
      }),
    )
    .output(pageOf(GlobalTransition))
    .query(({ ctx, input }) => paginate(ctx, input, transitionList(input, ctx.services.timeZone, ctx.own))),

  get: endpoint(`GET ${path}{id}/`, 'read_people', {
    summary: 'Show one transition',
    description: 'As the list shows it.',
    isObject: true,
  })
    .input(z.object({ id: pathInteger('The entry’s id, an integer.') }))
    .output(GlobalTransition)
    .query(({ ctx, input }) => showOne(ctx.em, transitionEntry(ctx.own), input.id)),
})
