import pg from 'pg'
import { clientConfig } from '../../../entities/connection/database-url.ts'

/** Runs one statement on a connection of its own. */
export async function execute<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return connected(url, async (client) => (await client.query<Row>(statement, values)).rows)
}

/** Runs the work on a connection of its own, which ends with it. */
export async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(url))
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
