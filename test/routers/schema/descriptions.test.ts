import { expect, test } from 'vitest'
import type { z } from 'zod'
import { appRouter, restRouter } from '../../../routers/app-router.ts'

const procedures = { ...appRouter._def.procedures, ...restRouter._def.procedures } as unknown as Record<
  string,
  { _def: { inputs: z.ZodType[]; output?: z.ZodType } }
>

/** The named schemas and all fields within the schema, with their descriptions. */
function within(schema: z.ZodType, path: string): [path: string, description: string | undefined][] {
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
      return [
        ...(schema.meta()?.id ? [[path, schema.description] as [string, string | undefined]] : []),
        ...Object.entries(def.shape as Record<string, z.ZodType>).flatMap(
          ([name, field]): ReturnType<typeof within> => [
            [`${path}.${name}`, field.description],
            ...within(field, `${path}.${name}`),
          ],
        ),
      ]
    default:
      return []
  }
}

test('every field and every named schema is described in sentences', () => {
  const described = Object.entries(procedures).flatMap(([name, { _def }]) =>
    [...(_def.inputs ?? []), ...(_def.output ? [_def.output] : [])].flatMap((schema) => within(schema, name)),
  )
  const wrong = described.filter(([, description = '']) => !/^[A-Z0-9`].*\.$/.test(description))
  expect(described.length).toBeGreaterThan(1000)
  expect(wrong).toEqual([])
})
