import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { loadLarge } from '../../bench/large/fill.ts'
import { sizes } from '../../bench/large/sizes.ts'
import { verifyLogs } from '../../entities/logs/seals.ts'
import { connect } from '../../entities/orm.ts'
import { freshDatabase } from '../setup/stores/database.ts'
import { execute } from '../setup/stores/execute.ts'

const { size, work } = sizes.tiny

describe('a loaded clinic', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let indexes: string[]

  const indexesOf = async (url: string) => {
    const rows = await execute<{ indexdef: string }>(
      url,
      `select indexdef from pg_indexes where schemaname <> 'partitions' order by indexdef`,
    )
    return rows.map(({ indexdef }) => indexdef)
  }

  beforeAll(async () => {
    database = await freshDatabase()
    indexes = await indexesOf(database.url)
    await loadLarge(database.url, size, () => {})
  })
  afterAll(() => database.drop())

  test('a loaded clinic has as many rows as its size says', async () => {
    const [counts] = await execute(
      database.url,
      `select (select count(*)::int from employees) as employees, (select count(*)::int from positions) as positions,
        (select count(*)::int from assignments) as assignments,
        (select count(*)::int from assignments where status = 'ACTIVE') as "activeAssignments",
        (select count(*)::int from employee_tags) as "employeeTags", (select count(*)::int from tags) as tags,
        (select count(*)::int from transition_log) as transitions,
        (select count(*)::int from tag_change_log) as "tagChanges"`,
    )
    expect(size).toMatchObject(counts ?? {})
    const statuses = await execute(
      database.url,
      `select count(*)::int as active from employees where status = 'ACTIVE'`,
    )
    expect(statuses).toEqual([{ active: 469 }])
  })

  test('a loaded clinic has the indexes of a migrated database', async () => {
    expect(await indexesOf(database.url)).toEqual(indexes)
  })

  test('a loaded clinic refers only to rows that exist', async () => {
    const references = await execute<{ lost: string }>(
      database.url,
      `select format('select count(*)::int as lost from %s child left join %s parent on parent.%I = child.%I
          where child.%I is not null and parent.%I is null',
        conrelid::regclass, confrelid::regclass, there.attname, here.attname, here.attname, there.attname) as lost
      from pg_constraint
      join pg_attribute here on here.attrelid = conrelid and here.attnum = conkey[1]
      join pg_attribute there on there.attrelid = confrelid and there.attnum = confkey[1]
      where contype = 'f'`,
    )
    expect(references.length).toBeGreaterThan(10)
    for (const { lost } of references)
      expect([lost, await execute(database.url, lost)]).toEqual([lost, [{ lost: 0 }]])
  })

  test('a loaded clinic passes the check of the logs against their seals', async () => {
    const orm = connect(database.url, { max: 1 })
    const problems: string[] = []
    let checked = 0
    await verifyLogs(orm, () => ({
      problem: (sentence) => void problems.push(sentence),
      progress: (entries) => {
        checked += entries
      },
    })).finally(() => orm.close())
    expect(problems).toEqual([])
    const { transitions, tagChanges, changes, securityEvents, operatorChanges } = size
    expect(checked).toBe(transitions + tagChanges + changes + securityEvents + operatorChanges)
  })
})

test('the benchmark sends every request to a tiny clinic and runs every command', async () => {
  const run = promisify(execFile)
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: inject('databaseUrl'),
    // As the service keeps what it has compiled.
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  }
  const { stdout } = await run(process.execPath, ['bench/main.ts', '--size', 'tiny', '--quick'], {
    env,
    maxBuffer: 2 ** 24,
  })
  expect(stdout).toMatch(/^\| employees: deep pages \| 2 \| 50 \| 0 \|/m)
  expect(stdout).toMatch(/^\| operators: change log: searches \| 6 \| 200 \| 0 \|/m)
  expect(stdout).toContain(`Exported 5 org units, 208 tags, ${size.employees} employees`)
  expect(stdout).toContain(`Expired 0 proposals and ${work.sweptTags} tags.`)
  expect(stdout).toMatch(
    new RegExp(`import of ${work.imported.employees} employees \\| [^|]+ \\| \\d+ rows were inserted`),
  )
  expect(stdout).toMatch(/the same import again \| [^|]+ \| No rows were inserted or updated\./)
}, 600_000)
