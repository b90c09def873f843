import { defineEntity, p } from '@mikro-orm/core'
import { operatorActions } from '../../src/logs/operator-actions.ts'
import { User } from '../accounts/user.ts'
import { choice, instant, text } from '../lists/columns.ts'
import { beginning, orderingIndexes } from '../lists/orderings.ts'

export const operatorLogOrderings = {
  created_at: ['created_at'],
  actor: ['actor_id', 'created_at'],
  action: ['action', 'created_at'],
  target: [beginning('target')],
  reason: [beginning('reason')],
  id: [],
} as const

/** The changes made by operators, with their reasons. Append-only, enforced by a trigger. */
export const OperatorLogSchema = defineEntity({
  name: 'OperatorLog',
  tableName: 'operator_log',
  properties: {
    id: p.integer().primary().generated('identity'),
    action: choice(operatorActions),
    target: text(400),
    details: p.json<Record<string, unknown>>(),
    reason: text(2000),
    actor: () => p.manyToOne(User).mapToPk().deleteRule('no action'),
    created_at: instant(),
  },
  indexes: orderingIndexes('operator_log', operatorLogOrderings),
})

export class OperatorLog extends OperatorLogSchema.class {}

OperatorLogSchema.setClass(OperatorLog)
