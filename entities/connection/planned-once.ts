import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseError, PoolClient } from 'pg'
import pg from 'pg'

/** A statement that a connection has planned under a name, and how to read the columns of its rows. */
export type Plan = { text: string; name: string; columns?: Columns }

/** What pg makes of the description of a result. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

type Connection = { describe(portal: object): void }

/** What a query of pg consists of, beyond its published types. */
type Internals = {
  text: string
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}
const Query = pg.Query as unknown as new (text: string, values: unknown) => Internals

/**
 * A query that asks for the description of its rows only the first time: PostgreSQL refuses to run a plan whose result
 * has changed. Writing and reading it takes a twentieth of a small request.
 */
export class PlannedQuery extends Query {
  readonly #plan: Plan

  constructor(plan: Plan, values: unknown) {
    super(plan.text, values)
    this.name = plan.name
    this.#plan = plan
  }

  override prepare(connection: Connection) {
    const { columns } = this.#plan
    if (!columns) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    const { describe } = connection
    connection.describe = () => {}
    super.prepare(connection)
    connection.describe = describe
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#plan.columns = { fields, _parsers, _prebuiltEmptyResultObject }
  }
}

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
