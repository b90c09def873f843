import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { countedTables } from '../../../entities/lists/rows.ts'
import { connect } from '../../../entities/orm.ts'
import { findDifferences, foldCounts, recompute } from '../../../entities/schema/totals.ts'
import { readOrgTree, readUnitCoverage, readUnitPositions } from '../../../entities/work/coverage.ts'
import { coverageStates } from '../../../src/work/coverage.ts'
import { everyRow } from '../../expect/lists.ts'
import { serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { connected } from '../../setup/stores/execute.ts'

const { service, make, admin } = await serviceForFile()
let owner: Orm

const units: string[] = []
const employees: string[] = []
const positions: string[] = []

beforeAll(async () => {
  owner = connect(service.ownerUrl)
  for (let i = 0; i < 3; i++) units.push((await make.unit({ name: `Unit ${i % 2}` })).id)
  for (let i = 0; i < 4; i++)
    employees.push((await make.employee({ status: i === 3 ? 'ON_LEAVE' : 'ACTIVE' })).id)
  for (let i = 0; i < 5; i++)
    positions.push(
      (await make.position({ org_unit: units[i % 2], required_weekly_hours: '20.00', title: `P${i % 3}` }))
        .id,
    )
})
afterAll(() => owner.close())

const run = async (statement: string) =>
  (await sql.raw<Record<string, unknown>>(statement).execute(owner.em.fork().getKysely())).rows
const person = fc.nat(3)
const place = fc.nat(4)
const hours = fc.constantFrom('5.00', '10.00', '10.01', '20.00')

/** Changes in SQL: of one row or of many, of one table or of several. */
const changes = fc.oneof(
  fc.tuple(person, place, hours).map(
    ([employee, position, amount]) =>
      () =>
        `insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
        values (gen_random_uuid(), '${employees[employee]}', '${positions[position]}', ${amount}, '{}', now(), now())
        on conflict do nothing`,
  ),
  fc.constantFrom(
    () => `insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
      select gen_random_uuid(), e.id, p.id, 7, '{}', now(), now() from employees e, positions p on conflict do nothing`,
    () => `update assignments set status = 'SUSPENDED' where effective_hours > 7`,
    () => `delete from assignments where effective_hours = 7`,
    () => `update assignments set notes = notes || 'x'`,
    () => `update positions set is_active = not is_active where title = 'P1'`,
    () => `update employees set status = case status when 'ACTIVE' then 'ON_LEAVE' else 'ACTIVE' end`,
    () => `insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
      select gen_random_uuid(), 'N' || n || random(), '', '', '', (array['ACTIVE', 'TERMINATED'])[1 + n % 2], now(), now()
      from generate_series(1, 3) n`,
    () => `delete from employees where employee_number like 'N%' and status = 'ACTIVE'
      and not exists (select from assignments where employee_id = employees.id)`,
    () => `update assignments set effective_hours = effective_hours / 2 where status = 'ACTIVE'`,
  ),
  fc.tuple(fc.constantFrom('ACTIVE', 'SUSPENDED', 'ENDED'), place).map(
    ([status, position]) =>
      () =>
        `update assignments a set status = '${status}' where id = (select min(id::text)::uuid from assignments b
        where position_id = '${positions[position]}' and not exists (select from assignments c
          where c.employee_id = b.employee_id and c.position_id = b.position_id and c.status = 'ACTIVE'))`,
  ),
  fc.tuple(place, fc.nat(2)).map(
    ([position, unit]) =>
      () =>
        `update positions set org_unit_id = '${units[unit]}' where id = '${positions[position]}'`,
  ),
  fc.tuple(place, hours).map(
    ([position, amount]) =>
      () =>
        `update positions set required_weekly_hours = ${amount} where id = '${positions[position]}'`,
  ),
  fc.tuple(person, fc.constantFrom('ACTIVE', 'ON_LEAVE', 'DEACTIVATED', 'TERMINATED')).map(
    ([employee, status]) =>
      () =>
        `update employees set status = '${status}' where id = '${employees[employee]}'`,
  ),
  fc.tuple(person, place).map(
    ([employee, position]) =>
      () =>
        `update assignments set employee_id = '${employees[employee]}', position_id = '${positions[position]}'
        where id = (select min(id::text)::uuid from assignments where status = 'ACTIVE')
          and not exists (select from assignments where status = 'ACTIVE'
            and employee_id = '${employees[employee]}' and position_id = '${positions[position]}')`,
  ),
)

// The totals, added up from the rows.
const covered = `select positions.*, coalesce(hours, 0.00) as assigned, coalesce(assignments, 0) as count,
    case when coalesce(hours, 0) = 0 then 'VACANT' when hours < required_weekly_hours then 'PARTIAL'
      when hours = required_weekly_hours then 'COVERED' else 'OVER_COVERED' end as state
  from positions left join (select position_id, sum(effective_hours) as hours, count(*)::int as assignments
    from assignments where status = 'ACTIVE' group by position_id) active on position_id = positions.id`
const byUnit = `select org_unit_id, count(*)::int as position_count,
    ${coverageStates.map((state) => `count(*) filter (where state = '${state}')::int as ${state}`).join()},
    sum(required_weekly_hours) as required_hours, sum(assigned) as assigned_hours,
    sum(greatest(required_weekly_hours - assigned, 0)) as shortfall_hours
  from (${covered}) position where is_active group by org_unit_id`
const summed = `with people as (
    select org_unit_id, count(*) filter (where status = 'ACTIVE')::int as active,
      count(*) filter (where status = 'ON_LEAVE')::int as on_leave,
      count(*) filter (where status not in ('ACTIVE', 'ON_LEAVE'))::int as other
    from (select distinct p.org_unit_id, a.employee_id from assignments a join positions p on p.id = a.position_id
      where a.status = 'ACTIVE' and p.is_active) staffed
    join employees e on e.id = staffed.employee_id group by org_unit_id)
  select o.id as org_unit_id, o.name as org_unit_name, o.unit_type as org_unit_type, o.parent_id, position_count,
    covered, partial, vacant, over_covered, required_hours, assigned_hours,
    json_build_object('active', coalesce(active, 0), 'on_leave', coalesce(on_leave, 0), 'other', coalesce(other, 0))
      as employee_breakdown
  from (${byUnit}) unit join org_units o on o.id = unit.org_unit_id left join people on people.org_unit_id = o.id`
const tree = `select o.id, o.parent_id, o.unit_type, o.code, o.name, o.is_active, o.is_management,
    coalesce(position_count, 0) as position_count, coalesce(vacant, 0) as vacant, coalesce(partial, 0) as partial,
    coalesce(covered, 0) as covered, coalesce(over_covered, 0) as over_covered,
    coalesce(required_hours, 0.00) as required_hours, coalesce(assigned_hours, 0.00) as assigned_hours,
    coalesce(shortfall_hours, 0.00) as shortfall_hours
  from org_units o left join (${byUnit}) unit on unit.org_unit_id = o.id order by o.sort_order, o.code, o.id`
const inUnit = (unit: string) => `select id, title, required_weekly_hours, assigned as assigned_hours,
    count as assignment_count, state as coverage_state
  from (${covered}) position where is_active and org_unit_id = '${unit}'
  order by greatest(required_weekly_hours - assigned, 0) desc, title, id`
const listed = (
  state: string,
  order: string,
) => `select id, assigned as assigned_hours, count as assignment_count,
    state as coverage_state
  from (${covered}) position where '${state}' in ('', state) order by ${order}`

const orders = {
  title: 'title, id',
  '-title': 'title desc, id desc',
  required_weekly_hours: 'required_weekly_hours, id',
  '-org_unit_id': 'org_unit_id desc, title desc, id desc',
}

async function expectSameAsSummed() {
  const em = owner.em.fork()
  const sorted = (rows: { org_unit_id?: unknown }[]) =>
    rows.toSorted((a, b) => String(a.org_unit_id).localeCompare(String(b.org_unit_id)))
  expect(sorted(await readUnitCoverage(em))).toEqual(sorted(await run(summed)))
  expect(await readOrgTree(em)).toEqual(await run(tree))
  for (const unit of units) expect(await readUnitPositions(em, unit)).toEqual(await run(inUnit(unit)))
  for (const state of ['', ...coverageStates])
    for (const [ordering, order] of Object.entries(orders)) {
      const filter = state && `&coverage_state=${state}`
      const rows = await everyRow(admin, `/api/v1/demand/?ordering=${ordering}${filter}`)
      expect(
        rows.map(({ id, assigned_hours, assignment_count, coverage_state }) => ({
          id,
          assigned_hours,
          assignment_count,
          coverage_state,
        })),
      ).toEqual(await run(listed(state, order)))
    }
}

test('the stored totals, lists and summaries are right after any change in SQL', async () => {
  const change = async (statements: (() => string)[], isKept: boolean) => {
    const work = owner.em.fork().transactional(async (em) => {
      for (const statement of statements) await sql.raw(statement()).execute(em.getKysely())
      if (!isKept) throw new Error('rolled back')
    })
    await work.catch((error) => {
      if (error.message !== 'rolled back') throw error
    })
    expect(await findDifferences(service.orm)).toEqual([])
  }
  const transactions = fc.tuple(
    fc.array(changes, { minLength: 1, maxLength: 4 }),
    fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(transactions, { minLength: 1, maxLength: 6 }), async (given) => {
      for (const [statements, isKept] of given) await change(statements, isKept)
      await expectSameAsSummed()
    }),
    { numRuns: isCheck ? 25 : 8 },
  )
}, 240_000)

test.each([
  ['forwards', (one: string[]) => one],
  ['backwards', (one: string[]) => one.toReversed()],
])('a statement that changes several counted tables is counted right: %s', async (_, inOrder) => {
  const [from, to] = [await make.position(), await make.position({ org_unit: (await make.unit()).id })]
  const { employee } = await make.assignment({ position: from.id })
  const [first, ...others] = inOrder([
    `update employees set status = 'ON_LEAVE' where id = '${employee}'`,
    `insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
      values (gen_random_uuid(), '${employee}', '${to.id}', 1, '{"violations": []}', now(), now())`,
    `update positions set org_unit_id = '${to.org_unit}' where id = '${from.id}'`,
    `update assignments set status = 'ENDED' where position_id = '${from.id}'`,
  ])
  await run(`with ${others.map((one, at) => `part${at} as (${one})`).join()} ${first}`)
  expect(await findDifferences(service.orm)).toEqual([])
})

test('concurrent writers are counted in separate shards, and later writers add none', async () => {
  const { id } = await make.unit()
  const place = await make.position({ org_unit: id })
  const people = await Promise.all(Array.from({ length: 5 }, () => make.employee()))
  const shards = async () => run(`select number from totals.counts where counted = '${id}' order by shard`)
  const clients = people.slice(0, 2).map(() => new pg.Client(service.ownerUrl))
  await Promise.all(clients.map((client) => client.connect()))
  try {
    // Neither waits, though both count in the same unit.
    for (const [at, client] of clients.entries()) {
      await client.query('begin')
      await client.query(`select totals.add('${id}', 'ACTIVE', ${at + 1})`)
    }
    for (const client of clients) await client.query('commit')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  expect(await shards()).toEqual([{ number: 1 }, { number: 2 }])
  await run(`select totals.add('${id}', 'ACTIVE', -3)`)
  for (const { id: employee } of people) await make.assignment({ employee, position: place.id })
  expect(await shards()).toHaveLength(2)
  expect(await findDifferences(service.orm)).toEqual([])
})

testInCheck('no writer waits for another that counts the same', { timeout: 120_000 }, async () => {
  let waits = 0
  let commits = 0
  const write = async (client: pg.Client) => {
    await client.query(`set lock_timeout = '1ms'`)
    for (let number = 0; number < 1500; number++)
      try {
        await client.query('begin')
        await client.query(`select totals.add('tables', '', 1)`)
        await client.query(`select totals.add('chairs', '', -1)`)
        await client.query('commit')
        commits++
      } catch (error) {
        const { code, where = '' } = error as pg.DatabaseError
        if (code !== '55P03') throw error
        await client.query('rollback')
        // PostgreSQL may also wait for a moment to add a page to a table.
        if (/in relation "counts"/.test(where)) waits++
      }
  }
  await Promise.all(Array.from({ length: 16 }, () => connected(service.ownerUrl, write)))
  const counted = `select sum(number)::int as number, count(*)::int as shards from totals.counts where counted = `
  const [tables, chairs] = [await run(`${counted}'tables'`), await run(`${counted}'chairs'`)]
  expect([waits, tables[0]?.number, chairs[0]?.number]).toEqual([0, commits, -commits])
  await foldCounts(service.orm.em.fork())
  expect(await run(`${counted}'tables'`)).toEqual([{ number: commits, shards: 1 }])
  await run(`delete from totals.counts where counted in ('tables', 'chairs')`)
})

test('shards are folded into one, but for those that writers hold', async () => {
  const counted = () => run(`select shard, number from totals.counts where counted = 'beds' order by shard`)
  const add = `select totals.add('beds', '', 1)`
  await run(`insert into totals.counts overriding system value
    values ('beds', '', 1, 1), ('beds', '', 2, 1), ('beds', '', 90, 1)`)
  await connected(service.ownerUrl, async (client) => {
    await client.query('begin; select pg_advisory_xact_lock(727280, 90)')
    await foldCounts(service.orm.em.fork())
    expect(await counted()).toEqual([
      { shard: 1, number: 2 },
      { shard: 90, number: 1 },
    ])
    await client.query('rollback')
    await client.query(`begin; ${add}`)
    await foldCounts(service.orm.em.fork())
    await client.query('commit')
  })
  await foldCounts(service.orm.em.fork())
  expect(await counted()).toEqual([{ shard: 1, number: 4 }])
  await run(`delete from totals.counts where counted = 'beds'`)
})

test('the number of rows is stored for each table whose list needs it', async () => {
  const counting = await run(`select distinct tgrelid::regclass::text as table from pg_trigger
    where tgfoid = 'totals.count_rows'::regproc order by 1`)
  const tables = [...countedTables].sort().map((table) => ({ table }))
  expect(counting).toEqual(tables)
  const recounted = `select distinct counted as table from totals.real_counts where counted !~ '-' order by 1`
  await make.assignment()
  expect(await run(recounted)).toEqual(tables)
})

test('the number of rows is right at once in lists with and without a filter', async () => {
  const count = async (path: string) => (await admin.get(`/api/v1/${path}`)).body.count
  const before = await count('employees/')
  const gone = await count('employees/?status=DEACTIVATED')
  const leaving = await make.employee({ status: 'DEACTIVATED' })
  expect(await count('employees/')).toBe(before + 1)
  expect(await count('employees/?status=DEACTIVATED')).toBe(gone + 1)
  const active = await run(`select count(*)::int as count from employees where status = 'ACTIVE'`)
  expect(await count('employees/?status=ACTIVE')).toBe(active[0]?.count)
  await run(`delete from employees where id = '${leaving.id}'`)
  expect(await count('employees/')).toBe(before)
  expect(await count('employees/?status=DEACTIVATED')).toBe(gone)
  await run('truncate employee_tags cascade')
  expect(await count('employee-tags/')).toBe(0)
  await make.employeeTag()
  expect(await count('employee-tags/')).toBe(1)
})

test('an EMPLOYEE sees the number of their own rows', async () => {
  await make.employee({ email: 'own@clinic.example' })
  const employee = await service.as('EMPLOYEE', { email: 'own@clinic.example' })
  expect((await employee.get('/api/v1/employees/')).body.count).toBe(1)
})

test('a change of totals neither touches updated_at of the position nor is logged', async () => {
  const position = await make.position()
  const [before] = await run(`select count(*)::int as entries from change_log where subject = 'positions'`)
  await make.assignment({ position: position.id, effective_hours: '5.00' })
  expect(await run(`select updated_at, assigned_hours from positions where id = '${position.id}'`)).toEqual([
    { updated_at: position.updated_at.toISOString(), assigned_hours: '5.00' },
  ])
  const [after] = await run(`select count(*)::int as entries from change_log where subject = 'positions'`)
  expect(after).toEqual(before)
})

test('the change log of a position contains no totals', async () => {
  const { id } = await make.position({ title: 'Before' })
  await make.assignment({ position: id })
  await run(`update positions set title = 'After', required_weekly_hours = 8 where id = '${id}'`)
  const [created, updated, ...more] = await run(
    `select before, after from change_log where subject_id = '${id}' order by id`,
  )
  expect(more).toEqual([])
  const columns = 'created_at id is_active notes org_unit_id required_weekly_hours title updated_at'
  expect(
    Object.keys(created?.after as object)
      .sort()
      .join(' '),
  ).toBe(columns)
  expect(updated).toEqual({
    before: { title: 'Before', required_weekly_hours: 40 },
    after: { title: 'After', required_weekly_hours: 8 },
  })
})

describe('a transaction in SQL that changes the status of an employee who was assigned after it began', () => {
  test.each([
    ['read committed', null],
    ['repeatable read', '25000'],
    ['serializable', '25000'],
  ])(
    'a status changed in SQL during a new assignment is counted correctly or refused: %s',
    async (level, refusal) => {
      const [{ id: employee }, { id: position_id }] = [await make.employee(), await make.position()]
      const client = new pg.Client(service.ownerUrl)
      await client.connect()
      try {
        await client.query(`begin isolation level ${level}`)
        await client.query('select from employees')
        const work = { employee, position_id, effective_hours: 1 }
        expect((await admin.post('/api/v1/assignments/', work)).status).toBe(201)
        const update = client.query(`update employees set status = 'ON_LEAVE' where id = '${employee}'`)
        expect(
          await update.then(
            () => null,
            ({ code }) => code,
          ),
        ).toBe(refusal)
        await client.query('commit')
      } finally {
        await client.end()
      }
      expect(await findDifferences(service.orm)).toEqual([])
    },
  )
})

test('totals of rows loaded while triggers were off are found and recomputed', async () => {
  const { id, org_unit } = await make.position({ title: 'Loaded' })
  const [employee] = employees
  await owner.em.fork().transactional(async (em) => {
    const load = [
      'set local session_replication_role = replica',
      `insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
        values (gen_random_uuid(), '${employee}', '${id}', 12.5, '{}', now(), now())`,
    ]
    for (const statement of load) await sql.raw(statement).execute(em.getKysely())
  })
  const [{ status } = { status: '' }] = await run(`select status from employees where id = '${employee}'`)
  const found = await findDifferences(service.orm)
  expect(found.map(({ of }) => of)).toEqual([
    `position ${id} (Loaded)`,
    `employee ${employee} in unit ${org_unit}`,
    `unit ${org_unit} ${status}`,
    'table assignments',
  ])
  expect(found[0]).toMatchObject({ stored: '0.00 / 0', real: '12.50 / 1' })
  expect(found[1]).toMatchObject({ stored: 'none', real: status })
  await owner.em.fork().transactional((em) => recompute(em))
  expect(await findDifferences(service.orm)).toEqual([])
})

test('an assignment is counted without reading those of others', async () => {
  for (let i = 0; i < 5; i++) await make.position({ org_unit: (await make.unit()).id, title: `Many ${i}` })
  await run(`insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
    select gen_random_uuid(), 'M' || n, '', '', '', 'ACTIVE', now(), now() from generate_series(1, 120) n`)
  const assign = (those: string) => `
    insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
    select gen_random_uuid(), e.id, p.id, 1, '{}', now(), now() from employees e, positions p
    where employee_number like 'M%' and title like 'Many%' and ${those}`
  await run(assign(`(employee_number, title) <> ('M1', 'Many 0')`))
  await run('vacuum analyze')
  const client = new pg.Client(service.ownerUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(assign(`(employee_number, title) = ('M1', 'Many 0')`))
    const { rows } = await client.query(`select (seq_tup_read + idx_tup_fetch)::int as read
      from pg_stat_xact_user_tables where relid = 'assignments'::regclass`)
    expect(rows[0].read).toBeLessThan(100)
  } finally {
    await client.end()
  }
})

test('a clinic that is imported in one transaction is counted without reading what was imported before', async () => {
  const database = await freshDatabase()
  const people = 100
  try {
    await connected(database.url, async (client) => {
      await client.query(`
        insert into org_units (id, unit_type, code, name, created_at, updated_at)
          values (gen_random_uuid(), 'CLINIC', 'C', 'Clinic', now(), now());
        insert into positions (id, org_unit_id, title, required_weekly_hours, created_at, updated_at)
          select gen_random_uuid(), id, n, 10, now(), now() from org_units, generate_series(1, ${people}) n;
        insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
          select gen_random_uuid(), n, '', '', '', 'ONBOARDING', now(), now() from generate_series(1, ${people}) n`)
      await client.query('begin')
      for (let number = 1; number <= people; number++)
        await client.query(`
          insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
            select gen_random_uuid(), e.id, p.id, 1, '{}', now(), now() from employees e, positions p
            where employee_number = '${number}' and title = '${number}'`)
      await client.query(`update employees set status = 'ACTIVE'`)
      const { rows } = await client.query(`
        select (select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables
            where relid = 'assignments'::regclass)::int as read,
          (select n_tup_upd from pg_stat_xact_user_tables where relid = 'totals.counts'::regclass)::int as counts,
          (select sum(assigned_hours) from positions) as hours`)
      expect(rows[0].hours).toBe(`${people}.00`)
      expect(rows[0].read).toBeLessThanOrEqual(3 * people)
      // Three for each new assignment: its row, that of its entry in the change log, and the person of the unit.
      expect(rows[0].counts).toBeLessThan(4 * people)
    })
  } finally {
    await database.drop()
  }
})
