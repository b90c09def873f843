import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { type List, readPage } from '../../../entities/lists/page.ts'
import { connect } from '../../../entities/orm.ts'
import { positionList } from '../../../entities/work/positions.ts'
import { factories } from '../../made/factories.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm

const total = 2352

// Titles of six, so that ties are long; every third position is inactive, every fifth has an assignment.
beforeAll(async () => {
  database = await freshDatabase()
  orm = connect(database.url)
  const make = factories({ orm, clock: { now: new Date('2026-03-04T10:00:00Z') } })
  const unit = (await make.unit()).id
  const employee = (await make.employee({ employee_number: 'E-deep' })).id
  const em = orm.em.fork().getKysely()
  await sql`insert into positions (id, org_unit_id, title, required_weekly_hours, is_active, created_at, updated_at)
    select gen_random_uuid(), ${unit}, 'Title ' || n % 6, 40, n % 3 > 0, now(), now()
    from generate_series(1, ${total}) n`.execute(em)
  await sql`insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
    select gen_random_uuid(), ${employee}, id, 8, '{}', now(), now()
    from (select id, row_number() over (order by id) as n from positions) p where n % 5 = 0`.execute(em)
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

/** The order of all rows, as a plain sort gives it. */
async function expectedOrder(ordering: string, where: string) {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const { rows } = await sql
    .raw<{ id: string }>(
      `select id from positions p where ${where} order by ${ordering.replace('-', '')} ${direction}, id ${direction}`,
    )
    .execute(orm.em.fork().getKysely())
  return rows.map(({ id }) => id)
}

const isAssigned = 'exists (select from assignments where position_id = p.id)'

test.each<[string, List<{ id: string }>, string, string]>([
  ['all', positionList({}), 'title', 'true'],
  ['all, backwards', positionList({}), '-title', 'true'],
  ['the active', positionList({ is_active: true }), 'title', 'is_active'],
  ['the vacant', positionList({ coverage_state: 'VACANT' }), 'title', `not ${isAssigned}`],
  ['the vacant, backwards', positionList({ coverage_state: 'VACANT' }), '-title', `not ${isAssigned}`],
  ['the partly covered', positionList({ coverage_state: 'PARTIAL' }), '-title', isAssigned],
  ['the covered, of which there are none', positionList({ coverage_state: 'COVERED' }), 'title', 'false'],
])('every page of %s is a slice of one sorted list', async (_, list, ordering, where) => {
  const expected = await expectedOrder(ordering, where)
  for (const limit of [100, 7])
    for (const offset of [
      0, 25, 993, 999, 1000, 1001, 1100, 1176, 1177, 1200, 1400, 1799, 2300, 2345, 2351, 2352, 2400, 5000,
    ]) {
      const page = await readPage(orm.em.fork(), list, { limit, offset, ordering })
      expect([offset, page.count]).toEqual([offset, expected.length])
      expect([offset, page.rows.map(({ id }) => id)]).toEqual([
        offset,
        expected.slice(offset, offset + limit),
      ])
    }
})

test('the longest names fit the search indexes, with any letters', async () => {
  const letters = (number: number) => sql`(select string_agg(chr(131072 + (random() * 40000)::int), '')
    from generate_series(1, ${number}::int))`
  const { numAffectedRows } = await sql`
    insert into employees (id, employee_number, first_name, last_name, email, created_at, updated_at)
    values (gen_random_uuid(), ${letters(50)}, ${letters(150)}, ${letters(150)}, 'longest@clinic.example', now(), now())`.execute(
    orm.em.fork().getKysely(),
  )
  expect(numAffectedRows).toBe(1n)
})
