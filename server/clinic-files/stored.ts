import { LockMode } from '@mikro-orm/core'
import { type Kysely, sql } from 'kysely'
import { Assignment } from '../../entities/assignment.ts'
import { BusinessRule } from '../../entities/business-rule.ts'
import { Employee } from '../../entities/employee.ts'
import { EmployeeTag } from '../../entities/employee-tag.ts'
import { OrgUnit } from '../../entities/org-unit.ts'
import type { Em } from '../../entities/orm.ts'
import { Position } from '../../entities/position.ts'
import { PositionTag } from '../../entities/position-tag.ts'
import { Tag } from '../../entities/tag.ts'
import { toDecimal } from '../../src/hours.ts'
import type { Folder } from './read-folder.ts'

const importLock = 727_276

/** Locked until the commit, in the order in which everything here is locked (entities/locks.ts). */
const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const

export type Stored = Awaited<ReturnType<typeof loadStored>>

/** All that the rows of the folder may refer to or change, in a handful of statements; one import at a time. */
export async function loadStored(em: Em, folder: Folder) {
  const db = em.getKysely() as Kysely<unknown>
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(db)
  // Between two statements a large folder is judged.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)

  const orgUnits = await em.find(OrgUnit, {}, locked)
  const numbers = namesIn(folder, 'employees', 'employee_tags', 'assignments').employee_number
  const employees = await em.find(Employee, { employee_number: { $in: numbers } }, locked)
  const codes = namesIn(folder, 'org_units', 'positions', 'position_tags', 'assignments')
  const units = new Set([...codes.code, ...codes.org_unit_code])
  const unitIds = orgUnits.filter(({ code }) => units.has(code)).map(({ id }) => id)
  const positions = await em.find(Position, { org_unit: { $in: unitIds } }, locked)
  const tags = await em.find(Tag, { deleted_at: null }, locked)

  const of = { employee: { $in: employees.map(({ id }) => id) } }
  const employeeTags = await em.find(EmployeeTag, of, locked)
  const ofPositions = { position: { $in: positions.map(({ id }) => id) } }
  const positionTags = await em.find(PositionTag, ofPositions, locked)
  const assignments = await em.find(Assignment, of, locked)
  const rules = await em.find(BusinessRule, {})
  const coverage = await sql<{ id: string; hours: string; count: number }>`
    select position_id as id, sum(effective_hours) as hours, count(*)::int as count
    from assignments where status = 'ACTIVE' group by position_id`.execute(db)

  return {
    orgUnits,
    employees,
    positions,
    tags,
    employeeTags,
    positionTags,
    assignments,
    rules: rules.map(({ code, severity, threshold = null, enabled }) => ({
      code,
      severity,
      threshold,
      enabled,
    })),
    /** Hours and number of ACTIVE assignments by position. */
    coverage: new Map(coverage.rows.map(({ id, hours, count }) => [id, { hours: toDecimal(hours), count }])),
  }
}

type NameColumn = 'employee_number' | 'code' | 'org_unit_code'

/** Every name that the rows of these files give in the columns that refer to other files' rows. */
function namesIn(folder: Folder, ...kinds: (keyof Folder)[]): Record<NameColumn, string[]> {
  const rows = kinds.flatMap((kind) => [...folder[kind].rows, ...folder[kind].broken])
  const of = (column: NameColumn) => [
    ...new Set(rows.flatMap((row) => (row as { [C in NameColumn]?: string })[column] ?? [])),
  ]
  return { employee_number: of('employee_number'), code: of('code'), org_unit_code: of('org_unit_code') }
}
