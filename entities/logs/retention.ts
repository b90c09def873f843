import { sql } from 'kysely'
import type { Author } from '../../src/logs/audit.ts'
import { type Em, readRows, readSingleRow } from '../connection/em.ts'
import { withShortLocks } from '../connection/short-locks.ts'
import type { Sql } from '../lists/page.ts'
import { countedTables } from '../lists/rows.ts'
import {
  appendOnly,
  defaultOf,
  type LogName,
  lockReferred,
  partition,
  partitionedLogs,
} from './partitions.ts'
import { sealedLogs } from './seals.ts'
import { recordCommand } from './security-log.ts'

/** How many months of partitions are created ahead of time. */
const monthsAhead = 3

/** The time, the zone of the months, and how many months entries stay; undefined means forever. */
export type Retention = { at: Date; zone: string; months: number | undefined }
type Month = { log: LogName; name: string; starts: string; ends: string }
type Expired = { log: LogName; name: string; until: string }
/** What a run creates, and what it drops. */
type Retirement = { months: Month[]; expired: Expired[] }
export type Retired = { log: LogName; until: string; number: number }

/** The partitions of all logs, and where each ends; a default partition has no end. */
const partitions = sql`(select log.relname as log, part.relname as name,
    substring(pg_get_expr(part.relpartbound, part.oid) from $$TO \\('([^']*)'\\)$$)::timestamptz as until
  from pg_inherits join pg_class log on log.oid = inhparent join pg_class part on part.oid = inhrelid
  where log.relnamespace = 'public'::regnamespace and log.relkind = 'p' and log.relname in (${sql.join(sealedLogs)})
  ) partitions`

/** What to create and to drop at this time. */
export async function planRetirement(em: Em, { at, zone, months }: Retention): Promise<Retirement> {
  const midnight = (local: Sql) => sql`((${local}) at time zone ${zone})`
  const thisMonth = sql`date_trunc('month', ${at}::timestamptz at time zone ${zone})`
  const ahead = midnight(sql`${thisMonth} + make_interval(months => ${monthsAhead + 1})`)
  // Computes with the middle of a month, because after a change of the time zone it may begin at another hour.
  const middle = (start: Sql) => sql`(${start} at time zone ${zone} + interval '15 days')`
  const end = (start: Sql) => midnight(sql`date_trunc('month', ${middle(start)}) + interval '1 month'`)
  const made = await readRows<Month>(em)`
    with recursive months as (
      select log, max(until) as starts, ${end(sql`max(until)`)} as ends from ${partitions} group by log having max(until) < ${ahead}
      union all select log, ends, ${end(sql`ends`)} from months where ends < ${ahead})
    select log, log || to_char(${middle(sql`starts`)}, '_YYYY_MM') as name, starts::text, ends::text
    from months order by log, starts`
  if (months === undefined) return { months: made, expired: [] }
  const expired = await readRows<Expired>(em)`select log, name, until::text from ${partitions}
    where until <= ${midnight(sql`${thisMonth} - make_interval(months => ${months})`)}
    order by log, partitions.until`
  return { months: made, expired }
}

type RetirementEvents = { made?: (month: Month) => void; retired?: (retired: Retired) => void }

/** Creates the next months of all partitioned logs, and drops the months that are too old. */
export async function retireLogs(
  { em, author }: { em: Em; author: Author },
  retention: Retention,
  { made = () => {}, retired = () => {} }: RetirementEvents = {},
): Promise<void> {
  const plan = () => planRetirement(em.fork(), retention)
  const { months } = await plan()
  for (const month of months)
    if (await withShortLocks({ em, author }, (em) => makeMonth(em, month))) made(month)
  // After a long pause, months that were just created may have expired too.
  const { expired } = await plan()
  for (const one of expired) {
    const done = await withShortLocks({ em, author }, (em) => retire(em, one, author))
    if (done) retired(done)
  }
  if (!months.length && !expired.length) return
  // Autovacuum does not analyze partitioned tables.
  for (const log of await partitionedLogs(em.fork()))
    await sql`analyze ${sql.table(log)}`.execute(em.fork().getKysely())
}

/**
 * Creates the partition of a month, and moves the month's entries there from the default partition. False if another
 * process has created it.
 */
async function makeMonth(em: Em, { log, name, starts, ends }: Month): Promise<boolean> {
  if (!(await isMissing(em, name))) return false
  const [month, rest] = [partition(name), defaultOf(log)]
  await lockReferred(em, log, 'share row exclusive')
  const statements = [
    sql`lock table only ${sql.table(log)} in share update exclusive mode`,
    sql`lock table ${rest} in access exclusive mode`,
    sql`create table ${month} (like ${sql.table(log)} including all excluding indexes excluding identity)`,
    sql`alter table ${rest} disable trigger user`,
    sql`with moved as (delete from ${rest}
        where created_at >= ${sql.lit(starts)} and created_at < ${sql.lit(ends)} returning *)
      insert into ${month} select * from moved`,
    sql`alter table ${rest} enable trigger user`,
    sql`alter table ${sql.table(log)} attach partition ${month} for values from (${sql.lit(starts)}) to (${sql.lit(ends)})`,
    appendOnly(name),
  ]
  for (const statement of statements) await statement.execute(em.getKysely())
  return true
}

/** Drops a partition and records which entries it had. Undefined if another process has done so. */
async function retire(em: Em, { log, name, until }: Expired, author: Author): Promise<Retired | undefined> {
  if (await isMissing(em, name)) return
  const db = em.getKysely()
  await sql`lock table ${partition(name)} in share mode`.execute(db)
  const { number, entries } = await readSingleRow<{ number: number; entries: string }>(em)`
    select coalesce(sum(high - low + 1), 0)::int as number, coalesce(range_agg(int4range(low, high, '[]')), '{}')::text as entries
    from (select min(id) as low, max(id) as high
      from (select id, id - row_number() over (order by id) as island from ${partition(name)}) ids
      group by island) islands`
  await lockReferred(em, log, 'access exclusive')
  await sql`alter table ${sql.table(log)} detach partition ${partition(name)}`.execute(db)
  await sql`drop table ${partition(name)}`.execute(db)
  const { at, via, name: by = '' } = author
  await sql`insert into trail.retired (log, until, number, entries, retired_at, via, name)
    values (${log}, ${until}, ${number}, ${entries}, ${at}, ${via}, ${by})`.execute(db)
  if (countedTables.has(log)) await sql`select totals.add(${log}, '', ${-number}::int)`.execute(db)
  const target = `logs retire ${log} until ${until}, entries: ${number}`
  await recordCommand(em, 'command', { author, target })
  return { log, until, number }
}

async function isMissing(em: Em, name: string): Promise<boolean> {
  const { missing } = await readSingleRow<{ missing: boolean }>(em)`
    select to_regclass(${`partitions.${name}`}) is null as missing`
  return missing
}
