import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { EmployeeWritable } from '../../../routers/people/employee-schema.ts'
import { EmployeeTagWritable } from '../../../routers/people/employee-tags.ts'
import { TagWritable } from '../../../routers/people/tag-schema.ts'
import { boolean, choice, longText, reference, requiredText } from '../../../routers/schema/fields.ts'
import { AssignmentWritable } from '../../../routers/work/assignment-schema.ts'
import { OrgUnitWritable } from '../../../routers/work/org-unit-schema.ts'
import { PositionTagWritable, PositionWritable } from '../../../routers/work/position-fields.ts'
import { type FileKind, fileKinds } from '../../../src/clinic-files.ts'
import { formulaStart, mayHaveFormula, withFormulas } from '../../../src/csv-formulas.ts'
import { employeeStatuses, proposalTypes } from '../../../src/people/employee-lifecycle.ts'
import { employeeTagStatuses } from '../../../src/people/employee-tag-lifecycle.ts'
import { assignmentStatuses, endReasons } from '../../../src/work/assignment-lifecycle.ts'

type CellReading = {
  /** Turns the cell's text into what the API's field takes. */
  read?: (text: string) => unknown
  /** The value of an empty cell. Without it the field itself accepts or refuses the empty text. */
  blank?: unknown
}

/** A cell read as one of the API's own fields, so that files and requests obey the same rules; null is not text. */
const cell = <Field extends z.ZodType>(
  field: Field,
  { read = (text) => text, ...reading }: CellReading = {},
) =>
  z.preprocess((given, context) => {
    if (given === null) context.addIssue({ code: 'custom', message: 'The text is not UTF-8.', input: given })
    if (typeof given !== 'string') return given
    const text = withFormulas(given.trim())
    return text === '' && 'blank' in reading ? reading.blank : read(text)
  }, field)

const whole = (text: string) => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : text)
const flags: Record<string, boolean> = { true: true, 1: true, false: false, 0: false }
const flag = (text: string) => flags[text.toLowerCase()] ?? text

/** Names a row of another file. */
export const key = cell(requiredText(200))
/** Tells rows apart that share a key (D39). */
const id = cell(reference().optional(), { blank: undefined }).optional()
const isActive = cell(boolean(), { read: flag, blank: true }).optional()

const unit = OrgUnitWritable.shape
const tag = TagWritable.shape
const employee = EmployeeWritable.shape
const employeeTag = EmployeeTagWritable.shape
const position = PositionWritable.shape
const positionTag = PositionTagWritable.shape
const assignment = AssignmentWritable.shape

/**
 * The columns of a clinic's files, in the order of an export. An optional column may be missing: stored values stay, new
 * rows take the value of an empty cell.
 */
export const clinicFiles = {
  org_units: z.object({
    code: cell(unit.code),
    name: cell(unit.name),
    short_name: cell(unit.short_name.unwrap()),
    unit_type: cell(unit.unit_type),
    parent_code: cell(requiredText(200).nullable(), { blank: null }),
    sort_order: cell(unit.sort_order.unwrap(), { read: whole, blank: 0 }),
    max_weekly_hours: cell(unit.max_weekly_hours.unwrap(), { blank: null }),
    is_active: isActive,
    is_management: cell(boolean(), { read: flag, blank: false }).optional(),
  }),
  tags: z.object({
    name: cell(tag.name),
    display_name: cell(tag.display_name),
    category: cell(tag.category),
    hours_delta: cell(tag.hours_delta.unwrap(), { blank: '0.00' }),
    description: cell(tag.description.unwrap()),
    is_active: isActive,
  }),
  employees: z.object({
    employee_number: cell(employee.employee_number),
    first_name: cell(employee.first_name),
    last_name: cell(employee.last_name),
    email: cell(employee.email),
    document_number: cell(employee.document_number.unwrap()),
    date_of_birth: cell(employee.date_of_birth.unwrap(), { blank: null }),
    hire_date: cell(employee.hire_date.unwrap(), { blank: null }),
    status: cell(choice(employeeStatuses)),
    proposal_type: cell(choice(proposalTypes).nullable(), { blank: null }).optional(),
    proposal_notes: cell(longText(2000)).optional(),
    photo: cell(employee.photo.unwrap(), { blank: null }).optional(),
  }),
  employee_tags: z.object({
    employee_number: key,
    tag: key,
    start_date: cell(employeeTag.start_date),
    end_date: cell(employeeTag.end_date.unwrap(), { blank: null }),
    status: cell(choice(employeeTagStatuses), { blank: 'ACTIVE' }).optional(),
    id,
  }),
  positions: z.object({
    org_unit_code: key,
    title: cell(position.title),
    required_weekly_hours: cell(position.required_weekly_hours),
    notes: cell(position.notes.unwrap()),
    is_active: isActive,
    id,
  }),
  position_tags: z.object({
    org_unit_code: key,
    position_title: key,
    tag: key,
    is_mandatory: cell(positionTag.is_mandatory.unwrap(), { read: flag, blank: true }),
    position_id: id,
  }),
  assignments: z.object({
    employee_number: key,
    org_unit_code: key,
    position_title: key,
    effective_hours: cell(assignment.effective_hours),
    effective_date: cell(assignment.effective_date.unwrap(), { blank: null }),
    notes: cell(assignment.notes.unwrap()),
    is_reinforcement: cell(assignment.is_reinforcement.unwrap(), { read: flag, blank: false }),
    status: cell(choice(assignmentStatuses), { blank: 'ACTIVE' }).optional(),
    end_reason: cell(choice(['', ...endReasons])).optional(),
    position_id: id,
  }),
} satisfies Record<FileKind, z.ZodObject>

/** Whether the column has numbers, which may begin with a minus sign; all others are text. */
export const isNumeric = (column: string) => /hours|^sort_order$/.test(column)

/** The columns that identify a row of a file (D39). */
export const keyColumns: Record<FileKind, readonly string[]> = {
  org_units: ['code'],
  tags: ['name'],
  employees: ['employee_number'],
  employee_tags: ['employee_number', 'tag', 'start_date'],
  positions: ['org_unit_code', 'title'],
  position_tags: ['org_unit_code', 'position_title', 'tag'],
  assignments: ['employee_number', 'org_unit_code', 'position_title'],
}

/** A row as read; an optional column that the file lacks is undefined. */
export type ClinicRow<K extends FileKind> = { kind: K; line: number } & z.output<(typeof clinicFiles)[K]>

/** Whether a row of assignments or employee tags is about the present; a row of the past may occur more than once. */
export const isCurrent = ({ status = 'ACTIVE' }: { status?: unknown }) => status === 'ACTIVE'

/** The file's columns by name. */
export const fileColumns = (kind: FileKind): ReadonlyMap<string, z.ZodType> =>
  new Map(Object.entries(clinicFiles[kind].shape))

export const isOptional = (column: z.ZodType | undefined) => column instanceof z.ZodOptional

/** A value for each file. */
export const byKind = <T>(make: (kind: FileKind) => T) =>
  Object.fromEntries(fileKinds.map((kind) => [kind, make(kind)])) as Record<FileKind, T>

/** The text with a quote in front of each formula, as `withFormulas` undoes it. */
export const quoted = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ ${sql.lit(mayHaveFormula)}
    then regexp_replace(${text}, ${sql.lit(formulaStart)}, '''', 'g') else ${text} end`
