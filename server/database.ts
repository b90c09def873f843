import type { Logger } from 'pino'
import { migrate } from '../entities/migrate.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import type { Settings } from './settings.ts'

/** The database of the settings, migrated. */
export async function openDatabase(settings: Settings, log: Logger) {
  const database = await startDatabase(settings, log)
  await migrateDatabase(database.url, log).catch(async (error) => {
    await database.stop()
    throw error
  })
  return database
}

/** The database of the settings, the embedded one without DATABASE_URL, as it was left. */
export async function startDatabase(settings: Settings, log: Logger) {
  if (settings.databaseUrl) return { url: settings.databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir: settings.dataDir, log: (line) => log.info(line) })
}

/** Brings the database up to date, and logs what that took. */
export async function migrateDatabase(url: string, log: Logger) {
  const migrations = await migrate(url)
  if (migrations.length) log.info({ migrations }, 'migrated the database')
}
