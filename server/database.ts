import type { Logger } from 'pino'
import { migrate } from '../entities/migrate.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import type { Settings } from './settings.ts'

/** Opens the database of the settings and migrates it. */
export async function openDatabase(settings: Settings, log: Logger) {
  const database = await startDatabase(settings, log)
  await migrateDatabase(database.url, log).catch(async (error) => {
    await database.stop()
    throw error
  })
  return database
}

/** Opens the database at DATABASE_URL, else starts the embedded one. Does not migrate it. */
export async function startDatabase(settings: Settings, log: Logger) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir: settings.dataDir, log: (line) => log.info(line) })
}

/** Runs the pending migrations and logs their names. */
export async function migrateDatabase(url: string, log: Logger) {
  const migrations = await migrate(url)
  if (migrations.length) log.info({ migrations }, 'migrated the database')
}
