import { holdTag, referTo } from '../../entities/locks.ts'
import {
  PositionTag,
  positionTagDetail,
  positionTagList,
  positionTagOrderings,
} from '../../entities/work/position-tag.ts'
import { References } from '../../src/errors.ts'
import { checkAssignable } from '../../src/people/tag.ts'
import { lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { paged, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, resource, showOne, showSaved } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import * as filters from '../schema/filters.ts'
import { patchOf } from '../schema/output.ts'
import { PositionTagDetail, PositionTagWritable } from './position-fields.ts'

const shown = { entity: PositionTag, schema: PositionTagDetail, view: positionTagDetail }

const { list, create, get, update, remove } = resource('/api/v1/position-tags/', 'read_catalogue', 'manage')

export const positionTagsRouter = router({
  list: list('List the tags that positions require', paged('`created_at`'))
    .input(
      pageInput(positionTagOrderings).extend({
        position_id: filters.position(),
      }),
    )
    .output(pageOf(PositionTagDetail))
    .query(({ ctx, input }) => paginate(ctx, input, positionTagList(input))),

  create: create(
    'Require a tag for a position',
    'A position requires each tag only once. Its assignments are not checked again.',
  )
    .input(PositionTagWritable)
    .output(PositionTagDetail)
    .mutation(({ ctx, input }) =>
      inTurn(ctx, [], async (em) => {
        const isKnown = await referTo(em, 'positions', input.position)
        const tag = await holdTag(em, input.tag)
        new References().check('position', input.position, isKnown).check('tag', input.tag, tag).refuse()
        checkAssignable(tag)
        const positionTag = em.create(PositionTag, { ...input, created_at: ctx.services.clock() })
        return showSaved(em, positionTagDetail, positionTag.id)
      }),
    ),

  get: get('Show a position tag', 'As the list shows it.')
    .output(PositionTagDetail)
    .query(({ ctx, input }) => showOne(ctx.em, positionTagDetail, input.id)),

  update: update('Change whether a required tag is mandatory', 'Position and tag cannot be changed.')
    .input(patchOf(PositionTagWritable).extend(ById.shape))
    .output(PositionTagDetail)
    .mutation(({ ctx, input: { id, ...changes } }) =>
      inTurn(ctx, [id], async (em) => {
        const positionTag = await lockUnchanged([ctx, em], shown, id)
        positionTag.revise(changes)
        return showSaved(em, positionTagDetail, id)
      }),
    ),

  delete: remove(
    'Stop requiring a tag',
    'The requirement is deleted for good. Tag and position stay as they are.',
  ).mutation(({ ctx, input }) =>
    inTurn(ctx, [input.id], async (em) => {
      em.remove(await lockUnchanged([ctx, em], shown, input.id))
    }),
  ),
})
