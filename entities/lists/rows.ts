import { type RawBuilder, sql } from 'kysely'
import { type Em, readSingleRow } from '../connection/em.ts'

/** Runs a statement, which is written as for kysely; returns how many rows it changed. */
export const changeRows =
  (em: Em) =>
  async (...statement: Parameters<typeof sql>): Promise<number> =>
    Number((await sql(...statement).execute(em.getKysely())).numAffectedRows)

/** Whether any row of the table meets the condition. */
export async function exists(em: Em, table: string, condition: RawBuilder<unknown>): Promise<boolean> {
  const { found } = await readSingleRow<{ found: boolean }>(em)`
    select exists (select from ${sql.table(table)} where ${condition}) as found`
  return found
}

/** Triggers store the number of rows of these tables; the others are short. */
export const countedTables: ReadonlySet<string> = new Set([
  'assignments',
  'change_log',
  'employee_tags',
  'employees',
  'positions',
  'security_log',
  'tag_change_log',
  'transition_log',
])
