import { z } from 'zod'
import { appRouter, restRouter } from '../app-router.ts'
import { texts } from './texts.ts'

/** A field or a named schema, with its path: from the named schema that it is in, or else from the action it is for. */
type Described = { schema: z.ZodType; path: readonly string[] }
type Text = { key: string; text: string; weight: number }

const procedures = { ...appRouter._def.procedures, ...restRouter._def.procedures } as unknown as Record<
  string,
  { _def: { inputs: z.ZodType[]; output?: z.ZodType } }
>

/**
 * Gives every field of the procedures its text as zod's own description, from which the OpenAPI documents and the types
 * of the client are made. Returns the fields without a text, and the texts without a field.
 */
export function describeFields() {
  const described = Object.entries(procedures).flatMap(([name, { _def }]) => {
    const [resource = '', action = ''] = name.split('.')
    // A subscription has no output of its own: it tells rows that lists have.
    const { inputs, output } = _def
    const all = [...inputs.flatMap((input) => within(input, [action])), ...(output ? within(output, []) : [])]
    return all.map((one) => ({ ...one, resource }))
  })
  const chosen = new Map<z.ZodType, Text>()
  for (const { schema, path, resource } of described) {
    const text = textFor(resource, path)
    const other = chosen.get(schema)
    if (!text || (other && other.weight > text.weight)) continue
    if (other?.weight === text.weight && other.text !== text.text)
      throw new Error(`One field is described by ${other.key} and by ${text.key}.`)
    chosen.set(schema, text)
  }
  for (const [schema, { text }] of chosen)
    z.globalRegistry.add(schema, { ...schema.meta(), description: text })
  const used = new Set([...chosen.values()].map(({ key }) => key))
  const missing = described.filter(({ schema }) => !chosen.has(schema))
  return {
    missing: [...new Set(missing.map(({ resource, path }) => `${resource}: ${path.join('.')}`))],
    unused: Object.entries(texts)
      .flatMap(([of, all]) => Object.keys(all).map((key) => `${of}: ${key}`))
      .filter((key) => !used.has(key)),
  }
}

/** The text with the longest key, of equal ones that of the resource. */
function textFor(resource: string, path: readonly string[]): Text | undefined {
  for (const start of path.keys())
    for (const section of [resource, 'common']) {
      const key = path.slice(start).join('.')
      const text = texts[section]?.[key]
      const weight = 2 * (path.length - start) + (section === 'common' ? 0 : 1)
      if (text !== undefined) return { key: `${section}: ${key}`, text, weight }
    }
}

/** The named schemas and all fields within the schema. */
function within(schema: z.ZodType, path: readonly string[]): Described[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  const inside = (inner: unknown) => within(inner as z.ZodType, path)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return inside(def.innerType)
    case 'array':
      return inside(def.element)
    case 'record':
      return inside(def.valueType)
    case 'union':
      return def.options.flatMap(inside)
    case 'pipe':
      return [def.in, def.out].flatMap(inside)
    case 'object':
      return withinObject(schema as z.ZodObject, path)
    default:
      return []
  }
}

/** A kind of object, such as a change of a scenario, has its kind in a second path to each of its fields. */
function withinObject(object: z.ZodObject, path: readonly string[]): Described[] {
  const id = object.meta()?.id
  const { kind } = object.shape
  const own = id ? [id] : path
  const bases = kind instanceof z.ZodLiteral ? [own, [...own, String(kind.value)]] : [own]
  const fields = Object.entries(object.shape as Record<string, z.ZodType>).flatMap(([name, schema]) =>
    bases.flatMap((base) => {
      const field = schema.meta()?.id ? [] : [{ schema, path: [...base, name] }]
      return [...field, ...within(schema, [...base, name])]
    }),
  )
  return [...(id ? [{ schema: object, path: [id] }] : []), ...fields]
}
