import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { AppRouter } from '../../../client/src/router.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { liveStream } from '../../setup/live-stream.ts'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'

const { service, make, admin } = await serviceForFile()

const assign = (employee: string, position_id: string, effective_hours = '10.00') =>
  admin.post('/api/v1/assignments/', { employee, position_id, effective_hours })

const isReset = { id: expect.any(String), data: { type: 'reset' } }
const changed = (row: unknown) => ({ id: expect.any(String), data: { type: 'changed', row } })
const rowOf = async (list: string, id: string) =>
  (await admin.get(`/api/v1/${list}/?page_size=100`)).body.results.find(
    (row: { id: string }) => row.id === id,
  )

test('a stream begins with a reset and then shows rows as the lists do, as they change', async () => {
  const viewer = await service.as('VIEWER')
  const [coverage, assignments] = await Promise.all([
    liveStream(service, { topic: 'coverage', client: viewer }),
    liveStream(service, { topic: 'assignments', client: viewer }),
  ])
  expect(coverage.response.headers.get('content-type')).toBe('text/event-stream')
  expect(coverage.response.headers.get('x-accel-buffering')).toBe('no')
  expect([await coverage.next(), await assignments.next()]).toEqual([isReset, isReset])

  const [employee, position] = await Promise.all([make.employee(), make.position()])
  const { body } = await assign(employee.id, position.id)
  // Two changes of a row may arrive as two events, both with the final state.
  const countOf = (count: number) =>
    coverage.until(({ data }) => data.row?.assignment_count === count).then((told) => told.at(-1))
  expect(await countOf(1)).toEqual(changed(await rowOf('demand', position.id)))
  expect(await assignments.next()).toEqual(changed(await rowOf('assignments', body.id)))

  await admin.post(`/api/v1/assignments/${body.id}/suspend/`)
  expect(await countOf(0)).toEqual(changed(await rowOf('demand', position.id)))
  expect(await assignments.next()).toEqual(changed(await rowOf('assignments', body.id)))
  // Notes of an assignment change no coverage.
  await admin.patch(`/api/v1/assignments/${body.id}/`, { notes: 'at night' })
  expect(await assignments.next()).toEqual(changed(await rowOf('assignments', body.id)))
  const other = await make.position({ title: 'Another' })
  expect(await coverage.next()).toEqual(changed(await rowOf('demand', other.id)))
  await sql`delete from positions where id = ${other.id}`.execute(service.orm.em.getKysely())
  expect(await coverage.next()).toMatchObject({ data: { type: 'removed', id: other.id } })
})

test('a client that returns to any instance with the id of its last event misses nothing', async () => {
  const other = closedAfterTest(await startConsole(service))
  const client = await other.as('ADMIN')
  const before = await liveStream(other, { topic: 'coverage', client })
  await before.next()
  const first = await make.position()
  const told = await before.next()
  expect(told?.data.row.id).toBe(first.id)
  before.close()

  const second = await make.position()
  await sql`update positions set title = 'Renamed in SQL' where id = ${first.id}`.execute(
    service.orm.em.getKysely(),
  )
  const staff = await service.as('VIEWER')
  const later = await liveStream(service, { topic: 'coverage', client: staff, after: told?.id })
  const missed = [await later.next(), await later.next()]
  expect(new Map(missed.map((one) => [one?.data.row.id, one?.data.row.title]))).toEqual(
    new Map([
      [first.id, 'Renamed in SQL'],
      [second.id, second.title],
    ]),
  )
})

test('a stream shows an EMPLOYEE their own assignments while they have them, and the coverage of all positions', async () => {
  const own = await make.employee({ email: 'ÍÑIGO@clinic.example' })
  const client = await service.as('EMPLOYEE', { email: 'íñigo@clinic.example' })
  const [other, position, their] = await Promise.all([make.employee(), make.position(), make.position()])
  const coverage = await liveStream(service, { topic: 'coverage', client })
  const stream = await liveStream(service, { topic: 'assignments', client })
  await Promise.all([coverage.next(), stream.next()])

  await assign(other.id, their.id)
  const { body } = await assign(own.id, position.id)
  const told = await stream.next()
  expect(told).toMatchObject({ data: { type: 'changed', row: { id: body.id, employee: own.id } } })
  await admin.patch(`/api/v1/assignments/${body.id}/`, { employee: other.id })
  expect(await stream.next()).toMatchObject({ data: { type: 'removed', id: body.id } })
  const positions = await coverage.until(({ data }) => data.row.id === position.id)
  expect(positions.map(({ data }) => data.row.id)).toContain(their.id)

  // The same when they come back.
  const later = await liveStream(service, { topic: 'assignments', client, after: told?.id })
  expect(await later.next()).toMatchObject({ data: { type: 'removed', id: body.id } })
})

test('a stream is reset when an EMPLOYEE is linked to another employee, or to none', async () => {
  const employee = await make.employee({ email: 'before@clinic.example' })
  const client = await service.as('EMPLOYEE', { email: 'after@clinic.example' })
  const stream = await liveStream(service, { topic: 'assignments', client })
  expect(await stream.next()).toEqual(isReset)
  await admin.patch(`/api/v1/employees/${employee.id}/`, { email: 'after@clinic.example' })
  expect(await stream.next()).toEqual(isReset)
  const { body } = await assign(employee.id, (await make.position()).id)
  expect(await stream.next()).toMatchObject({ data: { type: 'changed', row: { id: body.id } } })
  await admin.patch(`/api/v1/employees/${employee.id}/`, { email: 'before@clinic.example' })
  expect(await stream.next()).toEqual(isReset)
})

test('a stream ends with its session, however the session ends', async () => {
  const open = async () => {
    const client = await service.as('VIEWER')
    const stream = await liveStream(service, { topic: 'coverage', client })
    await stream.next()
    return { client, stream, user: client.user.id }
  }
  const [left, deactivated, ended, promoted, staying] = [
    await open(),
    await open(),
    await open(),
    await open(),
    await open(),
  ]
  const db = service.orm.em.getKysely()
  await left.client.post('/api/v1/auth/logout/')
  await deactivated.client.post('/api/v1/auth/me/deactivate/')
  await sql`update users set session_epoch = session_epoch + 1 where id = ${ended.user}`.execute(db)
  await sql`update users set role = 'EMPLOYEE' where id = ${promoted.user}`.execute(db)
  // A client whose session is over is not told of the position.
  const position = await make.position()
  for (const { stream } of [left, deactivated, ended, promoted]) expect(await stream.next()).toBeUndefined()
  expect(await staying.stream.next()).toMatchObject({ data: { row: { id: position.id } } })
  const { now } = service.clock
  service.clock.now = new Date(now.getTime() + 3_600_000)
  expect(await staying.stream.next()).toBeUndefined()
  service.clock.now = now

  const { response } = await liveStream(service, { topic: 'coverage', client: left.client })
  expect(response.status).toBe(401)
})

test('a stream tells of the position that an assignment leaves and of the one it moves to', async () => {
  const [employee, from, to] = [await make.employee(), await make.position(), await make.position()]
  const { body } = await assign(employee.id, from.id)
  const stream = await liveStream(service, { topic: 'coverage', client: admin })
  await stream.next()
  await admin.patch(`/api/v1/assignments/${body.id}/`, { position_id: to.id })
  const told = [await stream.next(), await stream.next()]
  expect(new Map(told.map((one) => [one?.data.row.id, one?.data.row.assigned_hours]))).toEqual(
    new Map([
      [from.id, '0.00'],
      [to.id, '10.00'],
    ]),
  )
})

test('a stream starts with a reset for a client that was away too long or knows another log', async () => {
  const stream = await liveStream(service, { topic: 'coverage', client: admin })
  const id = (await stream.next())?.id ?? ''
  for (const after of [
    '4000000000000000000:4000000000000000000:',
    '9999999999999999999:9999999999999999999:',
    '0:9:',
    '9:8:',
    '5:9:4',
    '5:9:9',
    '5:9:7,6',
    'unknown',
  ]) {
    const later = await liveStream(service, { topic: 'coverage', client: admin, after })
    expect(await later.next()).toEqual(isReset)
    later.close()
  }
  const { org_unit } = await make.position()
  await sql`insert into positions (id, org_unit_id, title, required_weekly_hours, is_active, notes, created_at, updated_at)
    select gen_random_uuid(), ${org_unit}, 'Position ' || n, 10, true, '', now(), now()
    from generate_series(1, 1001) n`.execute(service.orm.em.getKysely())
  await stream.until(({ data }) => data.type === 'reset')
  const late = await liveStream(service, { topic: 'coverage', client: admin, after: id })
  expect(await late.next()).toEqual(isReset)
})

test('tRPC’s own link reads a stream and resumes after a lost connection', async () => {
  const line = closedAfterTest(await cuttableProxy(service.url))
  const Cookie = `access_token=${(await service.as('VIEWER')).cookies.get('access_token')?.value}`
  const link = httpSubscriptionLink<AppRouter, typeof EventSource>({
    url: new URL('/trpc', line.url).href,
    EventSource,
    eventSourceOptions: {
      fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, Cookie } }),
    },
  })
  const told: unknown[] = []
  const heard = {
    onData: (event: unknown) => told.push(event),
    onError: (error: unknown) => told.push(error),
  }
  const { unsubscribe } = createTRPCClient<AppRouter>({ links: [link] }).live.coverage.subscribe({}, heard)
  await vi.waitFor(() => expect(told).toEqual([isReset]), 30_000)
  await line.cut()
  const { id } = await make.position()
  await line.restore()
  await vi.waitFor(() => expect(told).toEqual([isReset, changed(expect.objectContaining({ id }))]), 30_000)
  unsubscribe()
})
