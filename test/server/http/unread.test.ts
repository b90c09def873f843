import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test, vi } from 'vitest'
import { createServer } from '../../../server/http/node-http.ts'
import { closedAfterTest } from '../../setup/fixture.ts'

const large = Buffer.alloc(64 * 1024 * 1024)
const idle = 300_000

/** A server that answers each request, a client's connection to it, and the server's side of that. */
async function answering(answer: (res: ServerResponse) => void) {
  const server = createServer((_req, res) => answer(res)).listen(0, '127.0.0.1')
  server.keepAliveTimeout = idle
  closedAfterTest(server)
  const connected = once(server, 'connection')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closedAfterTest({ close: () => client.destroy() })
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [socket] = await connected
  return { client, socket }
}

test.each<[string, (res: ServerResponse) => void]>([
  ['an answer', (res) => res.end(large)],
  ['a file', (res) => void pipeline(Readable.from([large, large]), res).catch(() => {})],
])('%s that its client does not read is given up after half a minute', async (_, answer) => {
  const { client, socket } = await answering(answer)
  client.pause()
  // Node ends the time at every byte that the client takes.
  await vi.waitFor(() => expect(socket.timeout).toBe(30_000), 30_000)
  socket.emit('timeout')
  expect(socket.destroyed).toBe(true)
})

test('a request is answered only when the ones before it on its connection have been', async () => {
  const responses: ServerResponse[] = []
  const { client } = await answering((res) => responses.push(res))
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2))
  await vi.waitFor(() => expect(responses).toHaveLength(1), 30_000)
  const read: Buffer[] = []
  client.on('data', (chunk) => read.push(Buffer.from(chunk)))
  for (const body of ['first', 'second', 'third']) {
    responses.at(-1)?.end(body)
    await vi.waitFor(() => expect(Buffer.concat(read).toString()).toContain(body), 30_000)
  }
  expect(responses).toHaveLength(3)
})

test('beyond 64 MiB of answers that wait to be read, the connection that has read longest is closed', async () => {
  const third = Buffer.alloc(large.length / 3 + 1)
  const clients: Awaited<ReturnType<typeof answering>>[] = []
  const open = async () => {
    const opened = await answering((res) => res.end(third))
    opened.client.pause()
    await vi.waitFor(() => expect(opened.socket.timeout).toBe(30_000), 30_000)
    clients.push(opened)
  }
  const closed = () => clients.map(({ socket }) => socket.destroyed)
  for (const _ of [1, 2]) await open()
  expect(closed()).toEqual([false, false])
  await open()
  expect(closed()).toEqual([true, false, false])
  await open()
  expect(closed()).toEqual([true, true, false, false])
})

test('answers that were read, or whose clients have left, do not count', async () => {
  const part = Buffer.alloc(large.length / 4)
  const reading = await answering((res) => res.end(part))
  reading.client.pause()
  await vi.waitFor(() => expect(reading.socket.timeout).toBe(30_000), 30_000)
  for (let count = 0; count < 4; count++) {
    // The second answer ends as soon as its turn comes.
    const { client } = await answering((res) => void res.end(res.req.url === '/' ? part : ''))
    client.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n')
    client.resume()
    await vi.waitFor(() => expect(client.bytesRead).toBeGreaterThan(part.length + 200), 30_000)

    const asked = Promise.withResolvers<ServerResponse>()
    const leaving = await answering(asked.resolve)
    const res = await asked.promise
    leaving.client.destroy()
    await once(res, 'close')
    res.end(part)
  }
  const last = await answering((res) => res.end('small'))
  await once(last.client, 'data')
  expect(reading.socket.destroyed).toBe(false)
})

test('an answer may take longer than that to begin, and a connection stays open after it', async () => {
  const responses: ServerResponse[] = []
  const { client, socket } = await answering((res) => responses.push(res))
  await vi.waitFor(() => expect(responses).toHaveLength(1), 30_000)
  expect(socket.timeout ?? 0).toBe(0)
  responses[0]?.end('done')
  await once(client, 'data')
  await vi.waitFor(() => expect(socket.timeout).toBeGreaterThanOrEqual(idle), 30_000)
})
