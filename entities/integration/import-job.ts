import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { importStates } from '../../src/clinic-files.ts'
import { User } from '../accounts/user.ts'
import { type Em, readRow, readRows } from '../connection/em.ts'
import { choice, instant } from '../lists/columns.ts'
import { columnsOf, type RowOf } from '../lists/fragments.ts'
import type { List } from '../lists/page.ts'
import { changeRows } from '../lists/rows.ts'
import type { SharedEmail } from '../people/employees.ts'

type ImportError = { file: string; line: number | null; column: string | null; message: string }
type FileCounts = { file: string; inserted: number; updated: number; unchanged: number }

/** An import that was sent over HTTP, and its outcome. The files themselves are in the memory of one process. */
export const ImportJob = defineEntity({
  name: 'ImportJob',
  tableName: 'import_jobs',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk(),
    state: choice(importStates),
    files: p.json<string[]>(),
    dry_run: p.boolean(),
    end_assignments: p.boolean(),
    steps: p.integer().nullable(),
    steps_done: p.integer().default(0),
    counts: p.json<FileCounts[]>().nullable(),
    open_assignments_of_leavers: p.integer().nullable(),
    shared_emails: p.json<SharedEmail[]>().nullable(),
    detail: p.text().nullable(),
    errors: p.json<ImportError[]>(),
    error_count: p.integer().default(0),
    created_at: instant(),
    started_at: instant().nullable(),
    finished_at: instant().nullable(),
    /** Its place in the queue, by the database's clock. */
    queued_at: instant(),
    /** When its process last said that it still has the files. */
    seen_at: instant(),
  },
  indexes: [
    { name: 'import_jobs_of_user', properties: ['user'] },
    { name: 'import_jobs_created_at', properties: ['created_at', 'id'] },
  ],
})

export type ImportJob = InferEntity<typeof ImportJob>

/** The database's clock, which is the same for all processes. */
const now = sql`clock_timestamp()`
const isOpen = sql`state in ('QUEUED', 'RUNNING')`
/** After how long without a sign of its process an import has failed. */
const patience = sql`interval '30 seconds'`

type NewImport = Pick<ImportJob, 'id' | 'user' | 'files' | 'dry_run' | 'end_assignments' | 'created_at'>

/** Adds an import that waits for its turn. */
export async function addImport(
  em: Em,
  { id, user, files, dry_run, end_assignments, created_at }: NewImport,
) {
  await changeRows(em)`insert into import_jobs
    (id, user_id, state, files, dry_run, end_assignments, errors, created_at, queued_at, seen_at) values
    (${id}, ${user}, 'QUEUED', ${JSON.stringify(files)}, ${dry_run}, ${end_assignments}, '[]', ${created_at}, ${now}, ${now})`
}

/** Begins the import whose turn it is, if none is at work and it is one of these, which their process has not begun. Returns its id. */
export async function beginImport(em: Em, ids: string[]): Promise<string | undefined> {
  const begun = await readRow<{ id: string }>(em)`
    update import_jobs set state = 'RUNNING', started_at = ${now}, seen_at = ${now}
    where id = any(${ids}::uuid[]) and id = (
      select id from import_jobs where ${isOpen} order by state = 'RUNNING' desc, queued_at, id limit 1)
    returning id`
  return begun?.id
}

/** How far an import is; `total` is null until its files have been read. */
export type Progress = { id: string; done: number; total: number | null }

/** Says that a process still has these imports, and how far one of them is. Returns the ids of those still open. */
export async function keepImports(em: Em, ids: string[], progress?: Progress): Promise<string[]> {
  const { id = null, done = null, total = null } = progress ?? {}
  const kept = await readRows<{ id: string }>(em)`update import_jobs set seen_at = ${now},
      steps_done = case id when ${id}::uuid then ${done}::int else steps_done end,
      steps = case id when ${id}::uuid then ${total}::int else steps end
    where id = any(${ids}::uuid[]) and ${isOpen} returning id`
  return kept.map((row) => row.id)
}

type Outcome = {
  steps: number
  counts: FileCounts[]
  open_assignments_of_leavers: number
  shared_emails: SharedEmail[]
}

/** Ends an import in its own transaction. False if it has been given up meanwhile, so that it must not be stored. */
export async function finishImport(em: Em, id: string, outcome: Outcome) {
  const { steps, counts, open_assignments_of_leavers, shared_emails } = outcome
  const done = await readRow(em)`update import_jobs set state = 'DONE', finished_at = ${now},
      steps_done = ${steps}, steps = ${steps}, counts = ${JSON.stringify(counts)},
      open_assignments_of_leavers = ${open_assignments_of_leavers},
      shared_emails = ${JSON.stringify(shared_emails)}
    where id = ${id} and state = 'RUNNING' returning id`
  return done !== undefined
}

type Failure = { detail: string; errors?: ImportError[]; error_count?: number }

/** Ends imports that are still open without a result. */
export const failImports = (em: Em, ids: string[], failure: Failure) =>
  failWhere(em, sql`id = any(${ids}::uuid[])`, failure)

/** Ends imports whose process has ended. */
export const failLostImports = (em: Em) =>
  failWhere(em, sql`seen_at < ${now} - ${patience}`, {
    detail: 'The process that had this import has ended. Nothing was stored; send it again.',
  })

const failWhere = (em: Em, which: RawBuilder<unknown>, { detail, errors = [], error_count = 0 }: Failure) =>
  changeRows(em)`update import_jobs set state = 'FAILED', finished_at = ${now}, detail = ${detail},
      errors = ${JSON.stringify(errors)}, error_count = ${error_count}
    where ${which} and ${isOpen}`

const stored = columnsOf(
  ImportJob,
  'id, state, files, dry_run, end_assignments, steps, steps_done, counts, open_assignments_of_leavers, shared_emails, detail, errors, error_count, created_at, started_at, finished_at',
)

export const importOrderings = { created_at: ['created_at'], id: [] } as const

export const importList: List<RowOf<typeof stored> & { sent_by: string }> = {
  table: 'import_jobs',
  columns: sql`${stored}, page.user_id as sent_by`,
  orderings: importOrderings,
  defaultOrdering: '-created_at',
}
