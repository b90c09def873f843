import { defineEntity, p } from '@mikro-orm/core'
import { User } from '../accounts/user.ts'
import { instant, text } from '../lists/columns.ts'
import { beginning, orderingIndexes } from '../lists/orderings.ts'
import { Employee } from '../people/employee.ts'
import { Assignment } from '../work/assignment.ts'

export const transitionLogOrderings = {
  created_at: ['created_at'],
  employee: ['employee_id', 'created_at'],
  actor: ['actor_id', 'created_at'],
  transition: ['transition', 'created_at'],
  from_status: ['from_status', 'created_at'],
  to_status: ['to_status', 'created_at'],
  reason: [beginning('reason')],
  id: [],
} as const

/** Transitions of employees and, where `assignment` is set, of their assignments. Append-only, enforced by a trigger. */
export const TransitionLogSchema = defineEntity({
  name: 'TransitionLog',
  tableName: 'transition_log',
  properties: {
    id: p.integer().primary().generated('identity'),
    employee: () => p.manyToOne(Employee).mapToPk(),
    assignment: () => p.manyToOne(Assignment).mapToPk().nullable().deleteRule('no action'),
    from_status: text(20),
    to_status: text(20),
    transition: text(30),
    actor: () => p.manyToOne(User).mapToPk().nullable().deleteRule('no action'),
    reason: text(2000),
    metadata: p.json<Record<string, unknown>>(),
    created_at: instant(),
  },
  indexes: [
    ...orderingIndexes('transition_log', transitionLogOrderings, {
      created_at: 'actor_id',
      employee: 'actor_id',
    }),
    {
      name: 'transition_log_of_assignment',
      expression:
        'create index "transition_log_of_assignment" on "transition_log" (assignment_id, created_at, id) where assignment_id is not null',
    },
  ],
})

export class TransitionLog extends TransitionLogSchema.class {}

TransitionLogSchema.setClass(TransitionLog)
