import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A way to a server that a test can interrupt; `url` is the target's with the proxy's address. */
export type CuttableProxy = {
  url: string
  /** The server goes away: connections break, new ones are refused. */
  cut(): Promise<void>
  /** The server no longer answers: connections stay, new ones are taken, no byte passes. */
  freeze(): void
  /** The connections there are stay silent for good, new ones work: what a firewall does that forgot them. */
  forget(): void
  /** Delays every chunk of a request or an answer by this many milliseconds. */
  slow(milliseconds: number): void
  /** Resets all present connections; new ones work. */
  reset(): void
  /** New connections lead to the server at that address. */
  leadTo(url: string): void
  /** From the nth request that contains the text on, its connection passes no answer. */
  loseAnswerTo(text: string, request?: number): void
  /** The server is back, at the same address. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Puts a proxy before the PostgreSQL or Redis at `targetUrl`. */
export async function cuttableProxy(targetUrl: string): Promise<CuttableProxy> {
  let target = addressOf(targetUrl)
  let delay = 0
  const sockets = new Set<Socket>()
  let frozen = false
  let lost = { text: '', requests: 0 }

  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      const pass = inOrder((bytes) => to.write(bytes))
      sockets.add(from)
      from.on('data', (bytes: Buffer) => {
        if (from === client && lost.requests > 0 && bytes.includes(lost.text) && --lost.requests === 0)
          upstream.pause()
        pass(bytes, delay)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (frozen) from.pause()
    }
  })

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    forget() {
      for (const socket of sockets) socket.pause()
    },
    slow(milliseconds) {
      delay = milliseconds
    },
    reset() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    leadTo(url) {
      target = addressOf(url)
    },
    loseAnswerTo(text, request = 1) {
      lost = { text, requests: request }
    },
    async restore() {
      frozen = false
      delay = 0
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listen(port)
    },
    close: cut,
  }
}

function addressOf(url: string) {
  const { protocol, port, hostname } = new URL(url)
  return { host: hostname, port: Number(port) || (protocol.startsWith('redis') ? 6379 : 5432) }
}

/** Writes at once unless there is a delay, and always in order. */
function inOrder(write: (bytes: Buffer) => void) {
  let waiting = 0
  let earlier = Promise.resolve()
  return (bytes: Buffer, delay: number) => {
    if (!delay && !waiting) return write(bytes)
    waiting++
    const due = sleep(delay)
    earlier = earlier
      .then(() => due)
      .then(() => {
        waiting--
        write(bytes)
      })
  }
}
