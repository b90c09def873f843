import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { partitionedLogs, partitionLog } from '../../../entities/logs/partitions.ts'
import { retireLogs } from '../../../entities/logs/retention.ts'
import { readRetired, sealedLogs, verifyLogs } from '../../../entities/logs/seals.ts'
import { connect } from '../../../entities/orm.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { theService } from '../../../src/logs/audit.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let owner: Orm
let worker: Orm

beforeEach(async () => {
  database = await freshDatabase()
  owner = connect(database.url, { queryTimeout: 60_000 })
  worker = connect(database.workingUrl)
})
afterEach(async () => {
  await owner.close()
  await worker.close()
  await database.drop()
})

vi.setConfig({ testTimeout: 120_000 })

const zone = 'Europe/Madrid'
const day = (text: string) => new Date(`${text}T12:00:00Z`)
const writer = (at: Date) => ({ em: owner.em, author: { ...theService(at), name: 'ada' } })
const partitionAll = async (at = day('2026-11-10')) => {
  const ends = []
  for (const log of sealedLogs) ends.push(await partitionLog(writer(at), log, zone))
  await retireLogs(writer(at), { at, zone, months: undefined })
  return ends
}
const retire = (at: Date, months = 12) => retireLogs(writer(at), { at, zone, months })

async function run(statement: string, through = worker) {
  return (await sql.raw<Record<string, unknown>>(statement).execute(through.em.fork().getKysely())).rows
}
const addEvent = (at: string, target = '', through = worker) =>
  run(
    `insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
      values ('login', 'DONE', 1, '', '', '', 'rest', '', '${target}', '${at}') returning id`,
    through,
  )

const partitionsOf = async (log: string) =>
  (
    await run(
      `select relname as name, pg_get_expr(relpartbound, pg_class.oid) as holds from pg_inherits
      join pg_class on pg_class.oid = inhrelid where inhparent = 'public.${log}'::regclass order by relname`,
      owner,
    )
  ).map(({ name, holds }) => [name, holds])

async function problems() {
  const found: string[] = []
  await verifyLogs(owner, () => ({ problem: (sentence) => found.push(sentence), progress() {} }))
  for (const { of, stored, real } of await findDifferences(owner)) found.push(`${of}: ${stored}, ${real}`)
  return found
}

test('a partitioned log keeps its entries in the first partition, and has three months ahead', async () => {
  await addEvent('2025-01-01T00:00:00Z')
  expect(await partitionAll()).toEqual(sealedLogs.map(() => '2026-11-30 23:00:00+00'))
  expect(await partitionedLogs(owner.em.fork())).toEqual([...sealedLogs].sort())
  for (const log of sealedLogs)
    expect(await partitionsOf(log)).toEqual([
      [`${log}_2026_12`, "FOR VALUES FROM ('2026-11-30 23:00:00+00') TO ('2026-12-31 23:00:00+00')"],
      [`${log}_2027_01`, "FOR VALUES FROM ('2026-12-31 23:00:00+00') TO ('2027-01-31 23:00:00+00')"],
      [`${log}_2027_02`, "FOR VALUES FROM ('2027-01-31 23:00:00+00') TO ('2027-02-28 23:00:00+00')"],
      [`${log}_default`, 'DEFAULT'],
      [`${log}_first`, "FOR VALUES FROM (MINVALUE) TO ('2026-11-30 23:00:00+00')"],
    ])
})

test('a partitioned log keeps its columns, indexes, constraints, triggers and rights', async () => {
  const before = await shapes()
  await addEvent('2026-01-01')
  await run('create view events as select * from security_log', owner)
  await partitionAll()
  const withTime = (key: string) => key.replace('(id)', '(id, created_at)').replace(' ON ONLY ', ' ON ')
  expect(await shapes()).toEqual({
    ...before,
    indexes: before.indexes.map(({ is }) => ({ is: withTime(is) })),
    constraints: before.constraints.map(({ name, is }) => ({
      name,
      is: is.startsWith('PRIMARY') ? withTime(is) : is,
    })),
  })
  await addEvent('2026-12-24')
  expect((await run('select * from events', owner)).length).toBe(2)
})

/** What the catalogue says about the logs themselves. */
async function shapes() {
  const logs = sealedLogs.map((log) => `'public.${log}'::regclass`).join()
  const read = (statement: string) => run(statement, owner) as Promise<{ name: string; is: string }[]>
  return {
    columns:
      await read(`select attrelid::regclass::text || '.' || attname as name, format_type(atttypid, atttypmod)
        || attnotnull::text || attidentity::text || attcollation::text as is
      from pg_attribute where attrelid in (${logs}) and attnum > 0 order by 1`),
    indexes: await read(`select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as is from pg_index
      where indrelid in (${logs}) order by 1`),
    constraints:
      await read(`select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as is
      from pg_constraint where conrelid in (${logs}) and contype <> 'n' order by 1`),
    triggers: await read(`select pg_get_triggerdef(oid) as is from pg_trigger
      where tgrelid in (${logs}) and not tgisinternal order by 1`),
    rights: await read(`select oid::regclass::text as name, grantee::regrole || privilege_type as is
      from pg_class, aclexplode(relacl) where oid in (${logs}) and grantee <> relowner order by 1, 2`),
  }
}

test('entries of a partitioned log keep getting greater ids', async () => {
  const [before] = await addEvent('2026-11-01T00:00:00Z')
  await partitionAll()
  const ids = [before?.id]
  for (const at of ['2026-11-02', '2026-12-02', '2090-01-01']) ids.push((await addEvent(at))[0]?.id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(a) - Number(b)))
})

test('entries outside the existing months are kept, and move into their month once it exists', async () => {
  await partitionAll()
  const times = [
    '1990-01-01T00:00:00Z',
    '2026-11-30T22:59:59.999Z',
    '2026-11-30T23:00:00Z',
    '2027-02-28T22:59:59.999Z',
    '2027-02-28T23:00:00Z',
    '2027-04-15T00:00:00Z',
    '2090-01-01T00:00:00Z',
  ]
  for (const at of times) await addEvent(at, at)
  const places = async () =>
    (
      await run(
        `select tableoid::regclass::text as place from security_log
    where event = 'login' order by created_at`,
        owner,
      )
    ).map(({ place }) => String(place).replace('partitions.security_log_', ''))
  expect(await places()).toEqual(['first', 'first', '2026_12', '2027_02', 'default', 'default', 'default'])
  await retireLogs(writer(day('2027-01-31')), { at: day('2027-01-31'), zone, months: undefined })
  expect(await places()).toEqual(['first', 'first', '2026_12', '2027_02', '2027_03', '2027_04', 'default'])
  expect(
    (await run('select target from security_log order by created_at, id')).map(({ target }) => target),
  ).toEqual(times)
  expect(await problems()).toEqual([])
})

test('whole months older than the retention are retired, and verified as such', async () => {
  for (const at of ['2024-01-01', '2026-11-30T22:00:00Z']) await addEvent(at)
  await partitionAll()
  for (const at of ['2026-12-01', '2026-12-31T22:59:59Z', '2026-12-31T23:00:00Z']) await addEvent(at)
  const left = async () =>
    (await run(`select created_at::text from security_log where event = 'login' order by 1`)).length

  await retire(day('2027-11-30'))
  expect(await left()).toBe(5)
  await retire(day('2027-12-01'))
  expect(await left()).toBe(3)
  expect(await problems()).toEqual([])
  await retire(day('2028-01-01'))
  expect(await left()).toBe(1)
  expect(await problems()).toEqual([])
  await addEvent('2024-05-05')
  expect(await problems()).toEqual([])

  const retired = (await readRetired(owner.em.fork())).filter(({ log }) => log === 'security_log')
  expect(retired).toEqual([
    {
      log: 'security_log',
      until: '2026-11-30 23:00:00+00',
      number: 2,
      at: '2027-12-01 12:00:00+00',
      by: 'ada',
    },
    {
      log: 'security_log',
      until: '2026-12-31 23:00:00+00',
      number: 2,
      at: '2028-01-01 12:00:00+00',
      by: 'ada',
    },
  ])
  const events = await run(
    `select name, via, target from security_log where event = 'command' and target like '%security%' order by id`,
  )
  expect(events).toEqual([
    {
      name: 'ada',
      via: 'service',
      target: 'logs retire security_log until 2026-11-30 23:00:00+00, entries: 2',
    },
    {
      name: 'ada',
      via: 'service',
      target: 'logs retire security_log until 2026-12-31 23:00:00+00, entries: 2',
    },
  ])
})

test('tampering is found before and after other months are retired', async () => {
  for (const at of ['2026-10-01', '2026-10-02', '2026-10-03']) await addEvent(at)
  const ids = (await run('select id from security_log order by id')).map(({ id }) => id)
  await partitionAll()
  for (const at of ['2027-01-01', '2027-01-02', '2027-01-03']) await addEvent(at)
  ids.push(...(await run('select id from security_log order by id')).map(({ id }) => id).slice(3))
  const forge = (statement: string) =>
    run(`do $$ begin set local session_replication_role = replica; ${statement}; end $$`, owner)
  await forge(`delete from security_log where id = ${ids[1]}`)
  expect(await problems()).toContain(`security_log: entry ${ids[1]} is missing.`)
  await retire(day('2027-12-15'))
  await forge(`delete from security_log where id = ${ids[4]}`)
  await forge(`update security_log set target = 'forged' where id = ${ids[5]}`)
  await forge(`insert into partitions.security_log_2027_02 overriding system value
    select 99999, event, outcome, times, user_id, name, address, user_agent, via, request_id, target, '2027-02-02' from security_log limit 1`)
  expect((await problems()).filter((problem) => problem.includes('entry')).sort()).toEqual(
    [
      `security_log: entry ${ids[1]} is missing.`,
      `security_log: entry ${ids[4]} is missing.`,
      `security_log: entry ${ids[5]} is not as it was written.`,
      'security_log: entry 99999 was not written by the service.',
    ].sort(),
  )
})

test('a second or simultaneous run of partitioning or retirement does nothing', async () => {
  await addEvent('2026-01-01')
  await partitionAll()
  const before = await partitionsOf('security_log')
  const done: unknown[] = []
  const report = { made: (month: unknown) => done.push(month), retired: (one: unknown) => done.push(one) }
  const at = day('2027-12-15')
  const both = () => Promise.all([1, 2].map(() => retireLogs(writer(at), { at, zone, months: 12 }, report)))
  await both()
  const expected = sealedLogs.length * (13 + 1)
  expect(done.length).toBe(expected)
  expect(await partitionsOf('security_log')).not.toEqual(before)
  await both()
  expect(done.length).toBe(expected)
  expect(await problems()).toEqual([])
})

test('the working role has the same rights on a partitioned log as before', async () => {
  await addEvent('2026-01-01')
  await partitionAll()
  await addEvent('2026-12-24')
  await migrate(database.url, database.workingUrl)
  await addEvent('2026-12-25')
  for (const statement of [
    'delete from security_log',
    'update security_log set times = 2',
    'truncate security_log',
    `insert into change_log (subject) values ('employees')`,
    'select * from partitions.security_log_first',
    'delete from partitions.security_log_first',
    'drop table partitions.security_log_first',
    'alter table security_log detach partition partitions.security_log_first',
    'create table partitions.mine (id int)',
    `insert into trail.retired values ('security_log', now(), 1, '{[1,2)}', now(), 'service', '')`,
    'delete from trail.retired',
    `insert into partitions.security_log_default select * from security_log`,
  ])
    await expect(run(statement), statement).rejects.toMatchObject({ code: '42501' })
  await expect(
    retireLogs(
      { em: worker.em, author: theService(day('2027-12-24')) },
      { at: day('2027-12-24'), zone, months: 1 },
    ),
  ).rejects.toMatchObject({ code: '42501' })
  for (const table of ['security_log', 'partitions.security_log_first', 'partitions.security_log_2026_12'])
    await expect(run(`delete from ${table}`, owner), table).rejects.toThrow('is append-only')
  expect(await problems()).toEqual([])
})

test('writers wait for less than two seconds, without errors, while the logs are partitioned', async () => {
  const racing = connect(database.workingUrl, { max: 8, queryTimeout: 1800 })
  let isOver = false
  let written = 0
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++) {
      await racing.em.fork().transactional(async (em) => {
        const db = em.getKysely()
        await sql`insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
          values (gen_random_uuid(), ${`T-${writer}-${n}`}, '', 'CONTRACT', 0, now(), now())`.execute(db)
        await sql`insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
          values ('login', 'DONE', 1, '', '', '', 'rest', '', '', now())`.execute(db)
        await sql`select count(*) from change_log`.execute(db)
      })
      written += 1
    }
  }
  const now = new Date()
  try {
    const writers = Promise.all([0, 1, 2, 3].map(write))
    await Promise.race([writers, partitionAll(now)])
    const later = new Date(now.getTime() + 90 * 86_400_000)
    await Promise.race([writers, retireLogs(writer(later), { at: later, zone, months: undefined })])
    isOver = true
    await writers
  } finally {
    isOver = true
    await racing.close()
  }
  expect(await run('select count(*)::int as number from security_log')).toEqual([{ number: written }])
  expect(await problems()).toEqual([])
})

test('a failed partitioning leaves the log as it was, and can be repeated', async () => {
  await addEvent('2026-01-01')
  await run('create table partitions.security_log_first (id int)', owner)
  await expect(partitionLog(writer(day('2026-11-10')), 'security_log', zone)).rejects.toThrow(
    'already exists',
  )
  expect(
    await run(`select conname from pg_constraint where conname = 'until_first_partition_ends'`, owner),
  ).toEqual([])
  await addEvent('2027-12-01')
  await run('drop table partitions.security_log_first', owner)
  expect(await partitionLog(writer(day('2026-11-10')), 'security_log', zone)).toBe('2027-12-31 23:00:00+00')
  expect(await problems()).toEqual([])
})
