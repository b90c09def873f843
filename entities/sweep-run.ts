import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { type Em, readRow } from './connection/em.ts'
import { instant } from './lists/columns.ts'
import type { RowValues } from './lists/row-values.ts'
import { changeRows } from './lists/rows.ts'

/** The last sweep of any process, and its outcome: one row. */
export const SweepRun = defineEntity({
  name: 'SweepRun',
  tableName: 'sweep_runs',
  properties: {
    name: p.string().columnType('varchar(20)').primary(),
    started_at: instant(),
    finished_at: instant(),
    error: p.text().nullable(),
    expired_proposals: p.integer(),
    expired_tags: p.integer(),
  },
})

type Sweep = Omit<InferEntity<typeof SweepRun>, 'name'>

/** Replaces the record of the last sweep. */
export const keepSweepRun = (em: Em, run: Sweep) => em.upsert(SweepRun, { name: 'expiry', ...run })

/** The last sweep; undefined before the first. */
export const readSweepRun = (em: Em) =>
  readRow<RowValues<Sweep>>(em)`
    select started_at, finished_at, error, expired_proposals, expired_tags from sweep_runs where name = 'expiry'`

/** What is kept for a time only: the table, the column that says since when, and the number of days. */
const kept = [
  ['kept_answers', 'kept_at', 1],
  ['webhook_deliveries', 'created_at', 30],
  ['import_jobs', 'finished_at', 30],
] as const

/** Deletes up to `limit` rows of each table that have been kept long enough; returns the largest number. */
export async function forgetOld(em: Em, now: Date, limit: number): Promise<number> {
  const forgotten: number[] = []
  for (const [table, column, days] of kept)
    forgotten.push(
      await changeRows(em)`delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where ${sql.ref(column)} < ${new Date(now.getTime() - days * 86_400_000)}
        order by ${sql.ref(column)} limit ${limit} for update skip locked)`,
    )
  return Math.max(...forgotten)
}
