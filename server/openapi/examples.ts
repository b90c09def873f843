import type { JsonSchema } from './schemas.ts'

/** Realistic values by field name. */
const examples: Record<string, unknown> = {
  id: '6f1b0a5e-4c5d-4f0e-9a34-0c1d2e3f4a5b',
  sub: '6f1b0a5e-4c5d-4f0e-9a34-0c1d2e3f4a5b',
  employee: '0b9a7c1d-52f4-4b8e-8f6a-1f2e3d4c5b6a',
  employee_id: '0b9a7c1d-52f4-4b8e-8f6a-1f2e3d4c5b6a',
  employee_ids: ['0b9a7c1d-52f4-4b8e-8f6a-1f2e3d4c5b6a'],
  assignment: '4d5e6f70-8192-4a3b-8c4d-5e6f70819203',
  position: '9d8c7b6a-5f4e-4d3c-8b2a-1a0b9c8d7e6f',
  position_id: '9d8c7b6a-5f4e-4d3c-8b2a-1a0b9c8d7e6f',
  tag: '3c2b1a09-8f7e-4d6c-9b5a-4a3b2c1d0e9f',
  tag_id: '3c2b1a09-8f7e-4d6c-9b5a-4a3b2c1d0e9f',
  org_unit_id: '7e6d5c4b-3a29-4180-9f7e-6d5c4b3a2918',
  parent_id: '5a4b3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d',
  actor: '1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9',
  employee_number: 'N-1042',
  employee_name: 'Álvarez, Ana',
  first_name: 'Ana',
  last_name: 'Álvarez',
  given_name: 'Ana',
  family_name: 'Álvarez',
  actor_name: 'Weber, Jonas',
  actor_email: 'jonas.weber@clinic.example',
  email: 'ana.alvarez@clinic.example',
  password: 'correct horse battery staple',
  document_number: 'X1234567',
  photo: '/photos/n-1042.jpg',
  title: 'Night nurse',
  position_title: 'Night nurse',
  org_unit_name: 'Intensive care',
  name: 'Nurse',
  tag_name: 'Nurse',
  display_name: 'Registered nurse',
  tag_display_name: 'Registered nurse',
  short_name: 'ICU',
  code: 'CLINIC-ICU',
  description: 'Holds a nursing diploma.',
  notes: 'Covers for Weber.',
  reason: 'Requested by the ward.',
  message: 'Token refreshed.',
  rule_code: 'MAX_WEEKLY_HOURS',
  missing_tags: ['Nurse'],
  version: '1.0.0',
  metadata: {},
  count: 1,
  next: null,
  previous: null,
  sort_order: 1,
  expires_in_days: 7,
  effective_hours: '20.00',
  additional_hours: '8.00',
  required_weekly_hours: '40.00',
  max_weekly_hours: null,
  hours_delta: '0.00',
  threshold: '60.00',
  error: null,
  end_date: null,
  termination_date: null,
  current_proposal: null,
  leave_started_at: null,
  suspended_at: null,
  end_reason: '',
}

type Schemas = Record<string, JsonSchema>

/** An example that the schema allows: realistic values for known field names, otherwise one of the schema's type. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, field = ''): unknown {
  if (typeof schema.$ref === 'string')
    return exampleOf(schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}, schemas, field)
  const known = examples[field]
  if (known !== undefined && allows(schema, known)) return known
  const { type, properties, items, enum: values, const: constant, anyOf, oneOf } = schema
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0]
  const options = anyOf ?? oneOf
  if (Array.isArray(options)) return exampleOf(options[0], schemas, field)
  if (type === 'array') return [exampleOf(items as JsonSchema, schemas, field.replace(/s$/, ''))]
  if (type !== 'object') return scalarExample(schema)
  const fields = Object.entries((properties ?? {}) as Schemas)
  return Object.fromEntries(fields.map(([name, value]) => [name, exampleOf(value, schemas, name)]))
}

const byFormat: Record<string, unknown> = {
  date: '2026-11-23',
  'date-time': '2026-11-20T08:30:00.000Z',
  uuid: examples.id,
}

function scalarExample({ type, format, pattern }: JsonSchema) {
  const [first] = [type].flat()
  if (first === 'boolean') return true
  if (first === 'integer' || first === 'number') return 1
  return byFormat[String(format)] ?? (typeof pattern === 'string' ? '40.00' : 'text')
}

/** Whether the known value has the schema's type; the document's tests check the examples in full. */
function allows({ type, anyOf, enum: values, format }: JsonSchema, value: unknown): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((option: JsonSchema) => allows(option, value))
  if (Array.isArray(values) && !values.includes(value)) return false
  if (format === 'date-time' && value !== null) return false
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return [type].flat().some((one) => one === actual || (one === 'integer' && actual === 'number'))
}
