import type { z } from 'zod'
import { appRouter } from '../../routers/app-router.ts'
import { type Meta, operationText } from '../../routers/gate/meta.ts'
import { enumDescription, enums } from '../../routers/schema/enums.ts'
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
  const declarations: Declarations = new Map()
  const flat = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
  const called = Object.entries(flat).filter(([, { _def }]) => _def.type !== 'subscription')
  const procedures = called.map(([name, { _def }]) => describe(name, _def, declarations))
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
    '/** The same, at run time. @internal */',
    `export const reads: readonly string[] = [${reads.map((name) => `'${name}'`).join(', ')}]\n`,
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

const wireTypes = 'CallOptions DateText DecimalText Instant Ordering Rows Uuid'.split(' ')

/** The types that all lists share. */
function listTypes({ inputs, output }: Definition): string {
  const field = (schema: z.ZodType | undefined, name: string, type: string) => {
    const { [name]: value } = (schema as z.ZodObject).shape as Record<string, z.ZodType>
    return `${value ? comment(value) : ''}${name}${type}\n`
  }
  return `/** Which page of a list to show. */
    export type PageNumber = {
      ${field(inputs[0], 'page', '?: number | undefined')}
    }

    /** How a list is cut into pages, and in which order. */
    export type ListOptions<Field extends string> = {
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

function describe(name: string, { type, inputs, output, meta }: Definition, declarations: Declarations) {
  const [resource = '', action = ''] = name.split('.')
  const { method, path = '', summary = meta.summary ?? '' } = meta.openapi ?? {}
  const input = inputs[0] && inputType(inputs[0], { name, path, declarations })
  const { answer, row } = answerType(output, action, declarations)
  const list = action === 'list' ? resource : `${resource.replace(/s$/, '')}_${action}`
  const call = type === 'query' ? 'query' : 'mutate'
  const address = method ? `REST: \`${method} ${path}\`.` : 'Over tRPC only.'
  const filters = input && { ...input, type: input.filters ?? input.type }
  const doc = (title: string) => tsdoc(`${title}.\n\n${operationText(meta)}\n\n${address}`)
  return {
    ...{ name, resource, action, type, row, list, isRead: meta.isRead },
    declaration: `${tsdoc(`${summary}.`)}${action}: {
      ${doc(summary)}${call}(${parameter(input)}, options?: CallOptions): Promise<${answer}>
    }\n`,
    pages: `${doc(`${summary}, row by row`)}${list}: Rows<[${parameter(filters)}], ${row}>`,
  }
}

/** `filters` is the input without the page, for procedures that have pages. */
type Input = { type: string; isOptional: boolean; filters?: string }

const parameter = (input: Input | undefined) =>
  input ? `input${input.isOptional ? '?' : ''}: ${input.type}` : 'input?: undefined'

type Naming = { declarations: Declarations; name: string; path: string }

/** The path's parameters are always required; other fields are optional if the schema does without them. */
function inputType(schema: z.ZodObject, { name, path, declarations }: Naming): Input {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, value]) => {
    const isOptional = !path.includes(`{${field}}`) && value.safeParse(undefined).success
    const type = plainType(value, declarations)
    const text = `${comment(value)}${field}${isOptional ? `?: ${type} | undefined` : `: ${type}`}`
    return { field, type, isOptional, text }
  })
  const ordering = fields.find(({ field }) => field === 'ordering')?.type
  const shared = ordering ? ['page', 'page_size', 'ordering'] : ['page']
  const rest = fields.filter(({ field }) => !shared.includes(field)).map(({ text }) => text)
  const type = [
    ...(ordering ? [ordering.replace('Ordering', 'ListOptions')] : []),
    ...(rest.length ? [`{\n${rest.join('\n')}\n}`] : []),
  ].join(' & ')
  const isOptional = fields.every((field) => field.isOptional)
  if (fields.length <= 2) return { type, isOptional }
  const input = `${pascalCase(name)}Input`
  const about = tsdoc(`What \`${name}\` takes.`)
  if (!fields.some(({ field }) => field === 'page')) {
    declarations.set(input, { type, comment: about })
    return { type: input, isOptional }
  }
  const filters = `${pascalCase(name)}Filters`
  declarations.set(filters, { type, comment: tsdoc(`What \`${name}\` takes, but for the page.`) })
  declarations.set(input, { type: `${filters} & PageNumber`, comment: about })
  return { type: input, isOptional, filters }
}

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
