import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { clientConfig } from '../connection/database-url.ts'
import { type Em, type Orm, readRows } from '../connection/em.ts'
import { askAlone, HostsClient } from '../connection/hosts.ts'
import { migrationLock } from '../connection/short-locks.ts'
import { addMonths } from '../logs/retention.ts'
import { connect, longTimeout } from '../orm.ts'
import { updateFunctions } from './functions.ts'
import { grantTo } from './grants.ts'
import { ofRelease2 } from './release-2.ts'
import { recompute } from './totals.ts'

/** Another version has migrated the database, so its schema and rights belong to that version. */
export class OtherVersion extends Error {}

/**
 * Runs the pending migrations as the owner of the tables, then updates the functions, the triggers and the rights of
 * the working role. Several processes may do this at once. Returns the names of the migrations it ran. Throws
 * `OtherVersion` before it changes anything.
 */
export async function migrate(ownerUrl: string, workingUrl = ownerUrl): Promise<string[]> {
  if (ownerUrl === workingUrl && (await areAllRun(ownerUrl))) return []
  await using orm = connect(ownerUrl, { max: 2, queryTimeout: longTimeout })
  const done = await orm.em.fork().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(em.getKysely())
    if ((await unknownMigrations(orm)).length) throw new OtherVersion()
    const done = await migrateTables(orm, em)
    await grantTo(workingUrl, em)
    return done
  })
  await validateConstraints(orm.em.fork())
  // Reads are correct without the vacuum, only slower.
  if (done.length) await vacuumRewritten(orm.em.fork()).catch(() => {})
  return done
}

/** Runs the migrations, then updates the functions, which read the tables, then makes months of logs and counts rows. */
async function migrateTables(orm: Orm, em: Em): Promise<string[]> {
  const done = (await orm.migrator.up({ transaction: em.getTransactionContext() })).map(({ name }) => name)
  await updateFunctions(em)
  await addMonths(em)
  if (done.includes('Migration20261123180000Totals')) await recompute(em)
  return done
}

/** Has PostgreSQL read the rows that a migration has not checked. Others may read and write the tables meanwhile. */
async function validateConstraints(em: Em) {
  const unchecked = await readRows<{ of: string; name: string }>(em)`
    select conrelid::regclass::text as of, conname as name from pg_constraint where not convalidated and conislocal`
  for (const { of, name } of unchecked)
    await sql`alter table ${sql.raw(of)} validate constraint ${sql.ref(name)}`.execute(em.getKysely())
}

/**
 * Vacuums the tables that a migration has rewritten, which autovacuum would not notice. They lost their visibility map,
 * without which PostgreSQL reads each row that it skips or counts in an index.
 */
async function vacuumRewritten(em: Em) {
  const rewritten = await readRows<{ schema: string; name: string }>(em)`
    select nspname as schema, relname as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname = any(array['public', 'trail', 'totals'])
      and pg_relation_size(c.oid) > 0 and relallvisible = 0`
  for (const { schema, name } of rewritten)
    await sql`vacuum (analyze) ${sql.table(`${schema}.${name}`)}`.execute(em.getKysely())
}

/** Names of the migrations that have not run yet. */
export async function pendingMigrations(orm: Orm): Promise<string[]> {
  return (await orm.migrator.getPending()).map(({ name }) => name)
}

/** Names of the migrations that have run, but belong neither to this release nor to a complete 2.0.0. */
export async function unknownMigrations(orm: Orm): Promise<string[]> {
  return foreign((await orm.migrator.getExecuted()).map(({ name }) => name))
}

function foreign(executed: string[]): string[] {
  const isOfRelease2 = ofRelease2.every((name) => executed.includes(name))
  const known = new Set([...ownMigrations(), ...(isOfRelease2 ? ofRelease2 : [])])
  return executed.filter((name) => !known.has(name))
}

const ownMigrations = () =>
  readdirSync(`${import.meta.dirname}/migrations`)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))

/**
 * Whether exactly this release's migrations have run. It is one statement without the ORM, so that most starts are
 * quick.
 */
async function areAllRun(url: string): Promise<boolean> {
  const client = new HostsClient({ ...clientConfig(url), connectionTimeoutMillis: 1500, query_timeout: 1800 })
  // Migrating reports what is wrong.
  const rows = await askAlone<{ name: string }>(client, 'select name from mikro_orm_migrations').catch(
    () => [],
  )
  const executed = rows.map(({ name }) => name)
  return !foreign(executed).length && ownMigrations().every((name) => executed.includes(name))
}
