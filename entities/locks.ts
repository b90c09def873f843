import { sql } from 'kysely'
import type { EmployeeStatus } from '../src/employee-lifecycle.ts'
import type { UnitType } from '../src/org-unit.ts'
import type { Em } from './orm.ts'

// Rows are locked in one order everywhere: org units, employees, positions, tags, then the row to change;
// rows of one table by id. Within a transaction only.

/** Locks employees against any other change of them or of their assignments; statuses by id. */
export async function lockEmployees(em: Em, ids: readonly string[]) {
  const statement = sql<{ id: string; status: EmployeeStatus }>`
    select id, status from employees where id = any(${ids}::uuid[]) order by id for update`
  return byId((await statement.execute(em.getKysely())).rows)
}

/** Locks positions against any other change of them or of their totals; whether they are active, by id. */
export async function lockPositions(em: Em, ids: readonly string[]) {
  const statement = sql<{ id: string; is_active: boolean }>`
    select id, is_active from positions where id = any(${ids}::uuid[]) order by id for no key update`
  return byId((await statement.execute(em.getKysely())).rows)
}

/** Locks an employee and then a position, as {@link lockEmployees} and {@link lockPositions} do, in one statement. */
export async function lockPair(em: Em, employee: string, position: string) {
  // The position is not looked for before the employee is locked: it depends on the employee's row.
  const statement = sql`
    select from (select id from employees where id = ${employee} for update) e
    left join lateral (
      select from positions where id = ${position} and e.id = ${employee} for no key update) p on true`
  await statement.execute(em.getKysely())
}

/** Locks a unit and its parent, which is `parentId` if that is given; the units found, by id. */
export async function lockOrgUnits(em: Em, id: string, parentId: string | null) {
  const statement = sql<{ id: string; unit_type: UnitType; is_active: boolean }>`
    select id, unit_type, is_active from org_units
    where id in (${id}::uuid, coalesce(${parentId}::uuid, (select parent_id from org_units where id = ${id}::uuid)))
    order by id for update`
  return byId((await statement.execute(em.getKysely())).rows)
}

/** Keeps an org unit from being deactivated or moved until the commit. */
export async function holdOrgUnit(em: Em, id: string) {
  const statement = sql<{ unit_type: UnitType; is_active: boolean }>`
    select unit_type, is_active from org_units where id = ${id} for share`
  return (await statement.execute(em.getKysely())).rows[0]
}

/** Keeps a tag from being deactivated or deleted until the commit; a deleted one is not found. */
export async function holdTag(em: Em, id: string) {
  const statement = sql<{ is_active: boolean }>`
    select is_active from tags where id = ${id} and deleted_at is null for share`
  return (await statement.execute(em.getKysely())).rows[0]
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
