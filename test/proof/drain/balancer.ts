import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An instance of the service behind the balancer: where it serves clients, and where its probes are. */
export type Instance = { url: string; opsUrl: string }

export type Balancer = {
  url: string
  /** How many instances were ready when they were last asked. */
  ready(): number
  close(): Promise<void>
}

/**
 * A TCP balancer as platforms have them: it asks each instance's `/readyz` every `interval` milliseconds and gives new
 * connections to the ready ones, round robin. It never moves a connection, and does not try another instance.
 */
export async function balancer(instances: Instance[], interval = 200): Promise<Balancer> {
  let ready: Instance[] = []
  const probe = async () => {
    const answers = await Promise.all(instances.map(isReady))
    ready = instances.filter((_, i) => answers[i])
  }
  await probe()
  const timer = setInterval(() => void probe(), interval)

  let turn = 0
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const chosen = ready[turn++ % ready.length]
    if (!chosen) return client.destroy()
    const { hostname, port } = new URL(chosen.url)
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    join(client, upstream, sockets)
    join(upstream, client, sockets)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready.length,
    async close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const isReady = ({ opsUrl }: Instance) =>
  fetch(`${opsUrl}/readyz`, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Passes on what `from` sends, and how its connection ends. */
function join(from: Socket, to: Socket, sockets: Set<Socket>) {
  sockets.add(from)
  from.pipe(to)
  from.on('error', () => to.resetAndDestroy())
  from.on('close', () => {
    sockets.delete(from)
    to.destroySoon()
  })
}
