import type { z } from 'zod'
import { appRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { enums } from '../../routers/schema/enums.ts'
import { type Declarations, enumType, plainType } from './plain-type.ts'

type Definition = { type: 'query' | 'mutation'; inputs: z.ZodObject[]; output: z.ZodType; meta: Meta }

/**
 * The text of the client's `procedures.ts`: plain types of every procedure under `/trpc`, so that a consumer's
 * compiler never infers the router, and the names that the client needs at run time.
 */
export function proceduresSource(): string {
  const declarations: Declarations = new Map()
  const flat = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
  const procedures = Object.entries(flat).map(([name, { _def }]) => {
    const created = name.endsWith('.update')
      ? flat[name.replace('update', 'create')]?._def.inputs[0]
      : undefined
    return describe(name, _def, { declarations, created })
  })
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
    ...Object.keys(enums).map((name) => `export type ${name} = ${enumType(name)}\n`),
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

const wireTypes = 'Changes DateText DecimalText Instant ListInput Mutation Page Query Rows Uuid'.split(' ')

/** `created` is what a resource's `create` takes, which its `update` can change. */
type Context = { declarations: Declarations; created: z.ZodObject | undefined }

function describe(name: string, definition: Definition, { declarations, created }: Context) {
  const { type, inputs, output, meta } = definition
  const [resource = '', action = ''] = name.split('.')
  const { method, path = '', summary = meta.summary } = meta.openapi ?? {}
  const naming = { path, resource: pascalCase(resource), action: pascalCase(action), declarations, created }
  const input = inputs[0] && inputType(inputs[0], naming)
  const { answer, row } = answerType(output, action, declarations)
  const list = action === 'list' ? resource : `${resource.replace(/s$/, '')}_${action}`
  const kind = type === 'query' ? 'Query' : 'Mutation'
  const filters = input && { ...input, type: `Omit<${input.type}, 'page'>` }
  return {
    ...{ name, resource, action, type, row, list },
    declaration: `
      /** ${summary}: ${method ? `\`${method} ${path}\`` : 'over tRPC only'} */
      ${action}: ${kind}<${parameter(input)}, ${answer}>`,
    pages: `${list}: Rows<${parameter(filters)}, ${row}>`,
  }
}

type Input = { type: string; isOptional: boolean }

const parameter = (input: Input | undefined) =>
  input ? `[input${input.isOptional ? '?' : ''}: ${input.type}]` : '[input?: undefined]'

type Naming = Context & { path: string; resource: string; action: string }

/** The path's parameters are always required; of the rest, what the schema does without is optional. */
function inputType(schema: z.ZodObject, { path, resource, action, declarations, created }: Naming): Input {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, value]) => {
    const isOptional = !path.includes(`{${field}}`) && value.safeParse(undefined).success
    const type = plainType(value, declarations)
    return {
      field,
      type,
      isOptional,
      text: isOptional ? `${field}?: ${type} | undefined` : `${field}: ${type}`,
    }
  })
  const ordering = fields.find(({ field }) => field === 'ordering')?.type
  const inherited = ordering ? listFields : Object.keys(created?.shape ?? {})
  const rest = fields.filter(({ field }) => !inherited.includes(field)).map(({ text }) => text)
  const type = [
    ...(ordering ? [ordering.replace('Ordering', 'ListInput')] : []),
    ...(created ? [`Changes<${resource}CreateInput>`] : []),
    ...(rest.length ? [`{ ${rest.join('; ')} }`] : []),
  ].join(' & ')
  const isOptional = fields.every((field) => field.isOptional)
  if (fields.length <= 2) return { type, isOptional }
  const name = `${resource}${action}Input`
  declarations.set(name, type)
  return { type: name, isOptional }
}

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
