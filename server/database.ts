import type { Logger } from 'pino'
import { ownsTables } from '../entities/grants.ts'
import { migrate, pendingMigrations } from '../entities/migrate.ts'
import { connect, type Orm } from '../entities/orm.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import type { Settings } from './settings.ts'

/** The database's address for the role that the service works with and, where it has it, for the owner's (D49). */
export type Database = { url: string; ownerUrl?: string; stop(): Promise<void> }

/** The database has not been brought up to date by its owner. The message says how. */
export class NotMigrated extends Error {}

/** Opens the database of the settings and brings it up to date. */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  const database = await startDatabase(settings, log)
  await migrateDatabase(database, log).catch(async (error) => {
    await database.stop()
    throw error
  })
  return database
}

/** Opens the database at DATABASE_URL, else starts the embedded one. Does not migrate it. */
export async function startDatabase(settings: Settings, log: Logger): Promise<Database> {
  const { databaseUrl: url, databaseAdminUrl, deployment, dataDir } = settings
  if (!url) return startEmbeddedPostgres({ dataDir, log: (line) => log.info(line) })
  const ownerUrl = databaseAdminUrl ?? (deployment === 'local' ? url : undefined)
  return { url, ownerUrl, stop: async () => {} }
}

/** Runs the pending migrations and logs their names; without the owner's address, throws if there are any. */
export async function migrateDatabase({ url, ownerUrl }: Database, log: Logger) {
  if (!ownerUrl) return withOrm(url, checkMigrated)
  const migrations = await migrate(ownerUrl, url)
  if (migrations.length) log.info({ migrations }, 'migrated the database')
}

/** What the role of DATABASE_URL may do in production without need, as sentences. */
export async function roleWarnings({ deployment }: Settings, url: string): Promise<string[]> {
  if (deployment !== 'production') return []
  const owns = await withOrm(url, (orm) => ownsTables(orm.em.fork()))
  const warning =
    'DATABASE_URL: its role owns the tables and can rewrite the logs; give the service a role of its own, and the owner to DATABASE_ADMIN_URL.'
  return owns ? [warning] : []
}

async function checkMigrated(orm: Orm) {
  const pending = await pendingMigrations(orm).catch((error) => {
    // MikroORM sees no table of migrations, and may not create one.
    if (error.code === '42501') return ['all of them']
    throw error
  })
  if (pending.length)
    throw new NotMigrated(
      `Migrations are pending (${pending.join(', ')}). Run "coverage migrate" with DATABASE_ADMIN_URL, the address of the role that owns the tables.`,
    )
}

async function withOrm<T>(url: string, work: (orm: Orm) => Promise<T>): Promise<T> {
  const orm = connect(url, { max: 1 })
  return work(orm).finally(() => orm.close())
}
