import type { Pool, PoolClient } from 'pg'

/** PostgreSQL's number for the type. */
const timestamptz = 1184

type Opened = PoolClient & { connection: { stream: { destroy(): void } } }

/** What every new pool of connections needs besides its options. */
export function onPoolCreated(pool: Pool) {
  const parsers = (
    pool.options as { types?: { setTypeParser(oid: number, parse: (text: string) => unknown): void } }
  ).types
  parsers?.setTypeParser(timestamptz, wireInstant)
  pool.on('connect', (client) => destroyAfterTimeout(client as Opened))
}

/** PostgreSQL's `2026-11-20 23:45:51.12+00` as the contract's `2026-11-20T23:45:51.120Z`. */
function wireInstant(text: string) {
  const [seconds = '', fraction = ''] = text.replace('+00', '').split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0')}Z`
}

/** pg puts a connection whose query timed out back into the pool, where every later query on it fails. */
function destroyAfterTimeout(client: Opened) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const result = query(...args)
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') client.connection.stream.destroy()
      })
    return result
  }) as typeof client.query
}
