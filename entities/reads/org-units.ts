import { sql } from 'kysely'
import { contains } from '../orderings.ts'
import { orgUnitOrderings, orgUnitSearchText } from '../org-unit.ts'
import type { List, View } from '../page.ts'
import { equals } from './fragments.ts'

const columns = sql`page.id, page.parent_id, page.unit_type, page.code, page.name, page.short_name, page.is_active,
  page.is_management, page.sort_order, page.max_weekly_hours,
  (select count(*)::int from positions p where p.org_unit_id = page.id and p.is_active) as position_count,
  page.created_at, page.updated_at`

/** The counts of units take inactive ones in, those of positions do not (D30). */
export const orgUnitDetail: View = {
  table: 'org_units',
  columns: sql`${columns}, (select count(*)::int from org_units c where c.parent_id = page.id) as children_count,
    below.units as descendant_count, below.positions as total_position_count`,
  joins: sql`cross join lateral (
    with recursive tree as (
      select page.id
      union all
      select c.id from org_units c join tree on c.parent_id = tree.id
    )
    select count(*)::int - 1 as units,
      (select count(*)::int from positions p where p.is_active and p.org_unit_id in (select id from tree)) as positions
    from tree
  ) below`,
}

export type OrgUnitFilter = { unit_type?: string; is_active?: boolean; parent_id?: string; search?: string }

/** The list of org units, inactive ones included unless the filter says otherwise (D30). */
export const orgUnitList = (filter: OrgUnitFilter): List => ({
  table: 'org_units',
  columns,
  orderings: orgUnitOrderings,
  defaultOrdering: 'sort_order',
  where: [
    equals('unit_type', filter.unit_type),
    equals('is_active', filter.is_active),
    equals('parent_id', filter.parent_id),
    filter.search !== undefined && contains(orgUnitSearchText, filter.search),
  ],
})
