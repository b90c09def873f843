import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Orm, prepared, readRows } from '../../../entities/connection/em.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { readAll, readOne } from '../../../entities/lists/page.ts'
import { connect } from '../../../entities/orm.ts'
import { Tag } from '../../../entities/people/tag.ts'
import { tagDetail } from '../../../entities/people/tags.ts'
import { theService } from '../../../src/logs/audit.ts'
import { factories } from '../../made/factories.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm
let tag: string
const author = theService(new Date('2026-03-04T10:00:00Z'))

beforeAll(async () => {
  database = await freshDatabase()
  const maker = connect(database.url)
  tag = (await factories({ orm: maker, clock: { now: author.at } }).tag()).id
  await maker.close()
})
beforeEach(() => {
  orm = connect(database.url, { max: 1, preparedStatements: true })
  return () => orm.close()
})
afterAll(() => database.drop())

const em = () => orm.em.fork()
const read = () => readOne(em(), tagDetail, tag)
const run = (statement: string) => sql.raw(statement).execute(em().getKysely())

/** What the connection has prepared, and how often each was run. */
const preparedStatements = (from = orm) =>
  readRows<{ name: string; statement: string; runs: number }>(from.em.fork())`
    select name, statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`

test('a read is prepared once, and run by name with any values', async () => {
  for (let time = 0; time < 3; time++) expect(await read()).toMatchObject({ id: tag })
  expect(await readOne(em(), tagDetail, '11111111-1111-4111-8111-111111111111')).toBeUndefined()
  expect(await preparedStatements()).toMatchObject([{ statement: expect.stringContaining('$1'), runs: 4 }])
})

test('a statement has the same name on every connection, and other statements have others', async () => {
  await read()
  await readAll(em(), tagDetail, 'name')
  const names = (await preparedStatements()).map(({ name }) => name)
  expect(new Set(names).size).toBe(2)
  const other = connect(database.url, { max: 1, preparedStatements: true })
  await readOne(other.em.fork(), tagDetail, tag)
  expect(names).toContain((await preparedStatements(other))[0]?.name)
  await other.close()
})

test('statements of the ORM are never prepared, as they contain values', async () => {
  expect(await em().findOne(Tag, { id: tag })).toMatchObject({ id: tag })
  await transaction({ em: em(), author }, async (fork) => {
    await fork.findOne(Tag, { id: tag })
  })
  expect(await preparedStatements()).toEqual([])
})

test('no statement is prepared when prepared statements are off', async () => {
  const plain = connect(database.url, { max: 1 })
  expect(await readOne(plain.em.fork(), tagDetail, tag)).toMatchObject({ id: tag })
  expect(await preparedStatements(plain)).toEqual([])
  await plain.close()
})

test('a connection that has prepared a hundred statements is replaced', async () => {
  for (let number = 1; number <= 250; number++) {
    const rows = await readRows(em(), prepared)`select ${sql.lit(number)}::int as number`
    expect(rows).toEqual([{ number }])
    expect(await preparedStatements()).toHaveLength(number % 100)
  }
})

let length = 15
const widen = () => execute(database.url, `alter table tags alter column name type varchar(${++length})`)

test('a read whose schema changes is planned again', async () => {
  await read()
  await widen()
  for (let time = 0; time < 2; time++) expect(await read()).toMatchObject({ id: tag })
  expect(await preparedStatements()).toMatchObject([{ runs: 1 }])
})

test('a transaction is repeated when the schema changes under one of its plans', async () => {
  await read()
  await widen()
  let attempts = 0
  const found = await transaction({ em: em(), author }, (fork) => {
    attempts++
    return readOne(fork, tagDetail, tag)
  })
  expect([found?.id, attempts]).toEqual([tag, 2])
})

test('a read succeeds after a pooler gives it a connection without its plans', async () => {
  await read()
  await run('deallocate all')
  expect(await read()).toMatchObject({ id: tag })
  expect(await read()).toMatchObject({ id: tag })
})

test('a read succeeds after a pooler gives it a connection that already has its name', async () => {
  await read()
  const name = (await preparedStatements())[0]?.name
  await orm.close(true)
  orm = connect(database.url, { max: 1, preparedStatements: true })
  await run(`prepare "${name}" as select 1`)
  expect(await read()).toMatchObject({ id: tag })
  expect(await read()).toMatchObject({ id: tag })
  expect(await preparedStatements()).toMatchObject([
    { name, statement: expect.stringContaining('from "tags"') },
  ])
})

test('another error of a prepared read is reported once, unchanged', async () => {
  for (let time = 0; time < 2; time++)
    await expect(readRows(em(), prepared)`select 1 / ${0}::int`).rejects.toMatchObject({ code: '22012' })
  expect(await read()).toMatchObject({ id: tag })
})
