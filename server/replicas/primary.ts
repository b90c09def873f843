import { type RawBuilder, sql } from 'kysely'
import type { Orm } from '../../entities/orm.ts'
import { PrimaryLog } from './primary-log.ts'
import { identityOf } from './watch.ts'
import { within } from './within.ts'

/** Milliseconds that the primary has to say how far it is. */
const patience = 500

const lsnOf = (lsn: RawBuilder<unknown>) => sql<number>`pg_wal_lsn_diff(${lsn}, '0/0')::float8`
const inserted = lsnOf(sql`pg_current_wal_insert_lsn()`)
// Unlike the end of what is inserted, one that an idle replica always reaches.
const flushed = lsnOf(sql`pg_current_wal_flush_lsn()`)

/** The PostgreSQL of DATABASE_URL, as far as its replicas are concerned. */
export class Primary {
  readonly identity: string
  /** Where its log was when this process started: what was migrated before that has to be on a replica. */
  readonly startLsn: number
  readonly log = new PrimaryLog()
  readonly #orm: Orm
  #isAsking = false

  static async open(orm: Orm): Promise<Primary> {
    const statement = sql<{ identity: string; lsn: number }>`
      select ${sql.raw(identityOf)} as identity, ${inserted} as lsn`
    const [found] = (await statement.execute(orm.em.getKysely())).rows
    return new Primary(orm, found as { identity: string; lsn: number })
  }

  private constructor(orm: Orm, { identity, lsn }: { identity: string; lsn: number }) {
    this.#orm = orm
    this.identity = identity
    this.startLsn = lsn
  }

  /** The LSN behind everything that has been committed by now. */
  writtenLsn(): Promise<number> {
    return within(patience, this.#ask(inserted))
  }

  /** Notes how far the primary is, if it answers. Never fails. */
  async look() {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      this.log.add({ lsn: await this.#ask(flushed), at: performance.now() })
    } catch {
      // While the primary is away, nothing is written that a replica could lack.
    } finally {
      this.#isAsking = false
    }
  }

  async #ask(lsn: RawBuilder<number>): Promise<number> {
    const { rows } = await sql<{ lsn: number }>`select ${lsn} as lsn`.execute(this.#orm.em.getKysely())
    return Number(rows[0]?.lsn)
  }
}
