import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { Deadline, requestDeadline, withDeadline } from '../../../entities/connection/deadline.ts'
import { connectionsOf } from '../../../entities/connection/pool.ts'
import { untilQueued } from '../../expect/database.ts'
import { stopDeadlines } from '../../setup/deadlines.ts'
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

test('all statements of a request share its two seconds, and stop in PostgreSQL afterwards', async () => {
  const [users, employees] = holders as [pg.Client, pg.Client]
  const { id } = await make.employee()
  const deadlines = await stopDeadlines(service)
  await lock(users, 'lock users in access exclusive mode')
  await lock(employees, 'lock employees in access exclusive mode')
  const answer = admin.patch(`/api/v1/employees/${id}/`, { first_name: 'Late' })
  await untilQueued(1, (statement) => users.query(statement))
  await deadlines.pass(1200)
  await users.query('commit')
  await untilQueued(1, (statement) => employees.query(statement))
  await deadlines.pass(800)
  expect((await answer).status).toBe(503)

  const waiting = `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await employees.query(waiting)).rows).toEqual([{ count: 0 }])
})

test('the deadline of a request stops while the process is stalled', async () => {
  const [holder] = holders as [pg.Client]
  const { id } = await make.employee()
  const deadlines = await stopDeadlines(service)
  await lock(holder, `select from employees where id = '${id}' for update`)
  const answer = admin.patch(`/api/v1/employees/${id}/`, { first_name: 'Ana' })
  await untilQueued(1, (statement) => holder.query(statement))
  deadlines.stall(2200)
  await deadlines.looked()
  await holder.query('commit')
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
  // Really asleep, because the pool has timers of its own.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1700)
  expect((await answer).status).toBe(200)
})

test('the deadline of a request stops in a second stall too', async () => {
  const never = () => expect.fail('Deadline is over.')
  const deadlines = await stopDeadlines(service)
  // The deadlines are looked at every 50 milliseconds, so before this timer is due.
  const looked = () => new Promise((resolve) => setTimeout(resolve, 60))
  new Deadline(1000).wait(never)()
  deadlines.stall(300)
  await looked()
  const deadline = new Deadline(1000)
  const ended = deadline.wait(never)
  deadlines.stall(1100)
  await looked()
  expect(deadline.left).toBe(750)
  ended()
})

test('the deadline of a request does not limit work after its answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let later = Promise.resolve<unknown>('never run')
  await withDeadline(async () => {
    expect(requestDeadline()?.left).toBe(1850)
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
