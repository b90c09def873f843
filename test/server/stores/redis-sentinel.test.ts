import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { closedAfterTest } from '../../setup/fixture.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`
const array = (...parts: string[]) => `*${parts.length}\r\n${parts.join('')}`
const channel = '+switch-master'

/** Speaks as a Sentinel that knows one master. While `isHeld`, whoever asks for the master waits in `asking`. */
async function startSentinel(masterPort: number) {
  const asking: Socket[] = []
  const subscribers = new Set<Socket>()
  const sentinel = {
    isHeld: false,
    asking,
    subscribers,
    url: '',
    answer: () => {
      for (const socket of asking.splice(0)) socket.write(array(bulk('127.0.0.1'), bulk(`${masterPort}`)))
    },
    announce: () => {
      for (const socket of subscribers) socket.write(array(bulk('message'), bulk(channel), bulk('clinic')))
    },
  }
  const replies: [pattern: RegExp, reply: (socket: Socket) => unknown][] = [
    [/hello|client/i, (socket) => socket.write("-ERR unknown command 'hello'\r\n")],
    [
      /get-master-addr-by-name/,
      (socket) => {
        asking.push(socket)
        if (!sentinel.isHeld) sentinel.answer()
      },
    ],
    [/sentinels/, (socket) => socket.write(array())],
    [
      /subscribe/,
      (socket) => {
        subscribers.add(socket.on('close', () => subscribers.delete(socket)))
        socket.write(array(bulk('subscribe'), bulk(channel), ':1\r\n'))
      },
    ],
  ]
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const command of `${data}`.split(/^\*\d+\r\n/m).slice(1))
        replies.find(([pattern]) => pattern.test(command))?.[1](socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closedAfterTest({ close: () => server.close() })
  sentinel.url = `redis+sentinel://127.0.0.1:${(server.address() as { port: number }).port}/clinic`
  return sentinel
}

test('a new master that is announced while the service reconnects does not leave it without Redis', async () => {
  const store = await startRedis()
  closedAfterTest({ close: store.stop })
  const sentinel = await startSentinel(store.port)
  const redis = await connectRedis(sentinel.url, pino({ level: 'silent' }))
  closedAfterTest({ close: () => redis.disconnect() })
  const ping = () => redis.ping().catch(String)
  await expect.poll(ping).toBe('PONG')
  await expect.poll(() => sentinel.subscribers.size).toBe(1)

  sentinel.isHeld = true
  redis.stream.destroy()
  await expect.poll(() => sentinel.asking.length).not.toBe(0)
  sentinel.announce()
  await expect.poll(() => sentinel.subscribers.size).toBe(0)
  sentinel.isHeld = false
  sentinel.answer()
  await expect.poll(ping).toBe('PONG')

  const ended = once(redis, 'end')
  redis.disconnect()
  await ended
  expect(redis.status).toBe('end')
})
