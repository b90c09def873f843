import { connect } from 'node:net'
import type { DatabaseError, Pool, PoolClient, QueryResult } from 'pg'
import { type Writability, writabilityAt, writeRefusal } from './availability.ts'
import { Deadline, requestDeadline } from './deadline.ts'
import type { Orm } from './em.ts'
import { preparing } from './prepared.ts'

/** PostgreSQL's number for the type. */
const timestamptz = 1184

type Opened = PoolClient & { connection: { stream: { destroy(): void } } }

type PoolOptions = {
  /** In work outside requests: milliseconds to connect, and milliseconds for a statement. */
  connectTimeout: number
  queryTimeout: number
  preparedStatements: boolean
  writability: Writability
  /** The ORM's own configuration, the key under which its connections are counted. */
  config?: object
}

const pools = new WeakMap<object, Pool>()

/** The connections of the ORM's pool: all, idle ones, and the callers waiting for one. */
export function connectionsOf({ config }: Orm) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(config) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** Whether the ORM's database accepts writes. */
export const writabilityOf = ({ config }: Orm) => writabilityAt(config.get('clientUrl') as string)

/** Sets up a new connection pool beyond its options. */
export function onPoolCreated(pool: Pool, options: PoolOptions) {
  if (options.config) pools.set(options.config, pool)
  const parsers = (
    pool.options as { types?: { setTypeParser(oid: number, parse: (text: string) => unknown): void } }
  ).types
  parsers?.setTypeParser(timestamptz, parseInstant)
  const openedAt = new WeakMap<PoolClient, number>()
  const isSuspect = (client: PoolClient) => options.writability.isSuspect(openedAt.get(client) ?? 0)
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now())
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const send = sendingWithDeadline(client as Opened, options, () => openedAt.delete(client))
    const ask = options.preparedStatements ? preparing(client, send) : send
    client.query = ((...args: unknown[]) => {
      const [text, values, callback] = args
      return typeof text === 'string' && !callback ? ask({ text }, values) : query(...args)
    }) as typeof client.query
  })
  openWithDeadline(pool, options.connectTimeout, isSuspect)
}

/** PostgreSQL's `2026-11-20 23:45:51.12+00` as `2026-11-20T23:45:51.120Z`. */
export function parseInstant(text: string): string {
  const [seconds = '', fraction = ''] = text.replace('+00', '').split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0')}Z`
}

type Callback = (error: Error | undefined, client?: PoolClient, release?: unknown) => void

/** Waits for a connection until the request's deadline. Closes connections to a server that may be read-only. */
function openWithDeadline(pool: Pool, timeout: number, isSuspect: (client: PoolClient) => boolean) {
  const open = pool.connect.bind(pool) as (callback?: Callback) => Promise<PoolClient>

  const opened = (deadline: Deadline) =>
    new Promise<PoolClient>((resolve, reject) => {
      const ended = deadline.wait(() => reject(tooLate()))
      open().then(
        (client) => (ended() ? resolve(client) : client.release()),
        (error) => {
          ended()
          reject(error)
        },
      )
    })

  async function acquire(): Promise<PoolClient> {
    const deadline = requestDeadline() ?? new Deadline(timeout)
    for (;;) {
      try {
        const client = await opened(deadline)
        if (!isSuspect(client)) return givenUpIf(isSuspect, client)
        client.release(true)
      } catch (error) {
        // The pool's own timers cannot tell a stall of this process from a server that does not answer.
        if (!isTimeout(error) || deadline.hasPassed) throw error
      }
    }
  }
  pool.connect = ((callback?: Callback) => (callback ? open(callback) : acquire())) as typeof pool.connect
}

function givenUpIf(isSuspect: (client: PoolClient) => boolean, client: PoolClient) {
  const { release } = client
  client.release = (error) => release(error || isSuspect(client))
  return client
}

const tooLate = () =>
  Object.assign(new Error('PostgreSQL had no connection to spare in time'), { code: 'ETIMEDOUT' })

/** Whether the statement writes. A refused read says nothing about writes: it needs memory of its own. */
const writes = (text: string) => /\b(insert|update|delete|commit)\b/i.test(text)

const isTimeout = (error: unknown) =>
  /^timeout exceeded when|due to connection timeout$|^timeout expired$/.test((error as Error).message)

/**
 * Destroys a connection that has not answered at the deadline. pg's own timeout would return it to the pool, where
 * every later query fails. Its timeout and its promises also keep all rows until a full garbage collection.
 */
function sendingWithDeadline(
  client: Opened,
  { queryTimeout, writability }: PoolOptions,
  onReadOnly: () => void,
) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const giveUp = () => {
    cancelQuery(client)
    client.connection.stream.destroy()
  }
  const failed = (error: DatabaseError, text: string) => {
    // The detail quotes the row, which does not belong in a log.
    delete error.detail
    const refusal = writes(text) ? writeRefusal(error) : undefined
    if (refusal) writability.refused(refusal)
    if (refusal === 'read-only') onReadOnly()
  }
  return (statement: { text: string }, values?: unknown) =>
    new Promise((resolve, reject) => {
      // If we gave up on a commit, its outcome would be unknown, so it may take longer than the request has left.
      const deadline = statement.text === 'commit' ? undefined : requestDeadline()
      const ended = (deadline ?? new Deadline(queryTimeout)).wait(giveUp)
      query(statement, values, (error: DatabaseError | null, result: QueryResult) => {
        ended()
        if (error) {
          failed(error, statement.text)
          return reject(error)
        }
        if (result.command === 'INSERT' && result.rowCount) writability.succeeded()
        resolve(result)
      })
    })
}

/** The code of a cancel request in PostgreSQL's protocol. */
const cancelRequest = 80_877_102

type Addressed = PoolClient & {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
}

/** Cancels the client's query: PostgreSQL notices a closed connection only when it sends its answer. */
export function cancelQuery(client: PoolClient) {
  const { host, port, processID, secretKey } = client as Addressed
  if (processID === null || secretKey === null) return
  const request = Buffer.alloc(16)
  for (const [index, value] of [request.length, cancelRequest, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const socket = connect({ ...to, timeout: 1000 }, () => socket.end(request)).unref()
  socket.on('timeout', () => socket.destroy())
  // An error is ignored, because the statement's own timeout ends the query too.
  socket.on('error', () => {})
}
