import { forEachOpenApiProcedure, type OpenApiProcedureRecord } from 'trpc-to-openapi'
import { restRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { type Parameter, textSchema } from './schemas.ts'

/** The addresses of single objects. */
const objects: string[] = []
forEachOpenApiProcedure<Meta>(
  restRouter._def.procedures as unknown as OpenApiProcedureRecord,
  ({ meta: { isObject, openapi } }) => {
    if (isObject && openapi.method === 'GET') objects.push(openapi.path)
  },
)

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
export function conditionOf({ isObject, openapi }: Meta): Parameter | undefined {
  if (openapi?.method === 'GET') return isObject ? ifNoneMatch : undefined
  return objects.some((path) => openapi?.path.startsWith(path)) ? ifMatch : undefined
}
