import { sql } from 'kysely'
import { employeeSearchText } from '../employee.ts'
import { contains } from '../orderings.ts'
import type { Condition, List, View } from '../page.ts'
import { transitionLogOrderings } from '../transition-log.ts'
import { userSearchText } from '../user.ts'
import { actorName, between, employeeName, equals, ownedBy } from './fragments.ts'

const table = 'transition_log'

/** An entry of the global log. */
export const transition: View = {
  table,
  columns: sql`page.id, page.employee_id as employee, ${employeeName} as employee_name, e.employee_number,
    page.from_status, page.to_status, page.transition, page.actor_id as actor, ${actorName} as actor_name,
    page.reason, page.metadata, page.created_at`,
  joins: sql`left join employees e on e.id = page.employee_id left join users u on u.id = page.actor_id`,
}

const listed = { orderings: transitionLogOrderings, defaultOrdering: '-created_at' }

export type TransitionFilter = {
  search?: string
  transition?: string
  from_status?: string
  to_status?: string
  employee?: string
  date_from?: string
  date_to?: string
  exclude_admin_actors?: boolean
}

/** The global log; days are those of the time zone (D25), `own` limits it to the employees with that email. */
export const transitionList = (filter: TransitionFilter, zone: string, own: string | undefined): List => ({
  ...transition,
  ...listed,
  where: [
    equals('transition', filter.transition),
    equals('from_status', filter.from_status),
    equals('to_status', filter.to_status),
    equals('employee_id', filter.employee),
    ...between('created_at', zone, filter),
    filter.exclude_admin_actors === true &&
      sql`(actor_id is null or actor_id not in (select id from users where role = 'ADMIN'))`,
    filter.search !== undefined &&
      sql`(employee_id in (select id from employees where ${contains(employeeSearchText, filter.search)})
        or actor_id in (select id from users where ${contains(userSearchText, filter.search)}))`,
    ownedBy('employee_id', own),
  ],
})

const logOfOne = (where: Condition[]): List => ({
  table,
  columns: sql`page.id, page.from_status, page.to_status, page.transition, page.actor_id as actor,
    u.email as actor_email, page.reason, page.metadata, page.created_at`,
  joins: sql`left join users u on u.id = page.actor_id`,
  ...listed,
  where,
})

/** The employee's own transitions, not those of their assignments (D27). */
export const employeeTransitionList = (employeeId: string) =>
  logOfOne([equals('employee_id', employeeId), sql`assignment_id is null`])

/** The log of one assignment. */
export const assignmentTransitionList = (assignmentId: string) =>
  logOfOne([equals('assignment_id', assignmentId)])

/** All transitions of the employee and of their assignments, which are named by their positions. */
export const historyOf = (employeeId: string): List => ({
  table,
  columns: sql`${transition.columns}, page.assignment_id as assignment, p.title as position_title`,
  joins: sql`${transition.joins ?? sql``} left join assignments a on a.id = page.assignment_id
    left join positions p on p.id = a.position_id`,
  ...listed,
  where: [equals('employee_id', employeeId)],
})
