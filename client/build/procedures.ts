import type { z } from 'zod'
import { appRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { enums } from '../../routers/schema/enums.ts'
import { describeFields } from '../../routers/texts/describe.ts'
import { enumDescription } from '../../routers/texts/enums.ts'
import { operationText } from '../../routers/texts/operations.ts'
import { comment, type Declarations, enumType, plainType, tsdoc, union } from './plain-type.ts'

type Definition = {
  type: 'query' | 'mutation' | 'subscription'
  inputs: z.ZodObject[]
  output: z.ZodType
  meta: Meta
}

/**
 * The text of the client's `procedures.ts`: plain types of every procedure under `/trpc`, so that a consumer's
 * compiler never infers the router, and the names that the client needs at run time.
 */
export function proceduresSource(): string {
  describeFields()
  const declarations: Declarations = new Map()
  const flat = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
  const called = Object.entries(flat).filter(([, { _def }]) => _def.type !== 'subscription')
  const procedures = called.map(([name, { _def }]) => {
    const created = name.endsWith('.update')
      ? flat[name.replace('update', 'create')]?._def.inputs[0]
      : undefined
    return describe(name, _def, { declarations, created })
  })
  const lists = procedures.filter(({ row }) => row)
  const reads = procedures.flatMap(({ isRead, name }) => (isRead ? [name] : []))
  const byResource = (content: (members: typeof procedures) => string) =>
    [...Map.groupBy(procedures, ({ resource }) => resource)]
      .map(([resource, members]) => `${resource}: { ${content(members)} },\n`)
      .join('')
  const actions = (members: typeof procedures, type: Definition['type']) =>
    members.flatMap((one) => (one.type === type ? `'${one.action}'` : [])).join(', ')

  return [
    '// Generated from the procedures of the service by `npm run generate`.\n',
    `import type { ${wireTypes.join(', ')} } from './wire.ts'\n`,
    ...Object.keys(enums).map(
      (name) => `${tsdoc(enumDescription(name))}export type ${name} = ${enumType(name)}\n`,
    ),
    listTypes(flat['employees.list']?._def as Definition),
    ...[...declarations].map(([name, { type, comment }]) => `${comment}export type ${name} = ${type}\n`),
    '/** Every procedure, by resource. */',
    `export type Procedures = {\n${byResource((members) => members.map(({ declaration }) => declaration).join(''))}}\n`,
    '/** The mutations that change nothing, and are mutations only because their inputs may be long. */',
    `export type Reads = ${union(reads)}\n`,
    '/** Every list, row by row through all its pages. */',
    `export type Pages = {\n${lists.map(({ pages }) => pages).join('\n')}\n}\n`,
    '/** The procedures of each resource. @internal */',
    `export const actions = {\n${byResource(
      (members) => `query: [${actions(members, 'query')}], mutation: [${actions(members, 'mutation')}]`,
    )}}\n`,
    '/** The procedure behind each member of `Pages`. @internal */',
    `export const lists = {\n${lists.map(({ list, name }) => `${list}: '${name}',`).join('\n')}\n}\n`,
  ].join('\n')
}

const wireTypes = 'CallOptions Changes DateText DecimalText Instant Ordering Rows Uuid'.split(' ')

/** The types that all lists share. */
function listTypes({ inputs, output }: Definition): string {
  const field = (schema: z.ZodType | undefined, name: string, type: string) => {
    const { [name]: value } = (schema as z.ZodObject).shape as Record<string, z.ZodType>
    return `${value ? comment(value) : ''}${name}${type}\n`
  }
  return `/** The page of a list to fetch, and its order. */
    export type ListInput<Field extends string> = {
      ${field(inputs[0], 'page', '?: number | undefined')}
      ${field(inputs[0], 'page_size', '?: number | undefined')}
      ${field(inputs[0], 'ordering', '?: Ordering<Field> | undefined')}
    }

    /** One page of a list. */
    export type Page<Row> = {
      ${field(output, 'count', ': number')}
      ${field(output, 'next', ': string | null')}
      ${field(output, 'previous', ': string | null')}
      ${field(output, 'results', ': Row[]')}
    }
  `
}

/** `created` is what a resource's `create` takes, which its `update` can change. */
type Context = { declarations: Declarations; created: z.ZodObject | undefined }

function describe(name: string, definition: Definition, { declarations, created }: Context) {
  const { type, inputs, output, meta } = definition
  const [resource = '', action = ''] = name.split('.')
  const { method, path = '', summary = meta.summary ?? '' } = meta.openapi ?? {}
  const input = inputs[0] && inputType(inputs[0], { name, path, declarations, created })
  const { answer, row } = answerType(output, action, declarations)
  const list = action === 'list' ? resource : `${resource.replace(/s$/, '')}_${action}`
  const call = type === 'query' ? 'query' : 'mutate'
  const address = method ? `REST: \`${method} ${path}\`.` : 'Over tRPC only.'
  const filters = input && { ...input, type: `Omit<${input.type}, 'page'>` }
  return {
    ...{ name, resource, action, type, row, list, isRead: meta.isRead },
    declaration: `${tsdoc(`${summary}.`)}${action}: {
      ${tsdoc(`${summary}.\n\n${operationText(meta)}\n\n${address}`)}${call}(${parameter(input)}, options?: CallOptions): Promise<${answer}>
    }\n`,
    pages: `${tsdoc(`${summary}, row by row.\n\n${operationText(meta)}\n\n${address}`)}${list}: Rows<[${parameter(filters)}], ${row}>`,
  }
}

type Input = { type: string; isOptional: boolean }

const parameter = (input: Input | undefined) =>
  input ? `input${input.isOptional ? '?' : ''}: ${input.type}` : 'input?: undefined'

type Naming = Context & { name: string; path: string }

/** The path's parameters are always required; of the rest, what the schema does without is optional. */
function inputType(schema: z.ZodObject, { name, path, declarations, created }: Naming): Input {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, value]) => {
    const isOptional = !path.includes(`{${field}}`) && value.safeParse(undefined).success
    const type = plainType(value, declarations)
    return {
      field,
      type,
      isOptional,
      text: `${comment(value)}${field}${isOptional ? `?: ${type} | undefined` : `: ${type}`}`,
    }
  })
  const ordering = fields.find(({ field }) => field === 'ordering')?.type
  const inherited = ordering ? listFields : Object.keys(created?.shape ?? {})
  const rest = fields.filter(({ field }) => !inherited.includes(field)).map(({ text }) => text)
  const type = [
    ...(ordering ? [ordering.replace('Ordering', 'ListInput')] : []),
    ...(created ? [`Changes<${inputName(name.replace('update', 'create'))}>`] : []),
    ...(rest.length ? [`{\n${rest.join('\n')}\n}`] : []),
  ].join(' & ')
  const isOptional = fields.every((field) => field.isOptional)
  if (fields.length <= 2) return { type, isOptional }
  declarations.set(inputName(name), { type, comment: tsdoc(`What \`${name}\` takes.`) })
  return { type: inputName(name), isOptional }
}

const inputName = (procedure: string) => `${pascalCase(procedure)}Input`

/** Those of `ListInput`. */
const listFields = ['page', 'page_size', 'ordering']

/** The type of the answer, and that of its rows where it is a list. */
function answerType(output: z.ZodType, action: string, declarations: Declarations) {
  const { results } = (output as Partial<z.ZodObject>).shape ?? {}
  const type = plainType((results as z.ZodType | undefined) ?? output, declarations)
  const row = type.endsWith('[]') ? type.slice(0, -2) : undefined
  if (results) return { answer: `Page<${row}>`, row }
  return { answer: type, row: action === 'list' ? row : undefined }
}

const pascalCase = (name: string) =>
  name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
