import { sql } from 'kysely'
import { employeeSearchText } from '../employee.ts'
import { contains } from '../orderings.ts'
import type { List, View } from '../page.ts'
import { tagSearchText } from '../tag.ts'
import { tagChangeLogOrderings } from '../tag-change-log.ts'
import { actorName, between, employeeName, equals, ownedBy } from './fragments.ts'

export const tagChange: View = {
  table: 'tag_change_log',
  columns: sql`page.id, page.employee_id as employee, ${employeeName} as employee_name, e.employee_number,
    page.tag_id as tag, t.name as tag_name, t.display_name as tag_display_name, t.category as tag_category,
    page.action, page.actor_id as actor, ${actorName} as actor_name, page.reason, page.created_at`,
  joins: sql`left join employees e on e.id = page.employee_id left join tags t on t.id = page.tag_id
    left join users u on u.id = page.actor_id`,
}

export type TagChangeFilter = {
  search?: string
  employee?: string
  tag?: string
  action?: string
  date_from?: string
  date_to?: string
}

/** The tag change log; days are those of the time zone (D25), `own` limits it to the employees with that email. */
export const tagChangeList = (filter: TagChangeFilter, zone: string, own: string | undefined): List => ({
  ...tagChange,
  orderings: tagChangeLogOrderings,
  defaultOrdering: '-created_at',
  where: [
    equals('employee_id', filter.employee),
    equals('tag_id', filter.tag),
    equals('action', filter.action),
    ...between('created_at', zone, filter),
    filter.search !== undefined &&
      sql`(employee_id in (select id from employees where ${contains(employeeSearchText, filter.search)})
        or tag_id in (select id from tags where ${contains(tagSearchText, filter.search)}))`,
    ownedBy('employee_id', own),
  ],
})
