import { changesObject, type Meta } from '../../routers/gate/meta.ts'
import { type Parameter, textSchema } from './schemas.ts'

const header = (name: 'If-Match' | 'If-None-Match', description: string) => ({
  ...{ in: 'header', name, required: false, description },
  schema: textSchema,
})

const ifMatch = header(
  'If-Match',
  'The `ETag` of the object that the change was meant for: if it has changed since, the answer is 412.',
)
const ifNoneMatch = header(
  'If-None-Match',
  'The `ETag` that the client has: if the object has not changed since, the answer is 304.',
)

/** The header that makes the operation depend on the state of one object; undefined if it is about none (D58). */
export function conditionOf(meta: Meta): Parameter | undefined {
  if (meta.openapi?.method === 'GET') return meta.isObject ? ifNoneMatch : undefined
  return changesObject(meta) ? ifMatch : undefined
}
