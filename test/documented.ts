import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '../server/openapi/document.ts'
import type { Operation, Response } from '../server/openapi/schemas.ts'

type Answer = { status: number; headers: Headers; body: unknown }

const document = openApiDocument()
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components })

const paths = Object.entries(document.paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  parameters: path.split('{').length,
  operations,
}))
paths.sort((a, b) => a.parameters - b.parameters)

/** The documented operation that answers this request; undefined for a path or method that does not exist. */
export function documentedOperation(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?', 1)
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  return paths.find(({ pattern }) => pattern.test(pathname))?.operations[verb]
}

/** The component that a reference of the document names. */
export const documentedSchema = (reference: string) =>
  document.components.schemas[reference.replace('#/components/schemas/', '')] ?? {}

/** Every operation of the document with its method and path. */
export const documentedOperations = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

const validators = new Map<object, ValidateFunction>()

/** A validator of a schema of the document, whose references it resolves. */
export function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
  const validator = ajv.compile(JSON.parse(text))
  validators.set(schema, validator)
  return validator
}

/** What the document says of a status of the operation. */
export function documentedResponse({ responses }: Operation, status: number | string): Response | undefined {
  const response = responses[status]
  return response && '$ref' in response
    ? document.components.responses[response.$ref.replace('#/components/responses/', '')]
    : response
}

/** Throws when an answer is not what the document says of it: status, headers, body. */
export function checkDocumented(method: string, path: string, { status, headers, body }: Answer) {
  const operation = documentedOperation(method, path)
  if (!operation) return
  const where = `${method} ${path} -> ${status}`
  const response = documentedResponse(operation, status)
  if (!response) throw new Error(`${where}: the status is not documented`)
  if (method !== 'HEAD') checkBody(where, response, body)
  for (const [name, { required }] of Object.entries(response.headers ?? {}))
    if (!headers.has(name) && name !== 'Set-Cookie' && required !== false)
      throw new Error(`${where}: the header ${name} is missing`)
}

function checkBody(where: string, response: Response, body: unknown) {
  if (!response.content) {
    if (body !== '') throw new Error(`${where}: a body is not documented`)
    return
  }
  const validator = validatorOf(response.content['application/json'].schema)
  if (!validator(body))
    throw new Error(`${where}: ${ajv.errorsText(validator.errors)} in ${JSON.stringify(body)}`)
}
