import { connect } from 'node:net'
import type { PoolClient } from 'pg'

/** PostgreSQL's number for a request to cancel. */
const cancelRequest = 80_877_102

type Addressed = PoolClient & {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
}

/** Asks PostgreSQL to stop the client's query: it does not notice a closed connection before it has an answer. */
export function cancelQuery(client: PoolClient) {
  const { host, port, processID, secretKey } = client as Addressed
  if (processID === null || secretKey === null) return
  const request = Buffer.alloc(16)
  for (const [index, value] of [request.length, cancelRequest, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const socket = connect({ ...to, timeout: 1000 }, () => socket.end(request)).unref()
  socket.on('timeout', () => socket.destroy())
  // Nothing depends on it: the statement's own timeout ends it too.
  socket.on('error', () => {})
}
