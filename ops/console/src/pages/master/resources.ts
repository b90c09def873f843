import type { z } from 'zod'
import type { CallOptions } from '../../../../../client/src/contract/wire.ts'
import { EmployeeWritable } from '../../../../../routers/people/employee-schema.ts'
import { TagWritable } from '../../../../../routers/people/tag-schema.ts'
import { OrgUnitWritable } from '../../../../../routers/work/org-unit-schema.ts'
import {
  PositionCopy,
  PositionTagWritable,
  PositionWritable,
} from '../../../../../routers/work/position-fields.ts'
import type { Permission } from '../../../../../src/accounts/permissions.ts'
import { employeeStatuses } from '../../../../../src/people/employee-lifecycle.ts'
import { unitTypes } from '../../../../../src/work/org-unit.ts'
import { make } from '../../dialog/acts/acts.ts'
import type { Message } from '../../language/text.ts'
import { api, type Condition } from '../../live/api.ts'
import type { PagedRows } from '../../table/paged-list.tsx'
import type { FieldName } from './schema-fields.ts'

/** A row of a resource, whose fields its description names. */
export type Row = { id: string } & Record<string, unknown>

type Context = { signal?: AbortSignal; context?: CallOptions }

/** The usual procedures of a resource, which its schema types at run time. */
type Calls = {
  list: { query(input: object, options: Context): Promise<PagedRows<Row>> }
  get: { query(input: { id: string }, options: Context): Promise<Row> }
  create: { mutate(input: object): Promise<Row> }
  update: { mutate(input: { id: string }, condition: Condition): Promise<Row> }
  delete: { mutate(input: { id: string }): Promise<void> }
}

const callsOf = (procedures: unknown) => procedures as Calls

/** What a switch of a row would do, in which words. */
export type Switch = {
  label: Message
  title: Message
  note: Message
  done: Message
  isEnd?: boolean
  act: (condition: Condition, reason: string) => Promise<unknown>
}

/** All that lists, forms and CSV need to know about a resource. */
export type Resource = {
  path: string
  title: Message
  counted: Message
  empty: Message
  create: Message
  calls: Calls
  /** The body of the API, which says what the fields are and what they take. */
  schema: z.ZodObject
  nameOf: (row: Row) => string
  /** The columns of the list, of which some are changed in place. */
  columns: readonly FieldName[]
  inPlace: readonly FieldName[]
  /** What cannot be changed later. */
  fixed?: readonly FieldName[]
  /** What a copy must not have in common with its original; without it, rows are not copied. */
  unique?: readonly FieldName[]
  /** How a row is copied, if the API does it. */
  copy?: { schema: z.ZodObject; send: (input: { id: string }) => Promise<Row> }
  search?: Message
  filters: Record<string, readonly string[]>
  /** What takes a row out of use or back; undefined if its state allows neither. */
  switchOf: (row: Row) => Switch | undefined
  /** What creates a row again, if the switch deletes it. */
  recreate?: (row: Row) => object
  /** Who may do that, if not all who may change the rest; it then takes a reason for the history. */
  maySwitch?: Permission
  /** The list's name in the security log. */
  personal?: 'people'
  /** A page about each row. */
  more?: { label: Message; to: (row: Row) => string }
}

type Revision = { id: string; changes: object; before: object }

/** Changes the fields of a row; the answer puts the values of before back, unless somebody has changed it since. */
export async function revise(calls: Calls, { id, changes, before }: Revision, condition?: Condition) {
  const { since } = await make((options) => calls.update.mutate({ id, ...changes }, options), condition)
  return () => calls.update.mutate({ id, ...before }, since)
}

type Turn = { asked: Switch; row: Row; reason: string }

/**
 * Switches the row as asked; the answer puts it back, unless somebody has changed it since. None for who had yet to
 * begin, and for a row that somebody else had switched already.
 */
export async function turn(
  { calls, switchOf, recreate }: Resource,
  { asked, row, reason }: Turn,
  condition?: Condition,
) {
  const { since } = await make((options) => asked.act(options, reason), condition)
  if (recreate) return () => calls.create.mutate(recreate(row))
  if (row.status === 'ONBOARDING' || switchOf(row)?.label !== asked.label) return undefined
  // If the row has no switch any more, its ETag is another too, so that any change is refused.
  return async (why: string) => (switchOf(await calls.get.query({ id: row.id }, {})) ?? asked).act(since, why)
}

/** Takes rows with `is_active` out of use and back. */
const activeSwitch =
  (calls: Calls) =>
  ({ id, is_active }: Row): Switch => ({
    ...(is_active ? offWords : onWords),
    act: (condition) => calls.update.mutate({ id, is_active: !is_active } as { id: string }, condition),
  })

const offWords = {
  label: 'Deactivate',
  title: 'Deactivate {name}',
  note: 'The record stays, and can be activated again.',
  isEnd: true,
  done: '{name} is no longer in use.',
} as const satisfies Partial<Switch>
const onWords = {
  label: 'Activate',
  title: 'Activate {name}',
  note: 'It can then be used again.',
  done: '{name} is in use.',
} as const satisfies Partial<Switch>

/** The transitions that take a person out of use and back. */
const transitions: Record<string, 'activate' | 'deactivate' | 'reactivate'> = {
  ACTIVE: 'deactivate',
  ONBOARDING: 'activate',
  DEACTIVATED: 'reactivate',
}

function employeeSwitch({ id, status }: Row): Switch | undefined {
  const transition = transitions[`${status}`]
  if (!transition) return undefined
  const words: Omit<Switch, 'act'> =
    transition === 'deactivate'
      ? { ...offWords, done: '{name} was deactivated.' }
      : { ...onWords, done: '{name} was activated.' }
  return { ...words, act: (condition, reason) => api.employees[transition].mutate({ id, reason }, condition) }
}

const inUse = { is_active: ['true', 'false'] }

export const employees: Resource = {
  path: 'employees',
  title: 'Employees',
  counted: '{count, plural, one {# person} other {# people}}',
  empty: 'There are no employees yet.',
  create: 'Create an employee',
  calls: callsOf(api.employees),
  schema: EmployeeWritable,
  nameOf: ({ first_name, last_name }) => `${first_name} ${last_name}`,
  columns: ['last_name', 'first_name', 'employee_number', 'email', 'status'],
  inPlace: ['email'],
  unique: ['employee_number', 'document_number', 'email'],
  search: 'Name or number',
  filters: { status: employeeStatuses },
  switchOf: employeeSwitch,
  maySwitch: 'act_as_admin',
  personal: 'people',
}

export const tags: Resource = {
  path: 'tags',
  title: 'Tags',
  counted: '{count, plural, one {# tag} other {# tags}}',
  empty: 'There are no tags yet.',
  create: 'Create a tag',
  calls: callsOf(api.tags),
  schema: TagWritable,
  nameOf: ({ name }) => `${name}`,
  columns: ['name', 'display_name', 'category', 'hours_delta', 'is_active'],
  inPlace: ['display_name', 'hours_delta'],
  unique: ['name'],
  filters: {},
  switchOf: activeSwitch(callsOf(api.tags)),
}

export const units: Resource = {
  path: 'units',
  title: 'Units',
  counted: '{count, plural, one {# unit} other {# units}}',
  empty: 'There are no units yet.',
  create: 'Create a unit',
  calls: callsOf(api.org_units),
  schema: OrgUnitWritable,
  nameOf: ({ name }) => `${name}`,
  columns: ['code', 'name', 'unit_type', 'parent_id', 'sort_order', 'is_active'],
  inPlace: ['name', 'sort_order'],
  fixed: ['unit_type'],
  unique: ['code'],
  search: 'Name or code',
  filters: { unit_type: unitTypes, ...inUse },
  switchOf: activeSwitch(callsOf(api.org_units)),
}

export const positions: Resource = {
  path: 'positions',
  title: 'Positions',
  counted: '{count, plural, one {# position} other {# positions}}',
  empty: 'There are no positions yet.',
  create: 'Create a position',
  calls: callsOf(api.positions),
  schema: PositionWritable,
  nameOf: ({ title, org_unit_name }) => `${title}, ${org_unit_name}`,
  columns: ['title', 'org_unit_id', 'required_weekly_hours', 'is_active'],
  inPlace: ['title', 'required_weekly_hours'],
  unique: [],
  copy: {
    schema: PositionCopy.omit({ id: true }),
    send: (input) => api.positions.duplicate.mutate(input),
  },
  search: 'Title',
  filters: inUse,
  switchOf: activeSwitch(callsOf(api.positions)),
  more: { label: 'Required tags', to: ({ id }) => `/master/positions/${id}` },
}

export const positionTags: Resource = {
  path: 'position-tags',
  title: 'Required tags',
  counted: '{count, plural, one {# tag} other {# tags}}',
  empty: 'This position requires no tags.',
  create: 'Require a tag',
  calls: callsOf(api.position_tags),
  schema: PositionTagWritable.omit({ position: true }),
  nameOf: ({ tag_display_name }) => `${tag_display_name}`,
  columns: ['tag_display_name', 'tag_category', 'is_mandatory'],
  inPlace: [],
  fixed: ['tag'],
  filters: {},
  switchOf: ({ id }) => ({
    label: 'Remove',
    title: 'Remove {name}',
    note: 'The tag and the position stay as they are.',
    isEnd: true,
    done: '{name} is no longer required.',
    act: (condition) => api.position_tags.delete.mutate({ id }, condition),
  }),
  recreate: ({ position, tag, is_mandatory }) => ({ position, tag, is_mandatory }),
}

export const resources: Resource[] = [employees, tags, units, positions]
