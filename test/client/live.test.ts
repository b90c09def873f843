import { expect, expectTypeOf, test } from 'vitest'
import { createCoverageClient } from '../../client/src/index.ts'
import type { Live, LiveChange } from '../../client/src/live.ts'
import type { AppRouter } from '../../routers/app-router.ts'
import { closedAfterTest, serviceForFile } from '../setup/fixture.ts'
import { password } from '../setup/service.ts'
import { cuttableProxy } from '../setup/stores/cuttable-proxy.ts'

const { service, make, admin } = await serviceForFile()

async function signedIn(url = service.url) {
  const client = createCoverageClient({ url })
  await client.login((await service.addUser('VIEWER')).email, password)
  return client
}

const nextOf = async <T>(changes: AsyncIterator<T>) => (await changes.next()).value as T

test('changes are iterated as they happen, with the rows of the lists, until the signal is aborted', async () => {
  const client = await signedIn()
  const leaving = new AbortController()
  const changes = client.live.coverage({ signal: leaving.signal })[Symbol.asyncIterator]()
  expect(await nextOf(changes)).toEqual({ type: 'reset', eventId: expect.any(String) })
  const { id } = await make.position()
  const [row] = (await client.positions.list.query({ search: 'Position' })).results
  expect(await nextOf(changes)).toEqual({ type: 'changed', row, eventId: expect.any(String) })
  expect(row?.id).toBe(id)
  const waiting = changes.next()
  leaving.abort()
  expect(await waiting).toEqual({ done: true, value: undefined })
})

test('a loop over changes can be left, and another resumes from there', async () => {
  const { live } = await signedIn()
  let after: string | undefined
  for await (const { eventId } of live.assignments()) {
    after = eventId
    break
  }
  const [employee, position] = [await make.employee(), await make.position()]
  const body = { employee: employee.id, position_id: position.id, effective_hours: '4.00' }
  const { id } = (await admin.post('/api/v1/assignments/', body)).body
  for await (const change of live.assignments({ after })) {
    expect(change).toMatchObject({ type: 'changed', row: { id } })
    break
  }
})

test('a lost live connection is opened again and the session refreshed, without missing a change', async () => {
  const line = closedAfterTest(await cuttableProxy(service.url))
  const client = await signedIn(line.url)
  const connections: boolean[] = []
  const onConnection = (isConnected: boolean) => void connections.push(isConnected)
  const changes = client.live.coverage({ onConnection })[Symbol.asyncIterator]()
  await changes.next()
  await line.cut()
  const waiting = nextOf(changes)
  const first = await make.position()
  await line.restore()
  expect(await waiting).toMatchObject({ type: 'changed', row: { id: first.id } })
  expect([connections.at(0), connections.at(1), connections.at(-1)]).toEqual([true, false, true])

  const { now } = service.clock
  service.clock.now = new Date(now.getTime() + 61 * 60_000)
  const next = nextOf(changes)
  const second = await make.position()
  expect(await next).toMatchObject({ type: 'changed', row: { id: second.id } })
  await client.logout()
  await expect(changes.next()).rejects.toMatchObject({ name: 'CoverageError', status: 401 })
  service.clock.now = now
})

test('the rows of changes have the types that the service gives them', () => {
  type Told<Name extends keyof Live> = EventsOf<AppRouter['live'][Name]['_def']['$types']['output']>
  type EventsOf<Stream> = Stream extends AsyncIterable<{ data: infer Event }> ? Event : never
  type RowOf<Event> = Event extends { type: 'changed'; row: infer Row } ? Row : never
  type ClientRow<Name extends keyof Live> =
    ReturnType<Live[Name]> extends AsyncIterable<LiveChange<infer Row>> ? Row : never
  expectTypeOf<RowOf<Told<'coverage'>>>().toExtend<ClientRow<'coverage'>>()
  expectTypeOf<RowOf<Told<'assignments'>>>().toExtend<ClientRow<'assignments'>>()
  expectTypeOf<RowOf<Told<'assignments'>>>().not.toBeNever()
})

test('a client with a machine’s token calls and follows changes without cookies, refreshes and events', async () => {
  const machine = await service.asMachine('MANAGER')
  const token = machine.headersFor('/').Authorization?.replace('Bearer ', '') ?? ''
  const requests: RequestInit[] = []
  const send: typeof fetch = (address, init = {}) => {
    requests.push(init)
    return fetch(address, init)
  }
  const client = createCoverageClient({ url: service.url, token: async () => token, fetch: send })
  const told: string[] = []
  for (const event of ['signedIn', 'refreshed', 'sessionEnded'] as const)
    client.on(event, () => told.push(event))
  expect((await client.me()).role).toBe('MANAGER')
  await client.tags.create.mutate({ name: 'By token', display_name: 'A tag', category: 'QUALIFICATION' })
  for await (const { type } of client.live.coverage()) {
    expect(type).toBe('reset')
    break
  }
  const wrong = createCoverageClient({ url: service.url, token: 'wcs_wrong', fetch: send })
  await expect(wrong.me()).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(4)
  const sent = requests.flatMap(({ headers }) => [...new Headers(headers).keys()])
  expect(sent).toContain('authorization')
  expect(sent).not.toContain('cookie')
  expect(sent).not.toContain('x-csrftoken')
  expect(told).toEqual([])
})
