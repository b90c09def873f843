import type { Pool, QueryResult } from 'pg'

type QueryFunction = (text: string, values?: unknown[], callback?: unknown) => Promise<unknown>

/** Makes the pool send `begin` with the first statement of a transaction, which saves a round trip. */
export function beginWithFirstStatement(pool: Pool) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as QueryFunction
    let isBeginning = false
    const beginWith = async (text: string) => {
      try {
        return ((await query(`begin; ${text}`)) as QueryResult[]).at(-1)
      } catch (error) {
        // A statement that PostgreSQL cannot parse takes its `begin` down with it. The transaction then begins and
        // fails here, so that no later statement runs outside it. If it has begun already, PostgreSQL refuses this
        // `begin`.
        const isOutside = await query('begin').then(
          () => true,
          () => false,
        )
        if (isOutside) await query(text)
        throw error
      }
    }
    const begin = async (text: string, values?: unknown[]) => {
      isBeginning = false
      // PostgreSQL takes several statements at once only without parameters.
      if (!values?.length) return beginWith(text)
      await query('begin')
      return query(text, values)
    }
    client.query = ((text: string, values?: unknown[], callback?: unknown) => {
      if (isBeginning) return begin(text, values)
      if (text !== 'begin') return query(text, values, callback)
      isBeginning = true
      return Promise.resolve({ command: 'BEGIN', rows: [] })
    }) as typeof client.query
  })
}
