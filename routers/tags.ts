import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Em } from '../entities/orm.ts'
import { readOne, readPage } from '../entities/page.ts'
import { exists } from '../entities/reads/exists.ts'
import { notDeleted, tagDetail, tagList } from '../entities/reads/tags.ts'
import { Tag, tagOrderings } from '../entities/tag.ts'
import { transaction } from '../entities/transaction.ts'
import { inUse, notFound } from '../src/errors.ts'
import { tagCategories } from '../src/tag.ts'
import { rest } from './gate/meta.ts'
import { procedure, router } from './gate/procedure.ts'
import { boolean, choice, decimal, pathId, requiredText, text, view } from './schema/fields.ts'
import { paged, pageInput, pageOf, paginate } from './schema/page.ts'
import { inUseConflict } from './schema/resource.ts'

const TagView = z
  .object({
    id: view.id(),
    name: z.string(),
    display_name: z.string(),
    category: z.enum(tagCategories),
    hours_delta: view.decimal(),
    description: z.string(),
    is_active: z.boolean(),
    created_at: view.instant(),
    updated_at: view.instant(),
  })
  .meta({ id: 'Tag' })

export const TagWritable = z.object({
  name: requiredText(15, 5),
  display_name: requiredText(200),
  category: choice(tagCategories),
  hours_delta: decimal({ digits: 6 }).optional(),
  description: text(2000).optional(),
  is_active: boolean().optional(),
})

const ById = z.object({ id: pathId() })
const path = '/api/v1/tags/'

async function detail(em: Em, id: string) {
  const found = await readOne<z.infer<typeof TagView>>(em, tagDetail, id, [notDeleted])
  if (!found) throw notFound()
  return found
}

async function lockTag(em: Em, id: string) {
  const tag = await em.findOne(Tag, { id, deleted_at: null }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!tag) throw notFound()
  return tag
}

export const tagsRouter = router({
  list: procedure
    .meta(rest(`GET ${path}`, 'read_catalogue', { summary: 'List the tag catalogue', description: paged }))
    .input(pageInput(tagOrderings))
    .output(pageOf(TagView))
    .query(({ ctx, input }) =>
      paginate(ctx, input, (slice) => readPage<z.infer<typeof TagView>>(ctx.em, tagList, slice)),
    ),

  create: procedure
    .meta(
      rest(`POST ${path}`, 'manage', {
        summary: 'Create a tag',
        description:
          'A positive `hours_delta` adds weekly hours, a negative one removes them, zero only qualifies.',
        status: 201,
      }),
    )
    .input(TagWritable)
    .output(TagView)
    .mutation(({ ctx, input }) =>
      transaction(ctx.em, async (em) => {
        const stamps = { created_at: ctx.now, updated_at: ctx.now }
        const tag = em.create(Tag, { hours_delta: '0.00', ...input, ...stamps })
        await em.flush()
        return detail(em, tag.id)
      }),
    ),

  get: procedure
    .meta(rest(`GET ${path}{id}/`, 'read_catalogue', { summary: 'Show a tag' }))
    .input(ById)
    .output(TagView)
    .query(({ ctx, input }) => detail(ctx.em, input.id)),

  update: procedure
    .meta(rest(`PATCH ${path}{id}/`, 'manage', { summary: 'Change a tag' }))
    .input(TagWritable.partial().extend(ById.shape))
    .output(TagView)
    .mutation(({ ctx, input: { id, ...changes } }) =>
      transaction(ctx.em, async (em) => {
        const tag = await lockTag(em, id)
        Object.assign(tag, changes, { updated_at: ctx.now })
        await em.flush()
        return detail(em, id)
      }),
    ),

  delete: procedure
    .meta(
      rest(`DELETE ${path}{id}/`, 'manage', {
        summary: 'Delete a tag',
        description: 'A tag that was held in the past disappears from the API and stays in the logs.',
        conflict: inUseConflict,
        status: 204,
      }),
    )
    .input(ById)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      transaction(ctx.em, async (em) => {
        const tag = await lockTag(em, input.id)
        const isHeld = await exists(em, 'employee_tags', sql`tag_id = ${tag.id} and status = 'ACTIVE'`)
        if (isHeld || (await exists(em, 'position_tags', sql`tag_id = ${tag.id}`)))
          throw inUse('The tag is referenced by employees or positions; deactivate it instead.')
        tag.delete(ctx.now)
      }),
    ),
})
