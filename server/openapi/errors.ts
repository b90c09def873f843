import { cursorGone } from '../../entities/integration/changes.ts'
import { badEntityTags, badKey, inProgress, keyReused } from '../../routers/ports/refusals.ts'
import { type Recorded, refusals } from './examples.ts'
import { type Content, everyAnswer, headersNamed, type Response, schemaNamed } from './schemas.ts'

const error = (description: string, content: Content['application/json'], headers = {}): Response => ({
  description,
  headers: { ...everyAnswer, ...headersNamed('X-Error-Code'), ...headers },
  content: { 'application/json': content },
})

/** A recorded refusal; its body is a detail unless another schema is named. */
const shared = (name: keyof typeof refusals, schema: Parameters<typeof schemaNamed>[0] = 'Detail') => ({
  schema: schemaNamed(schema),
  example: refusals[name],
})

/** The refusals that many operations share, and the answer without a body. */
export const errorResponses = {
  NotModified: {
    description: 'The client has this state of the object already.',
    headers: { ...everyAnswer, ...headersNamed('ETag') },
  },
  NotSignedIn: error(
    'Not signed in, or the session has ended; with `WWW-Authenticate` if the token of a machine is not valid.',
    shared('NotSignedIn'),
    headersNamed('WWW-Authenticate'),
  ),
  NotPermitted: error(
    'The role does not allow it, the CSRF check failed, or a page of a foreign origin made the request.',
    shared('NotPermitted'),
  ),
  NotFound: error('No such object or page, or the caller may not see it.', shared('NotFound')),
  Gone: error('What follows the cursor is no longer kept, or the database was restored.', {
    schema: schemaNamed('Detail'),
    example: cursorGone().body,
  }),
  Changed: error(
    'The object is in another state than `If-Match` names, or there is no object yet. Nothing has changed.',
    shared('Changed'),
  ),
  TooLarge: error(
    'The body is larger than 1 MiB (files of an import: 50 MiB), or has more than 30,000 values.',
    shared('TooLarge'),
  ),
  NotJson: error('The body is not JSON.', shared('NotJson')),
  InProgress: error(
    'Another request with this `Idempotency-Key` is in progress; ask again.',
    { schema: schemaNamed('Detail'), example: inProgress().body },
    headersNamed('Retry-After'),
  ),
  KeyReused: error('This `Idempotency-Key` was already used with another request.', {
    schema: schemaNamed('Detail'),
    example: keyReused().body,
  }),
  Throttled: error(
    'Too many requests; `Retry-After` says when to try again.',
    shared('Throttled'),
    headersNamed('Retry-After'),
  ),
  Fault: error('An unexpected error; the service’s log has it under the request’s id.', {
    schema: schemaNamed('Detail'),
    example: { detail: 'Internal server error.' },
  }),
  Unavailable: error(
    'A system that the answer depends on cannot be reached or cannot store the change, or too much work is waiting (then `Retry-After` says how long).',
    shared('Unavailable'),
    headersNamed('Retry-After'),
  ),
  Unhealthy: error(
    'The database cannot be reached, or is `connected` but cannot write.',
    shared('Unhealthy', 'Unhealthy'),
  ),
} satisfies Record<string, Response>

/** A reference to a shared refusal. */
export const refusal = (name: keyof typeof errorResponses) => ({ $ref: `#/components/responses/${name}` })

/** Recorded bodies as examples, named by what was wrong. */
const named = (bodies: Record<string, unknown> = {}) => ({
  examples: Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }])),
})

/** 400 for an operation without a body. */
export const badParameters = ({ invalid }: Recorded) =>
  error('A parameter is not valid.', { schema: schemaNamed('FieldErrors'), ...named(invalid) })

/** 400 for an operation with a body. */
export const badBody = ({ invalid }: Recorded) =>
  error('A field is not valid, the values contradict each other, or the body is not JSON.', {
    schema: schemaNamed('BadBody'),
    ...named(invalid),
  })

/** 400 for an operation without a body or a query. */
export const badHeader = (takesIfMatch: boolean) => {
  const schema = schemaNamed('Detail')
  return takesIfMatch
    ? error('The `Idempotency-Key` or the `If-Match` cannot be used.', {
        schema,
        ...named({ 'Idempotency-Key': badKey().body, 'If-Match': badEntityTags().body }),
      })
    : error('The `Idempotency-Key` cannot be used.', { schema, example: badKey().body })
}

/** 409 for an operation that the state may not allow. */
export const conflict = (description: string, { conflicts }: Recorded) =>
  error(
    `${description} Or another request with the same \`Idempotency-Key\` is in progress; then \`Retry-After\` says when to ask again.`,
    { schema: schemaNamed('Conflict'), ...named(conflicts) },
    headersNamed('Retry-After'),
  )
