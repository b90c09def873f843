import { hash } from 'node:crypto'
import type { EntityName, FilterQuery } from '@mikro-orm/core'
import type { z } from 'zod'
import type { Em } from '../../entities/connection/em.ts'
import type { View } from '../../entities/lists/page.ts'
import type { RequestContext } from '../ports/context.ts'
import { badEntityTags, preconditionFailed } from '../ports/refusals.ts'
import { output } from '../schema/output.ts'
import { lockOne, showOne } from './resource.ts'

type Conditional = Pick<RequestContext, 'headers'>

/** The strong `ETag` of an object: a hash of the JSON that the caller sees (D58). */
export const etagOf = (json: string) => `"${hash('sha256', json, 'base64url')}"`

/** The `ETag` of a row that answers show by the schema. */
export const etagOfRow = (schema: z.ZodType, row: unknown) => etagOf(JSON.stringify(schema.parse(row)))

/** The field with the `ETag` of what an answer shows among other things, for the `If-Match` of its changes. */
export const etag = () => output.text('What `If-Match` of a change of this takes.')

/** Whether a request makes its outcome depend on the object's state. */
export const hasCondition = ({ headers }: Conditional) =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined

/** The header whose condition the object does not meet (RFC 9110, 13.2.2); 400 for an `If-Match` that names no tags. */
export function unmetCondition({ headers }: Conditional, etag: string) {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (ifMatch !== undefined) {
    const tags = tagsOf(ifMatch)
    if (!tags) throw badEntityTags()
    if (!tags.includes(etag) && !tags.includes('*')) return 'If-Match'
  }
  const known = ifNoneMatch === undefined ? [] : (tagsOf(ifNoneMatch) ?? [])
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag) ? 'If-None-Match' : undefined
}

const entityTag = /(?:W\/)?"[!#-~\x80-\xff]*"/g
const listOfTags = new RegExp(`^[\\s,]*(?:${entityTag.source}\\s*(?:,[\\s,]*|$))+$`)

/** The entity tags of a header, or `*`; undefined if it is malformed. */
function tagsOf(header: string): string[] | undefined {
  if (header.trim() === '*') return ['*']
  return (listOfTags.test(header) && header.match(entityTag)) || undefined
}

/** 412 if the request names another state of the object than the row. Reads it only then, under the object's lock. */
export async function checkUnchanged(ctx: Conditional, schema: z.ZodType, read: () => unknown) {
  if (!hasCondition(ctx)) return
  const unmet = unmetCondition(ctx, etagOfRow(schema, await read()))
  if (unmet) throw preconditionFailed(unmet)
}

/** An entity, and how those who may change it see it. */
type Shown<Entity> = { entity: EntityName<Entity>; schema: z.ZodType; view: View<unknown> }

/** Like {@link lockOne}; 412 if the request names another state of the object than it now has. */
export async function lockUnchanged<Entity extends { id: string }>(
  [ctx, em]: [Conditional, Em],
  { entity, schema, view }: Shown<Entity>,
  where: FilterQuery<NoInfer<Entity>>,
): Promise<Entity> {
  const locked = await lockOne(em, entity, where)
  await checkUnchanged(ctx, schema, () => showOne(em, view, locked.id))
  return locked
}
