import { sql } from 'kysely'
import { employeeTagOrderings } from '../employee-tag.ts'
import type { List, View } from '../page.ts'
import { positionTagOrderings } from '../position-tag.ts'
import { tagOrderings } from '../tag.ts'
import { equals, ownedBy } from './fragments.ts'

/** A deleted tag is hidden, its history is not (D29). */
export const notDeleted = sql`deleted_at is null`

export const tagDetail: View = {
  table: 'tags',
  columns: sql`page.id, page.name, page.display_name, page.category, page.hours_delta, page.description,
    page.is_active, page.created_at, page.updated_at`,
}

export const tagList: List = {
  ...tagDetail,
  orderings: tagOrderings,
  defaultOrdering: 'name',
  where: [notDeleted],
}

const tagColumns = sql`page.tag_id as tag, t.name as tag_name, t.display_name as tag_display_name,
  t.category as tag_category`
const joins = sql`left join tags t on t.id = page.tag_id`

export const employeeTagDetail: View = {
  table: 'employee_tags',
  columns: sql`page.id, page.employee_id as employee, ${tagColumns}, t.hours_delta, page.start_date, page.end_date,
    page.status, page.created_at`,
  joins,
}

export type EmployeeTagFilter = { employee_id?: string; category?: string; status?: string }

/** The list of employee tags; with `own`, of the employees with that email only (D17). */
export const employeeTagList = (filter: EmployeeTagFilter, own: string | undefined): List => ({
  ...employeeTagDetail,
  orderings: employeeTagOrderings,
  defaultOrdering: '-created_at',
  where: [
    equals('employee_id', filter.employee_id),
    equals('status', filter.status),
    filter.category !== undefined && sql`tag_id in (select id from tags where category = ${filter.category})`,
    ownedBy('employee_id', own),
  ],
})

export const positionTagDetail: View = {
  table: 'position_tags',
  columns: sql`page.id, page.position_id as position, ${tagColumns}, page.is_mandatory, page.created_at`,
  joins,
}

/** The list of what positions require. */
export const positionTagList = (filter: { position_id?: string }): List => ({
  ...positionTagDetail,
  orderings: positionTagOrderings,
  defaultOrdering: 'created_at',
  where: [equals('position_id', filter.position_id)],
})
