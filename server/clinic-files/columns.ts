import type { z } from 'zod'
import { AssignmentWritable } from '../../routers/assignments.ts'
import { EmployeeTagWritable } from '../../routers/employee-tags.ts'
import { EmployeeWritable } from '../../routers/employees.ts'
import { OrgUnitWritable } from '../../routers/org-units.ts'
import { PositionTagWritable } from '../../routers/position-tags.ts'
import { PositionWritable } from '../../routers/positions.ts'
import { boolean, choice, requiredText, text } from '../../routers/schema/fields.ts'
import { TagWritable } from '../../routers/tags.ts'
import { assignmentStatuses, endReasons } from '../../src/assignment-lifecycle.ts'
import { employeeStatuses, proposalTypes } from '../../src/employee-lifecycle.ts'
import { employeeTagStatuses } from '../../src/employee-tag-lifecycle.ts'

/** A column of a clinic's CSV file: the API's own field, and how a cell's text becomes its value. */
export type Column = {
  field: z.ZodType
  read?: (cell: string) => unknown
  /** The value of an empty cell; without it the field judges the empty text. */
  blank?: unknown
  /** May be left out: what is stored stays, what is new takes `blank`. Exported only where a row needs it. */
  optional?: true
}

const whole = (cell: string) => (/^[+-]?\d{1,15}$/.test(cell) ? Number(cell) : cell)
const flags: Record<string, boolean> = { true: true, 1: true, false: false, 0: false }
const flag = (cell: string) => flags[cell.toLowerCase()] ?? cell

/** A column that names a row of another file. */
const key = { field: requiredText(200) }
const flagColumn = <const Blank extends boolean>(blank: Blank) => ({ field: boolean(), read: flag, blank })
const isActive = { ...flagColumn(true), optional: true } as const

const unit = OrgUnitWritable.shape
const tag = TagWritable.shape
const employee = EmployeeWritable.shape
const employeeTag = EmployeeTagWritable.shape
const position = PositionWritable.shape
const positionTag = PositionTagWritable.shape
const assignment = AssignmentWritable.shape

/**
 * The files of a clinic (D39), column by column in the order in which they are written. `is_active`, `is_management`
 * and `photo` are there so that an export carries all that a clinic's people can set.
 */
export const clinicColumns = {
  org_units: {
    code: { field: unit.code },
    name: { field: unit.name },
    short_name: { field: unit.short_name.unwrap() },
    unit_type: { field: unit.unit_type },
    parent_code: { field: key.field.nullable(), blank: null },
    sort_order: { field: unit.sort_order.unwrap(), read: whole, blank: 0 },
    max_weekly_hours: { field: unit.max_weekly_hours.unwrap(), blank: null },
    is_active: isActive,
    is_management: { ...flagColumn(false), optional: true },
  },
  tags: {
    name: { field: tag.name },
    display_name: { field: tag.display_name },
    category: { field: tag.category },
    hours_delta: { field: tag.hours_delta.unwrap(), blank: '0.00' },
    description: { field: tag.description.unwrap() },
    is_active: isActive,
  },
  employees: {
    employee_number: { field: employee.employee_number },
    first_name: { field: employee.first_name },
    last_name: { field: employee.last_name },
    email: { field: employee.email },
    document_number: { field: employee.document_number.unwrap() },
    date_of_birth: { field: employee.date_of_birth.unwrap(), blank: null },
    hire_date: { field: employee.hire_date.unwrap(), blank: null },
    status: { field: choice(employeeStatuses) },
    proposal_type: { field: choice(proposalTypes).nullable(), blank: null, optional: true },
    proposal_notes: { field: text(2000), blank: '', optional: true },
    photo: { field: employee.photo.unwrap(), blank: null, optional: true },
  },
  employee_tags: {
    employee_number: key,
    tag: key,
    start_date: { field: employeeTag.start_date },
    end_date: { field: employeeTag.end_date.unwrap(), blank: null },
    status: { field: choice(employeeTagStatuses), blank: 'ACTIVE', optional: true },
  },
  positions: {
    org_unit_code: key,
    title: { field: position.title },
    required_weekly_hours: { field: position.required_weekly_hours },
    notes: { field: position.notes.unwrap() },
    is_active: isActive,
  },
  position_tags: {
    org_unit_code: key,
    position_title: key,
    tag: key,
    is_mandatory: { field: positionTag.is_mandatory.unwrap(), read: flag, blank: true },
  },
  assignments: {
    employee_number: key,
    org_unit_code: key,
    position_title: key,
    effective_hours: { field: assignment.effective_hours },
    effective_date: { field: assignment.effective_date.unwrap(), blank: null },
    notes: { field: assignment.notes.unwrap() },
    is_reinforcement: { field: assignment.is_reinforcement.unwrap(), read: flag, blank: false },
    status: { field: choice(assignmentStatuses), blank: 'ACTIVE', optional: true },
    end_reason: { field: choice(['', ...endReasons]), blank: '', optional: true },
  },
} as const satisfies Record<string, Record<string, Column>>

export type Kind = keyof typeof clinicColumns
/** In the order in which one file's rows name those of another. */
export const kinds = Object.keys(clinicColumns) as Kind[]
/** The name of the file. */
export const fileOf = (kind: Kind) => `${kind}.csv`

type Columns<K extends Kind> = (typeof clinicColumns)[K]
type Value<C> = C extends { field: z.ZodType<infer T> }
  ? C extends { optional: true }
    ? T | undefined
    : T
  : never

/** A row as read: values by column, undefined for an optional column that the file lacks. */
export type Row<K extends Kind> = { kind: K; line: number } & {
  -readonly [C in keyof Columns<K>]: Value<Columns<K>[C]>
}
