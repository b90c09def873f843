import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { User } from '../accounts/user.ts'
import { instant, text, transactionId } from '../lists/columns.ts'
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
import { beginning, index, logIndexes } from '../lists/orderings.ts'
import type { Condition, List, View } from '../lists/page.ts'
import { Employee } from '../people/employee.ts'
import { searchedEmployees, searchedUsers, searchOfReferred } from '../people/referred.ts'
import { Assignment } from '../work/assignment.ts'
import { personSubject, positionSubject, type Subject, subjects } from './subjects.ts'

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
export const TransitionLog = defineEntity({
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
    transaction_id: transactionId(),
  },
  indexes: [
    ...logIndexes('transition_log', transitionLogOrderings, { created_at: 'actor_id', employee: 'actor_id' }),
    index(
      'transition_log',
      'of_assignment',
      '(assignment_id, created_at, id) where assignment_id is not null',
    ),
  ],
})

const table = 'transition_log'

const stored = columnsOf(
  TransitionLog,
  'id, from_status, to_status, transition, reason, metadata, created_at',
)

/** Who made a change; null and `Sistema` for the service itself. */
export type LoggedActor = { actor: string | null; actor_name: string }

type TransitionRow = RowOf<typeof stored> &
  LoggedActor & { employee: string; employee_name: string; employee_number: string }
const columns = sql<TransitionRow>`${stored}, page.employee_id as employee, ${employeeName} as employee_name, e.employee_number,
  page.actor_id as actor, ${actorName} as actor_name`
const joins = sql`left join employees e on e.id = page.employee_id left join users u on u.id = page.actor_id`

/** An entry of the global log; with `own`, only one of the employees with that email (D17). */
export const transitionEntry = (own?: string): View<TransitionRow> => ({
  table,
  columns,
  joins,
  where: [ownedBy('employee_id', own)],
})

const listed = { orderings: transitionLogOrderings, defaultOrdering: '-created_at' }

const byAdmin = sql`actor_id in (select id from users where role = 'ADMIN')`

type TransitionFilter = LogFilter<'transition' | 'from_status' | 'to_status' | 'employee'> & {
  exclude_admin_actors?: boolean
}

/** The global log; days are those of the time zone (D25), `own` limits it to the employees with that email. */
export const transitionList = (
  filter: TransitionFilter,
  zone: string,
  own?: string,
): List<TransitionRow> => ({
  ...transitionEntry(),
  ...listed,
  isUnprepared: isGiven(filter.date_from, filter.date_to),
  ...searchOfReferred(
    {
      table,
      ways: [
        { column: 'transition_log.employee_id', ...searchedEmployees },
        { column: 'transition_log.actor_id', ...searchedUsers },
      ],
      person: 'employee_id',
    },
    filter.search,
  ),
  rest: filter.exclude_admin_actors ? { where: byAdmin } : outside(table, zone, filter),
  where: [
    isChosen('transition', filter.transition),
    isChosen('from_status', filter.from_status),
    isChosen('to_status', filter.to_status),
    equals('employee_id', filter.employee),
    ...between(zone, filter),
    filter.exclude_admin_actors === true && sql`(actor_id is null or not ${byAdmin})`,
    ownedBy('employee_id', own),
  ],
})

/** The log for the console, which also names the assignment. */
export const auditedTransitions = (
  filter: TransitionFilter,
  zone: string,
  own?: string,
): List<TransitionRow & { subjects: Subject[] }> => ({
  ...transitionList(filter, zone, own),
  columns: sql`${columns}, jsonb_build_array(${personSubject}) || coalesce(${subjects(
    [positionSubject],
    sql`from assignments a join positions p on p.id = a.position_id where a.id = page.assignment_id`,
  )}, '[]') as subjects`,
})

type TransitionOfOne = RowOf<typeof stored> & { actor: string | null; actor_email: string | null }

const logOfOne = (where: Condition[]): List<TransitionOfOne> => ({
  table,
  columns: sql`${stored}, page.actor_id as actor, u.email as actor_email`,
  joins: sql`left join users u on u.id = page.actor_id`,
  ...listed,
  where,
})

/** The employee's own transitions, not those of their assignments (D27). */
export const employeeTransitionList = (employeeId: string) =>
  logOfOne([equals('employee_id', employeeId), sql`assignment_id is null`])

/** The log of one assignment; with `own`, while it belonged to an employee with that email (D17). */
export const assignmentTransitionList = (assignmentId: string, own?: string) =>
  logOfOne([equals('assignment_id', assignmentId), ownedBy('employee_id', own)])

type HistoryEntry = TransitionRow & { assignment: string | null; position_title: string | null }

/** All transitions of the employee and of their assignments, which are named after their positions. */
export const historyOf = (employeeId: string): List<HistoryEntry> => ({
  table,
  columns: sql`${columns}, page.assignment_id as assignment, p.title as position_title`,
  joins: sql`${joins} left join assignments a on a.id = page.assignment_id
    left join positions p on p.id = a.position_id`,
  ...listed,
  where: [equals('employee_id', employeeId)],
})
