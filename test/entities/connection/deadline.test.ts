import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { Deadline, requestDeadline, withDeadline } from '../../../entities/connection/deadline.ts'
import { connectionsOf } from '../../../entities/connection/pool.ts'
import { untilQueued } from '../../expect/database.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()

let holders: pg.Client[]
beforeEach(async () => {
  holders = [new pg.Client(service.ownerUrl), new pg.Client(service.ownerUrl)]
  for (const holder of holders) await holder.connect()
})
afterEach(() => Promise.all(holders.map((holder) => holder.end())))

async function lock(holder: pg.Client, statement: string) {
  await holder.query('begin')
  await holder.query(statement)
}

/** What a busy machine or a paused container does to the process. */
const stall = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('all statements of a request share its two seconds, and stop in PostgreSQL afterwards', async () => {
  const [users, employees] = holders as [pg.Client, pg.Client]
  const { id } = await make.employee()
  await lock(users, 'lock users in access exclusive mode')
  await lock(employees, 'lock employees in access exclusive mode')
  const start = performance.now()
  const answer = admin.patch(`/api/v1/employees/${id}/`, { first_name: 'Late' })
  await untilQueued(1, (statement) => users.query(statement))
  await new Promise((resolve) => setTimeout(resolve, 1200))
  await users.query('commit')
  expect((await answer).status).toBe(503)
  expect(performance.now() - start).toBeLessThan(2300)

  // PostgreSQL itself would end the statement only 1.8 seconds after it began.
  const waiting = `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect
    .poll(async () => (await employees.query(waiting)).rows, { timeout: 500 })
    .toEqual([{ count: 0 }])
})

test('the deadline of a request stops while the process is stalled', async () => {
  const [holder] = holders as [pg.Client]
  const { id } = await make.employee()
  await lock(holder, `select from employees where id = '${id}' for update`)
  const answer = admin.patch(`/api/v1/employees/${id}/`, { first_name: 'Ana' })
  await untilQueued(1, (statement) => holder.query(statement))
  const released = holder.query('commit')
  stall(2200)
  await released
  expect((await answer).status).toBe(200)
})

test('the deadline of a request stops while the process is stalled with a half-open connection', async () => {
  const [holder] = holders as [pg.Client]
  await holder.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coverage' and datname = current_database()`,
  )
  await expect.poll(() => connectionsOf(service.orm).total).toBe(0)
  const answer = admin.get('/api/v1/tags/')
  while (connectionsOf(service.orm).total === 0) await new Promise(setImmediate)
  stall(1700)
  expect((await answer).status).toBe(200)
})

test('the deadline of a request stops in a second stall too', async () => {
  const never = () => expect.fail('Deadline is over.')
  const timers = () => new Promise((resolve) => setTimeout(resolve, 60))
  new Deadline(1000).wait(never)()
  stall(300)
  await timers()
  const deadline = new Deadline(1000)
  const ended = deadline.wait(never)
  stall(1100)
  await timers()
  expect(deadline.left).toBeGreaterThan(500)
  ended()
})

test('the deadline of a request does not limit work after its answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let later = Promise.resolve<unknown>('never run')
  await withDeadline(async () => {
    expect(requestDeadline()?.left).toBeGreaterThan(1000)
    later = promise.then(requestDeadline)
  })
  resolve()
  expect(await later).toBeUndefined()
})

test.each(['25P03', '25P04', '40001', '53100', '53200', '53300', '53400', '57P01', '57P03', '57P05'])(
  'the error %s of PostgreSQL means that it is unavailable',
  (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error('refused'), { code }))).toBe(true)
  },
)
