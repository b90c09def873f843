import fc from 'fast-check'
import type { Operation } from '../../server/openapi/schemas.ts'
import { documentedBody, documentedSchema, validatorOf } from '../expect/documented.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/** Ids that earlier calls returned, by the field that can refer to them. */
export type Pool = { [kind: string]: string[] }

/** Fields and path parameters by the resource that their ids are of. */
const kinds: Record<string, string> = {
  employee: 'employees',
  employee_id: 'employees',
  employee_ids: 'employees',
  eligible_for_employee: 'employees',
  position: 'demand',
  position_id: 'demand',
  tag: 'tags',
  parent_id: 'org-units',
  org_unit_id: 'org-units',
}

/** The resource in an API path: `employees` of `/api/v1/employees/{id}/`. */
export const resourceOf = (path: string) => path.split('/')[3] ?? ''

const anyId = (pool: Pool, kind: string) => {
  const known = pool[kind] ?? []
  return known.length ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, fc.uuid()) : fc.uuid()
}

const date = () =>
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))

const word = (minimum: number, maximum: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefgÁñ0123456789'), minLength: minimum, maxLength: maximum })

/** Values that the schema allows; ids are mostly of things that exist. */
export function valid(schema: Schema, field: string, pool: Pool, path: string): fc.Arbitrary<unknown> {
  if (schema.$ref) return valid(documentedSchema(schema.$ref) as Schema, field, pool, path)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(option, field, pool, path)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type].flat()
  if (type === 'object') return validObject(schema, pool, path)
  if (type === 'array')
    return fc.array(valid(schema.items ?? {}, field, pool, path), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, 3),
    })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number')
    return fc.integer({
      min: Math.ceil(Math.max(schema.minimum ?? 0, -1000)),
      max: Math.floor(Math.min(schema.maximum ?? 50, 50)),
    })
  if (type === 'null') return fc.constant(null)
  if (schema.format === 'uuid') return anyId(pool, kinds[field] ?? resourceOf(path))
  if (schema.format === 'date') return date()
  if (field === 'email') return fc.emailAddress({ size: 'small' })
  if (schema.pattern) return fc.integer({ min: 1, max: 40 }).map((hours) => `${hours}.50`)
  const minimum = schema.minLength ?? 0
  return word(Math.max(minimum, field === 'name' ? 5 : minimum), Math.min(schema.maxLength ?? 20, 15))
}

function validObject({ properties = {}, required = [] }: Schema, pool: Pool, path: string) {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valid(schema, name, pool, path)]),
  )
  return fc.record(model, { requiredKeys: required })
}

/** Values that no field takes, or few. */
const oddities = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  'x',
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [1],
  { a: { b: [] } },
  'NaN',
  '1e400',
  '2024-02-30',
  '\u0000',
  '\ud800',
  'x'.repeat(3000),
  '00000000-0000-4000-8000-000000000000',
)

/** A body as the document wants it, or with one field spoilt, added or gone. */
export function body(operation: Operation, pool: Pool, path: string): fc.Arbitrary<Record<string, unknown>> {
  const schema = documentedBody(operation) as Schema
  const proper = valid(schema, '', pool, path) as fc.Arbitrary<Record<string, unknown>>
  const fields = Object.keys(schema.properties ?? {})
  if (!fields.length) return proper
  return fc.oneof(
    { weight: 5, arbitrary: proper },
    {
      weight: 3,
      arbitrary: fc
        .tuple(proper, fc.constantFrom(...fields), oddities)
        .map(([given, field, odd]) => ({ ...given, [field]: odd })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(proper, fc.constantFrom(...fields))
        .map(([given, field]) =>
          Object.fromEntries(Object.entries(given).filter(([name]) => name !== field)),
        ),
    },
    { weight: 1, arbitrary: proper.map((given) => ({ ...given, id: 1, status: 'NOPE', unknown: {} })) },
  )
}

const oddText = fc.constantFrom(
  '',
  'NOPE',
  'x',
  '0',
  '-1',
  '1e9',
  '2024-02-30',
  '%00',
  'true',
  '\u0000',
  'ñ'.repeat(500),
)

/** Some of an operation's query parameters, allowed or not. */
export function query(operation: Operation, pool: Pool, path: string): fc.Arbitrary<Record<string, string>> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  const model = Object.fromEntries(
    parameters.map(({ name, schema }) => [
      name,
      fc.oneof(
        { weight: 4, arbitrary: valid(schema as Schema, name, pool, path).map(String) },
        { weight: 1, arbitrary: oddText },
      ),
    ]),
  )
  return fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>
}

/** The path with its parameters filled: mostly ids that exist, else unknown or malformed ones. */
export function concretePath(path: string, pool: Pool): fc.Arbitrary<string> {
  if (!path.includes('{')) return fc.constant(path)
  const [, field = ''] = /\{(\w+)\}/.exec(path) ?? []
  const isLog = path.includes('transitions/{id}') || path.includes('logs/{id}')
  const id = isLog
    ? fc.integer({ min: 0, max: 40 }).map(String)
    : anyId(pool, kinds[field] ?? resourceOf(path))
  const odd = fc.constantFrom('x', '%00', '%ff', '..%2f', '0', '-1', '99999999999999999999', '%20')
  return fc
    .oneof({ weight: 12, arbitrary: id }, { weight: 1, arbitrary: odd })
    .map((value) => path.replace(/\{\w+\}/, value))
}

const isForbidden = (name: string, value: string, schema: object) => {
  if (value === '' || name === 'page' || name === 'page_size') return false
  const type = 'type' in schema && schema.type
  if (type === 'boolean') return !/^(true|false|1|0)$/i.test(value)
  const isWhole = type === 'integer' && /^\s*[+-]?\d+\s*$/.test(value)
  return !validatorOf(schema)(isWhole ? Number(value) : value)
}

/** The fields and parameters that the document forbids; text is trimmed before it is checked. */
export function forbidden(
  operation: Operation,
  given: Record<string, string>,
  sent: object | undefined,
): string[] {
  const schema = operation.requestBody?.content['application/json'].schema
  const validator = schema && validatorOf(schema)
  if (validator && !validator(sent))
    return (validator.errors ?? []).map((error) => `body${error.instancePath}`)
  return operation.parameters
    .filter(({ name, schema }) => given[name] !== undefined && isForbidden(name, given[name], schema))
    .map(({ name }) => name)
}
