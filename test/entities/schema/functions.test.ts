import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Em, Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import { functionStatements, inOneForm, storedDefinitions } from '../../../entities/schema/functions.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm

beforeAll(async () => {
  database = await freshDatabase()
  orm = connect(database.url)
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

const run = async (statement: string) =>
  (await sql.raw<Record<string, unknown>>(statement).execute(orm.em.fork().getKysely())).rows

const inFiles = () => functionStatements().map(inOneForm).sort()
const inDatabase = async () => (await storedDefinitions(orm.em.fork() as Em)).map(inOneForm).sort()

test('the SQL files hold every function and trigger of a migrated database, unchanged', async () => {
  expect(inFiles().length).toBeGreaterThan(50)
  expect(await inDatabase()).toEqual(inFiles())
})

test('the SQL files hold functions and triggers only', () => {
  const folder = `${import.meta.dirname}/../../../entities/schema/functions`
  const whole = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  const rest = functionStatements().reduce((text, statement) => text.replace(statement, ''), whole.join('\n'))
  expect(rest.split('\n').filter((line) => line && !line.startsWith('--'))).toEqual([])
})

test('no migration since 1.0.0 holds the text of a function or trigger', () => {
  const folder = `${import.meta.dirname}/../../../entities/schema/migrations`
  const later = readdirSync(folder).filter((file) => file > 'Migration20261122060000FixedIds.ts')
  const holding = later.filter((file) =>
    /create (or replace )?(function|(constraint )?trigger)/i.test(readFileSync(`${folder}/${file}`, 'utf8')),
  )
  expect(holding).toEqual([])
})

test('a migration replaces what differs from the SQL files, and no other trigger', async () => {
  // A replaced trigger locks its table. Those of months are left out: the migration makes a month that has begun since.
  const versions = () =>
    run(`select tgname as name, t.xmin::text from pg_trigger t join pg_class c on c.oid = tgrelid
      where not tgisinternal and tgname <> 'tags_keep_ids' and relnamespace <> 'partitions'::regnamespace order by 1`)
  const before = await versions()
  await run(`create or replace function trail.shown(columns jsonb) returns jsonb language sql immutable
    as 'select columns'`)
  await run('drop trigger tags_keep_ids on tags')
  await migrate(database.url, database.workingUrl)
  expect(await inDatabase()).toEqual(inFiles())
  expect(await versions()).toEqual(before)
})
