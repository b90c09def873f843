import { defineEntity, p } from '@mikro-orm/core'
import { vias } from '../../src/logs/audit.ts'
import { type ChangeSubject, changeActions } from '../../src/logs/changes.ts'
import { choice, instant, text } from '../lists/columns.ts'
import { orderingIndexes } from '../lists/orderings.ts'

export const changeLogOrderings = {
  created_at: ['created_at'],
  subject: ['subject', 'created_at'],
  actor: ['actor_id', 'created_at'],
  id: [],
} as const

/** Every change of master data, written by triggers of the tables. Append-only, enforced by a trigger. */
export const ChangeLogSchema = defineEntity({
  name: 'ChangeLog',
  tableName: 'change_log',
  properties: {
    id: p.integer().primary().generated('identity'),
    /** The table of the changed row. */
    subject: text(40).$type<ChangeSubject>(),
    subject_id: p.uuid(),
    action: choice(changeActions),
    /** The whole row, or for an update only the columns that changed; a secret is `(hidden)`. */
    before: p.json<Record<string, unknown>>().nullable(),
    after: p.json<Record<string, unknown>>().nullable(),
    /** A user; a log has no foreign keys, so that it never blocks a change. */
    actor_id: p.uuid().nullable(),
    via: choice(vias),
    name: text(100),
    address: text(100),
    request_id: text(100),
    created_at: instant(),
  },
  indexes: [
    ...orderingIndexes('change_log', changeLogOrderings),
    {
      name: 'change_log_of_subject',
      expression:
        'create index "change_log_of_subject" on "change_log" (subject_id, created_at, id) include (subject, actor_id)',
    },
  ],
})

export class ChangeLog extends ChangeLogSchema.class {}

ChangeLogSchema.setClass(ChangeLog)
