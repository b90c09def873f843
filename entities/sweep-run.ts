import { defineEntity, p } from '@mikro-orm/core'
import { instant } from './lists/columns.ts'

/** The last sweep and its outcome, whichever process ran it: one row. */
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
