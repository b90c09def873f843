import type { z } from 'zod'
import { enums as enumsByName } from '../../routers/schema/enums.ts'
import { clientTypes } from '../../routers/schema/output.ts'

const enums: Record<string, readonly string[]> = enumsByName

/** TypeScript declarations by name, in order of first use. */
export type Declarations = Map<string, { type: string; comment: string }>

/** The description of a field or a named schema as TSDoc; editors strike out what is deprecated. */
export function comment(schema: z.ZodType): string {
  const { description = '', deprecated } = schema.meta() ?? {}
  return tsdoc(deprecated ? `@deprecated ${description}` : description)
}

/** Text as TSDoc, in lines of a hundred characters. */
export function tsdoc(text: string): string {
  const lines = text.replace(/(?=.{101})(.{1,100}) /g, '$1\n').split('\n')
  if (lines.length === 1) return `/** ${text} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

/** A union of string literals, as text. */
export const union = (values: readonly string[]) => values.map((value) => `'${value}'`).join(' | ')

/** The type of an enum, as text: made of other enums where it has all their values. */
export function enumType(name: string): string {
  const values = enums[name] ?? []
  const parts = Object.entries(enums).filter(
    ([other, some]) => other !== name && some.every((value) => values.includes(value)),
  )
  const rest = values.filter((value) => !parts.some(([, some]) => some.includes(value)))
  return [...parts.map(([other]) => other), ...(rest.length ? [union(rest)] : [])].join(' | ')
}

const enumNames = new Map(Object.entries(enums).map(([name, values]) => [union(values), name]))

/**
 * The TypeScript type of a schema's values, as text that needs no inference. Objects and unions that have a name
 * (`meta.id`) are declared under it; an unknown kind of schema throws.
 */
export function plainType(given: z.ZodType, declarations: Declarations): string {
  const named = clientTypes.get(given)
  if (named) return 'of' in named ? `${named.name}<${union(named.of)}>` : named.name
  const { def } = (given as unknown as z.core.$ZodTypes)._zod
  const inner = (schema: unknown) => plainType(schema as z.ZodType, declarations)
  switch (def.type) {
    // A file, whose text is sent.
    case 'custom':
      return 'string'
    case 'string':
      return formats[String(given.meta()?.format)] ?? 'string'
    case 'number':
    case 'boolean':
    case 'unknown':
    case 'void':
      return def.type
    case 'literal':
      return union(def.values.map(String))
    case 'enum': {
      const type = union(Object.values(def.entries).map(String))
      return enumNames.get(type) ?? type
    }
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
      return inner(def.innerType)
    case 'nullable':
      return `${inner(def.innerType)} | null`
    case 'array':
      return arrayType(inner(def.element))
    case 'record':
      return `Record<string, ${inner(def.valueType)}>`
    case 'union':
      return declared(given, def.options.map(inner).join(' | '), declarations)
    case 'pipe':
      return inner(kindOf(def.in) === 'transform' ? def.out : def.in)
    case 'object':
      return objectType(given, def.shape, declarations)
    default:
      throw new Error(`There is no plain type for ${def.type} yet.`)
  }
}

const kindOf = (schema: unknown) => (schema as z.core.$ZodTypes)._zod.def.type

const formats: Record<string, string> = { uuid: 'Uuid', date: 'DateText', 'date-time': 'Instant' }

const arrayType = (item: string) => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`)

function objectType(given: z.ZodType, shape: Record<string, unknown>, declarations: Declarations) {
  const fields = Object.entries(shape).map(([field, schema]) => {
    const mark = ['optional', 'default'].includes(kindOf(schema)) ? '?' : ''
    const name = /^\w+$/.test(field) ? field : `'${field}'`
    return `${comment(schema as z.ZodType)}${name}${mark}: ${plainType(schema as z.ZodType, declarations)}`
  })
  return declared(given, `{\n${fields.join('\n')}\n}`, declarations)
}

/** The schema's name, which then stands for the type; the type itself if the schema has none. */
function declared(given: z.ZodType, type: string, declarations: Declarations) {
  const name = given.meta()?.id
  if (!name) return type
  declarations.set(name, { type, comment: comment(given) })
  return name
}
