import type { ServerResponse as Answer, IncomingMessage as Request, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

// An import would evaluate its lazy exports, and so load `fetch`: 40 ms and 4 MB at start.
const http = process.getBuiltinModule('node:http')
export const { IncomingMessage, ServerResponse, STATUS_CODES } = http

/** How many requests one connection may have in progress. Browsers, `fetch` and proxies send one after the other. */
const mostInProgress = 16

/** Milliseconds after which an answer of which the client reads nothing more is given up. */
const unreadTime = 30_000

/** Milliseconds in which a client may send the rest of a body that is not read, and so come to read its answer. */
const restTime = 30_000

/** How many bytes of answers the clients of this process may have yet to read. */
const mostUnread = 64 * 1024 * 1024

/** The bytes of each answer that is being read, the one that has been reading longest first. */
const unread = new Map<Answer, number>()
let bytesUnread = 0

/** Counts the answer's bytes; if there are too many, closes the connections that have been reading longest. */
function countUnread(res: Answer) {
  // The client has left, so nobody would take the answer off again.
  if (res.destroyed) return
  unread.set(res, res.writableLength)
  bytesUnread += res.writableLength
  for (const reading of unread.keys()) {
    if (bytesUnread <= mostUnread || reading === res) return
    forgetUnread(reading)
    reading.destroy()
  }
}

function forgetUnread(res: Answer) {
  bytesUnread -= unread.get(res) ?? 0
  unread.delete(res)
}

/** Reads the rest of a body away before the connection closes: Node would reset it, and the client lose its answer. */
function closeAfterRest(req: Request) {
  const { socket } = req.resume()
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), restTime)
    socket.once('close', () => clearTimeout(timer)).end()
  }
}

/**
 * A server that closes a connection with too many requests in progress, and one whose client does not read. Node parses
 * all requests that arrive together, so a flood of a few kilobytes would otherwise hold up everybody else. A request is
 * answered when its turn has come, because answers that wait for it would fill the memory.
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
    res.once('pipe', giveUpUnread).once('prefinish', () => {
      giveUpUnread()
      countUnread(res)
    })
    res
      .prependOnceListener('finish', () => {
        socket.setTimeout(0)
        if (!req.complete) closeAfterRest(req)
      })
      .once('close', () => {
        forgetUnread(res)
        count(-1)
      })
    if (count(1) > mostInProgress) socket.destroy()
    if (!socket.writable) return
    if (res.socket) answer(req, res)
    else res.once('socket', () => answer(req, res))
  }
  // Without a listener, Node answers other expectations than `100-continue` itself, without any limit.
  return http.createServer(answerLimited).on('checkExpectation', answerLimited)
}
