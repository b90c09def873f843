import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Author } from '../../src/logs/audit.ts'
import type { Em } from './em.ts'
import { transaction } from './transaction.ts'

/** The advisory lock for changes of the schema, which run one at a time. */
export const migrationLock = 727_274

/** Milliseconds to wait for a lock. Requests queue behind a waiting lock, and get a 503 after two seconds. */
const lockTimeout = 300
const lockNotAvailable = '55P03'
const attempts = 120
const pause = 500

/** Requests kept a table too busy to change it. */
export class TablesBusy extends Error {
  constructor() {
    super('The tables were too busy to lock. Nothing changed; try again later.')
  }
}

/**
 * Changes tables, as their owner, while requests go on: in one transaction, one such change at a time. If requests hold
 * a table, it gives way and tries again.
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
