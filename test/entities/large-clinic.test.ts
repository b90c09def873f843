import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readClinicSnapshot, readLeftOut } from '../../entities/clinic-snapshot.ts'
import type { Em } from '../../entities/connection/em.ts'
import { type List, readFirst, readPage } from '../../entities/lists/page.ts'
import { employeesFound } from '../../entities/people/employees.ts'
import { endingTagList, heldTagsFound } from '../../entities/people/tags.ts'
import { readPeople } from '../../entities/people-list.ts'
import { explained, nodesOf, type Plan, statementsOf } from '../expect/database.ts'
import { serviceForFile } from '../setup/fixture.ts'
import { execute } from '../setup/stores/execute.ts'

const { service, make } = await serviceForFile()
const today = '2026-03-04'
const firstPage = { limit: 25, offset: 0, ordering: undefined }
const first = (em: Em, list: List<unknown>) => readFirst(em, list, 5)
let someone: string

// To PostgreSQL, each of these tables has ten million rows.
beforeAll(async () => {
  const [employee, tag, position] = [await make.employee(), await make.tag(), await make.position()]
  someone = employee.id
  await make.employeeTag({ employee: someone, tag: tag.id })
  await make.assignment({ employee: someone, position: position.id })
  await execute(
    service.ownerUrl,
    `update pg_class set relpages = 1, reltuples = 1e7 where relkind = 'r' and relname in
      ('employees', 'employee_tags', 'assignments', 'positions')`,
  )
})

test.each<[string, (em: Em) => Promise<unknown>]>([
  ['the clinic for planning', (em) => readClinicSnapshot(em, today, { named: [someone] })],
  ['what a snapshot leaves out', (em) => readLeftOut(em, [someone])],
  ['people', (em) => readPeople(em, { search: 'ar' }, { own: undefined, today, ...firstPage })],
  [
    'people with unused hours',
    (em) => readPeople(em, { has_unused_hours: true }, { own: undefined, today, ...firstPage }),
  ],
  ['ending tags', (em) => readPage(em, endingTagList({ from: today, to: today }), firstPage)],
  ['tags that people hold', (em) => first(em, heldTagsFound('ar ma'))],
  ['people found', (em) => first(em, employeesFound('ar ma'))],
])('however large a clinic is, no row is compared with all rows of a subselect: %s', async (_, read) => {
  const statements = await statementsOf(service.orm, () => read(service.orm.em.fork()))
  expect(statements).not.toEqual([])
  await service.orm.em.fork().transactional(async (em) => {
    // PostgreSQL keeps a subselect in a hash only if it fits into its memory.
    await sql`set local work_mem = '64kB'`.execute(em.getKysely())
    for (const statement of statements) {
      const nodes = nodesOf(await explained(em, statement))
      const isReadAgain = (node: Plan) =>
        node['Node Type'] === 'Materialize' && node['Parent Relationship'] === 'SubPlan'
      expect(nodes.filter(isReadAgain)).toEqual([])
    }
  })
})

test('the first rows of a list are read without counting all', async () => {
  const em = service.orm.em.fork()
  const statements = await statementsOf(service.orm, () => first(em, heldTagsFound('ar ma')))
  expect(statements).toHaveLength(1)
  const nodes = nodesOf(await explained(em, statements[0] as (typeof statements)[0]))
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Aggregate')
})
