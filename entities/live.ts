import { sql } from 'kysely'
import { type Em, prepared, readRows, readSingleRow } from './connection/em.ts'
import type { Sql, View } from './lists/page.ts'
import { type AssignmentRow, assignmentList } from './work/assignments.ts'
import { type PositionRow, positionRow } from './work/positions.ts'

/**
 * How far the change log has been read: a snapshot of PostgreSQL. What was committed since is in entries of transactions
 * that the snapshot does not have.
 */
export type Cursor = string

/** The changes from one cursor to the next, in the order of the log. */
export type CommittedChanges = {
  cursor: Cursor
  /** More has changed than is listed, or the log ends before the cursor because the database was restored. */
  isLost: boolean
  /** Ids of positions that changed, or whose assigned hours did. */
  positions: string[]
  /** Ids of assignments, and of the employees who had them before. */
  assignments: { id: string; former: string[] }[]
}

/** Where the change log ends. */
export async function readCursor(em: Em): Promise<Cursor> {
  const { cursor } = await readSingleRow<{ cursor: Cursor }>(em, prepared)`
    select pg_current_snapshot()::text as cursor`
  return cursor
}

/** Lists at most this many entries of the log. */
const mostEntries = 1000

// An update's entry has only the columns that changed; any other is the same in the row itself.
const touched = sql`
  select subject_id as id, entry from entries where subject = 'positions'
  union all select (before->>'position_id')::uuid, entry from entries where concerns_coverage
  union all select (after->>'position_id')::uuid, entry from entries where concerns_coverage
  union all select a.position_id, entry from entries join assignments a on a.id = subject_id where concerns_coverage`

const changed = sql`
  select subject_id as id, coalesce(json_agg(before->>'employee_id') filter (where before ? 'employee_id'), '[]') as former
  from entries where subject = 'assignments' group by subject_id order by max(entry)`

/** What was committed after the cursor. The usual answer, "nothing", costs one cheap query. */
export async function readCommittedChanges(em: Em, since: Cursor): Promise<CommittedChanges> {
  const end = await readCursor(em)
  if (end === since) return { cursor: end, isLost: false, positions: [], assignments: [] }
  const [before, now] = [sql`${since}::pg_snapshot`, sql`pg_current_snapshot()`]
  const entriesOf = (transactions: Sql) => sql`(select id as entry, subject, subject_id, action, before, after
    from change_log where ${transactions} order by transaction_id, id limit ${sql.lit(mostEntries + 1)})`
  // Transactions that began since, and those that were running. An import that still runs has many entries to pass over.
  return readSingleRow<CommittedChanges>(em, prepared)`
    with added as materialized (
      ${entriesOf(sql`transaction_id >= pg_snapshot_xmax(${before}) and transaction_id < pg_snapshot_xmax(${now})`)}
      union all ${entriesOf(sql`transaction_id = any(array(
        select pg_snapshot_xip(${before}) except select pg_snapshot_xip(${now})))`)}),
    entries as materialized (select *, subject = 'assignments'
        and (action <> 'UPDATE' or after ?| array['position_id', 'status', 'effective_hours']) as concerns_coverage
      from added where subject in ('assignments', 'positions'))
    select ${now}::text as cursor,
      (select count(*) > ${sql.lit(mostEntries)} from added) or pg_snapshot_xmax(${before}) > pg_snapshot_xmax(${now}) as "isLost",
      array(select id from (${touched}) touched where id is not null group by id order by max(entry)) as positions,
      (select coalesce(json_agg(changed), '[]') from (${changed}) changed) as assignments`
}

/** The rows of each topic, as the lists show them to users who may see everything. */
export type LiveRows = { coverage: PositionRow; assignments: AssignmentRow }
export type Topic = keyof LiveRows

const views: { [Name in Topic]: View<LiveRows[Name]> } = {
  coverage: positionRow(),
  assignments: assignmentList({}),
}

/** The rows with these ids, as they are now. */
export async function readLiveRows<Name extends Topic>(
  em: Em,
  topic: Name,
  ids: readonly string[],
): Promise<LiveRows[Name][]> {
  if (!ids.length) return []
  const { table, columns, joins = sql`` } = views[topic]
  return readRows<LiveRows[Name]>(em, prepared)`
    select ${columns} from (select * from ${sql.table(table)} where id = any(${ids}::uuid[])) page ${joins}`
}
