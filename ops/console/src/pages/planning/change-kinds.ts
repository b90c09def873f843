import { ruleCodes, severities } from '../../../../../src/work/business-rules.ts'
import type { Message } from '../../language/text.ts'

type FieldType =
  | 'person'
  | 'position'
  | 'unit'
  | 'tag'
  | 'tags'
  | 'employee_tag'
  | 'assignment'
  | 'date'
  | 'hours'
  | 'text'
  | 'choice'
  | 'boolean'

/** A field of a change's form. */
export type Field = {
  type: FieldType
  label: Message
  description?: Message
  /** Whether the field may stay empty. */
  optional?: boolean
  /** The value to send while the field is empty, such as null for an open end; without it the field is left out. */
  preset?: null | true
  /** The options of a choice. */
  options?: readonly string[]
}

type ChangeFields = { label: Message; fields: Record<string, Field> }

const person: Field = { type: 'person', label: 'Person' }
const position: Field = { type: 'position', label: 'Position' }
const assignment: Field = { type: 'assignment', label: 'Assignment' }
const heldTag: Field = { type: 'employee_tag', label: 'Tag that the person holds' }
const required: Field = { type: 'hours', label: 'Hours required per week' }
const hoursPerWeek: Field = { type: 'hours', label: 'Hours per week' }
const from: Field = { type: 'date', label: 'From', description: 'Leave empty for today.', optional: true }
const until: Field = { type: 'date', label: 'Until', description: 'Leave empty for no end.', optional: true }
const unchanged = { description: 'Leave empty to keep it as it is.', optional: true } as const

/** Every kind of change that can be tried, with the fields of its form in order. */
export const kinds: Record<string, ChangeFields> = {
  LEAVE: { label: 'Someone goes on leave', fields: { employee: person, start_date: from, end_date: until } },
  RETURN: { label: 'Someone returns from leave', fields: { employee: person, start_date: from } },
  TERMINATION: { label: 'Someone leaves for good', fields: { employee: person } },
  HIRE: {
    label: 'Someone is hired',
    fields: {
      tags: {
        type: 'tags',
        label: 'Tags',
        description: 'The contract, and what the person is qualified for.',
      },
      start_date: from,
    },
  },
  TAG_GRANTED: {
    label: 'Someone gets a tag',
    fields: { employee: person, tag: { type: 'tag', label: 'Tag' }, start_date: from, end_date: until },
  },
  TAG_EXTENDED: {
    label: 'A tag is extended',
    fields: { employee_tag: heldTag, end_date: { ...until, label: 'New end', preset: null } },
  },
  TAG_REVOKED: { label: 'A tag is revoked', fields: { employee_tag: heldTag } },
  ASSIGNMENT_ADDED: {
    label: 'Someone is assigned',
    fields: { employee: person, position_id: position, effective_hours: hoursPerWeek },
  },
  ASSIGNMENT_CHANGED: {
    label: 'An assignment’s hours change',
    fields: { assignment, effective_hours: hoursPerWeek },
  },
  ASSIGNMENT_ENDED: { label: 'An assignment ends', fields: { assignment } },
  POSITION_ADDED: {
    label: 'A position is added',
    fields: {
      org_unit_id: { type: 'unit', label: 'Unit' },
      title: { type: 'text', label: 'Title' },
      required_weekly_hours: required,
      tags: { type: 'tags', label: 'Required tags', optional: true },
    },
  },
  POSITION_CHANGED: {
    label: 'A position changes',
    fields: {
      position_id: position,
      required_weekly_hours: { ...required, ...unchanged },
      org_unit_id: { type: 'unit', label: 'Moves to', optional: true },
      add_tags: { type: 'tags', label: 'Also requires', optional: true },
      remove_tags: { type: 'tags', label: 'No longer requires', optional: true },
    },
  },
  POSITION_CLOSED: { label: 'A position is closed', fields: { position_id: position } },
  CAP_CHANGED: {
    label: 'The clinic’s weekly cap changes',
    fields: {
      max_weekly_hours: {
        type: 'hours',
        label: 'Cap, hours per week',
        description: 'Leave empty for no cap of the clinic’s own.',
        optional: true,
        preset: null,
      },
    },
  },
  RULE_CHANGED: {
    label: 'A business rule changes',
    fields: {
      code: { type: 'choice', label: 'Rule', options: ruleCodes },
      severity: { type: 'choice', label: 'Severity', options: severities, optional: true },
      threshold: { type: 'hours', label: 'Threshold', ...unchanged },
      enabled: { type: 'boolean', label: 'Enabled', preset: true },
    },
  },
}

/** A change of the kind, before anything is filled in. */
export function blankChange(kind: string): SandboxChange {
  const { fields } = kinds[kind] as ChangeFields
  const presets = Object.entries(fields).filter(([, field]) => 'preset' in field)
  return { kind, ...Object.fromEntries(presets.map(([name, { preset }]) => [name, preset])) }
}

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value != null && value !== '')

/** Whether every field that the change needs is filled in. */
export const isComplete = (change: SandboxChange) =>
  Object.entries(kinds[change.kind]?.fields ?? {}).every(
    ([name, field]) => field.optional || isFilled(change[name]),
  )

/** The changes in the address; anything but a list of known changes counts as none. */
export function parseChanges(text: string): SandboxChange[] {
  try {
    const changes: unknown = JSON.parse(text || '[]')
    return Array.isArray(changes) ? changes.filter((change) => Object.hasOwn(kinds, change?.kind)) : []
  } catch {
    return []
  }
}

/** The change with one field filled in, or emptied. */
export function withField(change: SandboxChange, name: string, value: unknown): SandboxChange {
  const { kind, [name]: _before, ...rest } = change
  const field = kinds[kind]?.fields[name]
  const typed = field?.type === 'hours' ? String(value).trim().replace(',', '.') : value
  if (isFilled(typed)) return { kind, ...rest, [name]: typed }
  return field && 'preset' in field ? { kind, ...rest, [name]: field.preset } : { kind, ...rest }
}

/** A hypothetical change as the service takes it. */
export type SandboxChange = { kind: string; [field: string]: unknown }

/** The address of the sandbox with these changes filled in. */
export function sandboxLink(changes: SandboxChange[], { replan = false } = {}): string {
  const parameters = new URLSearchParams({ changes: JSON.stringify(changes) })
  if (replan) parameters.set('replan', '1')
  return `/sandbox?${parameters}`
}
