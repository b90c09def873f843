import {
  type Content,
  everyAnswer,
  headersNamed,
  type Operation,
  type Response,
  schemaNamed,
} from './schemas.ts'

const error = (description: string, content: Content['application/json'], headers = {}): Response => ({
  description,
  headers: { ...everyAnswer, ...headers },
  content: { 'application/json': content },
})

const saying = (detail: string) => ({ schema: schemaNamed('Detail'), example: { detail } })

const badValues = { non_field_errors: ['The values contradict each other.'] }

/** The refusals that many operations share. */
export const errorResponses = {
  BadParameters: error('A parameter is not valid.', {
    schema: schemaNamed('FieldErrors'),
    example: badValues,
  }),
  BadBody: error('A field is not valid, the values contradict each other, or the body is not JSON.', {
    schema: { anyOf: [schemaNamed('Detail'), schemaNamed('FieldErrors')] },
    example: badValues,
  }),
  NotSignedIn: error(
    'Not signed in, or the session has ended.',
    saying('Authentication credentials were not provided.'),
  ),
  NotPermitted: error(
    'The role does not allow it, the CSRF check failed, or a page of a foreign origin made the request.',
    saying('You do not have permission to perform this action.'),
  ),
  NotFound: error('No such object or page, or the caller may not see it.', saying('Not found.')),
  TooLarge: error('The body is larger than 1 MiB.', saying('Request body exceeds 1048576 bytes.')),
  NotJson: error('The body is not JSON.', saying('Unsupported media type "text/plain" in request.')),
  Throttled: error(
    'Too many requests; `Retry-After` is always there.',
    saying('Request was throttled. Expected available in 60 seconds.'),
    headersNamed('Retry-After'),
  ),
  Fault: error(
    'An unexpected error; the service’s log has it under the request’s id.',
    saying('Internal server error.'),
  ),
  Unavailable: error(
    'A system that the answer depends on cannot be reached or cannot store the change, or too many changes are waiting (then `Retry-After` says how long).',
    saying('Service temporarily unavailable.'),
    headersNamed('Retry-After'),
  ),
  Unhealthy: error('The database cannot be reached, or is `connected` but cannot write.', {
    schema: schemaNamed('Unhealthy'),
    example: { status: 'unhealthy', database: 'unreachable' },
  }),
} satisfies Record<string, Response>

const refusal = (name: keyof typeof errorResponses) => ({ $ref: `#/components/responses/${name}` })

/** What an operation has that can be refused. */
type Facets = {
  hasInput: boolean
  hasBody: boolean
  isAuthenticated: boolean
  isFound: boolean
  isHealthCheck: boolean
  conflict: string | undefined
}

/** The errors of an operation by status. */
export const errorsOf = (facets: Facets): Operation['responses'] => ({
  ...(facets.hasInput && { 400: refusal(facets.hasBody ? 'BadBody' : 'BadParameters') }),
  ...(facets.isAuthenticated && { 401: refusal('NotSignedIn') }),
  403: refusal('NotPermitted'),
  ...(facets.isFound && { 404: refusal('NotFound') }),
  ...(facets.conflict && { 409: conflict(facets.conflict) }),
  ...(facets.hasBody && { 413: refusal('TooLarge'), 415: refusal('NotJson') }),
  429: refusal('Throttled'),
  500: refusal('Fault'),
  503: refusal(facets.isHealthCheck ? 'Unhealthy' : 'Unavailable'),
})

const conflict = (detail: string) => error(detail, { schema: schemaNamed('Conflict'), example: { detail } })
