import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readClinicSnapshot } from '../../../entities/clinic-snapshot.ts'
import type { Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import { localCounts } from '../../../server/compose.ts'
import { hasDemo, loadDemo } from '../../../server/demo/load.ts'
import { countTraffic } from '../../../server/demo/traffic.ts'
import { demoUsers } from '../../../server/demo/users.ts'
import { connectServices } from '../../../server/serve.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { databaseWarnings } from '../../../server/stores/database.ts'
import { toDate } from '../../../src/calendar.ts'
import { toHundredths } from '../../../src/hours.ts'
import { employeeTransitionNames } from '../../../src/people/employee-lifecycle.ts'
import type { EmployeeFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { isOnDuty } from '../../../src/planning/facts/known-dates.ts'
import { clinicFacts } from '../../../src/planning/facts/read-snapshot.ts'
import { outlooksAhead } from '../../../src/planning/forecast/outlook.ts'
import { assignmentTransitionNames } from '../../../src/work/assignment-lifecycle.ts'
import { factories } from '../../made/factories.ts'
import { Client } from '../../setup/client.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { startService } from '../../setup/service.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

/** Milliseconds: the demo is a process, and loads a whole clinic. */
const patience = 60_000
const now = new Date('2026-03-04T10:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'coverage-demo-test-'))
let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm

beforeAll(async () => {
  database = await freshDatabase()
  orm = connect(database.url)
  await loadDemo(readSettings({}), database.url, { now, log: pino({ level: 'silent' }) })
}, patience)
afterAll(async () => {
  await orm.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function rows<Row>(statement: ReturnType<typeof sql<Row>>) {
  return (await statement.execute(orm.em.fork().getKysely())).rows
}

const counts = async (what: string) =>
  Object.fromEntries(
    (
      await rows(sql<{ name: string; count: number }>`select name, count(*)::int as count
      from (${sql.raw(what)}) rows (name) group by name order by name`)
    ).map(({ name, count }) => [name, count]),
  )

const everything = () =>
  counts(`select 'employees' from employees union all select 'positions' from positions
    union all select 'assignments' from assignments union all select 'employee tags' from employee_tags
    union all select 'org units' from org_units union all select 'tags' from tags
    union all select 'transitions' from transition_log union all select 'tag changes' from tag_change_log
    union all select 'users' from users`)

test('the demo is a clinic with about a hundred people, positions and assignments', async () => {
  expect(await everything()).toEqual({
    employees: 120,
    positions: 66,
    assignments: 137,
    'employee tags': 438,
    'org units': 37,
    tags: 30,
    transitions: 172,
    'tag changes': 452,
    users: 16,
  })
})

test('the demo has employees in all states', async () => {
  expect(await counts('select status from employees')).toEqual({
    ACTIVE: 104,
    DEACTIVATED: 2,
    ONBOARDING: 3,
    ON_LEAVE: 4,
    PROPOSAL_PENDING: 4,
    TERMINATED: 3,
  })
})

test('the demo has assignments and employee tags in all states', async () => {
  expect(await counts('select status from assignments')).toEqual({ ACTIVE: 124, ENDED: 9, SUSPENDED: 4 })
  expect(await counts('select status from employee_tags')).toEqual({ ACTIVE: 426, EXPIRED: 10, REVOKED: 2 })
})

test('the demo has positions in all four coverage states', async () => {
  const states = await counts(`select case when hours is null then 'VACANT' when hours < required_weekly_hours
      then 'PARTIAL' when hours = required_weekly_hours then 'COVERED' else 'OVER_COVERED' end
    from positions left join (select position_id, sum(effective_hours) as hours from assignments
      where status = 'ACTIVE' group by 1) assigned on position_id = positions.id`)
  expect(states).toEqual({ COVERED: 26, OVER_COVERED: 5, PARTIAL: 28, VACANT: 7 })
})

test('the demo marks its management unit', async () => {
  expect(await rows(sql`select code from org_units where is_management`)).toEqual([{ code: 'AUR-MGT-DIR' }])
})

test("the demo's log holds every transition", async () => {
  const transitions = Object.keys(await counts('select transition from transition_log'))
  expect(transitions.sort()).toEqual(
    [...employeeTransitionNames, ...assignmentTransitionNames, 'expire_proposal'].sort(),
  )
})

test('the demo has tags that were assigned, modified, revoked and expired', async () => {
  expect(await counts('select action from tag_change_log')).toEqual({
    ASSIGNED: 438,
    EXPIRED: 10,
    MODIFIED: 2,
    REVOKED: 2,
  })
})

test("the demo's history covers the eight weeks before the day it is loaded", async () => {
  const [times] = await rows(sql`select min(created_at) as first, max(created_at) < ${now} as is_past
    from (select created_at from transition_log union all select created_at from tag_change_log) logs`)
  expect(times).toEqual({ first: '2026-01-05T06:00:00.000Z', is_past: true })
})

test('the demo has certificates that end soon and none that ended without expiring', async () => {
  const [ends] = await rows(sql`select count(*) filter (where end_date < ${now})::int as unnoticed,
      count(*) filter (where end_date between ${now} and ${now}::timestamptz + interval '30 days') > 10 as some_soon
    from employee_tags where status = 'ACTIVE'`)
  expect(ends).toEqual({ unnoticed: 0, some_soon: true })
})

test("the demo's throttle counts agree with its charts and with its users' last logins", async () => {
  const settings = readSettings({})
  const log = pino({ level: 'silent' })
  const shared = { settings, databaseUrl: database.url, log, counts: localCounts(settings) }
  await countTraffic(shared, now)
  const { services, stop } = await connectServices({ ...shared, clock: () => now })
  onTestFinished(stop)
  const { found } = await services.throttles.keys()
  const { buckets } = await services.activity.requests('hour')
  const sum = (name: string) => buckets.reduce((total, { counts }) => total + (counts.get(name) ?? 0), 0)
  for (const { scope, used, limit } of found) {
    const near = sum(`scope:${scope}:near`)
    expect(near + sum(`scope:${scope}:allowed`), scope).toBeGreaterThanOrEqual(used)
    expect(near, scope).toBeGreaterThanOrEqual(used - Math.ceil(0.8 * limit) + 1)
  }
  expect(found.find(({ key }) => key === '198.51.100.23')).toMatchObject({ used: 86, limit: 100 })
  const strangers = await rows(
    sql`select email from users where last_login is null and id::text = any(${found.map(({ key }) => key)})`,
  )
  expect(strangers).toEqual([])
})

test('the demo accounts for all booked hours, and every balance is right, in each of 26 weeks', async () => {
  const service = await startService({ databaseUrl: async () => database.workingUrl })
  service.clock.now = now
  const admin = await service.as('ADMIN')
  const facts = clinicFacts(await readClinicSnapshot(service.orm.em, '2026-03-04'))
  const { total_assigned_hours: assigned, coverage_pct } = (
    await admin.get('/api/v1/demand/coverage-summary/')
  ).body.global
  const { weeks } = (await admin.get('/planning/v1/forecast/')).body
  const onDuty = (index: number) => isOnDuty(facts.employees[index] as EmployeeFacts, facts.today)
  const sum = (hours: readonly number[]) => hours.reduce((total, one) => total + one, 0)
  for (const [index, { week, outlook }] of outlooksAhead(facts, 26).entries()) {
    const reference_date = toDate(week.reference)
    const { body } = await admin.post('/api/v1/offer/employees/batch-balance/', {
      employee_ids: facts.employees.map(({ id }) => id),
      reference_date,
    })
    const balances = body as { pool: { effective_hours: string } }[]
    const pools = balances.map(({ pool }) => toHundredths(pool.effective_hours))
    expect(outlook.pools).toEqual(pools)
    const { contract_hours, booked_hours, secure_hours, at_risk, ...shown } = weeks[index]
    expect(shown).toMatchObject({ reference_date, coverage_pct })
    expect(booked_hours).toBe(assigned)
    const parts = [secure_hours, ...Object.values<string>(at_risk)]
    expect(toHundredths(booked_hours)).toBe(sum(parts.map(toHundredths)))
    expect(toHundredths(contract_hours)).toBe(sum(pools.filter((_, employee) => onDuty(employee))))
  }
  await service.close()
})

test("the demo's traffic is the same in the charts, for the keys and for the users", async () => {
  const settings = readSettings({})
  const service = { settings, databaseUrl: database.url, log: pino({ level: 'silent' }) }
  const counts = localCounts(settings)
  await countTraffic({ ...service, counts }, new Date())
  const { services, stop } = await connectServices({ ...service, counts })
  onTestFinished(stop)
  const { found } = await services.throttles.keys()
  const hour = (await services.activity.requests('hour')).buckets
  const keys = (await services.activity.keys('hour')).buckets
  const sum = (buckets: typeof hour, name: string) =>
    buckets.reduce((total, { counts }) => total + (counts.get(name) ?? 0), 0)
  for (const { scope, key, used, limit } of found) {
    const near = Math.max(0, used - Math.ceil(0.8 * limit) + 1)
    expect([key, sum(keys, `near:${scope}:${key}`)]).toEqual([key, near])
    const charted = sum(hour, `scope:${scope}:allowed`) + sum(hour, `scope:${scope}:near`)
    expect(charted).toBeGreaterThanOrEqual(used)
  }
  expect(sum(keys, 'blocked:login:203.0.113.7')).toBe(31)
  expect(sum(hour, 'scope:login:blocked')).toBe(31)
  const tried = await rows(sql`select u.email, sum(l.times)::int as times, count(*)::int as entries
    from security_log l left join users u on u.id = l.user_id
    where l.event = 'failed_login' and l.via <> 'operator' group by 1 order by 2, 1`)
  expect(tried).toEqual([
    { email: demoUsers.supervisor.email, times: 4, entries: 2 },
    { email: demoUsers.manager.email, times: 5, entries: 1 },
    { email: null, times: 8, entries: 2 },
  ])
  const users = found.filter(({ scope }) => scope === 'user').map(({ key }) => key)
  expect(await rows(sql`select 1 from users where id = any(${users}) and last_login is null`)).toEqual([])
})

/** Starts the demo as a process, in an empty folder. */
function startDemo(
  env: Record<string, string>,
  ...args: string[]
): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const main = join(import.meta.dirname, '../../../server/demo/main.ts')
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const inherited = { PATH, NODE_COMPILE_CACHE, PORT: '0', OPS_PORT: '0', THROTTLE_LOGIN: 'off' }
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...inherited, ...env } })
  return child as ChildProcess & { stdout: NodeJS.ReadableStream }
}

async function outcome(child: ChildProcess) {
  const message = text(child.stderr as NodeJS.ReadableStream)
  const [code] = await once(child, 'exit')
  return { code, message: await message }
}

test(
  'a second start of the demo changes nothing, prints the clinic again, and lets every user in',
  async () => {
    const before = await everything()
    const demo = startDemo({ DATABASE_URL: database.url, TIME_ZONE: 'UTC' })
    let printed = ''
    for await (const chunk of demo.stdout) {
      printed += chunk
      if (printed.includes('Ctrl-C stops the demo')) break
    }
    expect(printed).toMatch(/The clinic +│ +66 │ +7 │ +28 │ +26 │ +5 │ +4840\.00 │ +3521\.00 │ +72\.75 /)
    expect(printed).toContain('Logins are not limited, because of THROTTLE_LOGIN=off.')
    // A sentence about the plan, and one about the hours that are lost next.
    expect(printed).toMatch(/- .* of [\d,.]+ missing hours can be covered/)
    expect(printed).toMatch(/- .* on \d{4}-\d\d-\d\d: from .* h a week are no longer secure/)
    expect(printed).toContain('npx coverage who "AUR-DIA-RAD-RAD/Radiographer, night"')
    const address = /REST +(\S+)\/api/.exec(printed)?.[1] ?? ''
    for (const { email, password, role } of Object.values(demoUsers)) {
      const client = new Client(address)
      expect(await client.login(email, password)).toMatchObject({
        status: 200,
        body: { user: { email, role } },
      })
    }
    demo.kill('SIGINT')
    expect(await outcome(demo)).toEqual({ code: 0, message: '' })
    const { transitions: _, 'tag changes': __, ...unswept } = await everything()
    expect(before).toMatchObject(unswept)
  },
  patience,
)

test('the demo says how it is started, and refuses what it does not know', async () => {
  const helped = startDemo({}, '--help')
  expect(await text(helped.stdout)).toContain('PORT=8080 OPS_PORT=9090 npm run demo')
  expect(await outcome(startDemo({}, 'clinic'))).toMatchObject({
    code: 1,
    message: expect.stringContaining('too many arguments'),
  })
})

test(
  'the demo refuses a database with another clinic and leaves it as it is',
  async () => {
    const foreign = await freshDatabase()
    const itsOrm = connect(foreign.url)
    await factories({ orm: itsOrm, clock: { now } }).employee({ employee_number: 'Theirs' })
    await factories({ orm: itsOrm, clock: { now } }).clinic({ name: 'Their clinic' })
    const refusal = 'The database holds a clinic that is not the demo. Give the demo an empty database.'
    await expect(hasDemo(foreign.url)).rejects.toThrow(refusal)
    if (isCheck)
      expect(await outcome(startDemo({ DATABASE_URL: foreign.url }))).toEqual({
        code: 1,
        message: `${refusal}\n`,
      })
    const employees = await sql`select employee_number from employees`.execute(itsOrm.em.fork().getKysely())
    expect(employees.rows).toEqual([{ employee_number: 'Theirs' }])
    await itsOrm.close()
    await foreign.drop()
  },
  patience,
)

test('a service on the data of the demo warns of its public passwords, until its users are deactivated', async () => {
  const warnings = () => databaseWarnings(readSettings({}), database.url)
  expect(await warnings()).toEqual([expect.stringContaining('Anybody can sign in as the users of the demo')])
  onTestFinished(async () => void (await rows(sql`update users set is_active = true`)))
  await rows(sql`update users set is_active = false`)
  expect(await warnings()).toEqual([])
})

test('a database that contains only a part of the demo is refused', async () => {
  const half = await freshDatabase()
  const itsOrm = connect(half.url)
  await factories({ orm: itsOrm, clock: { now } }).clinic({ code: 'AURELIA' })
  await expect(hasDemo(half.url)).rejects.toThrow('An earlier start of the demo was cut short')
  await itsOrm.close()
  await half.drop()
})

test(
  'the demo refuses to run in production',
  async () => {
    const production = {
      DEPLOYMENT: 'production',
      ALLOWED_HOSTS: 'localhost',
      DATABASE_URL: database.url,
      REDIS_URL: 'redis://127.0.0.1:1',
      JWT_SECRET: 'a secret of thirty-two bytes or so',
    }
    expect(await outcome(startDemo(production))).toMatchObject({ code: 1 })
  },
  patience,
)
