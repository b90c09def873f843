import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartRefused } from '../settings/start-and-stop.ts'
import { filesTime } from './body.ts'

/** How long requests in flight may take to finish when the service stops, in milliseconds. */
const finishTime = 10_000

/** How long a client may take to send the headers of a request, in milliseconds. */
const headersTime = 30_000

/**
 * How long a connection may be idle, in milliseconds: longer than proxies keep theirs (nginx for 60 seconds, Traefik for
 * 90), since a POST that meets the closing cannot be repeated.
 */
const idleTime = 100_000

type Listening = { listen(port: number, host: string): Server }

/** Where to listen, and the settings that say so. */
type Place = { host: string; port: number; setBy: string }

export type Listener = Awaited<ReturnType<typeof listen>>

/** Listens; throws a `StartRefused` if the port cannot be opened. `stop` waits for the requests in progress. */
export async function listen(app: Listening, place: Place) {
  const { host, port } = place
  const server = app.listen(port, host)
  // `readBytes` gives most bodies less.
  server.requestTimeout = filesTime * 1000
  server.headersTimeout = headersTime
  server.keepAliveTimeout = idleTime
  const sendAway = sendingAway(server)
  await once(server, 'listening').catch((error) => {
    throw whyNotListening(error, place)
  })
  const { address, port: actual } = server.address() as AddressInfo
  const shown = address === '0.0.0.0' || address === '::' ? 'localhost' : address
  return {
    address: `http://${shown.includes(':') ? `[${shown}]` : shown}:${actual}`,
    /** From now on every answer asks its client to close the connection; new connections are still accepted. */
    sendAway,
    async stop() {
      sendAway()
      const closed = once(server, 'close')
      server.close()
      // An idle connection was never told to close, so it is closed here.
      const sweeper = setInterval(() => server.closeIdleConnections(), 50)
      const timer = setTimeout(() => server.closeAllConnections(), finishTime)
      await closed
      clearInterval(sweeper)
      clearTimeout(timer)
    },
  }
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program has taken it',
  EACCES: 'this user may not use it',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
}

function whyNotListening(error: NodeJS.ErrnoException, { host, port, setBy }: Place) {
  const reason = reasons[error.code ?? ''] ?? error.message
  return new StartRefused(`Cannot listen on ${host}:${port}: ${reason}. Check ${setBy}.`, { cause: error })
}

/** Returns a function that makes every answer not yet begun the last one on its connection. */
function sendingAway(server: Server) {
  const open = new Set<ServerResponse>()
  let isLeaving = false
  const makeLast = (res: ServerResponse) => res.headersSent || res.setHeader('Connection', 'close')
  server.prependListener('request', (_req, res) => {
    if (isLeaving) return void makeLast(res)
    open.add(res)
    res.once('close', () => open.delete(res))
  })
  return () => {
    isLeaving = true
    for (const res of open) makeLast(res)
  }
}
