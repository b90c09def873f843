import { sql } from 'kysely'
import type { Em } from '../connection/em.ts'
import type { Sql } from './page.ts'

/** Whether any row of the table meets the condition. */
export async function exists(em: Em, table: string, condition: Sql): Promise<boolean> {
  const statement = sql<{ found: boolean }>`
    select exists (select from ${sql.table(table)} where ${condition}) as found`
  return (await statement.execute(em.getKysely())).rows[0]?.found ?? false
}
