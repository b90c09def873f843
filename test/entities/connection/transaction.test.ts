import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { type Em, type Orm, readRows } from '../../../entities/connection/em.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { connect } from '../../../entities/orm.ts'
import { Overtaken } from '../../../src/errors.ts'
import { theService } from '../../../src/logs/audit.ts'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm

beforeAll(async () => {
  database = await freshDatabase()
  await execute(database.url, 'create table begun (n int primary key)')
  orm = connect(database.url, { max: 1 })
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

const insert = (em: Em, n: number) => readRows(em)`insert into begun values (${n})`
const author = theService(new Date('2026-03-04T10:00:00Z'))
const inTransaction = {
  'with an author': <T>(work: (em: Em) => Promise<T>) => transaction({ em: orm.em, author }, work),
  'without an author': <T>(work: (em: Em) => Promise<T>) => orm.em.fork().transactional(work),
}

test.each(Object.entries(inTransaction))(
  'statements %s are one transaction, all or nothing',
  async (_, run) => {
    await run((em) => insert(em, 1))
    const failed = run(async (em) => {
      await insert(em, 2)
      await insert(em, 1)
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await readRows(orm.em.fork())`delete from begun returning n`).toEqual([{ n: 1 }])
  },
)

test('BEGIN is sent with the author of a transaction', async () => {
  const sent = vi.spyOn(pg.Connection.prototype, 'query')
  await inTransaction['with an author']((em) => em.execute('select 1'))
  await inTransaction['without an author']((em) => em.execute('select 1'))
  const begins = ['begin; select set_config(', 'select 1', 'commit', 'begin', 'select 1', 'commit']
  expect(sent.mock.calls.map(([text]) => text)).toEqual(begins.map((one) => expect.stringContaining(one)))
  sent.mockRestore()
})

test('work that other changes overtake is tried three times', async () => {
  const work = vi.fn(async (em: Em) => {
    await insert(em, 7)
    throw new Overtaken('It changed')
  })
  await expect(transaction({ em: orm.em, author }, work)).rejects.toBeInstanceOf(Overtaken)
  expect(work).toHaveBeenCalledTimes(3)
  expect(await readRows(orm.em.fork())`select from begun`).toEqual([])
})

test('an empty transaction leaves nothing behind', async () => {
  await orm.em.fork().transactional(async () => {})
  const rows = await readRows(orm.em.fork())`select now() = statement_timestamp() as is_alone`
  expect(rows).toEqual([{ is_alone: true }])
})

test('a transaction whose beginning is not answered fails because PostgreSQL is unavailable', async () => {
  const proxy = await cuttableProxy(database.url)
  await using cut = connect(proxy.url, { queryTimeout: 500 })
  proxy.loseAnswerTo('; select set_config(')
  const begun = transaction({ em: cut.em, author }, (em) => em.execute('select 1'))
  await expect(begun).rejects.toSatisfy(isDatabaseUnavailable)
  await proxy.close()
})

test('nothing runs outside the transaction after a first statement that cannot be parsed', async () => {
  const later: string[] = []
  const work = orm.em.fork().transactional(async (em) => {
    for (const statement of ['select from from', 'select 1', 'create table left_behind ()'])
      await sql
        .raw(statement)
        .execute(em.getKysely())
        .catch(({ code }) => later.push(code))
  })
  await work.catch(() => {})
  expect(later).toEqual(['42601', '25P02', '25P02'])
})
