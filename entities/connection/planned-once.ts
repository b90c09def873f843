import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseError, PoolClient } from 'pg'
import { type Plan, PlannedQuery } from './planned-query.ts'

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

type Statement = { text: string }
type Send = (statement: Statement, values?: unknown) => Promise<unknown>
type Opened = PoolClient & {
  connection: { parsedStatements: Record<string, string> }
  getTransactionStatus(): string | null
}

/** Sends marked statements under a name, for which PostgreSQL keeps the plan, and pg how to read the rows. */
export function planningOnce(client: PoolClient, send: Send): Send {
  const { connection, getTransactionStatus } = client as Opened
  const plans = new Map<string, Plan>()
  let isOutdated = false

  const startOver = async () => {
    await send({ text: 'deallocate all' })
    connection.parsedStatements = {}
    plans.clear()
    isOutdated = false
  }

  return async (statement, values) => {
    const { text } = statement
    if (!text.startsWith(mark)) return send(statement, values)
    if (isOutdated || plans.size === most) await startOver()
    const plan = plans.get(text) ?? { text, name: nameOf(text) }
    plans.set(text, plan)
    try {
      return await send(new PlannedQuery(plan, values))
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
