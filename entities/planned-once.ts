import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseError, PoolClient } from 'pg'

const mark = '/* planned once */'

/**
 * Marks a read that each connection plans once. There must be few such texts, without values in them, and the best plan
 * must be the same for all values.
 */
export const plannedOnce = sql.raw(`${mark} `)

/** The most plans that a connection keeps; then it starts over, so that rare texts cannot fill PostgreSQL's memory. */
const most = 100

/** The schema has changed the result (0A000), or a pooler has switched connections (26000, 42P05). */
const outdated = new Set(['0A000', '26000', '42P05'])

/** Whether the error means that a plan or its name is outdated; a repetition makes a new plan. */
export const isOutdatedPlan = (error: unknown) => outdated.has((error as DatabaseError).code ?? '')

type Statement = { text: string; name?: string }
type Send = (statement: Statement, values?: unknown) => Promise<unknown>
type Opened = PoolClient & {
  connection: { parsedStatements: Record<string, string> }
  getTransactionStatus(): string | null
}

/** Sends marked statements under a name, for which PostgreSQL keeps the plan. */
export function planningOnce(client: PoolClient, send: Send): Send {
  const { connection, getTransactionStatus } = client as Opened
  const names = new Map<string, string>()
  let isOutdated = false

  const startOver = async () => {
    await send({ text: 'deallocate all' })
    connection.parsedStatements = {}
    names.clear()
    isOutdated = false
  }

  return async (statement, values) => {
    const { text } = statement
    if (!text.startsWith(mark)) return send(statement, values)
    if (isOutdated || names.size === most) await startOver()
    const name = names.get(text) ?? nameOf(text)
    names.set(text, name)
    try {
      return await send({ name, text }, values)
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      isOutdated = true
      // A transaction is lost with its first error and has to be repeated as a whole.
      if (getTransactionStatus.call(client) !== 'I') throw error
      return await send(statement, values)
    }
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url')
