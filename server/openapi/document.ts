import {
  forEachOpenApiProcedure,
  generateOpenApiDocument,
  type OpenApiProcedureRecord,
  type OpenApiRouter,
} from 'trpc-to-openapi'
import packageJson from '../../package.json' with { type: 'json' }
import { restRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { exampleOf, type JsonSchema } from './examples.ts'

type Content = { 'application/json': { schema: JsonSchema; example?: unknown } }
type Header = { description: string; required?: boolean; schema: JsonSchema; example?: string }
export type Response = { description: string; headers?: Record<string, Header>; content?: Content }
type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: JsonSchema }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | { $ref: string }>
}
type Document = {
  openapi: string
  info: object
  servers: object[]
  tags: object[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    securitySchemes: object
  }
}

/** The REST interface as an OpenAPI 3.1 document: generated from the procedures, made exact where the generator is not. */
export function openApiDocument(): Document {
  const generated = generateOpenApiDocument(restRouter as OpenApiRouter, {
    title: 'Workforce Coverage Service',
    version: packageJson.version,
    baseUrl: '/',
  }) as unknown as Document
  const views = Object.fromEntries(
    Object.entries(generated.components.schemas).filter(([name]) => !name.startsWith('error.')),
  )
  const paths: Document['paths'] = {}
  forEachOpenApiProcedure<Meta>(
    restRouter._def.procedures as unknown as OpenApiProcedureRecord,
    ({ path: name, meta }) => {
      const { path } = meta.openapi
      const method = meta.openapi.method.toLowerCase()
      const drafted = generated.paths[path.replace(/\/$/, '')]?.[method]
      if (!drafted) throw new Error(`${name} is missing from the generated document.`)
      paths[path] ??= {}
      paths[path][method] = operation(name, meta, drafted, views)
    },
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Workforce Coverage Service', version: packageJson.version, description: introduction },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...views, ...errorSchemas },
      responses: errorResponses,
      securitySchemes,
    },
  }
}

const introduction = `Staffing of a clinic: who is employed and qualified, which positions need hours, who supplies them.

Sign in with \`POST /api/v1/auth/login/\`; the cookies it sets authenticate every other request. Repeat the value of the
\`csrftoken\` cookie in the header \`X-CSRFToken\` of every POST, PATCH and DELETE. Decimals are strings with two decimals,
dates are \`YYYY-MM-DD\`, instants are UTC with a \`Z\`. Fields that are not documented are ignored in bodies and never
appear in answers; unknown query parameters are ignored.`

const tags: Record<string, string> = {
  health: 'Whether the service works',
  auth: 'Sessions, and a user’s rights over their own data',
  employees: 'The supply side, with its lifecycle',
  transitions: 'Audit log of all transitions',
  tag_change_logs: 'Audit log of employee tags',
  assignments: 'Who covers which position, for how many hours',
  tags: 'Contracts, qualifications, certifications and exceptions',
  employee_tags: 'The tags that employees hold',
  position_tags: 'The tags that positions require',
  hours: 'Weekly hours: pool, consumption, balance',
  org_units: 'Clinic, departments, services and units',
  positions: 'The demand side, with its coverage',
  business_rules: 'The rules that guard assignments',
}

const securitySchemes = {
  access: { type: 'apiKey', in: 'cookie', name: 'access_token', description: 'Set by login; lives an hour.' },
  refresh: { type: 'apiKey', in: 'cookie', name: 'refresh_token', description: 'Set by login; usable once.' },
}

const text = { type: 'string' } as const
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const errorSchemas: Record<string, JsonSchema> = {
  FieldErrors: {
    description: 'Messages by field name; under `non_field_errors` those that belong to no field.',
    type: 'object',
    additionalProperties: { type: 'array', items: text },
    minProperties: 1,
  },
  Detail: { type: 'object', properties: { detail: text }, required: ['detail'], additionalProperties: false },
  Conflict: {
    type: 'object',
    properties: { detail: text, code: { type: 'string', const: 'CONFLICT_HAS_DEPENDENCIES' } },
    required: ['detail'],
    additionalProperties: false,
  },
  Unhealthy: {
    type: 'object',
    properties: { status: { const: 'unhealthy' }, database: { const: 'unreachable' } },
    required: ['status', 'database'],
    additionalProperties: false,
  },
}

function operation(
  name: string,
  meta: Meta,
  drafted: Operation,
  views: Record<string, JsonSchema>,
): Operation {
  const { method = 'GET', summary, description } = meta.openapi ?? {}
  if (!summary) throw new Error(`${name} has no summary.`)
  const isPublic = meta.access === 'public'
  const isCsrfChecked = method !== 'GET' && name !== 'auth.login'
  const status = String(meta.status ?? 200)
  const parameters = (drafted.parameters ?? []).map((parameter) => ({
    ...parameter,
    ...(parameter.in === 'path' ? { required: true } : { allowEmptyValue: true }),
    ...parameterTexts[parameter.name],
  }))
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0] ?? ''],
    summary,
    ...(description && { description }),
    security: name === 'auth.refresh' ? [{ refresh: [] }] : isPublic ? [] : [{ access: [] }],
    parameters: isCsrfChecked ? [...parameters, csrfHeader] : parameters,
    ...(drafted.requestBody && { requestBody: requestBody(drafted.requestBody, views) }),
    responses: {
      [status]: success(name, status, drafted.responses['200'] as Response, views),
      ...errors(name, {
        hasInput: parameters.some((parameter) => parameter.in === 'query') || !!drafted.requestBody,
        hasBody: !!drafted.requestBody,
        isRefusable: method !== 'GET' || !isPublic,
        isAuthenticated: !isPublic || name === 'auth.refresh',
        isFound: parameters.some((parameter) => parameter.in === 'path' || parameter.name === 'page'),
        conflict: meta.conflict,
      }),
    },
  }
}

const csrfHeader: Parameter = {
  in: 'header',
  name: 'X-CSRFToken',
  required: true,
  description: 'The value of the `csrftoken` cookie.',
  schema: text,
}

const parameterTexts: Record<string, Partial<Parameter>> = {
  page: {
    description: 'From 1; any other, and one past the last page, is 404. 1 unless given.',
    schema: { type: 'integer' },
  },
  page_size: { description: 'Rows per page: 25 unless given, 100 at most.', schema: { type: 'integer' } },
  search: { description: 'Case-insensitive part of the text.' },
  reference_date: { description: 'A day of the week in question; today unless given.' },
  exclude_admin_actors: { description: 'Hides transitions made by users of role ADMIN.' },
}

/** A body without a required field may be left out, as good as `{}` (D7). */
function requestBody({ content }: NonNullable<Operation['requestBody']>, views: Record<string, JsonSchema>) {
  const { schema } = content['application/json']
  const required = ((schema as { required?: string[] }).required ?? []).length > 0
  return { required, content: { 'application/json': { schema, example: exampleOf(schema, views) } } }
}

/** What every answer of an operation carries. */
const everyAnswer: Record<string, Header> = {
  'X-Request-Id': { description: 'Finds the request in the service’s log.', schema: text },
  'RateLimit-Policy': {
    description:
      'The limit that counted the request: its scope, requests (`q`) in a window of seconds (`w`). Absent where it is off.',
    required: false,
    schema: text,
    example: '"user";q=1000;w=3600',
  },
  RateLimit: {
    description:
      'What is left: requests (`r`), and seconds until the window ends (`t`). Absent where the limit is off.',
    required: false,
    schema: text,
    example: '"user";r=987;t=1234',
  },
}

const cookieHeaders: Record<string, Header> = {
  'Set-Cookie': {
    description: 'access_token, refresh_token and csrftoken, as the operation says.',
    schema: text,
  },
}

const noStore: Record<string, Header> = {
  'Cache-Control': { description: 'Never stored.', schema: { const: 'no-store' } },
}

const ownHeaders: Record<string, Record<string, Header>> = {
  'auth.login': cookieHeaders,
  'auth.refresh': cookieHeaders,
  'auth.logout': cookieHeaders,
  'auth.deactivate': cookieHeaders,
  'auth.me': noStore,
  'auth.export': {
    ...noStore,
    'Content-Disposition': { description: 'The file’s name.', schema: text },
  },
}

function success(
  name: string,
  status: string,
  drafted: Response | undefined,
  views: Record<string, JsonSchema>,
): Response {
  const headers = { ...everyAnswer, ...ownHeaders[name] }
  if (status === '204') return { description: 'Done.', headers }
  const schema = drafted?.content?.['application/json'].schema ?? {}
  return {
    description: status === '201' ? 'Created.' : 'OK.',
    headers,
    content: { 'application/json': { schema, example: exampleOf(schema, views) } },
  }
}

type Facets = {
  hasInput: boolean
  hasBody: boolean
  isAuthenticated: boolean
  isRefusable: boolean
  isFound: boolean
  conflict: string | undefined
}

const saying = (detail: string) => ({ schema: ref('Detail'), example: { detail } })

const error = (description: string, content: Content['application/json'], headers = {}): Response => ({
  description,
  headers: { ...everyAnswer, ...headers },
  content: { 'application/json': content },
})

const badValues = { non_field_errors: ['The values do not go together.'] }

/** The refusals that many operations share. */
const errorResponses = {
  BadParameters: error('A parameter is not valid.', { schema: ref('FieldErrors'), example: badValues }),
  BadBody: error('A field is not valid, the values do not go together, or the body is not JSON.', {
    schema: { anyOf: [ref('Detail'), ref('FieldErrors')] },
    example: badValues,
  }),
  NotSignedIn: error(
    'Not signed in, or not any more.',
    saying('Authentication credentials were not provided.'),
  ),
  NotPermitted: error(
    'The role does not permit it, or the CSRF check failed.',
    saying('You do not have permission to perform this action.'),
  ),
  NotFound: error('There is no such object (that the caller may see) or page.', saying('Not found.')),
  TooLarge: error('The body is larger than 1 MiB.', saying('Request body exceeds 1048576 bytes.')),
  NotJson: error('The body is not JSON.', saying('Unsupported media type "text/plain" in request.')),
  Throttled: error('Too many requests.', saying('Request was throttled. Expected available in 60 seconds.'), {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  }),
  Fault: error(
    'A fault of the service; its log has it under the request’s id.',
    saying('Internal server error.'),
  ),
  Unavailable: error(
    'A store that the answer needs cannot be reached.',
    saying('Service temporarily unavailable.'),
  ),
  Unhealthy: error('The database cannot be reached.', {
    schema: ref('Unhealthy'),
    example: { status: 'unhealthy', database: 'unreachable' },
  }),
} satisfies Record<string, Response>

const refusal = (name: keyof typeof errorResponses) => ({ $ref: `#/components/responses/${name}` })

function errors(name: string, facets: Facets): Operation['responses'] {
  const { hasInput, hasBody, isAuthenticated, isRefusable, isFound, conflict } = facets
  return {
    ...(hasInput && { 400: refusal(hasBody ? 'BadBody' : 'BadParameters') }),
    ...(isAuthenticated && { 401: refusal('NotSignedIn') }),
    ...(isRefusable && { 403: refusal('NotPermitted') }),
    ...(isFound && { 404: refusal('NotFound') }),
    ...(conflict && { 409: error(conflict, { schema: ref('Conflict'), example: { detail: conflict } }) }),
    ...(hasBody && { 413: refusal('TooLarge'), 415: refusal('NotJson') }),
    429: refusal('Throttled'),
    500: refusal('Fault'),
    503: refusal(name === 'health.check' ? 'Unhealthy' : 'Unavailable'),
  }
}
