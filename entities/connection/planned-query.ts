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
