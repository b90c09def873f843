import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../../entities/connection/availability.ts'
import type { Orm } from '../../entities/connection/em.ts'
import { exists } from '../../entities/lists/rows.ts'
import { connect } from '../../entities/orm.ts'
import { ownsTables } from '../../entities/schema/grants.ts'
import { migrate, OtherVersion, pendingMigrations, unknownMigrations } from '../../entities/schema/migrate.ts'
import { ofRelease2 } from '../../entities/schema/release-2.ts'
import { replaced } from '../../entities/schema/replaced.ts'
import type { Settings } from '../settings/settings.ts'
import { StartRefused } from '../settings/start-and-stop.ts'

/** The database's address for the working role and, if the service has it, for the owner (D49). */
export type Database = { url: string; ownerUrl?: string; stop(): Promise<void> }

/** Opens the database at DATABASE_URL, else starts the embedded one. Does not migrate it. */
export async function startDatabase(settings: Settings, log: Logger): Promise<Database> {
  const { databaseUrl: url, databaseAdminUrl, deployment, dataDir } = settings
  if (!url) {
    // Loaded here, because a service with DATABASE_URL does not need it.
    const { startEmbeddedPostgres } = await import('./postgres/embedded.ts')
    return startEmbeddedPostgres({ dataDir, log: (line) => log.info(line) })
  }
  const ownerUrl = databaseAdminUrl ?? (deployment === 'local' ? url : undefined)
  return { url, ownerUrl, stop: async () => {} }
}

type Addresses = Omit<Database, 'stop'>

/** The codes of PostgreSQL for a role that may not connect, a database that does not exist, and a right that is missing. */
const refusals = /^(28...|3D000|42501)$/

/** Throws a `StartRefused` if the database cannot be reached or used, with the reason and the settings that lead there. */
export function orRefuse<T>(use: Promise<T>, { databaseUrl, databaseAdminUrl }: Settings): Promise<T> {
  const names = [databaseUrl && 'DATABASE_URL', databaseAdminUrl && 'DATABASE_ADMIN_URL'].filter(Boolean)
  return use.catch((error: Error & { code?: string; errors?: Error[] }) => {
    if (!isDatabaseUnavailable(error) && !refusals.test(error.code ?? '')) throw error
    const advice = names.length ? `. Check ${names.join(' and ')}.` : ''
    // A host of several addresses gives an error for each, and none of its own.
    const reason = error.message || error.errors?.[0]?.message
    throw new StartRefused(`The database cannot be used: ${reason}${advice}`, { cause: error })
  })
}

/**
 * Runs the pending migrations and logs their names; without the owner's address, throws if there are any. A database
 * that a newer release has migrated is refused unless the settings allow it; then schema and rights stay as they are.
 */
export const migrateDatabase = (addresses: Addresses, settings: Settings, log: Logger) =>
  orRefuse(migrateOrCheck(addresses, settings, log), settings)

async function migrateOrCheck({ url, ownerUrl }: Addresses, settings: Settings, log: Logger) {
  const migrations = ownerUrl
    ? await migrate(ownerUrl, url).catch((error) => {
        if (!(error instanceof OtherVersion)) throw error
      })
    : undefined
  if (!migrations) {
    await using orm = connect(url, { max: 1 })
    return { migrations: [], warnings: await checkMigrated(orm, settings) }
  }
  if (migrations.length) log.info({ migrations }, 'migrated the database')
  return { migrations, warnings: [] }
}

/** Where the users of the demo have their email. */
export const demoDomain = 'aurelia.example'

/** What should not be in the database of a service, or its role's rights in production, as sentences. */
export const databaseWarnings = (settings: Settings, url: string) =>
  orRefuse(findWarnings(settings, url), settings)

async function findWarnings({ deployment, oidc }: Settings, url: string): Promise<string[]> {
  await using orm = connect(url, { max: 1 })
  const em = orm.em.fork()
  const warnings: string[] = []
  if (deployment === 'production' && (await ownsTables(em)))
    warnings.push(
      'DATABASE_URL: its role owns the tables and can rewrite the logs; give the service its own role, and set DATABASE_ADMIN_URL to the owner.',
    )
  const ofDemo = sql`is_active and password_hash is not null and email like ${`%@${demoDomain}`}`
  if (!oidc && (await exists(em, 'users', ofDemo)))
    warnings.push(
      `Anybody can sign in as the users of the demo, whose passwords are public unless changed: deactivate those of ${demoDomain}, or start with an empty database (without DATABASE_URL, delete the folder .data).`,
    )
  return warnings
}

/** Throws if the service must not run on the database as it is; returns warnings if it may. */
export async function checkMigrated(orm: Orm, { allowNewerDatabase }: Settings): Promise<string[]> {
  const pending = await pendingMigrations(orm).catch((error) => {
    // There is no table of migrations, and this role may not create it.
    if (error.code === '42501') throw notMigrated(['all of them'])
    throw error
  })
  const unknown = await unknownMigrations(orm)
  const unreleased = unknown.filter((name) => [...replaced, ...ofRelease2].includes(name))
  if (unreleased.length)
    throw new StartRefused(
      `An unreleased version has migrated the database (${unreleased.join(', ')}), and this release cannot go on from there. Restore the backup from before that version and run "coverage migrate", or run "coverage export" of that version and import its files into a new database.`,
    )
  const newer = `A newer release has migrated the database (${unknown.join(', ')})`
  if (unknown.length && (pending.length || !allowNewerDatabase))
    throw new StartRefused(
      `${newer}. Start that release, or set ALLOW_NEWER_DATABASE=true if this is the release before it.`,
    )
  if (pending.length) throw notMigrated(pending)
  return unknown.length ? [`${newer}: ALLOW_NEWER_DATABASE lets this one run until it is replaced.`] : []
}

const notMigrated = (pending: string[]) =>
  new StartRefused(
    `Migrations are pending (${pending.join(', ')}). Run "coverage migrate" with DATABASE_ADMIN_URL, the address of the role that owns the tables.`,
  )
