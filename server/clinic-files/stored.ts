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
import { kinds } from './columns.ts'
import type { Folder } from './read-folder.ts'

const importLock = 727_276

/** Rows stay locked until the commit, in the order of entities/locks.ts. */
const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const

export type Stored = Awaited<ReturnType<typeof loadStored>>

/** The employees and org units that the rows of a folder name, by number and by code. */
export type Named = { numbers: string[]; codes: string[] }

export const namedIn = (folder: Folder): Named => ({
  numbers: textsIn(folder, 'employee_number'),
  codes: textsIn(folder, 'code', 'org_unit_code'),
})

function textsIn(folder: Folder, ...columns: string[]): string[] {
  const rows: Record<string, unknown>[] = kinds.flatMap((kind) => [
    ...folder[kind].rows,
    ...folder[kind].broken,
  ])
  const values = rows.flatMap((row) => columns.map((column) => row[column]))
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}

/** All that the named rows may refer to or change, in a few statements. One import runs at a time. */
export async function loadStored(em: Em, { numbers, codes }: Named) {
  const db = em.getKysely() as Kysely<unknown>
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(db)
  // The transaction is idle while a large folder is planned.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)

  const orgUnits = await em.find(OrgUnit, {}, locked)
  const employees = await em.find(Employee, { employee_number: { $in: numbers } }, locked)
  const named = new Set(codes)
  const unitIds = orgUnits.filter(({ code }) => named.has(code)).map(({ id }) => id)
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
    coverage: new Map(
      coverage.rows.map(({ id, hours, count }) => [id, { assigned: toDecimal(hours), count }]),
    ),
  }
}
