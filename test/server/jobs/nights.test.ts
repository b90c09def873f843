import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Planner } from '../../../routers/ports/context.ts'
import { localCounts } from '../../../server/compose.ts'
import { nightKeeper } from '../../../server/jobs/nights.ts'
import { Metrics } from '../../../server/metrics/metrics.ts'
import { PlannerThread } from '../../../server/planning/planner.ts'
import { serveOps } from '../../../server/serve.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { addDays } from '../../../src/calendar.ts'
import { invalidAsAWhole } from '../../../src/errors.ts'
import { usualBasis } from '../../../src/planning/facts/read-snapshot.ts'
import { statementsOf } from '../../expect/database.ts'
import { closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { freePort } from '../../setup/programs/free-port.ts'
import { startReceiver } from '../../setup/receiver.ts'
import { connected, execute } from '../../setup/stores/execute.ts'
import { makeWebhook, startSender } from '../../setup/webhooks.ts'

const { service, make, admin } = await serviceForFile()
const { orm, services } = service
const lines: { msg: string; problem?: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const monday = '2026-03-02'
const at = (day: string, time = '00:00:30') => new Date(`${day}T${time}Z`)
/** A process of its own, which keeps nights. */
const keeper = (parts: { planner?: Planner; metrics?: Metrics; cliffWeeks?: number } = {}) => {
  const { planner = services.planner, metrics = new Metrics(), cliffWeeks = 8 } = parts
  const common = { orm, log, timeZone: 'UTC', basis: usualBasis }
  return nightKeeper({ ...common, planner, metrics: metrics.nights, cliffWeeks })
}
const rows = (statement: string) => execute<Record<string, unknown>>(service.ownerUrl, statement)
const nights = () =>
  rows('select day::text, problem, finished_at is not null as is_over from coverage_nights order by day')
const history = async (query = '', as = admin) => (await as.get(`/planning/v1/history/${query}`)).body

const contract = (await make.tag({ name: 'Forty', category: 'CONTRACT', hours_delta: '40.00' })).id
const nurse = (await make.tag({ name: 'NightDuty', category: 'CERTIFICATION' })).id
const unit = await make.unit({ name: 'Ward', code: 'WARD' })
const position = (await make.position({ org_unit: unit.id, required_weekly_hours: '48.00' })).id
await make.positionTag({ position, tag: nurse })
const employee = (await make.employee()).id
await make.employeeTag({ employee, tag: contract })
const { id: certificate } = await make.employeeTag({ employee, tag: nurse, end_date: '2026-03-20' })
await make.assignment({ employee, position, effective_hours: '36.00' })

const certifiedUntil = (day: string) =>
  rows(`update employee_tags set end_date = '${day}' where id = '${certificate}'`)

beforeEach(async () => {
  await certifiedUntil('2026-03-20')
  await rows('truncate coverage_nights, coverage_history')
  await rows('delete from cliffs')
  service.clock.now = at('2026-03-04', '10:00:00')
  lines.length = 0
})

test('a night keeps the hours of each org unit with all below it, once a day, and tries nothing more that day', async () => {
  const keep = keeper()
  await keep(at('2026-03-04'))
  expect(await statementsOf(orm, () => keep(at('2026-03-04', '23:59:59')))).toEqual([])
  const other = keeper({ planner: { run: () => Promise.reject(new Error('kept twice')) } })
  await other(at('2026-03-04', '12:00:00'))
  expect(await nights()).toEqual([{ day: '2026-03-04', problem: null, is_over: true }])
  expect(lines).toEqual([])
  const figures = { required_hours: '48.00', booked_hours: '36.00', secure_hours: '36.00' }
  const ahead = { secure_in_4_weeks: '0.00', secure_in_8_weeks: '0.00', secure_in_12_weeks: '0.00' }
  const night = { date: '2026-03-04', ...figures, ...ahead, secure_coverage_pct: '75.00' }
  expect(await history(`?org_unit_id=${unit.id}`)).toMatchObject({ org_unit_name: 'Ward', nights: [night] })
  const whole = await history()
  expect(whole.org_unit_id).not.toBe(unit.id)
  expect(whole.nights).toMatchObject([night])
})

test('on a Monday the history says what was forecast 4 weeks before, and how wrong that was', async () => {
  await keeper()(at(monday))
  await keeper()(at('2026-03-03'))
  await certifiedUntil('2026-06-30')
  await keeper()(at('2026-03-30'))
  await keeper()(at('2026-03-31'))
  service.clock.now = at('2026-03-31', '10:00:00')
  const viewer = await service.as('VIEWER')
  const { nights, accuracy } = await history('', viewer)
  expect(
    nights.map(({ date, secure_hours, said_4_weeks_ago }: Record<string, string>) => [
      date,
      secure_hours,
      said_4_weeks_ago,
    ]),
  ).toEqual([
    [monday, '36.00', null],
    ['2026-03-03', '36.00', null],
    ['2026-03-30', '36.00', '0.00'],
    ['2026-03-31', '36.00', null],
  ])
  expect(accuracy[0]).toEqual({
    ...{ weeks_ahead: 4, mondays: 1, mean_difference_hours: '36.00' },
    ...{ mean_error_hours: '36.00', largest_error_hours: '36.00' },
  })
  expect((await history('?days=2', viewer)).nights).toHaveLength(2)
})

test('a night whose process is gone is taken over after ten minutes', async () => {
  await rows(`insert into coverage_nights (day, begun_at) values ('2026-03-04', '2026-03-04T00:00:30Z')`)
  await keeper()(at('2026-03-04', '00:05:00'))
  expect(await nights()).toMatchObject([{ is_over: false }])
  await keeper()(at('2026-03-04', '00:10:30'))
  expect(await nights()).toMatchObject([{ is_over: true }])
})

test('a night that another process has taken over and kept stays as that one found it', async () => {
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>()
  const planner: Planner = {
    run: async (...task) => {
      const found = await services.planner.run(...task)
      await slow
      return found
    },
  }
  const first = keeper({ planner })(at('2026-03-04'))
  await expect.poll(nights).toMatchObject([{ is_over: false }])
  await certifiedUntil('2026-03-27')
  await keeper()(at('2026-03-04', '00:10:30'))
  const cliffs = await rows('select * from cliffs')
  goOn()
  await first
  expect(await rows('select * from cliffs')).toEqual(cliffs)
  expect(lines).toEqual([])
})

test('a failure is logged and tried again ten minutes later', async () => {
  let failures = 0
  const run = () => Promise.reject(new Error(`failure ${++failures}`))
  const keep = keeper({ planner: { run } })
  for (const time of ['00:00:30', '00:01:30', '00:10:30']) await keep(at('2026-03-04', time))
  expect(failures).toBe(2)
  expect(lines.map(({ msg }) => msg)).toEqual(Array(2).fill('the figures of the night could not be kept'))
  expect(await nights()).toMatchObject([{ is_over: false }])
})

test('a clinic that planning refuses has no figures that night, and says why once', async () => {
  const run = () => Promise.reject(invalidAsAWhole('Planning takes at most 20,000 employees.'))
  const keep = keeper({ planner: { run } })
  for (const time of ['00:00:30', '00:20:30']) await keep(at('2026-03-04', time))
  expect(await nights()).toEqual([
    { day: '2026-03-04', problem: 'Planning takes at most 20,000 employees.', is_over: true },
  ])
  expect(lines).toMatchObject([{ problem: 'Planning takes at most 20,000 employees.' }])
  expect((await history()).nights).toEqual([])
})

test('nights are kept for 400 days', async () => {
  for (const age of [400, 401]) {
    const day = addDays('2026-03-04', -age)
    await rows(
      `insert into coverage_nights (day, begun_at, finished_at) values ('${day}', '${day}', '${day}')`,
    )
    await rows(`insert into coverage_history values ('${unit.id}', '${day}', 1, 1, 1, 1, 1, 1, 1, 1, 1)`)
  }
  await keeper()(at('2026-03-04'))
  const kept = [addDays('2026-03-04', -400), '2026-03-04']
  expect((await nights()).map(({ day }) => day)).toEqual(kept)
  expect(await rows(`select distinct day::text from coverage_history order by 1`)).toEqual(
    kept.map((day) => ({ day })),
  )
})

test('the metrics of every process show the last night by org unit and weeks ahead, until the next one', async () => {
  const [own, other] = [new Metrics(), new Metrics()]
  await keeper({ metrics: own })(at('2026-03-04'))
  await keeper({ metrics: other })(at('2026-03-04', '00:01:30'))
  for (const { registry } of [own, other]) {
    const text = await registry.metrics()
    expect(text).toContain('coverage_secure_pct{unit="WARD",weeks_ahead="0"} 75\n')
    expect(text).toContain('coverage_secure_pct{unit="WARD",weeks_ahead="4"} 0\n')
    expect(text).toMatch(/^coverage_history_timestamp_seconds 177/m)
  }
  expect(await new Metrics().registry.metrics()).not.toMatch(
    /^coverage_(secure_pct|history_timestamp_seconds)[{ ]/m,
  )
})

test('the metrics show no share for weeks in which a unit requires nothing', async () => {
  const { nights, registry } = new Metrics()
  const units = [{ code: 'ICU', required: [40, 40, 0, 0], secure: [36, 0, 0, 10] }]
  nights.show({ day: '2026-03-04', finished_at: '2026-03-04T00:01:00Z', units })
  expect((await registry.metrics()).match(/^coverage_secure_pct.*$/gm)).toEqual([
    'coverage_secure_pct{unit="ICU",weeks_ahead="0"} 90',
    'coverage_secure_pct{unit="ICU",weeks_ahead="4"} 0',
  ])
})

test('the metrics show the clinic and the 50 units that require most hours', async () => {
  const made = await Promise.all(Array.from({ length: 52 }, () => make.unit()))
  for (const { id } of made) await make.position({ org_unit: id, required_weekly_hours: '1.00' })
  const metrics = new Metrics()
  await keeper({ metrics })(at('2026-03-04'))
  const text = await metrics.registry.metrics()
  expect(text.match(/^coverage_secure_pct{unit="[^"]+",weeks_ahead="0"}/gm)).toHaveLength(51)
  expect(text).toContain('{unit="WARD",weeks_ahead="0"}')
})

const feed = '/integration/v1/changes/'

test('a cliff that comes near is told of once by the feed, and again when it is no longer ahead', async () => {
  const told = async (work: () => Promise<unknown>) => {
    const { cursor } = (await admin.get(feed)).body
    await work()
    return (await admin.get(`${feed}?after=${cursor}&subjects=cliffs`)).body.changes
  }
  const cliff = {
    ...{ id: expect.any(String), employee, employee_tag: certificate, org_unit_id: unit.id },
    ...{ cause: 'CERTIFICATE_ENDS', date: '2026-03-20', week: '2026-W13', hours: '36.00' },
    created_at: '2026-03-04T00:00:30.000Z',
  }
  expect(await told(() => keeper({ cliffWeeks: 2 })(at('2026-03-03')))).toEqual([])
  const [change, ...more] = await told(() => keeper({ cliffWeeks: 3 })(at('2026-03-04')))
  expect(more).toEqual([])
  expect(change).toMatchObject({
    subject: 'cliffs',
    action: 'CREATE',
    before: null,
    after: cliff,
    via: 'service',
    actor: null,
  })
  expect(await told(() => keeper()(at('2026-03-05')))).toEqual([])
  const gone = await told(async () => {
    await certifiedUntil('2026-12-31')
    await keeper()(at('2026-03-06'))
  })
  expect(gone).toMatchObject([{ action: 'DELETE', id: change.id, before: cliff, after: null }])
})

test('a cliff is told of anew when it comes back, and when the same week has another cause', async () => {
  const { cursor } = (await admin.get(feed)).body
  const { id: tag } = await make.tag({ name: 'Ward', category: 'CERTIFICATION' })
  const { id: other } = await make.employeeTag({ employee, tag, end_date: '2026-03-21' })
  const required = await make.positionTag({ position, tag })
  for (const [day, end] of [
    ['2026-03-04', '2026-03-20'],
    ['2026-03-05', '2026-12-31'],
    ['2026-03-06', '2026-03-20'],
  ] as const) {
    await certifiedUntil(end)
    await keeper()(at(day))
  }
  const { changes } = (await admin.get(`${feed}?after=${cursor}&subjects=cliffs`)).body
  await rows(`delete from position_tags where id = '${required.id}'`)
  type Change = { action: string; before: object | null; after: object | null }
  const told = changes.map(({ action, before, after }: Change) => [action, after ?? before])
  const [own, ofWard] = [
    { employee_tag: certificate, date: '2026-03-20', week: '2026-W13' },
    { employee_tag: other, date: '2026-03-21', week: '2026-W13' },
  ]
  expect(told).toMatchObject([
    ['CREATE', own],
    ['DELETE', own],
    ['CREATE', ofWard],
    ['DELETE', ofWard],
    ['CREATE', own],
  ])
})

test('a webhook is told of a cliff that comes near', async () => {
  closedAfterTest(startSender(orm, { log }))
  const { url, received } = closedAfterTest(await startReceiver())
  await makeWebhook(orm, { url, subjects: ['cliffs'] })
  await keeper()(at('2026-03-04'))
  await expect.poll(() => received.map(({ message }) => message.type)).toEqual(['cliff.created'])
})

test('a night that waits for its turn with the planner keeps no sweep waiting', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const run = vi.fn(() => new Promise(() => {}))
  const planner = Object.assign(new PlannerThread(), { run })
  const env = { JWT_SECRET: 'a secret of thirty-two bytes or so', OPS_PORT: String(await freePort()) }
  const settings = readSettings(env)
  const shared = { settings, databaseUrl: service.databaseUrl, log, counts: localCounts(settings) }
  const ops = await serveOps({ ...shared, metrics: new Metrics(), planner }, env)
  closedAfterTest({ close: ops.stop })
  for (const minute of [1, 2, 3]) {
    const { id } = await make.employeeTag({ employee, tag: nurse, end_date: `2020-01-0${minute}` })
    const status = () => {
      vi.advanceTimersByTime(60_000)
      return rows(`select status from employee_tags where id = '${id}'`)
    }
    await expect.poll(status).toEqual([{ status: 'EXPIRED' }])
  }
  await expect.poll(() => run.mock.calls.length).toBe(1)
})

test('a night that waits for a person locked by an import holds nobody whom the import locks after them', async () => {
  const { id: tag } = await make.tag({ name: 'Theatre', category: 'CERTIFICATION' })
  const { id: theatre } = await make.position()
  await make.positionTag({ position: theatre, tag })
  const people = [(await make.employee()).id, (await make.employee()).id].sort()
  // The cliff of the second person comes first.
  for (const [at, end_date] of ['2026-03-20', '2026-03-13'].entries()) {
    const person = people[at]
    await make.employeeTag({ employee: person, tag: contract })
    await make.employeeTag({ employee: person, tag, end_date })
    await make.assignment({ employee: person, position: theatre, effective_hours: '8.00' })
  }
  const { keeping } = await connected(service.ownerUrl, async (client) => {
    const lock = (person?: string) =>
      client.query(`select from employees where id = '${person}' for update nowait`)
    await client.query('begin')
    await lock(people[0])
    const keeping = keeper()(at('2026-03-04'))
    const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
    await expect.poll(async () => (await client.query(waiting)).rows).toHaveLength(1)
    await lock(people[1])
    return { keeping }
  })
  await keeping
  expect(await rows(`select from cliffs where employee_id in ('${people.join("', '")}')`)).toHaveLength(2)
})
