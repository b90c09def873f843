import pg from 'pg'
import { clientConfig } from '../../../entities/connection/database-url.ts'

/** What a server says about itself. `identity` is its cluster and database, which a replica shares with its primary. */
export type Seen = { identity: string; isReplica: boolean; lsn: number }

/** Milliseconds in which a replica must accept a connection, and answer a question. */
const connectTimeout = 1000
const answerTimeout = 400

/** The SQL of a server's identity. */
export const identityOf = `(select system_identifier::text from pg_control_system())
  || ' ' || (select oid from pg_database where datname = current_database())`

const question = `select pg_is_in_recovery() as "isReplica",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as lsn`

type Opened = { client: pg.Client; identity: string }

/**
 * Watches a replica over a connection of its own, so that neither a full pool nor a slow read looks like an outage.
 * Calls `onLost` as soon as it breaks, because a restarted server may have replayed less than it said before.
 */
export function watchReplica(url: string, onLost: () => void) {
  let opened: Opened | undefined

  function close() {
    end(opened?.client)
    opened = undefined
  }

  function ended(client: pg.Client) {
    // This connection was closed on purpose, so the replica is not lost.
    if (opened?.client !== client) return
    opened = undefined
    onLost()
  }

  /** Throws if the server does not answer in time; the next call reconnects. */
  async function ask(): Promise<Seen> {
    try {
      opened ??= await open(url, ended)
      const { client, identity } = opened
      const { rows } = await within(answerTimeout, client.query<Omit<Seen, 'identity'>>(question))
      return { identity, ...(rows[0] as Omit<Seen, 'identity'>) }
    } catch (error) {
      close()
      throw error
    }
  }

  return { ask, close }
}

async function open(url: string, onEnd: (client: pg.Client) => void): Promise<Opened> {
  const client = new pg.Client({
    ...clientConfig(url),
    connectionTimeoutMillis: connectTimeout,
    application_name: 'coverage',
  })
  client.on('error', () => {})
  client.once('end', () => onEnd(client))
  try {
    await client.connect()
    const asked = client.query<{ identity: string }>(`select ${identityOf} as identity`)
    const { rows } = await within(answerTimeout, asked)
    return { client, identity: rows[0]?.identity ?? '' }
  } catch (error) {
    end(client)
    throw error
  }
}

/** A connection that still waits for an answer is destroyed. */
const end = (client: pg.Client | undefined) => void client?.end().catch(() => {})

/** The result of the work. If it takes too long, fails as if the database were silent and stops waiting for it. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const late = Object.assign(new Error('PostgreSQL did not answer in time'), { code: 'ETIMEDOUT' })
  // Wait for pending input first: if this process was busy, the answer may have arrived already.
  const timer = setTimeout(() => setImmediate(reject, late), milliseconds)
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
