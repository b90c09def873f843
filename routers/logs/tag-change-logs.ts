import { z } from 'zod'
import { tagChangeEntry, tagChangeList, tagChangeLogOrderings } from '../../entities/logs/tag-change-log.ts'
import { tagChangeActions } from '../../src/people/employee-tag-lifecycle.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { pathInteger } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { named, orNull, output, shared } from '../schema/output.ts'

export const TagChange = named('TagChange', 'A change of a tag that an employee holds.', {
  id: z.number().int().describe('The entry’s id, an integer.'),
  employee: shared.employee,
  employee_name: shared.employee_name,
  employee_number: shared.employee_number,
  tag: shared.tag,
  tag_name: shared.tag_name,
  tag_display_name: shared.tag_display_name,
  tag_category: shared.tag_category,
  action: output.choice(tagChangeActions, 'What happened to the employee’s tag.'),
  actor: orNull.id('The id of the user who made the change; null if the service did, as when a tag expires.'),
  actor_name: shared.actor_name,
  reason: output.text('The reason that was given; blank if none.'),
  created_at: output.instant('When the tag changed.'),
})

const path = '/api/v1/tag-change-logs/'

export const tagChangeLogsRouter = router({
  list: endpoint(`GET ${path}`, 'read_people', {
    summary: 'List the changes of employee tags',
    description: `${newestFirst} Entries are never changed or deleted.`,
  })
    .input(
      pageInput(tagChangeLogOrderings).extend({
        search: filters.freeText(
          'Shows only entries whose employee’s name or number, or whose tag’s short name, contains this text, ignoring case.',
        ),
        employee: filters.employee(),
        tag: filters.id(
          'Shows only changes of this tag of the catalogue; an unknown id gives an empty list.',
        ),
        action: filters.choice(tagChangeActions, 'Shows only changes of this kind.'),
        ...filters.days(),
      }),
    )
    .output(pageOf(TagChange))
    .query(({ ctx, input }) => paginate(ctx, input, tagChangeList(input, ctx.services.timeZone, ctx.own))),

  get: endpoint(`GET ${path}{id}/`, 'read_people', {
    summary: 'Show one change of an employee tag',
    description: 'As the list shows it.',
    isObject: true,
  })
    .input(z.object({ id: pathInteger('The object’s id, which never changes.') }))
    .output(TagChange)
    .query(({ ctx, input }) => showOne(ctx.em, tagChangeEntry(ctx.own), input.id)),
})
