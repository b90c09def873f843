import type { z } from 'zod'
import { appRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { type Declarations, enums, plainType, union } from './plain-type.ts'

type Definition = { type: 'query' | 'mutation'; inputs: z.ZodObject[]; output: z.ZodType; meta: Meta }

/**
 * The text of the client's `procedures.ts`: plain types of every procedure under `/trpc`, so that a consumer's
 * compiler never infers the router, and the names that the client needs at run time.
 */
export function proceduresSource(): string {
  const declarations: Declarations = new Map()
  const flat = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
  const procedures = Object.entries(flat).map(([name, { _def }]) => describe(name, _def, declarations))
  const lists = procedures.filter(({ row }) => row)
  const byResource = (content: (members: typeof procedures) => string) =>
    [...Map.groupBy(procedures, ({ resource }) => resource)]
      .map(([resource, members]) => `${resource}: { ${content(members)} },\n`)
      .join('')
  const actions = (members: typeof procedures, type: Definition['type']) =>
    members.flatMap((one) => (one.type === type ? `'${one.action}'` : [])).join(', ')

  return [
    '// Generated from the procedures of the service by `npm run generate`.\n',
    `import type { ${wireTypes.join(', ')} } from './wire.ts'\n`,
    ...Object.entries(enums).map(([name, values]) => `export type ${name} = ${union(values)}\n`),
    ...[...declarations].map(([name, type]) => `export type ${name} = ${type}\n`),
    '/** Every procedure, by resource. */',
    `export type Procedures = {\n${byResource((members) => members.map(({ declaration }) => declaration).join(''))}}\n`,
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

const wireTypes = 'DateText DecimalText Instant Mutation Ordering Page Query Rows Uuid'.split(' ')

function describe(name: string, definition: Definition, declarations: Declarations) {
  const { type, inputs, output, meta } = definition
  const [resource = '', action = ''] = name.split('.')
  const { method, path = '', summary } = meta.openapi ?? {}
  const input = inputs[0] && inputType(inputs[0], { path, name: `${pascalCase(name)}Input`, declarations })
  const { answer, row } = answerType(output, action, declarations)
  const list = action === 'list' ? resource : `${resource.replace(/s$/, '')}_${action}`
  const kind = type === 'query' ? 'Query' : 'Mutation'
  const filters = input && { ...input, type: `Omit<${input.type}, 'page'>` }
  return {
    ...{ name, resource, action, type, row, list },
    declaration: `
      /** ${summary}: \`${method} ${path}\` */
      ${action}: ${kind}<${parameter(input)}, ${answer}>`,
    pages: `${list}: Rows<${parameter(filters)}, ${row}>`,
  }
}

type Input = { type: string; isOptional: boolean }

const parameter = (input: Input | undefined) =>
  input ? `[input${input.isOptional ? '?' : ''}: ${input.type}]` : '[input?: undefined]'

type Naming = { path: string; name: string; declarations: Declarations }

/** The path's parameters are always required; of the rest, what the schema does without is optional. */
function inputType(schema: z.ZodObject, { path, name, declarations }: Naming): Input {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, value]) => {
    const isOptional = !path.includes(`{${field}}`) && value.safeParse(undefined).success
    const type = plainType(value, declarations)
    return { isOptional, text: isOptional ? `${field}?: ${type} | undefined` : `${field}: ${type}` }
  })
  const type = `{ ${fields.map(({ text }) => text).join('; ')} }`
  const isOptional = fields.every((field) => field.isOptional)
  if (fields.length <= 2) return { type, isOptional }
  declarations.set(name, type)
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
