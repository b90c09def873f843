import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tracked } from '@trpc/server'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AuthenticatedContext } from '../../../routers/ports/context.ts'
import { sendEvents } from '../../../server/http/event-stream.ts'
import { Stream } from '../../../server/live/stream.ts'
import { statementsOf } from '../../expect/database.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterTest, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { liveStream } from '../../setup/live-stream.ts'
import { startCuttableService, startService } from '../../setup/service.ts'

const { service, make } = await serviceForFile({ env: { THROTTLE_USER: '20/hour' } })
const topic = 'coverage'

test('a stream counts once, when it is opened, and a user may have ten of them', async () => {
  const client = await service.as('VIEWER')
  const opened = await Promise.all(Array.from({ length: 10 }, () => liveStream(service, { topic, client })))
  for (const stream of opened) await stream.next()
  await make.position()
  for (const stream of opened) expect(await stream.next()).toMatchObject({ data: { type: 'changed' } })
  const another = await liveStream(service, { topic: 'assignments', client })
  expect([another.response.status, await another.response.json()]).toMatchObject([
    429,
    {
      error: { data: { body: { detail: expect.stringContaining('You already have 10 live streams open') } } },
    },
  ])
  expect(another.response.headers.get('retry-after')).toBe('10')
  expect(another.response.headers.get('ratelimit')).toMatch(/^"user";r=9;/)

  opened[0]?.close()
  await expect.poll(async () => (await liveStream(service, { topic, client })).response.status).toBe(200)
})

testInCheck(
  'a process keeps a thousand streams of many users, refuses one more and serves the rest',
  async () => {
    const flooded = closedAfterTest(await startService())
    const users = await Promise.all(Array.from({ length: 101 }, () => flooded.as('VIEWER')))
    const late = users.pop() as Client
    const opened = await Promise.all(
      users.flatMap((client) => Array.from({ length: 10 }, () => liveStream(flooded, { topic, client }))),
    )
    for (const stream of opened) expect(await stream.next()).toMatchObject({ data: { type: 'reset' } })
    const another = await liveStream(flooded, { topic, client: late })
    expect([another.response.status, await another.response.json()]).toMatchObject([
      503,
      { error: { data: { body: { detail: expect.stringContaining('Too many live streams are open.') } } } },
    ])
    expect(another.response.headers.get('retry-after')).toBe('10')

    const { id } = await factories(flooded).position()
    for (const stream of opened) expect(await stream.next()).toMatchObject({ data: { row: { id } } })
    expect((await late.get('/api/v1/employees/')).status).toBe(200)
    for (const stream of opened) stream.close()
    await expect.poll(() => flooded.services.live.size).toBe(0)
    expect((await liveStream(flooded, { topic, client: late })).response.status).toBe(200)
  },
)

test('a stream is served only over tRPC, by GET, in a request of its own, and to staff on the ops port', async () => {
  const client = await service.as('VIEWER')
  expect((await client.post('/trpc/live.coverage')).status).toBe(405)
  expect((await client.get('/api/v1/live/coverage/')).status).toBe(404)
  const batch = await client.get('/trpc/tags.list,live.coverage?batch=1&input={}')
  expect(batch.body[1].error.data.body.detail).toContain('A subscription needs a request of its own')
  expect((await client.get(`/trpc/live.coverage?input={"lastEventId":"${'x'.repeat(4001)}"}`)).status).toBe(
    400,
  )
  expect((await service.anonymous().get('/trpc/live.coverage')).status).toBe(401)
  const ops = closedAfterTest(await startConsole(service))
  const patient = await ops.as('VIEWER', { is_staff: false })
  expect((await patient.get('/trpc/live.coverage')).status).toBe(403)
})

test('one read of a change serves all live streams', async () => {
  const clients = await Promise.all([service.as('VIEWER'), service.as('ADMIN'), service.as('EMPLOYEE')])
  const streams = await Promise.all(clients.map((client) => liveStream(service, { topic, client })))
  for (const stream of streams) await stream.next()
  const statements = await statementsOf(service.orm, async () => {
    await make.position()
    for (const stream of streams) await stream.next()
  })
  const reading = (text: string) => statements.filter((statement) => statement.text.includes(text)).length
  expect(reading('from (select * from "positions"')).toBe(1)
  // The log is read several times if the change takes long. Users are read once for the change, and perhaps because it was time.
  expect(reading('from users where id = any')).toBeLessThanOrEqual(1 + reading('from change_log'))
})

test('a stream keeps the latest event of each row, and none when there are too many', async () => {
  const ctx = { caller: { id: 'x', sessionId: 'y' } } as AuthenticatedContext
  const stream = new Stream('coverage', ctx)
  const change = (id: string, title: string) => ({
    id,
    change: { type: 'changed', row: { id, title } } as const,
  })
  stream.arrive('1')
  stream.tell([change('a', 'old'), change('b', 'first')], '2')
  stream.tell([change('a', 'new')], '3')
  const events = stream.events()
  // A client that leaves between them has not been told everything up to the later place.
  expect((await events.next()).value).toEqual(tracked('1', change('b', 'first').change))
  expect((await events.next()).value).toEqual(tracked('3', change('a', 'new').change))
  const many = Array.from({ length: 1001 }, (_, number) => change(String(number), ''))
  stream.tell(many, '4')
  expect((await events.next()).value).toEqual(tracked('4', { type: 'reset' }))
  stream.close()
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

/** An HTTP server that sends events to every client, and one client. */
async function sending(events: AsyncIterable<ReturnType<typeof tracked<object>>>) {
  const server = createServer((_req, res) => void sendEvents(res, events)).listen(0, '127.0.0.1')
  closedAfterTest(server)
  await once(server, 'listening')
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return { answer, res: (await asked)[1] }
}

afterEach(() => {
  vi.useRealTimers()
})

test('events are sent no faster than they are read, and a stopped reader is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let taken = 0
  async function* events() {
    for (; taken < 1000; taken++) yield tracked('1', { text: 'x'.repeat(65_536) })
  }
  const { answer, res } = await sending(events())
  await vi.waitFor(() => expect(res.writableNeedDrain).toBe(true), 30_000)
  expect(taken).toBeLessThan(1000)
  for await (const _ of answer);
  expect(taken).toBe(1000)

  taken = 0
  const stuck = await sending(events())
  await vi.waitFor(() => expect(stuck.res.writableNeedDrain).toBe(true), 30_000)
  const closed = once(stuck.res, 'close')
  vi.advanceTimersByTime(30_000)
  await closed
  expect(stuck.res.writableFinished).toBe(false)
})

test('a quiet live stream sends a ping', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { answer } = await sending({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) })
  const [first] = await once(answer, 'data')
  expect(String(first)).toMatch(
    /^retry: \d+\nevent: connected\ndata: {"reconnectAfterInactivityMs":45000}\n\n$/,
  )
  vi.advanceTimersByTime(15_000)
  expect(String((await once(answer, 'data'))[0])).toBe('event: ping\ndata:\n\n')
})

test('streams stay open while PostgreSQL is away and then tell what has happened', async () => {
  const cut = closedAfterTest(await startCuttableService('PostgreSQL'))
  const client = await cut.as('VIEWER')
  const stream = await liveStream(cut, { topic, client })
  await stream.next()
  const { id } = await factories(cut).position()
  await stream.next()
  await cut.line.cut()
  const direct = new pg.Client(cut.databaseUrl)
  await direct.connect()
  await direct.query(`update positions set title = 'Changed meanwhile' where id = $1`, [id])
  await direct.end()
  expect((await liveStream(cut, { topic, client })).response.status).toBe(503)
  await cut.line.restore()
  expect(await stream.next()).toMatchObject({ data: { row: { id, title: 'Changed meanwhile' } } })
})

test('a stream whose client has gone before it opened ends at once', async () => {
  const ended = Promise.withResolvers<void>()
  const server = createServer(async (_req, res) => {
    await once(res, 'close')
    const stream = new Stream(topic, { caller: { id: '', sessionId: '' } } as AuthenticatedContext)
    stream.reset('1:1:')
    setImmediate(() => stream.close())
    await sendEvents(res, stream.events() as never)
    ended.resolve()
  }).listen(0, '127.0.0.1')
  closedAfterTest(server)
  await once(server, 'listening')
  const asked = once(server, 'request')
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on(
    'error',
    () => {},
  )
  await asked
  request.destroy()
  await ended.promise
})

test('a stream whose client has gone while its session was looked up is closed at once', async () => {
  const { sessions, live } = service.services
  const client = await service.as('VIEWER')
  const closed = Promise.withResolvers<void>()
  const { read } = sessions
  const looksUp = vi
    .spyOn(sessions, 'read')
    .mockImplementation((token) => closed.promise.then(() => read(token)))
  const opens = vi.spyOn(live, 'open')
  const requests = channel('http.server.request.start')
  const leave = (message: unknown) => {
    const { response } = message as { response: ServerResponse }
    response.once('close', closed.resolve)
    request.destroy()
  }
  requests.subscribe(leave)
  onTestFinished(() => {
    requests.unsubscribe(leave)
    for (const spy of [looksUp, opens]) spy.mockRestore()
  })
  const path = '/trpc/live.coverage'
  const request = get(service.url + path, { headers: client.headersFor(path) }).on('error', () => {})
  await expect.poll(() => opens.mock.calls[0]?.[2].signal?.aborted).toBe(true)
  await expect.poll(() => live.size).toBe(0)
})

test('live streams go on, and can be opened, while Redis is away', async () => {
  const cut = closedAfterTest(await startCuttableService('Redis'))
  const client = await cut.as('VIEWER')
  const stream = await liveStream(cut, { topic, client })
  await stream.next()
  await cut.line.cut()
  const { id } = await factories(cut).position()
  expect(await stream.next()).toMatchObject({ data: { row: { id } } })
  expect((await liveStream(cut, { topic, client })).response.status).toBe(200)
})

test('a service that stops ends its streams and sends clients elsewhere', async () => {
  const stopping = closedAfterTest(await startConsole(service))
  const client = await stopping.as('VIEWER')
  const stream = await liveStream(stopping, { topic, client })
  const told = await stream.next()
  stopping.services.live.close()
  expect(await stream.next()).toBeUndefined()
  const { response } = await liveStream(stopping, { topic, client })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  const position = await make.position()
  const elsewhere = await service.as('VIEWER')
  const resumed = await liveStream(service, { topic, client: elsewhere, after: told?.id })
  expect(await resumed.next()).toMatchObject({ data: { row: { id: position.id } } })
})
