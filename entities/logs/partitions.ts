import { sql } from 'kysely'
import type { Author } from '../../src/logs/audit.ts'
import { type Em, readRows, readSingleRow } from '../connection/em.ts'
import { withShortLocks } from '../connection/short-locks.ts'
import type { Sql } from '../lists/page.ts'
import { sealedLogs } from './seals.ts'

export type LogName = (typeof sealedLogs)[number]
type Writer = { em: Em; author: Author }

/** The first partition lasts at least this many days, so that an interrupted conversion does no harm for as long. */
const spareDays = 7
const bound = 'until_first_partition_ends'

export const partition = (name: string) => sql`partitions.${sql.id(name)}`
export const defaultOf = (log: string) => partition(`${log}_default`)
const firstOf = (log: string) => `${log}_first`
const primaryKeyOf = (log: string) => `${log}_first_pkey`

/** The logs that are partitioned. */
export async function partitionedLogs(em: Em): Promise<LogName[]> {
  const rows = await readRows<{ log: LogName }>(em)`select relname as log from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'p' and relname in (${sql.join(sealedLogs)})
    order by 1`
  return rows.map(({ log }) => log)
}

/**
 * Partitions a log by month. The existing table becomes the first partition, up to the end of a month in the time zone;
 * returns that end. No rows are copied, and requests wait only while the tables are swapped.
 */
export async function partitionLog(writer: Writer, log: LogName, zone: string): Promise<string> {
  const { em, author } = writer
  const run = (statement: Sql) => statement.execute(em.fork().getKysely())
  const end = await firstEnd(em.fork(), log, { at: author.at, zone })
  await buildKey(run, log)
  try {
    await withShortLocks(writer, (em) => addBound(em, log, end))
    await run(sql`alter table ${sql.table(log)} validate constraint ${sql.id(bound)}`)
    await withShortLocks(writer, (em) => exchange(em, log, end))
  } catch (error) {
    await withShortLocks(writer, (em) => dropBound(em, log)).catch(() => {})
    throw error
  }
  return end
}

/** The end of the latest entry's month, or of the current month if that is later. */
async function firstEnd(em: Em, log: LogName, { at, zone }: { at: Date; zone: string }): Promise<string> {
  const latest = sql`greatest(${at}::timestamptz + make_interval(days => ${spareDays}),
    (select max(created_at) from ${sql.table(log)}))`
  const { end } = await readSingleRow<{ end: string }>(em)`
    select ((date_trunc('month', ${latest} at time zone ${zone}) + interval '1 month') at time zone ${zone})::text
      as end`
  return end
}

/** Builds the first partition's primary key while requests write. One left by an interrupted run is rebuilt. */
async function buildKey(run: (statement: Sql) => Promise<unknown>, log: LogName) {
  const key = sql.id(primaryKeyOf(log))
  await run(sql`drop index concurrently if exists ${key}`)
  await run(sql`create unique index concurrently ${key} on ${sql.table(log)} (id, created_at)`)
}

const dropBound = (em: Em, log: LogName) =>
  sql`alter table ${sql.table(log)} drop constraint if exists ${sql.id(bound)}`.execute(em.getKysely())

/** Adds the bound as a constraint. Once it is validated, the swap need not scan every row. */
async function addBound(em: Em, log: LogName, end: string) {
  await dropBound(em, log)
  await sql`alter table ${sql.table(log)} add constraint ${sql.id(bound)} check (created_at < ${sql.lit(end)}::timestamptz)
    not valid`.execute(em.getKysely())
}

/** Replaces the log's table with a partitioned one that has the same indexes, constraints, triggers and rights. */
async function exchange(em: Em, log: LogName, end: string) {
  const db = em.getKysely()
  const [table, first] = [sql`public.${sql.id(log)}`, partition(firstOf(log))]
  await lockReferred(em, log, 'share row exclusive')
  await sql`lock table ${table} in access exclusive mode`.execute(db)
  const copies = await statementsToCopy(em, log)
  const { id } = await readSingleRow<{ id: string }>(em)`
    select nextval(pg_get_serial_sequence(${`public.${log}`}, 'id')) as id`
  const statements = [
    sql`alter table ${table} alter id drop identity, drop constraint ${sql.id(`${log}_pkey`)}`,
    sql`alter table ${table} set schema partitions`,
    sql`alter table ${partition(log)} rename to ${sql.id(firstOf(log))}`,
    sql`alter table ${first} add primary key using index ${sql.id(primaryKeyOf(log))}`,
    sql`create table ${table} (like ${first} including all excluding indexes excluding identity)
      partition by range (created_at)`,
    sql`alter table ${table} alter id add generated always as identity (start with ${sql.lit(Number(id))}),
      drop constraint ${sql.id(bound)}, add constraint ${sql.id(`${log}_pkey`)} primary key (id, created_at)`,
    ...copies,
    sql`alter table ${table} attach partition ${first} for values from (minvalue) to (${sql.lit(end)})`,
    sql`alter table ${first} drop constraint ${sql.id(bound)}`,
    sql`create table ${defaultOf(log)} partition of ${table} default`,
    appendOnly(`${log}_default`),
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Protects a partition, because a statement on a log fires the triggers of the log alone. */
export const appendOnly = (name: string) =>
  sql`create trigger ${sql.id(`${name}_append_only`)} before update or delete or truncate on ${partition(name)}
    for each statement execute function refuse_change()`

/** Locks the tables that the log refers to, as attaching or dropping a partition does anyway. */
export async function lockReferred(em: Em, log: LogName, mode: 'share row exclusive' | 'access exclusive') {
  const rows = await readRows<{ name: string }>(em)`select distinct relname as name from pg_constraint
    join pg_class referred on referred.oid = confrelid
    where conrelid = ${`public.${log}`}::regclass and contype = 'f' order by 1`
  const tables = sql.join(rows.map(({ name }) => sql.table(name)))
  if (rows.length) await sql`lock table ${tables} in ${sql.raw(mode)} mode`.execute(em.getKysely())
}

/**
 * Statements that give the new table everything the old one has, views included. The old one keeps only its protection
 * against changes.
 */
async function statementsToCopy(em: Em, log: LogName): Promise<Sql[]> {
  const first = `partitions.${firstOf(log)}`
  const grants = sql`this cross join lateral (select privilege_type as privilege,
      case grantee when 0 then 'public' else grantee::regrole::text end as role
    from aclexplode(relacl) where grantee <> relowner) granted`
  const rows = await readRows<{ statement: string }>(em)`
    with this as (select * from pg_class where oid = ${`public.${log}`}::regclass)
    select statement from (
      select 1 as step, pg_get_indexdef(indexrelid) as statement from pg_index join this on oid = indrelid
        where not indisprimary and indexrelid <> ${`public.${primaryKeyOf(log)}`}::regclass
      union all select 2, format('alter table public.%I add constraint %I %s', relname, conname, pg_get_constraintdef(c.oid))
        from pg_constraint c join this on this.oid = conrelid where contype = 'f'
      union all select 3, pg_get_triggerdef(t.oid) from pg_trigger t join this on this.oid = tgrelid where not tgisinternal
      union all select 4, format('drop trigger %I on ${sql.raw(first)}', tgname)
        from pg_trigger join this on this.oid = tgrelid where not tgisinternal and tgfoid <> 'refuse_change'::regproc
      union all select 5, format('grant %s on public.%I to %s', privilege, relname, role) from ${grants}
      union all select 6, format('revoke all on ${sql.raw(first)} from %s', role) from ${grants}
      union all select distinct 7, format('create or replace view %s as %s', ev_class::regclass, pg_get_viewdef(ev_class))
        from pg_depend join this on this.oid = refobjid join pg_rewrite r on r.oid = objid and ev_class <> this.oid
        where refclassid = 'pg_class'::regclass and classid = 'pg_rewrite'::regclass
    ) statements order by step`
  return rows.map(({ statement }) => sql.raw(statement))
}
