import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test.each([
  ['is given up with its connection after a minute', false],
  ['is sent if that ends in time', true],
])('an answer behind one that goes on, such as a live stream, %s', async (_, ends) => {
  const responses: ServerResponse[] = []
  const { client, socket } = await answering((res) => responses.push(res))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  while (responses.length < 2) await setImmediate()
  const [stream, behind] = responses
  behind?.end('behind')
  stream?.write('a ping')
  vi.advanceTimersByTime(59_999)
  expect(socket.destroyed).toBe(false)
  if (ends) {
    stream?.end()
    if (behind && !behind.closed) await once(behind, 'close')
  }
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(!ends)
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
