import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { type Em, readRow } from './connection/em.ts'
import { instant } from './lists/columns.ts'

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

type SweepRun = {
  started_at: Date
  finished_at: Date
  error: string | null
  expired_proposals: number
  expired_tags: number
}

/** Replaces the record of the last sweep. */
export async function keepSweepRun(em: Em, run: SweepRun) {
  await sql`insert into sweep_runs (name, started_at, finished_at, error, expired_proposals, expired_tags)
    values ('expiry', ${run.started_at}, ${run.finished_at}, ${run.error}, ${run.expired_proposals}, ${run.expired_tags})
    on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at,
      error = excluded.error, expired_proposals = excluded.expired_proposals, expired_tags = excluded.expired_tags
    `.execute(em.getKysely())
}

/** The last sweep; undefined before the first. */
export async function readSweepRun(em: Em) {
  type Read = Omit<SweepRun, 'started_at' | 'finished_at'> & { started_at: string; finished_at: string }
  return readRow<Read>(em)`
    select started_at, finished_at, error, expired_proposals, expired_tags from sweep_runs where name = 'expiry'`
}
