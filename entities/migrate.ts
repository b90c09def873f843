import { sql } from 'kysely'
import { connect, type Orm } from './orm.ts'

const migrationLock = 727_274

/** Brings the database up to date, safely also from several processes at once; returns the names of the migrations run. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const orm = connect(databaseUrl, { max: 2, queryTimeout: 10 * 60_000 })
  try {
    return await orm.em.fork().transactional(async (em) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(em.getKysely())
      const done = await orm.migrator.up({ transaction: em.getTransactionContext() })
      return done.map(({ name }) => name)
    })
  } finally {
    await orm.close()
  }
}

/** Names of the migrations that have not run yet. */
export async function pendingMigrations(orm: Orm): Promise<string[]> {
  return (await orm.migrator.getPending()).map(({ name }) => name)
}
