import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import { ownsTables } from '../../../entities/schema/grants.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { factories } from '../../made/factories.ts'
import { createDatabase, databaseAt, dropDatabase, freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm

beforeAll(async () => {
  database = await freshDatabase()
  orm = connect(database.workingUrl)
  const make = factories({ orm, clock: { now: new Date('2026-03-04T10:00:00Z') } })
  const { id } = await make.employee()
  await run(`insert into transition_log (employee_id, from_status, to_status, transition, reason, metadata, created_at)
    values ('${id}', 'ONBOARDING', 'ACTIVE', 'activate', '', '{}', now())`)
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

async function run(statement: string, through = orm) {
  return (await sql.raw<Record<string, unknown>>(statement).execute(through.em.fork().getKysely())).rows
}

const roleOf = (url: string) => new URL(url).username
const denied = { code: '42501' }

test.each([
  'update transition_log set reason = $$x$$',
  'delete from transition_log',
  'truncate transition_log',
  'delete from tag_change_log',
  'delete from operator_log',
  'delete from security_log',
  'delete from change_log',
  `insert into change_log (subject) values ('employees')`,
  `update trail.seals set hash = ''`,
  `insert into trail.seals values ('transition_log', 9, 1, 1, '')`,
  'delete from trail.heads',
  `insert into trail.retired values ('transition_log', now(), 1, '{[1,2)}', now(), 'service', '')`,
  'create table partitions.mine (id int)',
  'alter table employees disable trigger all',
  'alter table transition_log disable trigger all',
  'drop trigger transition_log_append_only on transition_log',
  'create or replace function refuse_change() returns trigger language plpgsql as $$begin return null; end$$',
  'drop table transition_log',
  'set session_replication_role = replica',
  `copy (select 1) to program 'true'`,
  `copy tags from '/etc/passwd'`,
  'create table mine (id int)',
  'create schema mine',
  'truncate employees cascade',
  'delete from mikro_orm_migrations',
  `insert into mikro_orm_migrations (name) values ('MigrationOfMine')`,
  'create role other superuser',
  'update positions set assigned_hours = 0',
  'update positions set assignment_count = 0',
  `insert into positions (id, assigned_hours) values (gen_random_uuid(), 8)`,
  'delete from totals.unit_people',
  'update totals.counts set number = 0',
  'select totals.recompute()',
  `select totals.recount('{}', '{}')`,
  `select totals.add('employees', '', 1)`,
  `select pg_read_file('/etc/passwd')`,
  // With a cast of its own, the role would run its own code with the rights of the owner.
  ...['log_change', 'log_position_change'].map(
    (name) => `create temp table users (id uuid);
        create trigger mine after insert on pg_temp.users for each row execute function trail.${name}()`,
  ),
  ...['count_assignments', 'count_position', 'count_employees', 'count_rows'].map(
    (name) => `create temp table employees (id uuid);
        create trigger mine after insert on pg_temp.employees for each row execute function totals.${name}()`,
  ),
])('the working role may not %s', async (statement) => {
  await expect(run(statement)).rejects.toMatchObject(denied)
  expect(await run('select count(*)::int as entries from transition_log')).toEqual([{ entries: 1 }])
})

test('the working role may not become the owner', async () => {
  await expect(run(`set role "${roleOf(database.url)}"`)).rejects.toMatchObject(denied)
  expect(await ownsTables(orm.em.fork())).toBe(false)
  const owner = connect(database.url)
  expect(await ownsTables(owner.em.fork())).toBe(true)
  await owner.close()
})

test('every function with the rights of the owner has a fixed path, and the working role can only seal, make months and fold', async () => {
  const found = await run(`select proname, has_function_privilege(oid, 'execute') as callable,
      coalesce(array_to_string(proconfig, ' '), '') like '%search_path=pg_catalog, %, pg_temp%' as fixed
    from pg_proc where pronamespace in ('trail'::regnamespace, 'totals'::regnamespace) and prosecdef`)
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ fixed }) => !fixed)).toEqual([])
  expect(
    found
      .filter(({ callable }) => callable)
      .map(({ proname }) => proname)
      .sort(),
  ).toEqual(['add_months', 'fold', 'seal'])
})

test('the working role can neither change append-only tables nor add to those written by triggers', async () => {
  const found = await run(`select tgrelid::regclass::text as table,
      has_table_privilege(tgrelid, 'select') and has_table_privilege(tgrelid, 'insert') as adds,
      has_table_privilege(tgrelid, 'update, delete, truncate') as changes
    from pg_trigger where tgfoid = 'refuse_change'::regproc order by 1`)
  const named = (which: (table: (typeof found)[number]) => unknown) =>
    found.filter(which).map(({ table }) => table)
  expect(named(({ changes }) => changes)).toEqual([])
  expect(named(({ adds }) => adds)).toEqual([
    'application_log',
    'operator_log',
    'security_log',
    'tag_change_log',
    'transition_log',
  ])
  expect(named(({ adds, table }) => !adds && !String(table).startsWith('partitions.'))).toEqual([
    'change_log',
    'trail.retired',
    'trail.seals',
  ])
})

test('the next migration sets the rights on new tables, and removes rights granted by hand', async () => {
  await execute(database.url, 'create table later (id int)')
  await execute(database.url, `grant delete, truncate on transition_log to ${roleOf(database.workingUrl)}`)
  await expect(run('select * from later')).rejects.toMatchObject(denied)
  expect(await migrate(database.url, database.workingUrl)).toEqual([])
  expect(await run('select * from later')).toEqual([])
  await expect(run('truncate transition_log cascade')).rejects.toMatchObject(denied)
  await expect(run('delete from transition_log')).rejects.toMatchObject(denied)
})

test('simultaneous migrations of several databases can create the same role', async () => {
  const server = databaseAt(database.url, 'postgres')
  const names = [1, 2, 3].map((number) => `${new URL(database.url).pathname.slice(1)}_${number}`)
  const role = `${roleOf(database.workingUrl)}_new`
  for (const name of names) await createDatabase(server, name)
  try {
    const urls = names.map((name) => {
      const url = new URL(databaseAt(database.url, name))
      url.username = role
      url.password = encodeURIComponent(`it's a $$ 100%`)
      return { owner: databaseAt(database.url, name), working: url.href }
    })
    await Promise.all(urls.map(({ owner, working }) => migrate(owner, working)))
    for (const { working } of urls) {
      const as = connect(working)
      expect(
        await run('select current_user as role, count(*)::int as rules from business_rules', as),
      ).toEqual([{ role, rules: 7 }])
      await as.close()
    }
  } finally {
    for (const name of names) await dropDatabase(server, name)
    await execute(server, `drop role if exists ${role}`)
  }
})

test('an owner without the right to create roles is told that one is missing', async () => {
  const server = databaseAt(database.url, 'postgres')
  const [name, owner] = ['coverage_test_owned', `${roleOf(database.workingUrl)}_owner`]
  await execute(server, `create role ${owner} login password 'secret'`)
  await createDatabase(server, name)
  try {
    await execute(server, `alter database ${name} owner to ${owner}`)
    const url = new URL(databaseAt(server, name))
    Object.assign(url, { username: owner, password: 'secret' })
    const working = new URL(url)
    working.username = 'no_such_role'
    await expect(migrate(url.href, working.href)).rejects.toThrow('There is no role no_such_role')
    working.username = roleOf(database.workingUrl)
    expect(await migrate(url.href, working.href)).toContain('Migration20261120000000Initial')
  } finally {
    await dropDatabase(server, name)
    await execute(server, `drop role ${owner}`)
  }
})

test('a role that only owns the database may migrate it, if the working role exists', async () => {
  const { url: serverUrl } = database
  const [owner, worker] = ['owner', 'worker'].map((kind) => `coverage_plain_${kind}_${process.pid}`)
  const addressOf = (role = '') => {
    const url = new URL(databaseAt(serverUrl, owner ?? ''))
    url.username = role
    url.password = 'plain'
    return url.href
  }
  for (const role of [owner, worker]) await execute(serverUrl, `create role ${role} login password 'plain'`)
  try {
    await execute(serverUrl, `create database ${owner} owner ${owner}`)
    expect(await migrate(addressOf(owner), addressOf(worker))).not.toEqual([])
    expect(await execute(addressOf(worker), 'select from employees')).toEqual([])
  } finally {
    await dropDatabase(serverUrl, owner ?? '')
    for (const role of [owner, worker]) await execute(serverUrl, `drop role ${role}`)
  }
})
