import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '../../server/openapi/document.ts'
import { type InterfaceFile, interfaces } from '../../server/openapi/interfaces.ts'
import type { Document, Header, JsonSchema, Operation, Response } from '../../server/openapi/schemas.ts'

type Answer = { status: number; headers: Headers; body: unknown }

/** The document of the file, whose references name the file too. */
function load(file: InterfaceFile): Document {
  const text = JSON.stringify(openApiDocument(file))
  return JSON.parse(text.replaceAll('"#/components', `"${file}#/components`))
}

const documents = (Object.keys(interfaces) as InterfaceFile[]).map((file) => ({
  file,
  document: load(file),
}))
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
for (const { file, document } of documents) ajv.addSchema({ $id: file, components: document.components })

const everyPath = documents.flatMap(({ document }) => Object.entries(document.paths))

const paths = everyPath.map(([path, operations]) => ({
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

/** The components of the document that a reference names, and the name of one of them. */
function named(reference: string) {
  const [of, , , name = ''] = reference.split(/[#/]+/)
  return { name, components: documents.find(({ file }) => file === of)?.document.components }
}

/** The schema that a reference names. */
export function documentedSchema(reference: string): JsonSchema {
  const { name, components } = named(reference)
  return components?.schemas[name] ?? {}
}

/** The schema of the operation's body, without a reference; that of an empty object for one that takes none. */
export function documentedBody({ requestBody }: Operation): JsonSchema {
  const schema = requestBody?.content['application/json'].schema ?? {}
  return typeof schema.$ref === 'string' ? documentedSchema(schema.$ref) : schema
}

/** Every operation of the documents with its method and path. */
export const documentedOperations = everyPath.flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

const validators = new Map<object, ValidateFunction>()

/** A validator of a schema of a document, whose references it resolves. */
export function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const validator = ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

/** What its document says of a status of the operation. */
export function documentedResponse({ responses }: Operation, status: number | string): Response | undefined {
  const response = responses[status]
  if (!response || !('$ref' in response)) return response
  const { name, components } = named(response.$ref)
  return components?.responses[name]
}

/** The headers of the response by name. */
const documentedHeaders = ({ headers = {} }: Response) =>
  Object.entries(headers).map(([name, header]): [string, Header] => {
    const shared = '$ref' in header ? named(header.$ref).components?.headers[name] : header
    if (!shared) throw new Error(`The header ${name} is not documented`)
    return [name, shared]
  })

/** Throws when an answer is not what its document says of it: status, headers, body. */
export function checkDocumented(method: string, path: string, { status, headers, body }: Answer) {
  const operation = documentedOperation(method, path)
  if (!operation) return
  const where = `${method} ${path} -> ${status}`
  const response = documentedResponse(operation, status)
  if (!response) throw new Error(`${where}: the status is not documented`)
  if (method !== 'HEAD') checkBody(where, response, body)
  for (const [name, { required }] of documentedHeaders(response))
    if (!headers.has(name) && name !== 'Set-Cookie' && required !== false)
      throw new Error(`${where}: the header ${name} is missing`)
}

function checkBody(where: string, response: Response, body: unknown) {
  if (!response.content) {
    if (body !== '') throw new Error(`${where}: a body is not documented`)
    return
  }
  const json = response.content['application/json']
  if (!json) return
  const validator = validatorOf(json.schema)
  if (!validator(body))
    throw new Error(`${where}: ${ajv.errorsText(validator.errors)} in ${JSON.stringify(body)}`)
}
