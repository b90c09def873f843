import { isConstant } from './constants.ts'
import { type Message, say } from './text.ts'
import { dayOf, momentOf, number, words } from './wording.ts'

/** What the console calls the fields of forms, and of entries in the logs. */
export const fields = {
  code: 'Code',
  name: 'Name',
  title: 'Title',
  display_name: 'Display name',
  short_name: 'Short name',
  description: 'Description',
  notes: 'Notes',
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  given_name: 'Given name',
  family_name: 'Family name',
  employee_number: 'Employee number',
  document_number: 'Document number',
  date_of_birth: 'Date of birth',
  hire_date: 'Hired on',
  termination_date: 'Left on',
  leave_started_at: 'On leave since',
  photo: 'Photo',
  status: 'Status',
  previous_status: 'Status before',
  proposal_type: 'Proposal',
  proposal_notes: 'Notes of the proposal',
  proposal_expires_at: 'Proposal expires',
  employee_id: 'Person',
  position_id: 'Position',
  org_unit_id: 'Unit',
  parent_id: 'Unit above',
  tag_id: 'Tag',
  unit_type: 'Kind of unit',
  sort_order: 'Sort order',
  is_active: 'Active',
  is_management: 'Management unit',
  is_mandatory: 'Mandatory',
  is_reinforcement: 'Reinforcement',
  max_weekly_hours: 'Maximum hours per week',
  required_weekly_hours: 'Hours required per week',
  effective_hours: 'Hours per week',
  effective_date: 'Starts on',
  end_date: 'Ends on',
  end_reason: 'Reason for the end',
  start_date: 'Starts on',
  suspended_at: 'Suspended since',
  category: 'Category',
  hours_delta: 'Hours given',
  severity: 'Severity',
  threshold: 'Threshold',
  enabled: 'In force',
  role: 'Role',
  is_staff: 'Staff',
  is_superuser: 'Superuser',
  email_verified: 'Email verified',
  password_hash: 'Password',
  password_expires_at: 'Password expires',
  session_epoch: 'All sessions ended',
  limit: 'Requests allowed',
  until: 'Until',
  session_id: 'Session',
  kind: 'Kind',
  client_id: 'Client ID',
  token_id: 'Token',
  expires_at: 'Valid until',
  revoked_at: 'Revoked',
  scope: 'Scope',
  key: 'Key',
  reason: 'Reason',
  password: 'Password',
  only: 'What ended',
  covered_hours: 'Hours covered',
  org_unit_name: 'Unit',
  employee: 'Person',
  position: 'Position',
  tag: 'Tag',
  tag_display_name: 'Tag',
  tag_category: 'Category',
  cause: 'Reason',
  date: 'Date',
  week: 'Week',
  hours: 'Hours per week',
  sentence: 'Answer of the sandbox',
  url: 'Address',
  subjects: 'Changes of',
  rotated_at: 'Secret',
  off_since: 'Switched off',
  off_reason: 'Reason',
  date_joined: 'Joined',
  deleted_at: 'Deleted',
  from_date: 'Starts on',
  expected_start_date: 'Expected to start',
  expected_return_date: 'Expected back',
} as const satisfies Record<string, Message>

export const fieldOf = (name: string) =>
  Object.hasOwn(fields, name) ? say(fields[name as keyof typeof fields]) : words(name)

/** The fields that mean nothing to a reader: ids of the entry itself, and internal fields of the service. */
export const hidden = new Set([
  'id',
  'created_at',
  'updated_at',
  'metadata',
  'issuer',
  'subject',
  'user_id',
  'secret',
  'previous_secret',
  'secret_hash',
  'last_login',
  'last_used_at',
  'last_used_from',
  'cursor',
  'failures',
  'failing_since',
  'next_attempt_at',
  'before',
  'assignments',
  'employee_tag_id',
])

export type Values = Record<string, unknown>
const ended = { block: 'the block', limit: 'the limit' } as const satisfies Record<string, Message>

type Named = { name?: string; names?: Record<string, string> }

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
const isHours = (value: string, name = '') =>
  /hours|threshold|delta/.test(name) && /^-?\d+\.\d\d$/.test(value)
const day = /^\d{4}-\d\d-\d\d$/

/** A value of a field in words; `names` are those of ids. */
export function valueText(value: unknown, named: Named): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? say('yes') : say('no')
  // Only a webhook's subjects are a list; none means all.
  if (Array.isArray(value)) return value.map((one) => valueText(one, named)).join(', ') || say('All')
  return typeof value === 'string' ? textOf(value, named) : JSON.stringify(value)
}

function textOf(value: string, { name, names = {} }: Named): string {
  if (name === 'only' && (value === 'block' || value === 'limit')) return say(ended[value])
  if (names[value]) return names[value]
  if (instant.test(value)) return momentOf(value)
  if (day.test(value)) return dayOf(value)
  if (isHours(value, name)) return number(value)
  return isConstant(value) ? words(value) : value
}

type Changed = Named & { before: Values | null; after: Values | null }

/** The text in place of values that are secret or mean nothing to a reader. */
const unsaid: Record<string, Message> = {
  password_hash: 'changed',
  session_epoch: 'yes',
  rotated_at: 'changed',
}

/** The changed fields with their values before and after. A created or deleted row has all fields with a value. */
export function differences({ before, after, names = {} }: Changed) {
  return Object.keys(after ?? before ?? {})
    .filter((name) => !hidden.has(name))
    .map((name) => ({ name, from: before?.[name], to: after?.[name] }))
    .filter(({ from, to }) => JSON.stringify(from ?? null) !== JSON.stringify(to ?? null))
    .filter(({ from, to }) => (before && after) || (from ?? to) !== '')
    .map(({ name, from, to }) => ({
      field: fieldOf(name),
      from: from === undefined || unsaid[name] ? null : valueText(from, { name, names }),
      to: unsaid[name] ? say(unsaid[name]) : to === undefined ? null : valueText(to, { name, names }),
    }))
}

export type Difference = ReturnType<typeof differences>[number]

/** The differences in plain text. */
export const differencesText = (found: readonly Difference[]) =>
  found
    .map(({ field, from, to }) => `${field}: ${[from, to].filter((side) => side !== null).join(' → ')}`)
    .join('; ')
