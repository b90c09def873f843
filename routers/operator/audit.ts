import { z } from 'zod'
import { operatorLogOrderings } from '../../entities/operator-log.ts'
import { operatorLogList, readOperatorActors } from '../../entities/reads/operator-log.ts'
import { operatorActions } from '../../src/operators/actions.ts'
import { overseerQuery, router } from '../gate/procedure.ts'
import { output } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { pageInput, pageOf, paginate } from '../schema/page.ts'

const Entry = z.object({
  id: z.number().int(),
  action: z.enum(operatorActions),
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
  reason: z.string(),
  actor: output.id(),
  actor_name: z.string(),
  actor_email: z.string(),
  created_at: output.instant(),
})

/** The log of what operators changed; for the clinic's logs see `transitions.list` and `tag_change_logs.list`. */
export const auditRouter = router({
  list: overseerQuery
    .input(
      pageInput(operatorLogOrderings).extend({
        actor: filters.id(),
        action: filters.choice(operatorActions),
        /** Searches target, reason and the actor's email. */
        search: filters.text(),
        date_from: filters.date(),
        date_to: filters.date(),
      }),
    )
    .output(pageOf(Entry))
    .query(({ ctx, input }) => paginate(ctx, input, operatorLogList(input, ctx.services.timeZone))),

  /** The values to filter by. */
  choices: overseerQuery
    .output(
      z.object({
        actions: z.array(z.enum(operatorActions)),
        actors: z.array(z.object({ id: output.id(), name: z.string(), email: z.string() })),
      }),
    )
    .query(async ({ ctx }) => ({
      actions: [...operatorActions],
      actors: await readOperatorActors(ctx.em),
    })),
})
