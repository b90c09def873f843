import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Bytes = string | Uint8Array

/** An open connection to the service. */
export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

export type Exchanged = { statuses: number[]; isClosed: boolean }
type Manner = {
  /** Milliseconds between two parts. */
  pace?: number
  /** Whether this side says that nothing more will come. */
  isEnded?: boolean
  /** How long to wait for the end of the connection after the last part, in milliseconds. */
  patience?: number
}

/** Sends the parts as they are, and reads until the server closes the connection. */
export async function exchange(url: string, parts: Iterable<Bytes>, manner: Manner = {}): Promise<Exchanged> {
  const { pace = 0, isEnded = true, patience = 30_000 } = manner
  const socket = await open(url)
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part)
    if (pace) await sleep(pace)
  }
  if (isEnded) socket.end()
  const isClosed = await Promise.race([closed, sleep(patience, false, { ref: false })])
  socket.resetAndDestroy()
  return { statuses: statusesIn(received), isClosed }
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** Does the work for every item, some of them at once. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<unknown>,
  atOnce = 10,
) {
  const left = items.entries()
  const worker = async () => {
    for (const [at, item] of left) await work(item, at)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
