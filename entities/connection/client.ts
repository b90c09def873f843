import { createHash } from 'node:crypto'
import { tracingChannel } from 'node:diagnostics_channel'
import pg from 'pg'
import { oneAtATime } from '../../src/one-at-a-time.ts'
import { type Writability, writeRefusal } from './availability.ts'
import { Deadline, longestWork, requestDeadline } from './deadline.ts'
import { askAlone, HostsClient, type HostsConfig, isFull } from './hosts.ts'

export type ClientOptions = HostsConfig & {
  /** The statement timeout in milliseconds, for work outside requests that may take longer than a request. */
  queryTimeout?: number
  preparedStatements?: boolean
  writability: Writability
}

/** A statement; `isPrepared` if each connection prepares it once. */
export type Statement = { text: string; isPrepared?: boolean; values?: unknown[] }

type Result = pg.QueryResult

const statements = tracingChannel('coverage:statement')

/** A connection that has prepared this many is replaced, so that rare statements cannot fill PostgreSQL's memory. */
const mostStatements = 100

/** The schema has changed the result (0A000), or a pooler has switched connections (26000, 42P05). */
const outdated = new Set(['0A000', '26000', '42P05'])

/** Whether the error means that a prepared statement is outdated; repeating the statement prepares it again. */
export const isOutdatedStatement = (error: unknown) => outdated.has((error as pg.DatabaseError).code ?? '')

/** Whether the statement writes. A refused read, which may only have lacked memory, says nothing about writes. */
const writes = (text: string) => /\b(insert|update|delete|commit)\b/i.test(text)

/** A connection to PostgreSQL whose statements end at the request's deadline. */
export class DatabaseClient extends HostsClient {
  readonly #options: ClientOptions
  readonly #openedAt = performance.now()
  readonly #names = new Map<string, string>()
  #isWorn = false
  #isBeginning = false

  constructor(options: ClientOptions) {
    super(options)
    this.#options = options
    // Without a listener, a broken connection would end the process. Its statement fails anyway.
    this.on('error', () => {})
  }

  /** Whether another connection has to take its place. */
  get isWorn() {
    return this.#isWorn || this.#options.writability.isSuspect(this.#openedAt)
  }

  override query(...[given, values]: unknown[]): never {
    const statement = typeof given === 'string' ? { text: given } : (given as Statement)
    return this.#run({ values, ...statement } as Statement) as never
  }

  /** Sends `begin` with the first statement of a transaction, which saves a round trip. */
  async #run({ text, isPrepared, values }: Statement): Promise<Partial<Result>> {
    const isFirst = this.#isBeginning
    this.#isBeginning = text === 'begin'
    if (this.#isBeginning) return { command: 'BEGIN', rows: [] }
    // PostgreSQL takes several statements at once only without parameters; if it could not parse them, none would run.
    if (isFirst && text.startsWith('select set_config('))
      return ((await this.#send({ text: `${this.#begin}; ${text}` })) as unknown as Result[]).at(-1) as Result
    if (isFirst) await this.#send({ text: this.#begin })
    return isPrepared && this.#options.preparedStatements
      ? this.#sendPrepared(text, values)
      : this.#send({ text, values })
  }

  /** How a transaction begins. Behind a pooler, the connection has the timeouts of requests. */
  get #begin() {
    const { queryTimeout: limit } = this.#options
    return limit
      ? `begin; set local statement_timeout = ${limit}; set local lock_timeout = ${limit}`
      : 'begin'
  }

  async #sendPrepared(text: string, values: Statement['values']): Promise<Result> {
    const name = this.#names.get(text) ?? createHash('sha256').update(text).digest('base64url')
    if (this.#names.set(text, name).size >= mostStatements) this.#isWorn = true
    try {
      return await this.#send({ text, name, values })
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error
      this.#isWorn = true
      // A transaction is lost with its first error and has to be repeated as a whole.
      if (this.getTransactionStatus() !== 'I') throw error
      return this.#send({ text, values })
    }
  }

  #send(query: pg.QueryConfig): Promise<Result> {
    if (!statements.hasSubscribers) return this.#ask(query)
    return statements.tracePromise(() => this.#ask(query), { text: query.text })
  }

  /** pg's own promises and timeout would keep all rows until a full garbage collection. */
  #ask(query: pg.QueryConfig): Promise<Result> {
    // The outcome of a commit that is given up is unknown, so a commit gets a time limit of its own.
    const deadline = query.text === 'commit' ? undefined : requestDeadline()
    const answer = new Promise<Result>((resolve, reject) => {
      super.query(query, (error, result) => {
        if (error) return reject(this.#failed(error as pg.DatabaseError, query.text))
        if (result.command === 'INSERT' && result.rowCount) this.#options.writability.succeeded()
        resolve(result)
      })
    })
    return (deadline ?? new Deadline(this.#options.queryTimeout)).wait(answer, this.#wait())
  }

  #failed(error: pg.DatabaseError, text: string) {
    // The detail quotes the row, which does not belong in a log.
    delete error.detail
    const refusal = writes(text) ? writeRefusal(error) : undefined
    if (refusal) this.#options.writability.refused(refusal)
    if (refusal === 'read-only') this.#isWorn = true
    return error
  }

  /** For one statement: what PostgreSQL says of it is not true of the next. */
  #wait() {
    return {
      /** Asks once for all who ask at the same time: a question is a connection. */
      isAtWork: oneAtATime(() =>
        this.#aside(`exists (select from pg_stat_activity where pid = $1 and state = 'active')`),
      ),
      /** Cancels the statement, and closes the connection, which may be dead. */
      giveUp: () => {
        this.#aside('pg_cancel_backend($1)')
        this.end()
      },
    }
  }

  /**
   * Asks about this connection over another one; false if PostgreSQL does not answer, true if it has no other left.
   * Behind a pooler, whose process ids are its own, asks only for an answer.
   */
  async #aside(question: string): Promise<boolean> {
    type Process = { processID: number; host: string; port: number }
    const { processID, host, port } = this as unknown as Process
    // A stall of this process does not use up so much time. A copy would lack the password.
    const here = { host, port, connectionTimeoutMillis: longestWork }
    const other = new pg.Client(Object.assign(Object.create(this.#options), here))
    const processes = () => [processID, (other as unknown as Process).processID]
    const text = `select case when pg_backend_pid() = $2 then ${question} else true end as answer`
    try {
      const [row] = await askAlone<{ answer: boolean }>(other, text, processes)
      return row?.answer === true
    } catch (error) {
      return isFull(error)
    }
  }
}
