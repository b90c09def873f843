import { sql } from 'kysely'
import type { Em } from './em.ts'
import { withPatience } from './patience.ts'

/** Milliseconds: enough to look up half a million rows on a disk. */
const most = 20_000

/** A read of operators that may take longer than a request: they would rather wait than be refused. */
export const slowRead = <T>(em: Em, read: (em: Em) => Promise<T>): Promise<T> =>
  withPatience(
    () =>
      em.fork().transactional(
        async (fork) => {
          await sql`set local statement_timeout = ${sql.lit(most)}`.execute(fork.getKysely())
          return read(fork)
        },
        { readOnly: true },
      ),
    most,
  )
