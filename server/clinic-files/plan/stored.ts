import { type RawBuilder, sql } from 'kysely'
import { type Em, readRows } from '../../../entities/connection/em.ts'
import { columnsOf, type RowOf } from '../../../entities/lists/fragments.ts'
import { Employee } from '../../../entities/people/employee.ts'
import { EmployeeTag } from '../../../entities/people/employee-tag.ts'
import { Tag } from '../../../entities/people/tag.ts'
import { Assignment } from '../../../entities/work/assignment.ts'
import { BusinessRule } from '../../../entities/work/business-rule.ts'
import { OrgUnit } from '../../../entities/work/org-unit.ts'
import { Position } from '../../../entities/work/position.ts'
import { PositionTag } from '../../../entities/work/position-tag.ts'
import { type FileKind, fileKinds } from '../../../src/clinic-files.ts'
import type { RuleSetting } from '../../../src/work/business-rules.ts'
import type { ClinicFiles } from '../files/parse-files.ts'

const importLock = 727_279

/** What the files name: employees by number, org units by code, positions and employee tags by id. `kinds` have rows. */
export type NamedKeys = {
  numbers: string[]
  codes: string[]
  ids?: string[]
  leavers?: string[]
  kinds?: FileKind[]
}

export const namedIn = (folder: ClinicFiles): NamedKeys => ({
  numbers: textsIn(folder, 'employee_number'),
  codes: textsIn(folder, 'code', 'org_unit_code'),
  ids: textsIn(folder, 'id', 'position_id'),
  leavers: folder.employees.rows.flatMap((row) => (row.status === 'TERMINATED' ? row.employee_number : [])),
  kinds: fileKinds.filter((kind) => folder[kind].rows.length > 0),
})

function textsIn(folder: ClinicFiles, ...columns: string[]): string[] {
  const texts = new Set<string>()
  for (const kind of fileKinds)
    for (const rows of [folder[kind].rows, folder[kind].broken])
      for (const row of rows as Record<string, unknown>[])
        for (const column of columns) if (typeof row[column] === 'string') texts.add(row[column])
  return [...texts]
}

// The plain rows that an import compares with. Entities are loaded only for rows that change, because they take memory.

const unit = columnsOf(
  OrgUnit,
  'id, code, name, short_name, unit_type, sort_order, max_weekly_hours, is_active, is_management',
)
export type StoredUnit = RowOf<typeof unit> & { parent: string | null }

const tag = columnsOf(Tag, 'id, name, display_name, category, hours_delta, description, is_active')
export type StoredTag = RowOf<typeof tag>

const employee = columnsOf(
  Employee,
  'id, employee_number, first_name, last_name, email, document_number, date_of_birth, hire_date, photo, status, previous_status, proposal_type, proposal_notes',
)
export type StoredEmployee = RowOf<typeof employee>

const employeeTag = columnsOf(EmployeeTag, 'id, start_date, end_date, status')
export type StoredEmployeeTag = RowOf<typeof employeeTag> & { employee: string; tag: string }

const position = columnsOf(
  Position,
  'id, title, required_weekly_hours, notes, is_active, assigned_hours, assignment_count',
)
export type StoredPosition = RowOf<typeof position> & { org_unit: string }

const positionTag = columnsOf(PositionTag, 'id, is_mandatory')
export type StoredPositionTag = RowOf<typeof positionTag> & { position: string; tag: string }

const assignment = columnsOf(
  Assignment,
  'id, effective_hours, effective_date, notes, is_reinforcement, status, end_reason',
)
export type StoredAssignment = RowOf<typeof assignment> & { employee: string; position: string }

const rule = columnsOf(BusinessRule, 'code, severity, threshold, enabled')

export type Stored = Awaited<ReturnType<typeof loadStored>>

/** Waits for other imports to end. */
export async function waitForTurn(em: Em) {
  const db = em.getKysely()
  // The transaction is idle while a large folder is read and planned.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(db)
}

/**
 * All that the named rows may refer to or change, in a few statements. Rows stay locked until the commit, in the order
 * of entities/locks.ts.
 */
export async function loadStored(em: Em, named: NamedKeys) {
  const { numbers, codes, ids: rowIds = [], leavers = [], kinds = [] } = named
  const locked = <Row>(rows: RawBuilder<Row>) => readRows<Row>(em)`${rows} order by page.id for update`
  // Foreign keys of others may refer to units and tags. Nobody else may change them, nor this import without their file.
  const held = <Row>(kind: FileKind, rows: RawBuilder<Row>) =>
    readRows<Row>(em)`${rows} order by page.id for ${kinds.includes(kind) ? sql`no key update` : sql`share`}`

  const orgUnits = await held(
    'org_units',
    sql<StoredUnit>`select ${unit}, page.parent_id as parent from org_units page`,
  )
  const employees = await locked(
    sql<StoredEmployee>`select ${employee} from employees page where page.employee_number = any(${numbers})`,
  )
  const namedUnits = new Set(codes)
  const units = orgUnits.filter(({ code }) => namedUnits.has(code)).map(({ id }) => id)
  const positions = await locked(
    sql<StoredPosition>`select ${position}, page.org_unit_id as org_unit from positions page
      where page.org_unit_id = any(${units}::uuid[]) or page.id = any(${rowIds}::uuid[]) or page.id in (
        select a.position_id from assignments a join employees e on e.id = a.employee_id
        where e.employee_number = any(${leavers}) and a.status <> 'ENDED')`,
  )
  const tags = await held('tags', sql<StoredTag>`select ${tag} from tags page where page.deleted_at is null`)

  const ids = employees.map(({ id }) => id)
  const employeeTags = await locked(
    sql<StoredEmployeeTag>`select ${employeeTag}, page.employee_id as employee, page.tag_id as tag
      from employee_tags page
      where page.employee_id = any(${ids}::uuid[]) or page.id = any(${rowIds}::uuid[])`,
  )
  const positionTags = await locked(
    sql<StoredPositionTag>`select ${positionTag}, page.position_id as position, page.tag_id as tag
      from position_tags page where page.position_id = any(${positions.map(({ id }) => id)}::uuid[])`,
  )
  const assignments = await locked(
    sql<StoredAssignment>`select ${assignment}, page.employee_id as employee, page.position_id as position
      from assignments page where page.employee_id = any(${ids}::uuid[])`,
  )
  const rules = await readRows<RuleSetting>(em)`select ${rule} from business_rules page`
  return { orgUnits, employees, positions, tags, employeeTags, positionTags, assignments, rules }
}
