import type { WriteRefusal } from './connection/availability.ts'
import { type Orm, readSingleRow } from './connection/em.ts'
import { writabilityOf } from './connection/pool.ts'

/**
 * Returns `ok`, or why PostgreSQL refuses writes. It does not try a write: it asks PostgreSQL whether it is read-only,
 * and recalls the last refused write for a full disk. Throws if PostgreSQL does not answer.
 */
export async function askDatabase(orm: Orm): Promise<'ok' | WriteRefusal> {
  const writability = writabilityOf(orm)
  const { is_read_only } = await readSingleRow<{ is_read_only: boolean }>(orm.em.fork())`
    select current_setting('transaction_read_only') = 'on' as is_read_only`
  if (is_read_only) writability.refused('read-only')
  else if (writability.refusal === 'read-only') writability.succeeded()
  return writability.refusal ?? 'ok'
}
