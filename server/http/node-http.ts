import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

// An import would evaluate its lazy exports, and so load `fetch`: 40 ms and 4 MB at start.
const http = process.getBuiltinModule('node:http')
export const { IncomingMessage, ServerResponse, STATUS_CODES } = http

/** How many requests one connection may have in progress. Browsers, `fetch` and proxies send one after the other. */
const mostInProgress = 16

/** Milliseconds that a request may wait for earlier ones of its connection, one of which may be a live stream. */
const turnTime = 60_000

/** Milliseconds after which an answer of which the client reads nothing more is given up. */
const unreadTime = 30_000

/**
 * A server that closes a connection with too many requests in progress, and one whose client does not read. Node parses
 * all requests that arrive together, so a flood of a few kilobytes would otherwise hold up everybody else.
 */
export function createServer(answer: RequestListener): Server {
  const inProgress = new WeakMap<Socket, number>()
  const answerLimited: RequestListener = (req, res) => {
    const { socket } = req
    const count = (change: number) => {
      const counted = (inProgress.get(socket) ?? 0) + change
      inProgress.set(socket, counted)
      return counted
    }
    const giveUpUnread = () => socket.setTimeout(unreadTime)
    // Prepended, because Node then sets the time for which an idle connection stays open.
    res.once('pipe', giveUpUnread).once('prefinish', giveUpUnread)
    res.prependOnceListener('finish', () => socket.setTimeout(0)).once('close', () => count(-1))
    if (count(1) > mostInProgress) socket.destroy()
    if (socket.destroyed) return
    if (!res.socket) {
      const waiting = setTimeout(() => socket.destroy(), turnTime)
      const stop = () => clearTimeout(waiting)
      res.once('socket', stop).once('close', stop)
    }
    answer(req, res)
  }
  // Without a listener, Node answers other expectations than `100-continue` itself, without any limit.
  return http.createServer(answerLimited).on('checkExpectation', answerLimited)
}
