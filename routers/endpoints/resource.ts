import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import type { Em } from '../../entities/connection/em.ts'
import { readOne, type View } from '../../entities/lists/page.ts'
import { notFound } from '../../src/errors.ts'
import { type Meta, rest } from '../gate/meta.ts'
import { procedure } from '../gate/procedure.ts'
import { longText, pathId } from '../schema/fields.ts'

/** The input of an operation on one object. */
export const ById = z.object({ id: pathId('The object’s id, which never changes.') })

/** Like {@link ById}, with a reason for the log. */
export const Reasoned = ById.extend({
  reason: longText(2000)
    .optional()
    .describe('Why this is done; goes into the log. At most 2000 characters; blank unless given.'),
})

/** A procedure for signed-in callers with its REST side, as {@link rest} takes it. */
export const endpoint = (...side: Parameters<typeof rest>) => procedure.meta(rest(...side))

/** The usual endpoints of one resource: what they do and, if they refuse with 409, why. */
export const resource = (path: `/api/${string}/`, mayRead: Meta['access'], mayChange?: Meta['access']) => ({
  list: (summary: string, description: string) => endpoint(`GET ${path}`, mayRead, { summary, description }),
  create: (summary: string, description: string) =>
    endpoint(`POST ${path}`, mayChange, { summary, description, status: 201, isObject: true }),
  get: (summary: string, description: string) =>
    endpoint(`GET ${path}{id}/`, mayRead, { summary, description, isObject: true }).input(ById),
  update: (summary: string, description: string, conflict?: string) =>
    endpoint(`PATCH ${path}{id}/`, mayChange, { summary, description, conflict, isObject: true }),
  remove: (summary: string, description: string, conflict?: string) =>
    endpoint(`DELETE ${path}{id}/`, mayChange, { summary, description, conflict, status: 204 })
      .input(ById)
      .output(z.void()),
})

/** The row with the id; 404 when there is none or the view hides it. */
export async function showOne<Row>(em: Em, view: View<Row>, id: string | number): Promise<Row> {
  return (await readOne(em, view, id)) ?? missing()
}

/** Like {@link showOne}, after writing what the transaction has changed. */
export async function showSaved<Row>(em: Em, view: View<Row>, id: string): Promise<Row> {
  await em.flush()
  return showOne(em, view, id)
}

/** The entity, locked until the commit; 404 when there is none. */
export async function lockOne<Entity extends object>(
  em: Em,
  entity: EntityName<Entity>,
  where: FilterQuery<NoInfer<Entity>>,
): Promise<Entity> {
  return (await em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? missing()
}

function missing(): never {
  throw notFound()
}

/** What the 409 of an object in use means, in the API reference. */
export const inUseConflict =
  'Others still depend on the object: `code` is `CONFLICT_HAS_DEPENDENCIES`. Nothing has changed.'
