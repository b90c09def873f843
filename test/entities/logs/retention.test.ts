import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { addMonths, retireLogs } from '../../../entities/logs/retention.ts'
import { readRetired, sealedLogs, verifyLogs } from '../../../entities/logs/seals.ts'
import { connect } from '../../../entities/orm.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { theService } from '../../../src/logs/audit.ts'
import { sealAll } from '../../expect/sealed.ts'
import { testInCheck } from '../../setup/fixture.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let owner: Orm
let worker: Orm
/** The start of the first whole month, where the first partition ends. */
let start: Date

beforeEach(async () => {
  database = await freshDatabase()
  owner = connect(database.url, { queryTimeout: 60_000 })
  worker = connect(database.workingUrl, { queryTimeout: 60_000 })
  const [, bound = ''] = /TO \('(.*)'\)/.exec((await partitionsOf('security_log')).get('first') ?? '') ?? []
  start = new Date(bound)
})
afterEach(async () => {
  await owner.close()
  await worker.close()
  await database.drop()
})

vi.setConfig({ testTimeout: 60_000 })

/** The start of a later month in UTC, and some milliseconds more. */
const month = (number: number, milliseconds = 0) =>
  new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + number, 1, 0, 0, 0, milliseconds))
const nameOf = (number: number) => month(number).toISOString().slice(0, 7).replace('-', '_')
const retire = (at: Date, months = 12) =>
  retireLogs({ em: owner.em, author: { ...theService(at), name: 'ada' } }, months)

async function run(statement: string, through = worker) {
  return (await sql.raw<Record<string, unknown>>(statement).execute(through.em.fork().getKysely())).rows
}
const addEvent = (at: Date | string, target = '') =>
  run(`insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
    values ('login', 'DONE', 1, '', '', '', 'rest', '', '${target}', '${new Date(at).toISOString()}')`)
const places = async () =>
  (
    await run(
      `select tableoid::regclass::text as place from security_log where event = 'login' order by created_at`,
    )
  ).map(({ place }) => String(place).replace('partitions.security_log_', ''))

async function partitionsOf(log: string) {
  const found = await run(
    `select relname as name, pg_get_expr(relpartbound, pg_class.oid) as holds from pg_inherits
      join pg_class on pg_class.oid = inhrelid where inhparent = 'public.${log}'::regclass order by relname`,
    owner,
  )
  return new Map(found.map(({ name, holds }) => [String(name).replace(`${log}_`, ''), String(holds)]))
}

async function problems() {
  const found: string[] = []
  await sealAll(owner)
  await verifyLogs(owner, () => ({ problem: (sentence) => found.push(sentence), progress() {} }))
  for (const { of, stored, real } of await findDifferences(owner)) found.push(`${of}: ${stored}, ${real}`)
  return found
}

test('each log has a partition for the past, for the next month, and for the rest', async () => {
  for (const log of sealedLogs)
    expect([...(await partitionsOf(log)).keys()].sort()).toEqual([nameOf(0), 'default', 'first'].sort())
  for (const at of ['1990-01-01', month(0, -1), month(0), month(1, -1), month(1)]) await addEvent(at)
  expect(await places()).toEqual(['first', 'first', nameOf(0), nameOf(0), 'default'])
})

test('entries of other times move into their month once it is made', async () => {
  await run(`drop table partitions.security_log_${nameOf(0)}`, owner)
  // The next month may be made too, if that of the machine has ended since the database was made.
  for (const at of [month(0, -1), month(0), month(1, -1), month(2)]) await addEvent(at)
  expect(await places()).toEqual(['first', 'default', 'default', 'default'])
  const afterThree = async () => {
    await Promise.all([1, 2, 3].map(() => addMonths(worker.em.fork())))
    return places()
  }
  // Each passes over a log while another is at any log, so that all three may pass over this one.
  await expect.poll(afterThree).toEqual(['first', nameOf(0), nameOf(0), 'default'])
  expect(await problems()).toEqual([])
})

test('a month is not made while requests keep the tables busy', async () => {
  await run(`drop table partitions.transition_log_${nameOf(0)}`, owner)
  await worker.em.fork().transactional(async (em) => {
    await em.execute('update employees set photo = null')
    await addMonths(worker.em.fork())
    expect((await partitionsOf('transition_log')).has(nameOf(0))).toBe(false)
  })
  const isMade = async () => {
    await addMonths(worker.em.fork())
    return (await partitionsOf('transition_log')).has(nameOf(0))
  }
  await expect.poll(isMade).toBe(true)
})

test('whole months older than the retention are retired, and verified as such', async () => {
  const times = ['2024-01-01', month(0, -1), month(0), month(1, -1), month(1)]
  for (const at of times) await addEvent(at)
  expect(await retire(month(12, -1))).toEqual([])
  expect((await places()).length).toBe(5)
  await retire(month(12))
  expect((await places()).length).toBe(3)
  expect(await problems()).toEqual([])
  await retire(month(13))
  expect((await places()).length).toBe(1)
  expect(await retire(month(13))).toEqual([])
  await addEvent('2024-05-05')
  expect(await problems()).toEqual([])

  const expected = [month(0), month(1)].map((until) => ({ until, number: 2 }))
  const retired = (await readRetired(owner.em.fork())).filter(({ log }) => log === 'security_log')
  expect(retired.map(({ until, number, by }) => ({ until: new Date(until), number, by }))).toEqual(
    expected.map((one) => ({ ...one, by: 'ada' })),
  )
  const events = await run(
    `select name, via, target from security_log where event = 'command' and target like '%security%' order by id`,
  )
  expect(events).toEqual(
    retired.map(({ until }) => ({
      name: 'ada',
      via: 'service',
      target: `logs retire security_log until ${until}, entries: 2`,
    })),
  )
})

test('tampering is found before and after other months are retired', async () => {
  for (const day of [1, 2, 3]) await addEvent(`2024-01-0${day}`)
  for (const milliseconds of [1, 2, 3]) await addEvent(month(0, milliseconds))
  await sealAll(owner)
  const forge = (statement: string) =>
    run(`do $$ begin set local session_replication_role = replica; ${statement}; end $$`, owner)
  await forge('delete from security_log where id = 2')
  expect(await problems()).toContain('security_log: entry 2 is missing.')
  await retire(month(12))
  await forge('delete from security_log where id = 5')
  await forge(`update security_log set target = 'forged' where id = 6`)
  await forge(`insert into partitions.security_log_${nameOf(0)} overriding system value
    select 99999, event, outcome, times, user_id, name, address, user_agent, via, request_id, target, created_at, transaction_id
    from security_log where id = 4`)
  expect((await problems()).filter((problem) => problem.includes('entry')).sort()).toEqual([
    'security_log: entry 2 is missing.',
    'security_log: entry 5 is missing.',
    'security_log: entry 6 is not as it was written.',
    'security_log: entry 99999 was not written by the service.',
  ])
})

test('simultaneous runs retire each month once', async () => {
  const runs = await Promise.all([1, 2].map(() => retire(month(12))))
  expect(runs.flat().length).toBe(sealedLogs.length)
  expect(await problems()).toEqual([])
})

test('the working role cannot reach partitions', async () => {
  await migrate(database.url, database.workingUrl)
  for (const statement of [
    'select * from partitions.security_log_first',
    'delete from partitions.security_log_first',
    'drop table partitions.security_log_first',
    'alter table security_log detach partition partitions.security_log_first',
    'create table partitions.mine (id int)',
    'delete from trail.retired',
    'insert into partitions.security_log_default select * from security_log',
  ])
    await expect(run(statement), statement).rejects.toMatchObject({ code: '42501' })
  const writer = { em: worker.em, author: theService(month(24)) }
  await expect(retireLogs(writer, 12)).rejects.toMatchObject({ code: '42501' })
  await addEvent(month(0))
  for (const name of (await partitionsOf('security_log')).keys())
    await expect(run(`delete from partitions.security_log_${name}`, owner), name).rejects.toThrow(
      'is append-only',
    )
})

testInCheck('writers wait for less than two seconds, without errors, while months are made', async () => {
  const racing = connect(database.workingUrl, { max: 8, queryTimeout: 1800 })
  for (const log of sealedLogs) await run(`drop table partitions.${log}_${nameOf(0)}`, owner)
  let isOver = false
  let written = 0
  const write = async () => {
    while (!isOver) {
      await racing.em.fork().transactional(async (em) => {
        await em.execute(`insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
          values (gen_random_uuid(), left(gen_random_uuid()::text, 15), '', 'CONTRACT', 0, now(), now())`)
        await em.execute(`insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
          values ('login', 'DONE', 1, '', '', '', 'rest', '', '', '${month(0).toISOString()}')`)
        await em.execute('select count(*) from change_log')
      })
      written += 1
    }
  }
  const areMade = async () => {
    for (const log of sealedLogs) if (!(await partitionsOf(log)).has(nameOf(0))) return false
    return true
  }
  const makeAll = async () => {
    while (!(await areMade())) await addMonths(worker.em.fork())
    isOver = true
  }
  try {
    await Promise.all([write(), write(), write(), write(), makeAll()])
  } finally {
    isOver = true
    await racing.close()
  }
  expect(await run('select count(*)::int as number from security_log')).toEqual([{ number: written }])
  expect(new Set(await places())).toEqual(new Set([nameOf(0)]))
  expect(await problems()).toEqual([])
})
