import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startConsole } from '../../console.ts'
import { closedAfterAll, serviceForFile } from '../../fixture.ts'
import { liveStream } from '../../live-stream.ts'

const { service, make, admin } = await serviceForFile()

const assign = (employee: string, position_id: string, effective_hours = '10.00') =>
  admin.post('/api/v1/assignments/', { employee, position_id, effective_hours })

const isReset = { id: expect.any(String), data: { type: 'reset' } }
const changed = (row: unknown) => ({ id: expect.any(String), data: { type: 'changed', row } })
const rowOf = async (list: string, id: string) =>
  (await admin.get(`/api/v1/${list}/?page_size=100`)).body.results.find(
    (row: { id: string }) => row.id === id,
  )

test('a stream begins with a reset, and then shows rows as the lists do, as they change', async () => {
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
  const isCovered = ({ data }: { data: { row?: { assignment_count: number } } }) =>
    data.row?.assignment_count === 1
  expect((await coverage.until(isCovered)).at(-1)).toEqual(changed(await rowOf('demand', position.id)))
  expect(await assignments.next()).toEqual(changed(await rowOf('assignments', body.id)))

  await admin.post(`/api/v1/assignments/${body.id}/suspend/`)
  expect(await coverage.next()).toEqual(changed(await rowOf('demand', position.id)))
  expect(await assignments.next()).toEqual(changed(await rowOf('assignments', body.id)))
  // Notes of an assignment change no coverage.
  await admin.patch(`/api/v1/assignments/${body.id}/`, { notes: 'at night' })
  expect(await assignments.next()).toEqual(changed(await rowOf('assignments', body.id)))
  const other = await make.position({ title: 'Another' })
  expect(await coverage.next()).toEqual(changed(await rowOf('demand', other.id)))
  await sql`delete from positions where id = ${other.id}`.execute(service.orm.em.getKysely())
  expect(await coverage.next()).toMatchObject({ data: { type: 'removed', id: other.id } })
})

test('a client that comes back with the id of its last event, to whichever instance, misses nothing', async () => {
  const other = closedAfterAll(await startConsole(service))
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
