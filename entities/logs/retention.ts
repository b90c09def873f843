import { sql } from 'kysely'
import type { Author } from '../../src/logs/audit.ts'
import { type Em, readRows, readSingleRow } from '../connection/em.ts'
import { withShortLocks } from '../connection/short-locks.ts'
import { countedTables } from '../lists/rows.ts'
import { sealedLogs, sealLogs } from './seals.ts'
import { recordCommand } from './security-log.ts'

/** A month whose entries are older than the retention. */
type Expired = { log: string; name: string; until: string }
export type Retired = { log: string; until: string; number: number }

/** Makes the partitions of this month and the next, unless they exist. */
export async function addMonths(em: Em) {
  for (const log of sealedLogs) await sql`select trail.add_months(${log})`.execute(em.getKysely())
}

/** The partitions to drop at this time, if entries stay for so many whole months of UTC. */
export const findExpired = (em: Em, at: Date, months: number) =>
  readRows<Expired>(em)`
    select log, name, until::text from (
      select log.relname as log, part.relname as name,
        substring(pg_get_expr(part.relpartbound, part.oid) from $$TO \\('([^']*)'\\)$$)::timestamptz as until
      from pg_inherits join pg_class log on log.oid = inhparent join pg_class part on part.oid = inhrelid
      where log.relnamespace = 'public'::regnamespace and log.relname in (${sql.join(sealedLogs)})) partitions
    where until <= (date_trunc('month', ${at}::timestamptz at time zone 'UTC') - make_interval(months => ${months})) at time zone 'UTC'
    order by log, partitions.until`

/** Drops the months that are too old. Returns what they were. */
export async function retireLogs(
  { em, author }: { em: Em; author: Author },
  months: number,
): Promise<Retired[]> {
  const expired = await findExpired(em.fork(), author.at, months)
  if (!expired.length) return []
  await sealLogs({ em })
  const retired: Retired[] = []
  for (const one of expired) {
    const done = await withShortLocks({ em, author }, (em) => retire(em, one, author))
    if (done) retired.push(done)
  }
  return retired
}

/** Drops a partition and records which entries it had. Undefined if another process has done so. */
async function retire(em: Em, { log, name, until }: Expired, author: Author): Promise<Retired | undefined> {
  const partition = sql`partitions.${sql.id(name)}`
  const { missing } = await readSingleRow<{ missing: boolean }>(em)`
    select to_regclass(${`partitions.${name}`}) is null as missing`
  if (missing) return
  const db = em.getKysely()
  await sql`lock table ${partition} in share mode`.execute(db)
  const { number, entries } = await readSingleRow<{ number: number; entries: string }>(em)`
    select coalesce(sum(high - low + 1), 0)::int as number, coalesce(range_agg(int4range(low, high, '[]')), '{}')::text as entries
    from (select min(id) as low, max(id) as high
      from (select id, id - row_number() over (order by id) as island from ${partition}) ids
      group by island) islands`
  await lockReferred(em, log)
  await sql`alter table ${sql.table(log)} detach partition ${partition}`.execute(db)
  await sql`drop table ${partition}`.execute(db)
  const { at, via, name: by = '' } = author
  await sql`insert into trail.retired (log, until, number, entries, retired_at, via, name)
    values (${log}, ${until}, ${number}, ${entries}, ${at}, ${via}, ${by})`.execute(db)
  if (countedTables.has(log)) await sql`select totals.add(${log}, '', ${-number}::int)`.execute(db)
  const target = `logs retire ${log} until ${until}, entries: ${number}`
  await recordCommand(em, 'command', { author, target })
  return { log, until, number }
}

/** Locks the tables that the log refers to, as dropping a partition does anyway. */
async function lockReferred(em: Em, log: string) {
  const rows = await readRows<{ name: string }>(em)`select distinct relname as name from pg_constraint
    join pg_class referred on referred.oid = confrelid
    where conrelid = ${`public.${log}`}::regclass and contype = 'f' order by 1`
  const tables = sql.join(rows.map(({ name }) => sql.table(name)))
  if (rows.length) await sql`lock table ${tables} in access exclusive mode`.execute(em.getKysely())
}
