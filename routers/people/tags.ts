import { sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'
import { exists } from '../../entities/lists/rows.ts'
import { Tag, tagOrderings } from '../../entities/people/tag.ts'
import { tagDetail, tagList } from '../../entities/people/tags.ts'
import { stamped } from '../../src/logs/audit.ts'
import { lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { paged, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, inUseConflict, resource, showOne, showSaved } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { patchOf } from '../schema/output.ts'
import { TagDetail, TagWritable } from './tag-schema.ts'

const { list, create, get, update, remove } = resource('/api/v1/tags/', 'read_catalogue', 'manage')

const shown = { entity: Tag, schema: TagDetail, view: tagDetail }

const lockTag = (by: [AuthenticatedContext, Em], id: string) =>
  lockUnchanged(by, shown, { id, deleted_at: null })

async function isInUse(em: Em, { id }: Tag) {
  const isHeld = await exists(em, 'employee_tags', sql`tag_id = ${id} and status = 'ACTIVE'`)
  return isHeld || exists(em, 'position_tags', sql`tag_id = ${id}`)
}

export const tagsRouter = router({
  list: list('List the tag catalogue', `${paged('`name`')} Inactive tags are included, deleted ones are not.`)
    .input(pageInput(tagOrderings))
    .output(pageOf(TagDetail))
    .query(({ ctx, input }) => paginate(ctx, input, tagList)),

  create: create('Create a tag', 'Employees can hold it and positions can require it at once.')
    .input(TagWritable)
    .output(TagDetail)
    .mutation(({ ctx, input }) =>
      inTurn(ctx, [], async (em) => {
        const tag = em.create(Tag, { hours_delta: '0.00', ...input, ...stamped(ctx.services.clock()) })
        return showSaved(em, tagDetail, tag.id)
      }),
    ),

  get: get('Show a tag', 'As the list shows it; 404 once it is deleted.')
    .output(TagDetail)
    .query(({ ctx, input }) => showOne(ctx.em, tagDetail, input.id)),

  update: update(
    'Change a tag',
    'Only the fields that are sent change. A new `hours_delta` counts at once for everybody who holds the tag. Assignments are not checked again.',
  )
    .input(patchOf(TagWritable).extend(ById.shape))
    .output(TagDetail)
    .mutation(({ ctx, input: { id, ...changes } }) =>
      inTurn(ctx, [id], async (em) => {
        const tag = await lockTag([ctx, em], id)
        tag.revise(changes, ctx.services.clock())
        return showSaved(em, tagDetail, id)
      }),
    ),

  delete: remove(
    'Delete a tag',
    'A tag that was held in the past disappears from the API and stays in the logs.',
    inUseConflict,
  ).mutation(({ ctx, input }) =>
    inTurn(ctx, [input.id], async (em) => {
      const tag = await lockTag([ctx, em], input.id)
      tag.delete(await isInUse(em, tag), ctx.services.clock())
    }),
  ),
})
