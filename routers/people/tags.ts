import { sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'
import { exists } from '../../entities/lists/rows.ts'
import { Tag, tagOrderings } from '../../entities/people/tag.ts'
import { tagDetail, tagList } from '../../entities/people/tags.ts'
import { stamped } from '../../src/logs/audit.ts'
import { mixesLookAlikes, tagCategories } from '../../src/people/tag.ts'
import { lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { paged, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, inUseConflict, resource, showOne, showSaved } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { boolean, choice, decimal, longText, requiredText } from '../schema/fields.ts'
import { bodyOf, named, output, patchOf, shared } from '../schema/output.ts'

export const TagDetail = named(
  'Tag',
  'An entry of the catalogue of contracts, qualifications, certifications and exceptions.',
  {
    id: shared.id,
    name: output.text('A short name, as for a badge: unique, 5 to 15 characters.'),
    display_name: output.text('A name in full, at most 200 characters.'),
    category: shared.tag_category,
    hours_delta: output.decimal(
      'The hours that the tag adds to its holder’s weekly pool, or subtracts if negative; a tag with 0.00 only qualifies its holder. From -9999.99 to 9999.99, 0.00 unless given at creation.',
    ),
    description: output.text('What the tag stands for, at most 2000 characters; blank unless given.'),
    is_active: output.boolean(
      'Whether the tag can be given to employees and required for positions. Existing holders and positions keep it. True unless given at creation.',
    ),
    created_at: shared.created_at,
    updated_at: shared.updated_at,
  },
)

export const TagWritable = bodyOf(TagDetail.shape, {
  name: requiredText(15, 5).refine(
    (name) => !mixesLookAlikes(name),
    'The letters of different scripts look alike.',
  ),
  display_name: requiredText(200),
  category: choice(tagCategories),
  hours_delta: decimal({ digits: 6 }).optional(),
  description: longText(2000).optional(),
  is_active: boolean().optional(),
})

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
