import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Orderings } from '../../../entities/lists/orderings.ts'
import { tagChangeLogOrderings } from '../../../entities/logs/tag-change-log.ts'
import { transitionLogOrderings } from '../../../entities/logs/transition-log.ts'
import { employeeOrderings } from '../../../entities/people/employee.ts'
import { employeeTagOrderings } from '../../../entities/people/employee-tag.ts'
import { tagOrderings } from '../../../entities/people/tag.ts'
import { assignmentOrderings } from '../../../entities/work/assignment.ts'
import { orgUnitOrderings } from '../../../entities/work/org-unit.ts'
import { positionOrderings } from '../../../entities/work/position.ts'
import { positionTagOrderings } from '../../../entities/work/position-tag.ts'
import { explained, nodesOf, type Plan, statementsOf } from '../../expect/database.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, admin } = await serviceForFile()

/** How PostgreSQL would read the list if the ways named were closed to it. */
async function planOf(path: string, closed: string[], status = 200): Promise<Plan> {
  const statements = await statementsOf(service.orm, async () => {
    expect((await admin.get(`/api/v1/${path}`)).status).toBe(status)
  })
  return service.orm.em.fork().transactional(async (em) => {
    for (const way of closed) await sql.raw(`set local enable_${way} = off`).execute(em.getKysely())
    return explained(em, statements.at(-1) as (typeof statements)[0])
  })
}

const lists: [path: string, table: string, orderings: Orderings][] = [
  ['employees/', 'employees', employeeOrderings],
  ['transitions/', 'transition_log', transitionLogOrderings],
  ['tag-change-logs/', 'tag_change_log', tagChangeLogOrderings],
  ['assignments/', 'assignments', assignmentOrderings],
  ['tags/', 'tags', tagOrderings],
  ['employee-tags/', 'employee_tags', employeeTagOrderings],
  ['position-tags/', 'position_tags', positionTagOrderings],
  ['org-units/', 'org_units', orgUnitOrderings],
  ['demand/', 'positions', positionOrderings],
]

test.each(
  lists.flatMap(([path, table, orderings]) =>
    Object.keys(orderings).flatMap((field) =>
      [field, `-${field}`].map((ordering) => [path, ordering, table] as const),
    ),
  ),
)('the list %s ordered by %s reads an index without sorting', async (path, ordering, table) => {
  const plan = await planOf(`${path}?ordering=${ordering}`, [
    'seqscan',
    'bitmapscan',
    'sort',
    'incremental_sort',
  ])
  const limit = nodesOf(plan).find((node) => node['Node Type'] === 'Limit') as Plan
  // Each partition of a log is read by its own index; those of the first have the names of the log's.
  const reads = nodesOf(limit)
    .slice(1)
    .filter((node) => node['Node Type'] !== 'Merge Append')
  const field = ordering.replace('-', '')
  const key = table.endsWith('_log') ? `${table}_first_pkey` : `${table}_pkey`
  expect(reads.map((read) => read['Index Name'])).toContain(field === 'id' ? key : `${table}_by_${field}`)
  for (const read of reads)
    expect(read).toMatchObject({
      'Node Type': expect.stringMatching(/^Index/),
      'Scan Direction': ordering === field ? 'Forward' : 'Backward',
    })
})

// The list of tags, which leaves out deleted ones, is never long.
const longLists = lists.filter(([path]) => path !== 'tags/')

test.each(
  longLists.flatMap(([path, table, orderings]) =>
    Object.keys(orderings)
      // Free text is sorted by its beginning, which the index alone cannot give.
      .filter((field) => field !== 'id' && !orderings[field]?.[0]?.startsWith('left('))
      .flatMap((field) => [field, `-${field}`].map((ordering) => [path, ordering, table] as const)),
  ),
)('a deep page of %s ordered by %s skips rows in the index only', async (path, ordering, table) => {
  const closed = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort']
  // The table has fewer rows.
  const plan = await planOf(`${path}?ordering=${ordering}&page=50`, closed, 404)
  const field = ordering.replace('-', '')
  const types = nodesOf(plan)
    .filter((node) => node['Index Name'] === `${table}_by_${field}`)
    .map((node) => `${node['Node Type']} ${node['Scan Direction']}`)
  expect([...new Set(types)].sort()).toEqual(['Index Only Scan Backward', 'Index Only Scan Forward'])
})

test.each(['effective_date', 'end_date'])(
  'active assignments ordered by %s are read from a partial index',
  async (field) => {
    const plan = await planOf(`assignments/?status=ACTIVE&ordering=${field}`, [
      'seqscan',
      'bitmapscan',
      'sort',
    ])
    const names = nodesOf(plan).map((node) => node['Index Name'])
    expect(names).toContain(`assignments_active_by_${field}`)
  },
)

test.each([
  ['employees/', ['employees_search_text']],
  ['assignments/', ['employees_search_text']],
  ['org-units/', ['org_units_search']],
  ['demand/', ['positions_search']],
  ['transitions/', ['employees_search_text', 'users_search']],
  ['tag-change-logs/', ['employees_search_text', 'tags_search']],
])('a search of %s uses its trigram indexes', async (path, indexes) => {
  const plan = await planOf(`${path}?search=nurse`, ['seqscan', 'indexscan', 'indexonlyscan'])
  const used = nodesOf(plan).filter((node) => node['Index Cond']?.includes('~~'))
  expect([...new Set(used.map((node) => node['Index Name']))].sort()).toEqual(indexes)
})

const id = '11111111-1111-4111-8111-111111111111'

test.each([
  ['employees/?status=ACTIVE', 'status'],
  ['transitions/?transition=activate', 'transition'],
  ['transitions/?from_status=ACTIVE', 'from_status'],
  ['transitions/?to_status=ACTIVE', 'to_status'],
  [`transitions/?employee=${id}`, 'employee_id'],
  ['transitions/?date_from=2026-01-01', 'created_at >='],
  ['transitions/?date_to=2026-01-01', 'created_at <'],
  [`tag-change-logs/?employee=${id}`, 'employee_id'],
  [`tag-change-logs/?tag=${id}`, 'tag_id'],
  ['tag-change-logs/?action=REVOKED', 'action'],
  ['tag-change-logs/?date_from=2026-01-01&date_to=2026-02-01', 'created_at'],
  [`assignments/?employee=${id}`, 'employee_id'],
  [`assignments/?position_id=${id}`, 'position_id'],
  ['assignments/?status=SUSPENDED', 'status'],
  ['assignments/?employee__employee_number=E1', 'employee_number'],
  [`employee-tags/?employee_id=${id}`, 'employee_id'],
  ['employee-tags/?status=EXPIRED', 'status'],
  ['employee-tags/?category=CONTRACT', 'category'],
  [`position-tags/?position_id=${id}`, 'position_id'],
  ['org-units/?unit_type=UNIT', 'unit_type'],
  ['org-units/?is_active=false', 'is_active'],
  ['org-units/?is_active=true', 'is_active'],
  [`org-units/?parent_id=${id}`, 'parent_id'],
  [`demand/?org_unit_id=${id}`, 'org_unit_id'],
  ['demand/?is_active=true', 'is_active'],
])('the filter %s finds its rows by an index on %s', async (path, column) => {
  // The middle of a log is the mean of its first and last entry, for which there is no bitmap.
  const others = column.startsWith('created_at ') ? [] : ['indexscan', 'indexonlyscan']
  const plan = await planOf(path, ['seqscan', ...others])
  const conditions = nodesOf(plan).flatMap((node) => node['Index Cond'] ?? [])
  expect(conditions.filter((condition) => condition.includes(column)).length).toBeGreaterThan(0)
  expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan')
})
