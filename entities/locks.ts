import { LockMode } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import type { EmployeeStatus } from '../src/people/employee-lifecycle.ts'
import type { UnitType } from '../src/work/org-unit.ts'
import { type Em, prepared, readRow, readRows, readSingleRow } from './connection/em.ts'
import { employeeName } from './lists/fragments.ts'
import { Assignment } from './work/assignment.ts'

// Rows are locked in one order everywhere: org units, employees, positions, tags, then the row to change, and rows of
// one table by id. Use only within a transaction.

/** Locks employees against any other change of them or of their assignments. Returns their statuses by id. */
export async function lockEmployees(em: Em, ids: readonly string[]) {
  const rows = await readRows<{ id: string; status: EmployeeStatus }>(em)`
    select id, status from employees where id = any(${ids}::uuid[]) order by id for update`
  return byId(rows)
}

/** Locks positions against any other change, even of their totals. Returns the ids of those that exist. */
export async function lockPositions(em: Em, ids: readonly string[]): Promise<Set<string>> {
  const rows = await readRows<{ id: string }>(em)`
    select id from positions where id = any(${ids}::uuid[]) order by id for no key update`
  return new Set(rows.map(({ id }) => id))
}

/** Locks assignments against any other change. Returns those that exist, by id. */
export async function lockAssignments(em: Em, ids: readonly string[]): Promise<Map<string, Assignment>> {
  if (!ids.length) return new Map()
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
  return byId(await em.find(Assignment, { id: { $in: [...ids] } }, options))
}

/** Locks an employee and then a position against any other change, even of the position's totals. */
export async function lockPair(em: Em, employee: string, position: string) {
  // The lateral join depends on the employee's row, so the position is locked second.
  await readRows(em, prepared)`
    select from (select id from employees where id = ${employee} for update) e
    left join lateral (
      select from positions where id = ${position} and e.id = ${employee} for no key update) p on true`
}

type Pair = { employee: string; position: string }

/**
 * Locks the pair of an assignment and the pair it moves to, employees first. Returns the stored pair, the new
 * employee's name (null if there is none), and whether the new position exists; undefined if there is no assignment.
 */
export async function lockPairOf(em: Em, id: string, moveTo: Partial<Pair>) {
  const { employee = null, position = null } = moveTo
  // Each count reads, and so locks, all its rows: the employees before the positions.
  return readRow<Pair & { employee_name: string | null; has_position: boolean }>(em, prepared)`
    with stored as (select employee_id, position_id from assignments where id = ${id}),
    e as (
      select id, ${employeeName} as name from employees e
      where id in ((select employee_id from stored), ${employee}::uuid) order by id for update),
    p as (
      select id from positions
      where id in ((select position_id from stored), ${position}::uuid) and (select count(*) from e) > 0
      order by id for no key update)
    select employee_id as employee, position_id as position,
      (select name from e where id = coalesce(${employee}::uuid, employee_id)) as employee_name,
      (select count(*) from p where id = coalesce(${position}::uuid, position_id)) = 1 as has_position
    from stored`
}

/** Locks a unit and its parent, or `parentId` if given. Returns the units found, by id. */
export async function lockOrgUnits(em: Em, id: string, parentId: string | null) {
  const rows = await readRows<{ id: string; unit_type: UnitType; is_active: boolean }>(em)`
    select id, unit_type, is_active from org_units
    where id in (${id}::uuid, coalesce(${parentId}::uuid, (select parent_id from org_units where id = ${id}::uuid)))
    order by id for update`
  return byId(rows)
}

/** Keeps an org unit from being deactivated or moved until the commit. */
export const holdOrgUnit = (em: Em, id: string) =>
  readRow<{ unit_type: UnitType; is_active: boolean }>(em)`
    select unit_type, is_active from org_units where id = ${id} for share`

/** Keeps a tag from being deactivated or deleted until the commit; a deleted one is not found. */
export const holdTag = (em: Em, id: string) =>
  readRow<{ is_active: boolean }>(em)`
    select is_active from tags where id = ${id} and deleted_at is null for share`

/** The tags that a position requires, none of which can be deleted until the commit. */
export const holdRequiredTags = (em: Em, position: string) =>
  readRows<{ tag: string; is_mandatory: boolean }>(em)`
    select t.id as tag, pt.is_mandatory from position_tags pt join tags t on t.id = pt.tag_id
    where pt.position_id = ${position} and t.deleted_at is null order by t.id for share of t`

/**
 * Locks a row as a foreign key does, but in its place in the order: before what comes later. Returns whether there is
 * such a row.
 */
export async function referTo(em: Em, table: 'employees' | 'positions', id: string | RawBuilder<string>) {
  return (await readRow(em)`select from ${sql.table(table)} where id = ${id} for key share`) !== undefined
}

/** Whether this transaction alone holds the lock, until it ends. */
export async function isAlone(em: Em, lock: number | string): Promise<boolean> {
  const key = typeof lock === 'number' ? sql.lit(lock) : sql`hashtextextended(${lock}, 0)`
  const { held } = await readSingleRow<{ held: boolean }>(em, prepared)`
    select pg_try_advisory_xact_lock(${key}) as held`
  return held
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
