import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Orm, readRows } from '../../../entities/connection/em.ts'
import { retireLogs } from '../../../entities/logs/retention.ts'
import { sealedLogs, verifyLogs } from '../../../entities/logs/seals.ts'
import { connect } from '../../../entities/orm.ts'
import { inOneForm, storedDefinitions } from '../../../entities/schema/functions.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { theService } from '../../../src/logs/audit.ts'
import { sealAll } from '../../expect/sealed.ts'
import { createDatabase, databaseAt, dropDatabase, freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

/**
 * A database of release 2.0.0, as `pg_dump --inserts --no-owner --no-privileges` wrote it: with a small clinic, an ended
 * session, and two logs that `coverage logs partition` has partitioned, by months of Madrid.
 */
const dump = gunzipSync(readFileSync(`${import.meta.dirname}/released/2.0.0.sql.gz`)).toString()

const name = `coverage_test_release_2_${process.pid}`
const [url, workingUrl] = [databaseAt(inject('databaseUrl'), name), databaseAt(inject('workingUrl'), name)]
let orm: Orm
let before: { ended: unknown[]; columns: unknown[] }

const sessions = 'select id, ended_at from session_records'
const columns = `select table_schema, table_name, column_name, data_type from information_schema.columns
  where table_schema in ('public', 'trail', 'kept') and table_name not like 'real_%'`

beforeAll(async () => {
  await createDatabase(inject('databaseUrl'), name)
  orm = connect(url)
  await execute(url, dump)
  await execute(url, `grant usage on schema kept to ${new URL(workingUrl).username}`)
  before = { ended: await execute(url, sessions), columns: await execute(url, columns) }
  await migrate(url, workingUrl)
}, 60_000)
afterAll(async () => {
  await orm.close()
  await dropDatabase(inject('databaseUrl'), name)
})

test('a database of 2.0.0 gets the tables, indexes, functions and triggers of a new one', async () => {
  const fresh = await freshDatabase()
  const other = connect(fresh.url)
  try {
    const shape = async (of: Orm) =>
      [
        ...(await readRows<{ one: string }>(of.em.fork())`
        select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, generation_expression) as one
          from information_schema.columns where table_schema in ('public', 'trail', 'totals')
        union all select indexdef from pg_indexes where schemaname in ('public', 'trail', 'totals')
        union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace::regnamespace::text in ('public', 'trail', 'totals')`),
      ].map(({ one }) => one)
    expect((await shape(orm)).sort()).toEqual((await shape(other)).sort())
    const code = async (of: Orm) => (await storedDefinitions(of.em.fork())).map(inOneForm).sort()
    expect(await code(orm)).toEqual(await code(other))
  } finally {
    await other.close()
    await fresh.drop()
  }
})

test('its logs stay sealed, its totals are right, and its sessions have ended', async () => {
  await execute(workingUrl, `update employees set status = 'TERMINATED' where employee_number = '3'`)
  await sealAll(orm)
  const problems: string[] = []
  await verifyLogs(orm, () => ({ problem: (sentence) => problems.push(sentence), progress() {} }))
  expect(problems).toEqual([])
  expect(await findDifferences(orm)).toEqual([])
  expect(before.ended).toEqual([{ id: 'ended', ended_at: expect.any(Date) }])
  expect(await execute(url, sessions)).toEqual(before.ended)
})

test('the months of a time zone go on as those of UTC', async () => {
  const [month] = await readRows<{ bounds: string }>(orm.em.fork())`
    select pg_get_expr(relpartbound, oid) as bounds from pg_class
      where oid = 'partitions.change_log_2027_01'::regclass`
  expect(month?.bounds).toBe(`FOR VALUES FROM ('2026-12-31 23:00:00+00') TO ('2027-02-01 00:00:00+00')`)
})

test('live streams of 2.0.0 find the ends of all chains', async () => {
  const heads = `select chain from trail.heads where log = 'change_log' order by chain`
  expect(await execute(workingUrl, heads)).toEqual(Array.from({ length: 64 }, (_, chain) => ({ chain })))
})

test('processes of 2.0.0 find all columns', async () => {
  const now = new Set((await execute(url, columns)).map((one) => JSON.stringify(one)))
  expect(before.columns.filter((one) => !now.has(JSON.stringify(one)))).toEqual([])
})

test('processes of 2.0.0 find their counts', async () => {
  const same = async (stored: string, real: string) => {
    const rows = await execute(workingUrl, `select * from (${stored}) one order by 1`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(await execute(workingUrl, `select * from kept.${real} order by 1`))
  }
  await same('select org_unit_id, active, on_leave, other from kept.people_counts', 'real_people_counts')
  await same('select * from kept.unit_people', 'real_people')
  const counted = await execute(workingUrl, 'select table_name from kept.real_row_counts')
  expect(counted.length).toBe(10)
  for (const { table_name } of counted)
    await same(
      `select '${table_name}' as table_name, sum(number)::int as number from kept.row_counts where table_name = '${table_name}'`,
      `real_row_counts where table_name = '${table_name}'`,
    )
  await sql`select kept.recompute_totals(), kept.recount_rows()`.execute(orm.em.fork().getKysely())
})

test('its months can be retired', async () => {
  const inThreeYears = new Date(Date.now() + 3 * 365 * 86_400_000)
  const retired = await retireLogs({ em: orm.em, author: theService(inThreeYears) }, 12)
  expect(new Set(retired.map(({ log }) => log))).toEqual(new Set(sealedLogs))
  expect(await findDifferences(orm)).toEqual([])
})
