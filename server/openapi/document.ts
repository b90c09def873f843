import {
  forEachOpenApiProcedure,
  generateOpenApiDocument,
  type OpenApiProcedureRecord,
  type OpenApiRouter,
} from 'trpc-to-openapi'
import packageJson from '../../package.json' with { type: 'json' }
import { restRouter } from '../../routers/app-router.ts'
import { type Meta, onlyReads, operationText } from '../../routers/gate/meta.ts'
import { conditionOf } from './conditions.ts'
import { badBody, badHeader, badParameters, conflict, errorResponses, refusal } from './errors.ts'
import { type Recorded, recorded } from './examples.ts'
import { type InterfaceFile, interfaces } from './interfaces.ts'
import { withNames } from './named-schemas.ts'
import {
  type Content,
  type Document,
  everyAnswer,
  headers,
  headersNamed,
  type JsonSchema,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  textSchema,
} from './schemas.ts'

/** A procedure with its generated operation and its recorded examples. */
type Draft = { name: string; meta: Meta; drafted: Operation; shown: Recorded }

/** The text of the file that describes a part of the REST interface. */
export const openApiText = (file: InterfaceFile) => `${JSON.stringify(openApiDocument(file), null, 2)}\n`

/** A part of the REST interface as an OpenAPI 3.1 document: generated from the procedures, then made exact. */
export function openApiDocument(file: InterfaceFile): Document {
  const { root, title, introduction, tags, errorSchemas } = interfaces[file]
  const generated = generateOpenApiDocument(restRouter as OpenApiRouter, {
    title,
    version: packageJson.version,
    baseUrl: '/',
    filter: ({ metadata }) => metadata.openapi.path.startsWith(root),
  }) as unknown as Document
  const schemas = Object.fromEntries(
    Object.entries(generated.components.schemas).filter(([name]) => !name.startsWith('error.')),
  )
  const paths: Document['paths'] = {}
  const procedures = restRouter._def.procedures as unknown as OpenApiProcedureRecord
  forEachOpenApiProcedure<Meta>(procedures, ({ path: name, meta }) => {
    const { path } = meta.openapi
    if (!path.startsWith(root)) return
    const method = meta.openapi.method.toLowerCase()
    const drafted = generated.paths[path.replace(/\/$/, '')]?.[method]
    if (!drafted) throw new Error(`${name} is missing from the generated document.`)
    paths[path] ??= {}
    paths[path][method] = operation({ name, meta, drafted, shown: recorded(name) })
  })
  const complete = withNames({
    openapi: '3.1.0',
    info: {
      title,
      version: packageJson.version,
      description: introduction,
      contact: { name: title },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas, ...errorSchemas },
      headers,
      responses: errorResponses,
      securitySchemes,
    },
  })
  return withoutUnused(complete)
}

const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })

const securitySchemes = {
  access: cookie('access_token', 'Set by login; expires after an hour.'),
  machine: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'wcs_',
    description: 'The token of a machine, made by an administrator. It replaces cookies and CSRF token.',
  },
  refresh: cookie('refresh_token', 'Set by login; can be used once.'),
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: 'The value of the `csrftoken` cookie, which login and every refresh renew.',
  },
}

function operation(draft: Draft): Operation {
  const { name, meta, drafted, shown } = draft
  const summary = meta.openapi?.summary
  if (!summary) throw new Error(`${name} has no summary.`)
  const parameters = (drafted.parameters ?? []).map((parameter) => exactParameter(parameter, shown))
  const conditions = [conditionOf(meta)].filter((condition) => condition !== undefined)
  const key = isKept(draft) || isRefresh(draft) ? [keyParameter(draft)] : []
  const session = isRefresh(draft) ? 'refresh' : meta.access === 'public' ? undefined : 'access'
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0] ?? ''],
    summary,
    description: operationText(meta),
    security: session ? waysToSignIn(meta, session) : [],
    parameters: [...parameters, ...(meta.takesFiles ? fileParameters(drafted) : []), ...key, ...conditions],
    ...(drafted.requestBody && { requestBody: requestBody(draft, drafted.requestBody) }),
    responses: {
      [meta.status ?? 200]: success(draft),
      ...(conditions[0]?.name === 'If-None-Match' && { 304: refusal('NotModified') }),
      ...errorsOf(draft, parameters, session),
    },
  }
}

const waysToSignIn = (
  { access, openapi }: Meta,
  session: 'access' | 'refresh',
): Record<string, string[]>[] => [
  { [session]: [], ...(openapi?.method !== 'GET' && { csrf: [] }) },
  ...(session === 'access' && access !== 'person' ? [{ machine: [] }] : []),
]

/** Whether answers are kept: a login or a refresh has no caller yet (D57). */
const isKept = ({ meta }: Draft) =>
  meta.access !== 'public' && meta.openapi?.method !== 'GET' && !onlyReads({ type: 'mutation', meta })

const isRefresh = ({ name }: Draft) => name === 'auth.refresh'

const keyParameter = (draft: Draft): Parameter => ({
  in: 'header',
  name: 'Idempotency-Key',
  description: isRefresh(draft)
    ? 'Chosen by the client for this refresh, such as a UUID. For 60 seconds, the same refresh token with the same key gets the same new refresh token again.'
    : 'Chosen by the client for this change, such as a UUID. For 24 hours, the same request of the same user with the same key changes nothing and gets the same answer.',
  schema: { ...textSchema, pattern: '^[!-~]{1,255}$' },
})

/** The errors of an operation by status. */
function errorsOf(draft: Draft, parameters: Parameter[], session?: string) {
  const { name, meta, drafted, shown } = draft
  const hasBody = !!drafted.requestBody
  const hasQuery = parameters.some((parameter) => parameter.in === 'query')
  const isFound = parameters.some((parameter) => parameter.in === 'path' || parameter.name === 'page')
  return {
    ...((isKept(draft) || isRefresh(draft)) && {
      400: badHeader(isKept(draft)),
      409: refusal('InProgress'),
    }),
    ...(isKept(draft) && { 412: refusal('Changed'), 422: refusal('KeyReused') }),
    ...((hasBody || hasQuery) && { 400: hasBody ? badBody(shown) : badParameters(shown) }),
    ...(session && { 401: refusal('NotSignedIn') }),
    403: refusal('NotPermitted'),
    ...(isFound && { 404: refusal('NotFound') }),
    ...(name === 'integration.changes' && { 410: refusal('Gone') }),
    ...(meta.conflict && { 409: conflict(meta.conflict, shown) }),
    ...(hasBody && { 413: refusal('TooLarge'), 415: refusal('NotJson') }),
    429: refusal('Throttled'),
    500: refusal('Fault'),
    503: refusal(name === 'health.check' ? 'Unhealthy' : 'Unavailable'),
  }
}

const exactParameter = (
  { schema: { description, ...schema }, ...parameter }: Parameter,
  { path = {} }: Recorded,
): Parameter => ({
  ...parameter,
  ...(parameter.in === 'path'
    ? { required: true, example: path[parameter.name] }
    : { allowEmptyValue: !schema.minLength }),
  description: String(description),
  schema,
})

/** A body without required fields may be left out, like `{}` (D7). */
function requestBody({ meta, shown }: Draft, { content }: NonNullable<Operation['requestBody']>) {
  const { schema } = content['application/json']
  const required = ((schema as { required?: string[] }).required ?? []).length > 0
  return { required, content: { ...json(schema, shown.body), ...(meta.takesFiles && filesOf(schema)) } }
}

const binary = { type: 'string', format: 'binary' }

/** The properties of a body that takes files: these, and what an upload says about them in its query. */
function partsOf(schema: JsonSchema) {
  const { files, ...rest } = schema.properties as Record<string, JsonSchema>
  return { names: Object.keys(files?.properties ?? {}), rest }
}

/** The other forms in which files may come. */
function filesOf(schema: JsonSchema) {
  const properties = Object.fromEntries(partsOf(schema).names.map((name) => [name, binary]))
  return {
    'application/zip': { schema: binary },
    'multipart/form-data': { schema: { type: 'object', properties, minProperties: 1 } },
  }
}

const fileParameters = ({ requestBody }: Operation): Parameter[] =>
  Object.entries(partsOf(requestBody?.content['application/json'].schema ?? {}).rest).map(
    ([name, { description, ...schema }]) => ({
      in: 'query',
      name,
      description: `${description} With files in JSON, the field of this name in the body takes precedence.`,
      schema,
    }),
  )

const json = (schema: JsonSchema, example: unknown): Content => ({ 'application/json': { schema, example } })

function success(draft: Draft): Response {
  const { name, meta, drafted, shown } = draft
  const headers = {
    ...everyAnswer,
    ...(meta.isObject && headersNamed('ETag')),
    ...(isKept(draft) && headersNamed('Idempotent-Replayed')),
    ...specificHeaders[name],
  }
  if (meta.status === 204) return { description: 'Done.', headers }
  if (meta.isDownload)
    return {
      description: 'OK.',
      headers,
      content: { 'application/zip': { schema: binary } } as Partial<Content> as Content,
    }
  const answer = drafted.responses['200'] as Response | undefined
  const schema = answer?.content?.['application/json'].schema ?? {}
  const description = { 200: 'OK.', 201: 'Created.', 202: 'Accepted.' }[meta.status ?? 200]
  return { description, headers, content: json(schema, shown.answer) }
}

/** The headers of some operations, by procedure. */
const specificHeaders: Record<string, Record<string, Reference>> = {
  'auth.login': headersNamed('Set-Cookie', 'X-Password-Expires'),
  'auth.refresh': headersNamed('Set-Cookie'),
  'auth.logout': headersNamed('Set-Cookie'),
  'auth.deactivate': headersNamed('Set-Cookie'),
  'auth.export': headersNamed('Content-Disposition'),
  'integration.export': headersNamed('Content-Disposition'),
}

/** The document without the components that it does not use: two documents share most, but not all. */
export function withoutUnused(document: Document): Document {
  const { paths, components } = document
  const used = <Part>(parts: Record<string, Part>, isUsed: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(name)))
  const referredTo = (kind: keyof typeof components, ...places: unknown[]) => {
    const text = JSON.stringify(places)
    return (name: string) => text.includes(`"#/components/${kind}/${name}"`)
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))
  const responses = used(components.responses, referredTo('responses', paths))
  const places = [paths, responses]
  return {
    ...document,
    components: {
      schemas: used(components.schemas, referredTo('schemas', places, components.schemas)),
      headers: used(components.headers, referredTo('headers', places)),
      responses,
      securitySchemes: used(components.securitySchemes, (name) => schemes.has(name)),
    },
  }
}
