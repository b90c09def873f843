import pg from 'pg'
import { clientConfig } from '../../entities/database-url.ts'

/** What a server says about itself. `identity` is its cluster and database, which a replica shares with its primary. */
export type Seen = { identity: string; isReplica: boolean; lsn: number }

/** Milliseconds that a replica has to answer. */
const patience = 400

/** The SQL of a server's identity. */
export const identityOf = `(select system_identifier::text from pg_control_system())
  || ' ' || (select oid from pg_database where datname = current_database())`

const question = `select ${identityOf} as identity, pg_is_in_recovery() as "isReplica",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as lsn`

/**
 * A connection of its own by which a replica is watched, so that neither a full pool nor a slow read looks like an
 * outage. Calls `onLost` as soon as it breaks: a server that restarts may have replayed less than it said before.
 */
export class Watch {
  readonly #url: string
  readonly #onLost: () => void
  #client: pg.Client | undefined

  constructor(url: string, onLost: () => void) {
    this.#url = url
    this.#onLost = onLost
  }

  /** Throws if the server does not answer in time; the next call connects anew. */
  async ask(): Promise<Seen> {
    try {
      this.#client ??= await this.#connect()
      const { rows } = await this.#client.query<Seen>(question)
      return rows[0] as Seen
    } catch (error) {
      this.close()
      throw error
    }
  }

  close() {
    const client = this.#client
    this.#client = undefined
    // Ending a connection that still waits for its answer destroys it.
    client?.end().catch(() => {})
  }

  async #connect() {
    const client = new pg.Client({
      ...clientConfig(this.#url),
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      application_name: 'coverage',
    })
    client.on('error', () => {})
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
      this.#onLost()
    })
    await client.connect()
    return client
  }
}
