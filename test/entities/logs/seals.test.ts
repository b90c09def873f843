import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { sealedLogs, sealLogs, verifyLogs } from '../../../entities/logs/seals.ts'
import { connect } from '../../../entities/orm.ts'
import { sealAll } from '../../expect/sealed.ts'
import { factories } from '../../made/factories.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm

const clock = { now: new Date('2026-03-04T10:00:00.000Z') }

beforeEach(async () => {
  database = await freshDatabase()
  orm = connect(database.url)
})
afterEach(async () => {
  await orm.close()
  await database.drop()
})

const run = (statement: string) => sql.raw(statement).execute(orm.em.fork().getKysely())

/** The problems that the verification finds once the logs are sealed, and the number of entries that it checks. */
async function verified() {
  const problems: string[] = []
  let entries = 0
  await sealAll(orm)
  await verifyLogs(orm, () => ({
    problem: (sentence) => problems.push(sentence),
    progress(more) {
      entries += more
    },
  }))
  return { problems, entries }
}

/** The problems that the verification finds in the logs as they are. */
async function found() {
  const problems: string[] = []
  await verifyLogs(orm, () => ({ problem: (sentence) => problems.push(sentence), progress() {} }))
  return problems
}

/** Changes a log as its owner can, with all triggers off. */
const forge = (...statements: string[]) =>
  orm.em.fork().transactional(async (em) => {
    await em
      .getConnection()
      .execute('set local session_replication_role = replica', [], 'run', em.getTransactionContext())
    for (const statement of statements)
      await em.getConnection().execute(statement, [], 'run', em.getTransactionContext())
  })

/** Sealed entries: ten and more in the change log, and at least one in each other log. */
async function fillLogs() {
  await orm.em.fork().transactional(async (em) => {
    const execute = (statement: string) => sql.raw(statement).execute((em as Orm['em']).getKysely())
    for (let n = 0; n < 10; n++)
      await execute(`insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
        values (gen_random_uuid(), 'TAG-${n}', '', 'CONTRACT', 0, now(), now())`)
    await execute(`insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
      values ('login', 'DONE', 1, '', '', '', 'rest', '', '', now())`)
  })
  const make = factories({ orm, clock })
  const { employee } = await make.employeeTag()
  await run(`insert into users (id, email, role, date_joined)
    values ('11111111-1111-4111-8111-111111111111', 'a@clinic.example', 'ADMIN', now())`)
  await run(`insert into transition_log (employee_id, from_status, to_status, transition, reason, metadata, created_at)
    values ('${employee}', 'ONBOARDING', 'ACTIVE', 'activate', '', '{}', now())`)
  await run(`insert into operator_log (action, target, details, reason, actor_id, created_at)
    values ('rules.update', '', '{}', '', '11111111-1111-4111-8111-111111111111', now())`)
  await sealAll(orm)
}

test('the logs of a new database are intact', async () => {
  expect(await verified()).toEqual({ problems: [], entries: 0 })
})

test('logs written by the service are intact in every time zone', async () => {
  await run("set time zone 'Asia/Tokyo'")
  await fillLogs()
  await run("set time zone 'America/New_York'")
  const { problems, entries } = await verified()
  expect(problems).toEqual([])
  expect(entries).toBe(10 + 4 + 4)
})

test('entries of one statement, with and without nulls, are verified as intact', async () => {
  await fillLogs()
  const values = [
    '{"a": null}',
    '{"a": [{"b": null}]}',
    '[[{"a": null}]]',
    '[null]',
    'null',
    '{"a": {"b": [1]}}',
    '{}',
  ]
  await run(`insert into operator_log (action, target, details, reason, actor_id, created_at)
    select 'rules.update', '', details, '', '11111111-1111-4111-8111-111111111111', now()
    from unnest(array[${values.map((value) => `'${value}'`).join()}]::jsonb[]) details`)
  expect(await verified()).toEqual({ problems: [], entries: 18 + values.length })
})

describe('the owner of the tables', () => {
  const logs = isCheck ? sealedLogs : sealedLogs.slice(0, 2)
  beforeEach(fillLogs)

  test.each(logs)('the owner of the tables cannot change an entry of %s unnoticed', async (log) => {
    await forge(
      `update ${log} set created_at = created_at - interval '1 day' where id = (select min(id) from ${log})`,
    )
    const { rows } = await sql<{ id: number }>`select min(id) as id from ${sql.table(log)}`.execute(
      orm.em.fork().getKysely(),
    )
    expect((await verified()).problems).toEqual([`${log}: entry ${rows[0]?.id} is not as it was written.`])
  })

  test.each(logs)('the owner of the tables cannot insert an entry into %s unnoticed', async (log) => {
    const { rows } = await sql<{
      columns: string
    }>`select string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns where table_name = ${log} and column_name <> 'id'`.execute(
      orm.em.fork().getKysely(),
    )
    const { columns = '' } = rows[0] ?? {}
    await forge(`insert into ${log} (${columns}) select ${columns} from ${log} limit 1`)
    expect((await verified()).problems).toEqual([
      expect.stringMatching(new RegExp(`^${log}: entry \\d+ was not written by the service.$`)),
    ])
  })

  test.each<[string, string[], string[]]>([
    ['delete an entry', ['delete from change_log where id = 5'], ['entry 5 is missing.']],
    [
      'delete an entry with its seal',
      [
        'delete from change_log where id = 5',
        "delete from trail.seals where log = 'change_log' and entry = 5",
      ],
      ['1 entry is missing before entry 6.'],
    ],
    [
      'swap two entries',
      [
        `update change_log l set subject_id = o.subject_id, after = o.after
          from change_log o where (l.id, o.id) in ((3, 4), (4, 3))`,
      ],
      ['entry 3 is not as it was written.', 'entry 4 is not as it was written.'],
    ],
    [
      'change an entry and its seal',
      [
        "update change_log set via = 'service' where id = 5",
        `update trail.seals set hash = sha256('forged') where log = 'change_log' and entry = 5`,
      ],
      ['entry 5 is not as it was written.', 'entry 6 is not as it was written.'],
    ],
  ])('the owner of the tables cannot %s unnoticed', async (_, statements, problems) => {
    await forge(...statements)
    expect((await verified()).problems).toEqual(problems.map((problem) => `change_log: ${problem}`))
  })

  test('the owner of the tables cannot hide a chain by removing its head', async () => {
    await forge(
      "delete from trail.heads where log = 'change_log'",
      "update change_log set via = 'service' where id = 5",
    )
    expect((await verified()).problems).toEqual([
      'change_log: entry 5 is not as it was written.',
      'change_log: chain 0 does not end where its head says.',
    ])
  })

  test('the owner of the tables cannot insert an entry before the first', async () => {
    await forge(`insert into security_log (id, event, outcome, times, name, address, user_agent, via, request_id, target, created_at, transaction_id)
      overriding system value values (-1, 'login', 'DONE', 1, '', '', '', 'rest', '', '', now(), null)`)
    expect((await verified()).problems).toEqual(['security_log: entry -1 was not written by the service.'])
  })

  test('the owner of the tables cannot remove the last entries and their seals unnoticed', async () => {
    await forge(
      "delete from trail.seals where log = 'security_log' and entry = (select max(id) from security_log)",
      'delete from security_log where id = (select max(id) from security_log)',
    )
    expect((await verified()).problems).toEqual(['security_log: 1 entry is missing at the end of chain 0.'])
  })
})

/** Adds an entry of the connection's transaction. */
const addEvent = (em: Orm['em']) =>
  em.execute(`insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
    values ('login', 'DONE', 1, '', '', '', 'rest', '', '', now())`)
const sealedEvents = async () => (await sealAll(orm)).find(({ log }) => log === 'security_log')?.position

test('an entry is sealed once all transactions that began before it have ended', async () => {
  await orm.em.fork().transactional(async (em) => {
    await addEvent(em as Orm['em'])
    await addEvent(orm.em.fork())
    expect(await sealLogs(orm)).toContainEqual({ log: 'security_log', position: 0, hash: '' })
  })
  expect(await sealedEvents()).toBe(2)
  expect(await verified()).toEqual({ problems: [], entries: 2 })
})

test('a transaction with more entries than are sealed at once is sealed to its end', async () => {
  await run(`insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
    select 'login', 'DONE', 1, '', '', '', 'rest', '', n::text, now() from generate_series(1, 4001) n`)
  expect(await sealedEvents()).toBe(4001)
  expect(await verified()).toEqual({ problems: [], entries: 4001 })
})

test('simultaneous runs seal each entry once', async () => {
  for (let round = 0; round < 5; round++) {
    await addEvent(orm.em.fork())
    await Promise.all([1, 2, 3, 4].map(() => sealAll(orm)))
  }
  expect(await verified()).toEqual({ problems: [], entries: 5 })
})

test('entries that nobody has sealed for a minute are reported', async () => {
  await addEvent(orm.em.fork())
  const waits = ['security_log: entry 1 has waited for its seal for a minute.']
  expect(await found()).toEqual(waits)
  const setBack = (seconds: number) =>
    run(`update trail.heads set transaction_id = '0', sealed_at = now() - interval '${seconds} seconds'`)
  const justBefore = async () => {
    await setBack(50)
    return found()
  }
  // A machine that stalls may let more than the ten seconds pass.
  await expect.poll(justBefore).toEqual([])
  await setBack(61)
  expect(await found()).toEqual(waits)
  await sealAll(orm)
  expect(await found()).toEqual([])
})

test('entries are sealed in a database that was restored where transactions have lower numbers', async () => {
  await addEvent(orm.em.fork())
  await sealAll(orm)
  // An unsealed entry of another cluster, whose transactions had higher numbers.
  await forge(
    `insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at, transaction_id)
      values ('login', 'DONE', 1, '', '', '', 'rest', '', '', now(), '2000000000')`,
    `update trail.heads set transaction_id = '1500000000'`,
  )
  await addEvent(orm.em.fork())
  expect(await sealedEvents()).toBe(3)
  await addEvent(orm.em.fork())
  expect(await sealedEvents()).toBe(4)
  expect(await found()).toEqual([])
})

test('the logs of twenty simultaneous writers are intact', async () => {
  const racing = connect(database.url, { max: 20, queryTimeout: 20_000 })
  try {
    const write = (writer: number) =>
      racing.em.fork().transactional(async (em) => {
        for (let n = 0; n < 5; n++)
          await sql`insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
            values (gen_random_uuid(), ${`T-${writer}-${n}`}, '', 'CONTRACT', 0, now(), now())`.execute(
            (em as Orm['em']).getKysely(),
          )
      })
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 20 }, (_, writer) => write(round * 20 + writer)))
    expect(await verified()).toEqual({ problems: [], entries: 300 })
  } finally {
    await racing.close()
  }
})

test('a role that can only add to the logs has its changes sealed, and cannot touch the trail', async () => {
  const role = `worker_${randomBytes(4).toString('hex')}`
  await run(`create role ${role}`)
  try {
    await run(`grant select, insert, update, delete on tags to ${role}`)
    await run(`grant select, insert on security_log to ${role}`)
    await run(`grant select on change_log to ${role}`)
    const as = (statement: string) =>
      orm.em.fork().transactional(async (em) => {
        const db = (em as Orm['em']).getKysely()
        await sql.raw(`set local role ${role}`).execute(db)
        await sql.raw(statement).execute(db)
      })
    await as(`insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
      values (gen_random_uuid(), 'WORKER', '', 'CONTRACT', 0, now(), now())`)
    await as("update tags set display_name = 'Changed'")
    await as(`insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
      values ('login', 'DONE', 1, '', '', '', 'rest', '', '', now())`)
    await as('delete from tags')
    expect(await verified()).toEqual({ problems: [], entries: 4 })
    for (const statement of [
      'insert into change_log default values',
      'delete from change_log',
      'alter table security_log disable trigger all',
      'select * from trail.seals',
      'update trail.heads set position = 0',
      'set local session_replication_role = replica',
    ])
      await expect(as(statement), statement).rejects.toThrow(/permission denied|must be owner/)
  } finally {
    await run(`drop owned by ${role}`)
    await run(`drop role ${role}`)
  }
})

test('seals and heads cannot be changed or removed while their triggers are on', async () => {
  await fillLogs()
  for (const statement of [
    'update trail.seals set hash = hash',
    'delete from trail.seals',
    'truncate trail.seals',
  ])
    await expect(run(statement)).rejects.toThrow('The log seals is append-only.')
})
