import { z } from 'zod'
import { tagChangeEntry, tagChangeList, tagChangeLogOrderings } from '../../entities/logs/tag-change-log.ts'
import { tagChangeActions } from '../../src/people/employee-tag-lifecycle.ts'
import { tagCategories } from '../../src/people/tag.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { output, pathInteger } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'

export const TagChange = z
  .object({
    id: z.number().int(),
    employee: output.id(),
    employee_name: z.string(),
    employee_number: z.string(),
    tag: output.id(),
    tag_name: z.string(),
    tag_display_name: z.string(),
    tag_category: z.enum(tagCategories),
    action: z.enum(tagChangeActions),
    actor: output.id().nullable(),
    actor_name: z.string(),
    reason: z.string(),
    created_at: output.instant(),
  })
  .meta({ id: 'TagChange' })

const path = '/api/v1/tag-change-logs/'

export const tagChangeLogsRouter = router({
  list: endpoint(`GET ${path}`, 'read_people', {
    summary: 'List the changes of employee tags',
    description: `${newestFirst} Entries are never changed or deleted.`,
  })
    .input(
      pageInput(tagChangeLogOrderings).extend({
        search: filters.text(),
        employee: filters.id(),
        tag: filters.id(),
        action: filters.choice(tagChangeActions),
        date_from: filters.date(),
        date_to: filters.date(),
      }),
    )
    .output(pageOf(TagChange))
    .query(({ ctx, input }) => paginate(ctx, input, tagChangeList(input, ctx.services.timeZone, ctx.own))),

  get: endpoint(`GET ${path}{id}/`, 'read_people', {
    summary: 'Show one change of an employee tag',
    description: 'As the list shows it.',
  })
    .input(z.object({ id: pathInteger() }))
    .output(TagChange)
    .query(({ ctx, input }) => showOne(ctx.em, tagChangeEntry(ctx.own), input.id)),
})
