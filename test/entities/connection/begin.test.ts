import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Em, Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

type Sent = { connection: { query(text: string): void } }

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm
const simple: string[] = []

beforeAll(async () => {
  database = await freshDatabase()
  orm = connect(database.url, { max: 1 })
  const pool = await orm.em.getConnection().getNativeClient()
  pool.on('connect', (client: unknown) => {
    const { connection } = client as Sent
    const query = connection.query.bind(connection)
    connection.query = (text) => {
      simple.push(text)
      query(text)
    }
  })
  await orm.em.getConnection().execute('create table begun (n int primary key)')
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

const numbers = async () =>
  (await sql<{ n: number }>`select n from begun order by n`.execute(orm.em.getKysely())).rows.map(
    ({ n }) => n,
  )
const plainly = (em: Em, n: number) => em.execute(`insert into begun values (${n})`)
const withParameter = (em: Em, n: number) => sql`insert into begun values (${n})`.execute(em.getKysely())

/** Runs the work in a transaction that fails at its end. */
const undone = (work: (em: Em) => Promise<unknown>) =>
  orm.em.fork().transactional(async (em) => {
    await work(em)
    throw new Error('undone')
  })

test.each([
  ['with parameters', withParameter],
  ['without parameters', plainly],
])('a transaction that begins with a statement %s is one transaction', async (_, insert) => {
  await expect(undone((em) => insert(em, 1))).rejects.toThrow('undone')
  expect(await numbers()).toEqual([])
  await orm.em.fork().transactional(async (em) => {
    await insert(em, 1)
    await insert(em, 2)
  })
  expect(await numbers()).toEqual([1, 2])
  await sql`delete from begun`.execute(orm.em.getKysely())
})

test('BEGIN is sent with the first statement if that has no parameters', async () => {
  simple.length = 0
  await orm.em.fork().transactional((em) => em.execute('select 1'))
  await orm.em.fork().transactional((em) => sql`select ${1}::int`.execute(em.getKysely()))
  expect(simple).toEqual(['begin; select 1', 'commit', 'begin', 'commit'])
})

test('a transaction returns the rows of its first statement', async () => {
  const rows = await orm.em.fork().transactional((em) => em.execute('select 7 as n'))
  expect(rows).toEqual([{ n: 7 }])
})

test.each([
  ['with parameters', withParameter],
  ['without parameters', plainly],
])('a connection can be used again after a failed first statement %s', async (_, insert) => {
  await insert(orm.em.fork(), 1)
  await expect(undone((em) => insert(em, 1))).rejects.toMatchObject({ code: '23505' })
  expect(await numbers()).toEqual([1])
  await sql`delete from begun`.execute(orm.em.getKysely())
})

test('an empty transaction leaves nothing behind', async () => {
  await orm.em.fork().transactional(async () => {})
  await expect(undone(async () => {})).rejects.toThrow('undone')
  const { rows } = await sql<{ is_alone: boolean }>`select now() = statement_timestamp() as is_alone`.execute(
    orm.em.getKysely(),
  )
  expect(rows).toEqual([{ is_alone: true }])
})

test('nothing runs outside the transaction after a first statement that cannot be parsed', async () => {
  const later: string[] = []
  const work = orm.em.fork().transactional(async (em) => {
    const db = em.getKysely()
    for (const statement of ['select from from', 'select 1', 'create table left_behind ()'])
      await sql
        .raw(statement)
        .execute(db)
        .catch(({ code }) => later.push(code))
  })
  await work.catch(() => {})
  expect(later).toEqual(['42601', '25P02', '25P02'])
})
