import type { z } from 'zod'
import { appRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { type Declarations, enums, plainType, union } from './plain-type.ts'

type Definition = { type: 'query' | 'mutation'; inputs: z.ZodObject[]; output: z.ZodType; meta: Meta }

/**
 * The text of the client's `procedures.ts`: plain types of every procedure under `/trpc`, so that a consumer's
 * compiler never infers the router, and what the client must know of each when it runs.
 */
export function proceduresSource(): string {
  const declarations: Declarations = new Map()
  const flat = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
  const procedures = Object.entries(flat).map(([name, { _def }]) => describe(name, _def, declarations))
  const resources = [...Map.groupBy(procedures, ({ resource }) => resource)]
  const lists = procedures.filter(({ row }) => row)
  const record = <T>(entries: T[], line: (entry: T) => string) => `{\n${entries.map(line).join('\n')}\n}\n`
  const byResource = (line: (procedure: (typeof procedures)[number]) => string) =>
    record(resources, ([resource, members]) => `${resource}: ${record(members, line).trimEnd()},`)

  return [
    '// Generated from the procedures of the service by `npm run build:client`.\n',
    "import type { CallOptions, DateText, DecimalText, Instant, Ordering, Page, Uuid } from './wire.ts'\n",
    ...Object.entries(enums).map(([name, values]) => `export type ${name} = ${union(values)}\n`),
    ...[...declarations].map(([name, type]) => `export type ${name} = ${type}\n`),
    '/** Every procedure, by resource. */',
    `export type Procedures = ${byResource(({ declaration }) => declaration)}`,
    '/** Every list, row by row through all its pages. */',
    `export type Pages = ${record(lists, ({ pages }) => pages)}`,
    `/** @internal */\nexport const kinds = ${byResource(({ action, type }) => `${action}: '${type}',`)}`,
    `/** @internal */\nexport const lists = ${record(lists, ({ name, list }) => `${list}: '${name}',`)}`,
  ].join('\n')
}

function describe(name: string, definition: Definition, declarations: Declarations) {
  const { type, inputs, output, meta } = definition
  const [resource = '', action = ''] = name.split('.')
  const { method, path = '', summary } = meta.openapi ?? {}
  const input = inputs[0] && inputType(inputs[0], path, `${pascalCase(name)}Input`, declarations)
  const { answer, row } = answerType(output, action, declarations)
  const list = action === 'list' ? resource : `${resource.replace(/s$/, '')}_${action}`
  const verb = type === 'query' ? 'query' : 'mutate'
  const filters = input && { ...input, type: `Omit<${input.type}, 'page'>` }
  return {
    ...{ name, resource, action, type, row, list },
    declaration: `/** ${summary}: \`${method} ${path}\` */
      ${action}: { ${verb}(${parameter(input)}, options?: CallOptions): Promise<${answer}> }`,
    pages: `${list}(${parameter(filters)}, options?: CallOptions): AsyncIterable<${row}>`,
  }
}

type Input = { type: string; isOptional: boolean }

const parameter = (input: Input | undefined) =>
  input ? `input${input.isOptional ? '?' : ''}: ${input.type}` : 'input?: undefined'

/** The path's parameters are always required; of the rest, what the schema does without is optional. */
function inputType(schema: z.ZodObject, path: string, name: string, declarations: Declarations): Input {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, value]) => {
    const isOptional = !path.includes(`{${field}}`) && value.safeParse(undefined).success
    const type = plainType(value, declarations)
    return { isOptional, text: isOptional ? `${field}?: ${type} | undefined` : `${field}: ${type}` }
  })
  const type = fields.map(({ text }) => text).join('; ')
  const isOptional = fields.every((field) => field.isOptional)
  if (fields.length <= 2) return { type: `{ ${type} }`, isOptional }
  declarations.set(name, `{ ${type} }`)
  return { type: name, isOptional }
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
