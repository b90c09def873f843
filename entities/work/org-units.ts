import { sql } from 'kysely'
import { type Em, readRow } from '../connection/em.ts'
import { columnsOf, equals, isChosen, type RowOf, searchOf } from '../lists/fragments.ts'
import { containsFolded, everyWord, foldedText } from '../lists/orderings.ts'
import type { List, Sql, View } from '../lists/page.ts'
import { OrgUnit, orgUnitOrderings, orgUnitSearchText } from './org-unit.ts'

const stored = columnsOf(
  OrgUnit,
  'id, unit_type, code, name, short_name, is_active, is_management, sort_order, max_weekly_hours, created_at, updated_at',
)
type OrgUnitRow = RowOf<typeof stored> & { parent_id: string | null; position_count: number }
type OrgUnitDetail = OrgUnitRow & {
  children_count: number
  descendant_count: number
  total_position_count: number
}

const columns = sql<OrgUnitRow>`${stored}, page.parent_id,
  (select count(*)::int from positions p where p.org_unit_id = page.id and p.is_active) as position_count`

/** `tree`: the ids of a unit and of all units below it. */
const treeOf = (unit: Sql) => sql`tree as (
    ${unit} union all select c.id from org_units c join tree on c.parent_id = tree.id)`

/** Counts of units include inactive ones, counts of positions do not (D30). */
export const orgUnitDetail: View<OrgUnitDetail> = {
  table: 'org_units',
  columns: sql`${columns}, (select count(*)::int from org_units c where c.parent_id = page.id) as children_count,
    below.units as descendant_count, below.positions as total_position_count`,
  joins: sql`cross join lateral (
    with recursive ${treeOf(sql`select page.id`)}
    select count(*)::int - 1 as units,
      (select count(*)::int from positions p where p.is_active and p.org_unit_id in (select id from tree)) as positions
    from tree
  ) below`,
}

/** The ids of the units and of all units below them. */
export const unitsUnder = (...ids: string[]) => sql`(
  with recursive ${treeOf(sql`select id from org_units where id = any(${ids}::uuid[])`)} select id from tree)`

/** Whether the employee works in one of the units, or in one below them. */
export const worksIn = (employee: Sql, units: readonly string[]) =>
  // As an array, because PostgreSQL overestimates the number of units.
  sql`${employee} in (select a.employee_id from positions p
    join assignments a on a.position_id = p.id and a.status = 'ACTIVE'
    where p.org_unit_id = any(array${unitsUnder(...units)}))`

type OrgUnitFilter = { unit_type?: string; is_active?: boolean; parent_id?: string; search?: string }

/** The list of org units; inactive ones are included unless filtered out (D30). */
export const orgUnitList = (filter: OrgUnitFilter): List<OrgUnitRow> => ({
  table: 'org_units',
  columns,
  orderings: orgUnitOrderings,
  defaultOrdering: 'sort_order',
  search: searchOf('org_units', orgUnitSearchText, filter.search),
  where: [
    isChosen('unit_type', filter.unit_type),
    isChosen('is_active', filter.is_active),
    equals('parent_id', filter.parent_id),
  ],
})

/** Whether the name and the code of an org unit contain the word. */
const unitMatches = (word: string) => containsFolded(foldedText('name', 'code'), word)

/** Whether the unit of a row is one whose name or code contains the word. */
export const isInUnit = (column: string, word: string) =>
  sql<boolean>`${sql.ref(column)} in (select id from org_units where ${unitMatches(word)})`

/** The org units whose name and code contain every word of the term, ignoring accents (D51). */
export const orgUnitsFound = (term: string): List<OrgUnitRow> => ({
  ...orgUnitList({}),
  where: [everyWord(term, unitMatches)],
})

/** The org unit with the id or the code, or the clinic if none is named. */
export const unitOrClinic = (em: Em, { id, code }: { id?: string | undefined; code?: string | undefined }) =>
  readRow<{ id: string; name: string }>(em)`select id, name from org_units where ${
    id === undefined && code === undefined
      ? sql`unit_type = 'CLINIC'`
      : sql`${sql.ref(id === undefined ? 'code' : 'id')} = ${id ?? code}`
  }`
