import { sql } from 'kysely'
import { gone } from '../../src/errors.ts'
import type { Author } from '../../src/logs/audit.ts'
import { type Em, prepared, readRows, readSingleRow } from '../connection/em.ts'
import type { Sql } from '../lists/page.ts'
import { cursorText, type FeedCursor, has, type Mark, markOf, snapshotText } from './cursor.ts'
import { type FeedSubject, feedSubjects, type LoggedChange, shownChange } from './shown-change.ts'

/** A committed change of an object. */
export type FeedChange = LoggedChange & {
  /** The number of its entry in the change log. */
  entry: number
  /** The place right after this change. */
  cursor: string
  /** The object's id. */
  id: string
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: string | null
  via: Author['via'] | 'database'
  changed_at: string
}

export type FeedPage = {
  changes: FeedChange[]
  /** Where to go on. */
  cursor: string
  /** Whether more may follow at once. */
  has_more: boolean
}

export type Wanted = {
  /** Without it, nothing is listed, and the cursor is that of the present. */
  after?: FeedCursor | undefined
  subjects?: readonly FeedSubject[] | undefined
  limit: number
}

/** A page passes over at most so many entries of other subjects. */
const mostPassed = 5000

/**
 * The changes that follow the cursor, in an order in which each comes after all that it may depend on. GONE if some are
 * no longer kept, or if the database was restored to an earlier time. Reads from the primary: a replica does not tell
 * which transactions are running.
 *
 * What is committed between two snapshots is listed by id. An entry gets its id while its transaction holds the row, so
 * ids of one row, and of rows that refer to each other, are in the order of the commits.
 */
export async function readChanges(
  given: Em,
  { after, subjects = feedSubjects, limit }: Wanted,
): Promise<FeedPage> {
  // Outside the caller's transaction, which would count as running, and whose age is not that of the present.
  const em = given.fork()
  const now = await readMark(em, after)
  if (!after) return { changes: [], cursor: cursorText({ from: now }), has_more: false }
  const { from, to = now } = after
  const late = endedBetween(from, to)
  const last = after.last ?? (late.length ? 0 : from.top)
  // Without news, the cursor stays the same.
  if (to === now && to.top === from.top && !late.length)
    return { changes: [], cursor: cursorText(after), has_more: false }

  const entries = last < from.top ? await readLate(em, { late, last, until: from.top, subjects, limit }) : []
  const isFull = () => entries.length === limit
  let end = isFull() ? (entries.at(-1)?.entry ?? last) : Math.max(last, from.top)
  if (!isFull() && end < to.top) {
    const until = Math.min(end + mostPassed, to.top)
    const window = { last: end, until, from, to, subjects, limit: limit - entries.length }
    entries.push(...(await readNew(em, window)))
    end = isFull() ? (entries.at(-1)?.entry ?? until) : until
  }
  const cursorAt = (entry: number) => cursorText(entry < to.top ? { from, to, last: entry } : { from: to })
  const changes = entries.flatMap((logged) => {
    const change = shownChange(logged)
    return change ? { ...logged, ...change, cursor: cursorAt(logged.entry) } : []
  })
  const isBehind = to.top < now.top || endedBetween(to, now).length > 0
  return { changes, cursor: cursorAt(end), has_more: end < to.top || isBehind }
}

/** The transactions that ran at the first mark, and had ended at the second. */
const endedBetween = (from: Mark, to: Mark) => from.running.filter((transaction) => has(to, transaction))

/** 410. */
export const cursorGone = () =>
  gone(
    'The changes after this cursor are no longer kept. Start anew: call without `after`, read the lists, and go on from the cursor of that call.',
  )

/** What the present is; GONE if the log no longer has what follows the cursor. */
async function readMark(em: Em, after: FeedCursor | undefined): Promise<Mark> {
  const known = after && (after.to ?? after.from)
  type Present = Pick<Mark, 'top'> & {
    snapshot: string
    begun: number
    at: string | null
    retired: number
    isKnown: boolean
  }
  // The age of a transaction is the number of those that have begun since; asked after the snapshot is taken.
  const { snapshot, begun, top, at, retired, isKnown } = await readSingleRow<Present>(em, prepared)`
    select pg_current_snapshot()::text as snapshot,
      age(pg_snapshot_xmax(pg_current_snapshot())::xid) as begun, coalesce(latest.id, 0) as top, latest.created_at as at, retired,
      exists (select from change_log where id = ${known?.top ?? 0}
        and created_at = ${new Date(known?.at ?? 0)}) as "isKnown"
    from (select coalesce(max(upper(entries)) - 1, 0) as retired from trail.retired where log = 'change_log') retired
      left join (select id, created_at from change_log order by id desc limit 1) latest on true`
  const now = markOf(snapshot, begun, {
    top: Math.max(top, retired),
    at: at === null ? 0 : new Date(at).getTime(),
  })
  if (!after || !known) return now
  const isRestored = known.xmax > now.xmax || !(isKnown || known.top <= retired)
  if (isRestored || (after.last ?? after.from.top) < retired) throw cursorGone()
  return now
}

type Range = { last: number; until: number; subjects: readonly FeedSubject[]; limit: number }
type Entry = Omit<FeedChange, 'cursor'>

/** The rest of a deleted tag's row says what it was. */
const columns = sql`id as entry, subject, subject_id as id, action, after, actor_id as actor, via, created_at as changed_at,
  case when subject = 'tags' and after ->> 'deleted_at' is not null
    then (select to_jsonb(t) || before from tags t where t.id = subject_id) else before end as before`

const entriesIn = ({ last, until, subjects, limit }: Range, transactions: Sql, order: Sql) =>
  sql`select ${columns} from change_log
    where id > ${last} and id <= ${until} and ${transactions} and subject = any(${subjects})
    order by ${order} limit ${limit}`

/** Entries of transactions that were running at the beginning, as far as they are older than it. */
const readLate = (em: Em, { late, ...range }: Range & { late: number[] }) =>
  readRows<Entry>(em, prepared)`
    select entries.* from unnest(${late}::text[]::xid8[]) transaction cross join lateral (
      ${entriesIn(range, sql`transaction_id = transaction`, sql`transaction_id, change_log.id`)}) entries
    order by entry limit ${range.limit}`

const readNew = (em: Em, { from, to, ...range }: Range & { from: Mark; to: Mark }) =>
  readRows<Entry>(em, prepared)`${entriesIn(
    range,
    sql`pg_visible_in_snapshot(transaction_id, ${snapshotText(to)})
      and not pg_visible_in_snapshot(transaction_id, ${snapshotText(from)})`,
    sql`change_log.id`,
  )}`
