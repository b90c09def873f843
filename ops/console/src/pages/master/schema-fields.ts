import { z } from 'zod'
import { type fields as fieldNames, fieldOf, valueText } from '../../language/field-words.ts'
import { sayAlso } from '../../language/said.tsx'
import fieldRefusals from '../../language/spanish/field-refusals.json' with { type: 'json' }
import { hours } from '../../language/wording.ts'

// Compiling schemas would need `eval`, which the page's policy forbids.
z.config({ jitless: true })

sayAlso(fieldRefusals)

type Kind = 'text' | 'notes' | 'date' | 'decimal' | 'integer' | 'flag' | 'choice' | 'reference'

/** A field of a form, as the API's own schema has it. */
export type Field = {
  name: FieldName
  kind: Kind
  isRequired: boolean
  mayBeNull: boolean
  options: readonly string[]
  maxLength: number | undefined
}

export type FieldName = keyof typeof fieldNames
/** What the inputs of a form hold: texts, and whether boxes are ticked. */
export type Values = Record<string, string | boolean>
export type Errors = Record<string, string[]>

type Json = {
  type?: string | string[]
  format?: string
  enum?: string[]
  maxLength?: number
  anyOf?: [Json, ...Json[]]
}

/** The fields of a body that the API takes. */
export function fieldsOf(schema: z.ZodObject): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties as Record<string, Json>).map(([name, given]) => {
    const json = given.anyOf?.[0] ?? given
    return {
      name: name as FieldName,
      kind: kindOf(json),
      isRequired: required.includes(name),
      mayBeNull: given.anyOf !== undefined,
      options: json.enum ?? [],
      maxLength: json.maxLength,
    }
  })
}

const long = 1000

function kindOf({ type, format, maxLength = 0, ...json }: Json): Kind {
  if (json.enum) return 'choice'
  if (format === 'date') return 'date'
  if (format === 'uuid') return 'reference'
  if (type === 'boolean') return 'flag'
  if (type === 'integer') return 'integer'
  // A decimal may be sent as a number too.
  if (Array.isArray(type)) return 'decimal'
  return maxLength > long ? 'notes' : 'text'
}

type Row = Record<string, unknown>

/** The row as a form shows it; without one, a form to fill in. */
export const valuesOf = (fields: readonly Field[], row: Row = {}): Values =>
  Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = row[name]
      if (kind === 'flag') return [name, value !== false]
      const text = `${value ?? ''}`
      return [name, kind === 'decimal' ? text.replace(/\.?0+$/, '') || (text && '0') : text]
    }),
  )

/** What a form sends for the fields of a new row. */
export const inputOf = (fields: readonly Field[], values: Values): Row =>
  Object.fromEntries(fields.map((field) => [field.name, sentOf(field, values[field.name] ?? '')]))

/** What a form sends for changed fields: null for an emptied one, since a field that is left out would stay. */
export const changesOf = (fields: readonly Field[], values: Values): Row =>
  Object.fromEntries(Object.entries(inputOf(fields, values)).map(([name, sent]) => [name, sent ?? null]))

function sentOf({ kind, mayBeNull }: Field, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  const text = value.trim()
  if (text === '') return mayBeNull ? null : kind === 'text' || kind === 'notes' ? '' : undefined
  if (kind === 'integer') return Number(text)
  return kind === 'decimal' ? text.replace(',', '.').replace('−', '-') : text
}

/** What the API would say about these fields, by its own schema; empty if nothing. */
export function problemsOf(schema: z.ZodObject, input: Row): Errors {
  const issues = schema.safeParse(input).error?.issues ?? []
  return Object.fromEntries(
    [...Map.groupBy(issues, ({ path }) => String(path[0] ?? 'non_field_errors'))].map(([name, found]) => [
      name,
      found.map(({ message }) => message),
    ]),
  )
}

/** The value of a field in words. */
export function textOf(kind: Kind | undefined, value: unknown, names: Record<string, string> = {}): string {
  if (value === null || value === undefined || value === '') return '–'
  if (kind === 'decimal') return hours(String(value))
  return kind === 'text' || kind === 'notes' ? String(value) : valueText(value, { names })
}

/** The fields of a row in words, by their labels. */
export const shownFields = (fields: readonly Field[], row: Row, names: Record<string, string>) =>
  Object.fromEntries(fields.map(({ name, kind }) => [fieldOf(name), textOf(kind, row[name], names)]))
