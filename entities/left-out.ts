import { sql } from 'kysely'
import type { Em } from './connection/em.ts'
import { plannedOnce } from './connection/planned-once.ts'

/** What has become of those of the rows that a snapshot leaves out, by id: INACTIVE, ENDED, EXPIRED or REVOKED. */
export async function readLeftOut(em: Em, ids: readonly string[]): Promise<Record<string, string>> {
  const statement = sql<{ id: string; status: string }>`${plannedOnce}
    select id, 'INACTIVE' as status from positions where id = any(${ids}::uuid[]) and not is_active
    union all select id, status from assignments where id = any(${ids}::uuid[]) and status = 'ENDED'
    union all select id, status from employee_tags where id = any(${ids}::uuid[]) and status <> 'ACTIVE'`
  const { rows } = await statement.execute(em.getKysely())
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}
