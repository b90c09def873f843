import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { tagChangeActions } from '../../src/people/employee-tag-lifecycle.ts'
import { User } from '../accounts/user.ts'
import { choice, instant, text, transactionId } from '../lists/columns.ts'
import {
  actorName,
  between,
  columnsOf,
  employeeName,
  equals,
  isChosen,
  isGiven,
  type LogFilter,
  outside,
  ownedBy,
  type RowOf,
} from '../lists/fragments.ts'
import { beginning, logIndexes } from '../lists/orderings.ts'
import type { List, View } from '../lists/page.ts'
import { Employee } from '../people/employee.ts'
import { searchedEmployees, searchOfReferred } from '../people/referred.ts'
import { Tag, tagSearchText } from '../people/tag.ts'
import { type TagColumns, tagColumns } from '../people/tags.ts'
import type { LoggedActor } from './transition-log.ts'

export const tagChangeLogOrderings = {
  created_at: ['created_at'],
  employee: ['employee_id', 'created_at'],
  tag: ['tag_id', 'created_at'],
  action: ['action', 'created_at'],
  actor: ['actor_id', 'created_at'],
  reason: [beginning('reason')],
  id: [],
} as const

/** Changes of employee tags. Append-only, enforced by a trigger. */
export const TagChangeLog = defineEntity({
  name: 'TagChangeLog',
  tableName: 'tag_change_log',
  properties: {
    id: p.integer().primary().generated('identity'),
    employee: () => p.manyToOne(Employee).mapToPk(),
    tag: () => p.manyToOne(Tag).mapToPk(),
    action: choice(tagChangeActions),
    actor: () => p.manyToOne(User).mapToPk().nullable().deleteRule('no action'),
    reason: text(2000),
    created_at: instant(),
    transaction_id: transactionId(),
  },
  indexes: logIndexes('tag_change_log', tagChangeLogOrderings, { employee: 'tag_id' }),
})

const table = 'tag_change_log'

const stored = columnsOf(TagChangeLog, 'id, action, reason, created_at')
type TagChangeRow = RowOf<typeof stored> &
  TagColumns & { employee: string; employee_name: string; employee_number: string } & LoggedActor

/** An entry of the log; with `own`, only one of the employees with that email (D17). */
export const tagChangeEntry = (own?: string): View<TagChangeRow> => ({
  table,
  columns: sql`${stored}, ${tagColumns}, page.employee_id as employee, ${employeeName} as employee_name,
    e.employee_number, page.actor_id as actor, ${actorName} as actor_name`,
  joins: sql`left join employees e on e.id = page.employee_id left join tags t on t.id = page.tag_id
    left join users u on u.id = page.actor_id`,
  where: [ownedBy('employee_id', own)],
})

type TagChangeFilter = LogFilter<'employee' | 'tag' | 'action'>

/** The log; days are those of the time zone (D25), `own` limits it to the employees with that email. */
export const tagChangeList = (filter: TagChangeFilter, zone: string, own?: string): List<TagChangeRow> => ({
  ...tagChangeEntry(),
  orderings: tagChangeLogOrderings,
  defaultOrdering: '-created_at',
  isUnprepared: isGiven(filter.date_from, filter.date_to),
  ...searchOfReferred(
    {
      table,
      ways: [
        { column: 'tag_change_log.employee_id', ...searchedEmployees },
        { column: 'tag_change_log.tag_id', table: 'tags', text: tagSearchText },
      ],
      person: 'employee_id',
    },
    filter.search,
  ),
  rest: outside(table, zone, filter),
  where: [
    equals('employee_id', filter.employee),
    equals('tag_id', filter.tag),
    isChosen('action', filter.action),
    ...between(zone, filter),
    ownedBy('employee_id', own),
  ],
})

type ChangedValues = Record<string, unknown> | null

/** The log for the console, with the changed columns of the employee tag, or all values of a new one. */
export const auditedTagChanges = (
  filter: TagChangeFilter,
  zone: string,
  own?: string,
): List<TagChangeRow & { before: ChangedValues; after: ChangedValues }> => {
  const list = tagChangeList(filter, zone, own)
  return {
    ...list,
    columns: sql`${list.columns}, changed.before, changed.after`,
    // Both logs carry the instant at which the employee tag was changed.
    joins: sql`${list.joins ?? sql``} left join lateral (
      select c.before, c.after from employee_tags h join change_log c on c.subject_id = h.id
      where h.employee_id = page.employee_id and h.tag_id = page.tag_id
        and c.subject = 'employee_tags' and c.created_at = page.created_at limit 1) changed on true`,
  }
}
