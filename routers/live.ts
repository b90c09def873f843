import { z } from 'zod'
import { AssignmentRow } from './assignments.ts'
import { procedure, router } from './gate/procedure.ts'
import { PositionRow } from './positions.ts'
import { output, text } from './schema/fields.ts'

/** The id of the last event that a client has received; a stream without one begins with a `reset`. */
const From = z.object({ lastEventId: text(1000).optional() })

const changeOf = (row: z.ZodType) =>
  z.union([
    z.object({ type: z.literal('changed'), row }),
    z.object({ type: z.literal('removed'), id: output.id() }),
    z.object({ type: z.literal('reset') }),
  ])

export const liveRouter = router({
  coverage: procedure
    .meta({
      access: 'read_catalogue',
      summary: 'Positions whose hours, requirement or other fields change, as they are listed',
      events: changeOf(PositionRow).meta({ id: 'CoverageChange' }),
    })
    .input(From)
    .subscription(({ ctx, input, signal }) => ctx.services.live.open('coverage', ctx, { ...input, signal })),

  assignments: procedure
    .meta({
      access: 'read_people',
      summary: 'Assignments that are created or changed, as they are listed',
      events: changeOf(AssignmentRow).meta({ id: 'AssignmentChange' }),
    })
    .input(From)
    .subscription(({ ctx, input, signal }) =>
      ctx.services.live.open('assignments', ctx, { ...input, signal }),
    ),
})
