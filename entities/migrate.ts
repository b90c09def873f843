import { sql } from 'kysely'
import { grantTo } from './grants.ts'
import { connect, type Em, type Orm } from './orm.ts'

export const migrationLock = 727_274

/**
 * Runs the pending migrations as the owner of the tables, and updates the rights of the working role. Several processes
 * may do this at once. Returns the names of the migrations run.
 */
export async function migrate(ownerUrl: string, workingUrl = ownerUrl): Promise<string[]> {
  const orm = connect(ownerUrl, { max: 2, queryTimeout: 10 * 60_000 })
  try {
    return await orm.em.fork().transactional(async (em) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(em.getKysely())
      const done = await orm.migrator.up({ transaction: em.getTransactionContext() })
      await grantTo(workingUrl, em as Em)
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
