import { z } from 'zod'
import type { Topic } from '../entities/live.ts'
import type { Permission } from '../src/accounts/permissions.ts'
import { procedure, router } from './gate/procedure.ts'
import { anyText } from './schema/fields.ts'

const From = z.object({
  lastEventId: anyText(4000)
    .optional()
    .describe(
      'The id of the last event received. The stream continues after it; without an id, it begins with a `reset`.',
    ),
})

const stream = <Name extends Topic>(topic: Name, access: Permission, summary: string) =>
  procedure
    .meta({ access, summary })
    .input(From)
    .subscription(({ ctx, input, signal }) => ctx.services.live.open(topic, ctx, { ...input, signal }))

export const liveRouter = router({
  coverage: stream(
    'coverage',
    'read_catalogue',
    'Positions whose hours, requirement or other fields change, as they are listed',
  ),
  assignments: stream(
    'assignments',
    'read_people',
    'Assignments that are created or changed, as they are listed',
  ),
})
