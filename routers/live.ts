import { z } from 'zod'
import { procedure, router } from './gate/procedure.ts'
import { anyText } from './schema/fields.ts'

const From = z.object({
  lastEventId: anyText(1000)
    .optional()
    .describe(
      'The id of the last event that was received. The stream goes on after it; without it, it begins with a `reset`.',
    ),
})

export const liveRouter = router({
  coverage: procedure
    .meta({
      access: 'read_catalogue',
      summary: 'Positions whose hours, requirement or other fields change, as they are listed',
    })
    .input(From)
    .subscription(({ ctx, input, signal }) => ctx.services.live.open('coverage', ctx, { ...input, signal })),

  assignments: procedure
    .meta({
      access: 'read_people',
      summary: 'Assignments that are created or changed, as they are listed',
    })
    .input(From)
    .subscription(({ ctx, input, signal }) =>
      ctx.services.live.open('assignments', ctx, { ...input, signal }),
    ),
})
