import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { type Em, readRow } from './connection/em.ts'
import { instant } from './lists/columns.ts'
import type { RowValues } from './lists/row-values.ts'

/** The last sweep of any process, and its outcome: one row. */
export const SweepRunSchema = defineEntity({
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

type SweepRun = Omit<InferEntity<typeof SweepRunSchema>, 'name'>

/** Replaces the record of the last sweep. */
export const keepSweepRun = (em: Em, run: SweepRun) => em.upsert(SweepRunSchema, { name: 'expiry', ...run })

/** The last sweep; undefined before the first. */
export const readSweepRun = (em: Em) =>
  readRow<RowValues<SweepRun>>(em)`
    select started_at, finished_at, error, expired_proposals, expired_tags from sweep_runs where name = 'expiry'`
