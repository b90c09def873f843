import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { Deadline, requestDeadline, withDeadline } from '../../../entities/connection/deadline.ts'
import { readRows } from '../../../entities/connection/em.ts'
import { connectionsOf, poolOf } from '../../../entities/connection/pool.ts'
import { connect } from '../../../entities/orm.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { onlyInCheck } from '../../setup/run/ring.ts'
import { execute } from '../../setup/stores/execute.ts'

const { service, admin } = await serviceForFile()

const sleep = (seconds: number, orm = service.orm) => readRows(orm.em.fork())`select pg_sleep(${seconds})`
/** Sleeps for real, because PostgreSQL and the pool have their own clocks. */
const stall = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

// The first three only wait, so they may do so at the same time.
test.concurrent('all waits of a request share its two seconds', async () => {
  const deadline = new Deadline()
  const giveUp = vi.fn()
  await deadline.wait(after(1200), { giveUp })
  await after(1000)
  await expect(deadline.wait(after(1000), { giveUp })).rejects.toSatisfy(isDatabaseUnavailable)
  expect(giveUp).toHaveBeenCalledOnce()
})

test.concurrent('work that may take minutes is not given up because PostgreSQL is silent for two seconds', async () => {
  const giveUp = vi.fn()
  await new Deadline(60_000).wait(after(2500), { giveUp })
  expect(giveUp).not.toHaveBeenCalled()
})

test.concurrent('a request is answered late if PostgreSQL is still at work on it', async () => {
  // A busy PostgreSQL may say too late that it is at work.
  await expect.poll(() => withDeadline(() => sleep(2.5)).catch(() => [])).toHaveLength(1)
})

test('PostgreSQL looks after 30 seconds of silence whether the machine of a connection is still there', async () => {
  const [asked] = await readRows(service.orm.em.fork())`
    select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_interval') as interval`
  expect(asked).toEqual({ idle: '30', interval: '10' })
})

test('a statement that takes too long is given up, and stops in PostgreSQL', async () => {
  await using orm = connect(service.databaseUrl, { queryTimeout: 500 })
  poolOf(orm).options.statement_timeout = 0
  await expect(sleep(60, orm)).rejects.toSatisfy(isDatabaseUnavailable)
  const asleep = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  await expect.poll(() => execute(service.ownerUrl, asleep)).toEqual([])
  expect(connectionsOf(orm).total).toBe(0)
})

test.each([2.5, ...onlyInCheck(0.3)])(
  'a stall of the process does not count against a statement of %d s',
  async (seconds) => {
    const read = withDeadline(() => sleep(seconds))
    await after(100)
    stall(2200)
    expect(await read).toHaveLength(1)
  },
)

test('a stall of the process does not count against a half-open connection', async () => {
  await execute(
    service.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coverage' and datname = current_database()`,
  )
  await expect.poll(() => connectionsOf(service.orm).total).toBe(0)
  const answer = admin.get('/api/v1/tags/')
  while (connectionsOf(service.orm).total === 0) await new Promise(setImmediate)
  stall(1700)
  expect((await answer).status).toBe(200)
})

test('a stall of the process does not count against the question whether PostgreSQL is at work', async () => {
  await sleep(0)
  const connects = vi.spyOn(pg.Client.prototype, 'connect').mockImplementationOnce(function (
    this: pg.Client,
  ) {
    setImmediate(stall, 1700)
    return this.connect()
  })
  onTestFinished(() => connects.mockRestore())
  expect(await withDeadline(() => sleep(3.5))).toHaveLength(1)
  expect(connects).toHaveBeenCalled()
})

test('an answer that comes just after the news that PostgreSQL is no longer at work is taken', async () => {
  const work = Promise.withResolvers<string>()
  const isAtWork = async () => {
    setTimeout(work.resolve, 1, 'answer')
    return false
  }
  expect(await new Deadline().wait(work.promise, { giveUp: () => {}, isAtWork })).toBe('answer')
})

test('what PostgreSQL is asked about a statement is asked anew for the next one of its connection', async () => {
  await using orm = connect(service.databaseUrl, { max: 1 })
  const waits = vi.spyOn(Deadline.prototype, 'wait')
  const connects = vi.spyOn(pg.Client.prototype, 'connect')
  for (const spy of [waits, connects]) onTestFinished(() => spy.mockRestore())
  const isAtWork = () => waits.mock.lastCall?.[1].isAtWork?.() ?? expect.unreachable()
  await sleep(0, orm)
  connects.mockImplementationOnce(() => new Promise(() => {}))
  void isAtWork()
  const next = sleep(5, orm)
  await expect.poll(() => waits.mock.calls.filter(([, { isAtWork }]) => isAtWork)).toHaveLength(2)
  expect(await isAtWork()).toBe(true)
  await next
})

test('the deadline of a request does not limit work after its answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let later = Promise.resolve<unknown>('never run')
  await withDeadline(async () => {
    expect(requestDeadline()).toBeInstanceOf(Deadline)
    later = promise.then(requestDeadline)
  })
  resolve()
  expect(await later).toBeUndefined()
})

test.each([
  '25P03',
  '25P04',
  '40001',
  '40P01',
  '53100',
  '53200',
  '53300',
  '53400',
  '57P01',
  '57P03',
  '57P05',
])('the error %s of PostgreSQL means that it is unavailable', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('refused'), { code }))).toBe(true)
})
