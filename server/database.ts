import type { Logger } from 'pino'
import { ownsTables } from '../entities/grants.ts'
import { migrate, pendingMigrations } from '../entities/migrate.ts'
import { connect, type Orm } from '../entities/orm.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import type { Settings } from './settings.ts'
import { StartRefused } from './start-refused.ts'

/** The database's address for the working role and, if the service has it, for the owner (D49). */
export type Database = { url: string; ownerUrl?: string; stop(): Promise<void> }

/** Opens the database at DATABASE_URL, else starts the embedded one. Does not migrate it. */
export async function startDatabase(settings: Settings, log: Logger): Promise<Database> {
  const { databaseUrl: url, databaseAdminUrl, deployment, dataDir } = settings
  if (!url) return startEmbeddedPostgres({ dataDir, log: (line) => log.info(line) })
  const ownerUrl = databaseAdminUrl ?? (deployment === 'local' ? url : undefined)
  return { url, ownerUrl, stop: async () => {} }
}

type Addresses = Omit<Database, 'stop'>

/** Runs the pending migrations, logs and returns their names; without the owner's address, throws if there are any. */
export async function migrateDatabase({ url, ownerUrl }: Addresses, log: Logger): Promise<string[]> {
  if (!ownerUrl) {
    await withOrm(url, checkMigrated)
    return []
  }
  const migrations = await migrate(ownerUrl, url)
  if (migrations.length) log.info({ migrations }, 'migrated the database')
  return migrations
}

/** Rights that the role of DATABASE_URL should not have in production, as sentences. */
export async function roleWarnings({ deployment }: Settings, url: string): Promise<string[]> {
  if (deployment !== 'production') return []
  const owns = await withOrm(url, (orm) => ownsTables(orm.em.fork()))
  const warning =
    'DATABASE_URL: its role owns the tables and can rewrite the logs; give the service its own role, and set DATABASE_ADMIN_URL to the owner.'
  return owns ? [warning] : []
}

/** Throws if migrations are pending. */
export async function checkMigrated(orm: Orm) {
  const pending = await pendingMigrations(orm).catch((error) => {
    // There is no table of migrations, and this role may not create it.
    if (error.code === '42501') return ['all of them']
    throw error
  })
  if (pending.length)
    throw new StartRefused(
      `Migrations are pending (${pending.join(', ')}). Run "coverage migrate" with DATABASE_ADMIN_URL, the address of the role that owns the tables.`,
    )
}

async function withOrm<T>(url: string, work: (orm: Orm) => Promise<T>): Promise<T> {
  const orm = connect(url, { max: 1 })
  return work(orm).finally(() => orm.close())
}
