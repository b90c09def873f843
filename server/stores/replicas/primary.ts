import { type RawBuilder, sql } from 'kysely'
import type { Orm } from '../../../entities/connection/em.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { identityOf, within } from './watch.ts'

/** Milliseconds in which the primary must answer. */
const answerTimeout = 500

const lsnOf = (lsn: RawBuilder<unknown>) => sql<number>`pg_wal_lsn_diff(${lsn}, '0/0')::float8`
const inserted = lsnOf(sql`pg_current_wal_insert_lsn()`)
// Unlike the insert LSN, an idle replica always reaches this one.
const flushed = lsnOf(sql`pg_current_wal_flush_lsn()`)

/** What the replicas must know about the PostgreSQL of DATABASE_URL. */
export class Primary {
  /** Undefined until the primary has answered for the first time. */
  identity: string | undefined
  /** The end of its log at that time: a replica must have all migrations that ran before this process started. */
  startLsn = Number.POSITIVE_INFINITY
  readonly log = new PrimaryLog()
  readonly #orm: Orm

  constructor(orm: Orm) {
    this.#orm = orm
  }

  /** An LSN beyond everything committed so far. */
  writtenLsn(): Promise<number> {
    return within(answerTimeout, this.#ask(inserted))
  }

  /** Records the end of the log, if the primary answers. Never fails. */
  readonly look = oneAtATime(async () => {
    try {
      if (this.identity === undefined) await this.meet()
      this.log.add({ lsn: await this.#ask(flushed), at: performance.now() })
    } catch {
      // While the primary is down, nothing is written that a replica could lack.
    }
  })

  /** Reads the primary's identity and the end of its log. */
  async meet() {
    const statement = sql<{ identity: string; lsn: number }>`
      select ${sql.raw(identityOf)} as identity, ${inserted} as lsn`
    const [found] = (await statement.execute(this.#orm.em.getKysely())).rows
    if (!found) return
    this.identity = found.identity
    this.startLsn = found.lsn
  }

  async #ask(lsn: RawBuilder<number>): Promise<number> {
    const { rows } = await sql<{ lsn: number }>`select ${lsn} as lsn`.execute(this.#orm.em.getKysely())
    return Number(rows[0]?.lsn)
  }
}

/** The end of the primary's log in bytes, and when it was read in milliseconds. */
type Mark = { lsn: number; at: number }

/** Milliseconds after which marks are dropped. */
const markLifetime = 60_000

/** The ends of the primary's log in the last minute, to measure the lag of its replicas. */
export class PrimaryLog {
  readonly #marks: Mark[] = []

  add(mark: Mark) {
    this.#marks.push(mark)
    while (mark.at - (this.#marks[0]?.at ?? mark.at) > markLifetime) this.#marks.shift()
  }

  /** The earliest mark beyond the LSN. */
  firstBeyond(lsn: number): Mark | undefined {
    return this.#marks.find((mark) => mark.lsn > lsn)
  }
}

/** How long a replica has been behind the primary. */
export class Lag {
  #lacking: Mark | undefined

  /** The replica has now replayed the log up to the LSN. */
  replayed(lsn: number, log: PrimaryLog) {
    if (!this.#lacking || lsn >= this.#lacking.lsn) this.#lacking = log.firstBeyond(lsn)
  }

  /** In milliseconds. */
  at(now: number): number {
    return this.#lacking ? now - this.#lacking.at : 0
  }
}
