import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Author } from '../../src/logs/audit.ts'
import type { Em } from './em.ts'
import { transaction } from './transaction.ts'

/** The advisory lock that changes of the schema take, one at a time. */
export const migrationLock = 727_274

/** Milliseconds. Requests queue behind a lock that waits, and are answered 503 after two seconds. */
const lockTimeout = 300
const lockNotAvailable = '55P03'
const attempts = 120
const pause = 500

/** Requests never left a table free for long enough to be changed. */
export class TablesBusy extends Error {
  constructor() {
    super('Requests kept the tables busy. Nothing has changed in this step; try again at a quieter time.')
  }
}

/**
 * Changes tables as their owner, in one transaction, one such change at a time, while requests go on: if requests hold
 * a table, it gives way to them and tries again.
 */
export async function withShortLocks<T>(
  writer: { em: Em; author: Author },
  work: (em: Em) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(writer, async (em) => {
        await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(em.getKysely())
        await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(em.getKysely())
        return work(em)
      })
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      if (attempt === attempts) throw new TablesBusy()
      await after(pause)
    }
  }
}
