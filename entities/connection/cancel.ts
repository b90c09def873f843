import { connect } from 'node:net'
import type { PoolClient } from 'pg'

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
  // Ignored, because the statement's own timeout ends the query too.
  socket.on('error', () => {})
}
