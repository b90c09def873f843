import { defineEntity, p } from '@mikro-orm/core'
import { tagChangeActions } from '../../src/people/employee-tag-lifecycle.ts'
import { User } from '../accounts/user.ts'
import { choice, instant, text } from '../lists/columns.ts'
import { beginning, orderingIndexes } from '../lists/orderings.ts'
import { Employee } from '../people/employee.ts'
import { Tag } from '../people/tag.ts'

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
export const TagChangeLogSchema = defineEntity({
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
  },
  indexes: orderingIndexes('tag_change_log', tagChangeLogOrderings, { employee: 'tag_id' }),
})

export class TagChangeLog extends TagChangeLogSchema.class {}

TagChangeLogSchema.setClass(TagChangeLog)
