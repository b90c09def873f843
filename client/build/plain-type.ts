import type { z } from 'zod'
import { assignmentStatuses, assignmentTransitionNames, endReasons } from '../../src/assignment-lifecycle.ts'
import { ruleCodes, severities } from '../../src/business-rules.ts'
import { coverageStates } from '../../src/coverage.ts'
import { employeeStatuses, employeeTransitionNames, proposalTypes } from '../../src/employee-lifecycle.ts'
import { employeeTagStatuses, tagChangeActions } from '../../src/employee-tag-lifecycle.ts'
import { balanceStates } from '../../src/hours-balance.ts'
import { unitTypes } from '../../src/org-unit.ts'
import { roles } from '../../src/permissions.ts'
import { tagCategories } from '../../src/tag.ts'

/** TypeScript declarations by name, in order of first use. */
export type Declarations = Map<string, string>

/** The enums that get a name; any other is written out. */
export const enums: Record<string, readonly string[]> = {
  Role: roles,
  EmployeeStatus: employeeStatuses,
  EmployeeTransition: employeeTransitionNames,
  ProposalType: proposalTypes,
  AssignmentStatus: assignmentStatuses,
  AssignmentTransition: assignmentTransitionNames,
  EndReason: endReasons,
  TagCategory: tagCategories,
  EmployeeTagStatus: employeeTagStatuses,
  TagChangeAction: tagChangeActions,
  UnitType: unitTypes,
  CoverageState: coverageStates,
  BalanceState: balanceStates,
  RuleCode: ruleCodes,
  Severity: severities,
}

/**
 * The TypeScript type of what a schema takes or gives, as text without any inference in it. Objects that the
 * schema names with `meta.id` are declared under that name; a kind of schema that it does not know throws.
 */
export function plainType(given: z.ZodType, declarations: Declarations): string {
  const { def } = (given as unknown as z.core.$ZodTypes)._zod
  const inner = (schema: unknown) => plainType(schema as z.ZodType, declarations)
  switch (def.type) {
    case 'string':
      return stringType(given.meta() ?? {})
    case 'number':
    case 'boolean':
    case 'unknown':
    case 'void':
      return def.type
    case 'literal':
      return union(def.values.map(String))
    case 'enum':
      return enumType(Object.values(def.entries).map(String))
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
      return unionType(def.options.map(inner))
    case 'pipe':
      return inner(kindOf(def.in) === 'transform' ? def.out : def.in)
    case 'object':
      return objectType(given, def.shape, declarations)
    default:
      throw new Error(`There is no plain type for ${def.type} yet.`)
  }
}

/** A union of string literals, as text. */
export const union = (values: readonly string[]) => values.map((value) => `'${value}'`).join(' | ')

const kindOf = (schema: unknown) => (schema as z.core.$ZodTypes)._zod.def.type

const formats: Record<string, string> = { uuid: 'Uuid', date: 'DateText', 'date-time': 'Instant' }

function stringType({ format, pattern, enum: values }: z.core.GlobalMeta) {
  if (Array.isArray(values)) return orderingType(values)
  if (String(pattern).includes('\\.\\d{2}')) return 'DecimalText'
  return formats[String(format)] ?? 'string'
}

/** The strings with choices are orderings: every field, and every field with `-` before it. */
const orderingType = (values: string[]) =>
  `Ordering<${union(values.filter((value) => !value.startsWith('-')))}>`

const arrayType = (item: string) => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`)

function enumType(values: string[]) {
  const [name] = Object.entries(enums).find(([, known]) => `${known}` === `${values}`) ?? []
  return name ?? union(values)
}

/** The service takes decimals as numbers too; the client does not, because floats are not exact. */
const unionType = (types: string[]) => (`${types}` === 'string,number' ? 'DecimalText' : types.join(' | '))

function objectType(given: z.ZodType, shape: Record<string, unknown>, declarations: Declarations) {
  const fields = Object.entries(shape).map(([field, schema]) => {
    const mark = kindOf(schema) === 'optional' ? '?' : ''
    return `${field}${mark}: ${plainType(schema as z.ZodType, declarations)}`
  })
  const type = `{ ${fields.join('; ')} }`
  const name = given.meta()?.id
  if (!name) return type
  declarations.set(name, type)
  return name
}
