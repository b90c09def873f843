import type { DatabaseError, Pool, PoolClient } from 'pg'
import { planningOnce } from './planned-once.ts'
import { parseInstant } from './reads/wire.ts'

/** PostgreSQL's number for the type. */
const timestamptz = 1184

type Opened = PoolClient & { connection: { stream: { destroy(): void } } }

type Options = { queryTimeout: number; preparedStatements: boolean }

/** Sets up a new connection pool beyond its options; the query timeout is in milliseconds. */
export function onPoolCreated(pool: Pool, { queryTimeout, preparedStatements }: Options) {
  const parsers = (
    pool.options as { types?: { setTypeParser(oid: number, parse: (text: string) => unknown): void } }
  ).types
  parsers?.setTypeParser(timestamptz, parseInstant)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const send = destroyingWhenSilent(client as Opened, queryTimeout)
    const ask = preparedStatements ? planningOnce(client, send) : send
    client.query = ((...args: unknown[]) => {
      const [text, values, callback] = args
      return typeof text === 'string' && !callback ? ask({ text }, values) : query(...args)
    }) as typeof client.query
  })
}

/**
 * Destroys a connection that leaves a query unanswered for `timeout`. The timeout of pg returns the connection to the
 * pool, where every later query fails; it and the promises of pg also keep all rows until a full garbage collection.
 */
function destroyingWhenSilent(client: Opened, timeout: number) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let isWaiting = false
  const timer = setTimeout(() => isWaiting && client.connection.stream.destroy(), timeout).unref()
  return (statement: { text: string; name?: string }, values?: unknown) =>
    new Promise((resolve, reject) => {
      isWaiting = true
      timer.refresh()
      query(statement, values, (error: DatabaseError | null, result: unknown) => {
        isWaiting = false
        // The detail quotes the row, which does not belong in a log.
        delete error?.detail
        if (error) reject(error)
        else resolve(result)
      })
    })
}
