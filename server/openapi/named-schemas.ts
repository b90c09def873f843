import { enumDescription, enums } from '../../routers/schema/enums.ts'
import { type Content, type Document, type JsonSchema, type Operation, textSchema } from './schemas.ts'

type Schemas = Record<string, JsonSchema>

/** The schemas of single values that many fields share. */
const valueSchemas: Schemas = {
  Decimal: {
    ...textSchema,
    pattern: '^-?\\d+(\\.\\d{1,2})?$',
    description: 'A decimal as text, so that it stays exact. Answers always have two decimals.',
    example: '40.00',
  },
  ...Object.fromEntries(
    Object.entries(enums).map(([name, values]) => [
      name,
      { ...textSchema, enum: [...values], description: enumDescription(name) },
    ]),
  ),
}

const namesOfEnums = new Map(Object.entries(enums).map(([name, values]) => [values.join(), name]))

const schemaOf = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The schema, with references to the values that many fields share. */
function withValuesByName(schema: JsonSchema): JsonSchema {
  const { type, enum: values, pattern, minimum, maximum, ...rest } = schema
  const name = Array.isArray(values) ? namesOfEnums.get(values.join()) : undefined
  if (name) return { ...schemaOf(name), ...described(rest) }
  if (pattern && String(type) === 'string,number')
    return { anyOf: [schemaOf('Decimal'), { type: 'number', minimum, maximum }], ...described(rest) }
  if (pattern === answeredDecimal) return { ...schemaOf('Decimal'), ...described(rest) }
  // Descriptions state the defaults, because generators assume that a field with a `default` is always present.
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== 'default')
      .map(([keyword, value]) => [keyword, withinKeyword(keyword, value)]),
  )
}

const answeredDecimal = '^-?\\d+\\.\\d{2}$'

const described = ({ description }: JsonSchema) => (description ? { description } : {})

function withinKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return mapValues(value as Schemas, withValuesByName)
  if (['items', 'additionalProperties'].includes(keyword) && typeof value === 'object')
    return withValuesByName(value as JsonSchema)
  if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) return (value as JsonSchema[]).map(withValuesByName)
  return value
}

/** The document with a name for every body, every page, and every kind of value that many fields share. */
export function withNames(document: Document): Document {
  const schemas: Schemas = { ...document.components.schemas }
  const named = (wanted: string, content: Content): Content => {
    const { schema, ...rest } = content['application/json']
    if (schema.$ref || schema.type !== 'object') return content
    const name = wanted in document.components.schemas ? `${wanted}Body` : wanted
    schemas[name] = schema
    return { ...content, 'application/json': { schema: schemaOf(name), ...rest } }
  }
  const operations = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => withNamedBodies(operation, named)),
  )
  const all: Schemas = { ...mapValues(schemas, withValuesByName), ...valueSchemas }
  const paths = mapValues(operations, (methods) => mapValues(methods, withNamedParameters))
  return { ...document, paths, components: { ...document.components, schemas: all } }
}

type Named = (name: string, content: Content) => Content

function withNamedBodies(operation: Operation, named: Named): Operation {
  const { operationId, requestBody, responses } = operation
  const [resource = ''] = operation.tags
  const name = pascalCase(resource.replace(/(?<!hour)s$/, '') + operationId.slice(resource.length))
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: named(name, requestBody.content) } }),
    responses: mapValues(responses, (response) => {
      if ('$ref' in response || !response.content?.['application/json']) return response
      const page = pageName(response.content['application/json'].schema)
      return { ...response, content: named(page ?? `${name}Answer`, response.content) }
    }),
  }
}

const withNamedParameters = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters.map((one) => ({ ...one, schema: withValuesByName(one.schema) })),
})

const mapValues = <A, B>(values: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

/** The name of a page of rows: `EmployeePage` for `EmployeeRow`. */
const pageName = (schema: JsonSchema): string | undefined => {
  const { results } = (schema.properties ?? {}) as Record<string, { items?: { $ref?: string } }>
  const row = results?.items?.$ref?.split('/').at(-1)
  return row && `${row.replace(/Row$/, '')}Page`
}

const pascalCase = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
