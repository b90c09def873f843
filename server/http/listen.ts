import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long requests in flight may take to finish when the service stops, in milliseconds. */
const drainTime = 10_000

/** How long a client may take to send a request, in milliseconds. */
const requestTime = 30_000

type Listening = { listen(port: number, host: string): Server }

/** Listens and returns the address; `stop` waits for the requests in flight. */
export async function listen(app: Listening, port: number, host: string) {
  const server = app.listen(port, host)
  server.requestTimeout = requestTime
  server.headersTimeout = requestTime
  await once(server, 'listening')
  const { address, port: actual } = server.address() as AddressInfo
  const shown = address === '0.0.0.0' || address === '::' ? 'localhost' : address
  return {
    address: `http://${shown.includes(':') ? `[${shown}]` : shown}:${actual}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      // Clients keep connections open after their last answer, so each is closed once it is idle.
      const sweeper = setInterval(() => server.closeIdleConnections(), 50)
      const timer = setTimeout(() => server.closeAllConnections(), drainTime)
      await closed
      clearInterval(sweeper)
      clearTimeout(timer)
    },
  }
}
