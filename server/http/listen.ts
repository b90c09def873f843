import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'

/** Milliseconds that requests under way are given when the service stops. */
const drainTime = 10_000

/** Listens, and says where; `stop` waits for the requests under way. */
export async function listen(app: Express, port: number, host: string) {
  const server = app.listen(port, host)
  await once(server, 'listening')
  const { address, port: actual } = server.address() as AddressInfo
  const shown = address === '0.0.0.0' || address === '::' ? 'localhost' : address
  return {
    address: `http://${shown.includes(':') ? `[${shown}]` : shown}:${actual}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      // Connections are kept alive after their last answer; each is closed as soon as it is idle.
      const sweeper = setInterval(() => server.closeIdleConnections(), 50)
      const timer = setTimeout(() => server.closeAllConnections(), drainTime)
      await closed
      clearInterval(sweeper)
      clearTimeout(timer)
    },
  }
}
