import { sql } from 'kysely'
import { operatorLogOrderings } from '../operator-log.ts'
import { contains, searchText } from '../orderings.ts'
import type { Em } from '../orm.ts'
import type { List } from '../page.ts'
import { userSearchText } from '../user.ts'
import { actorName, between, equals } from './fragments.ts'

export type OperatorLogFilter = {
  actor?: string
  action?: string
  search?: string
  date_from?: string
  date_to?: string
}

const ownText = searchText('target', 'reason')
const emailText = searchText('email')

/** The log of operators; days are those of the time zone. */
export const operatorLogList = (filter: OperatorLogFilter, zone: string): List => ({
  table: 'operator_log',
  columns: sql`page.id, page.action, page.target, page.details, page.reason, page.actor_id as actor,
    ${actorName} as actor_name, u.email as actor_email, page.created_at`,
  joins: sql`left join users u on u.id = page.actor_id`,
  orderings: operatorLogOrderings,
  defaultOrdering: '-created_at',
  where: [
    equals('actor_id', filter.actor),
    equals('action', filter.action),
    ...between('created_at', zone, filter),
    filter.search !== undefined &&
      sql`(${contains(ownText, filter.search)} or actor_id in (select id from users
        where ${contains(userSearchText, filter.search)} or ${contains(emailText, filter.search)}))`,
  ],
})

/** Everybody who has ever changed something as an operator, by name. */
export async function readOperatorActors(em: Em) {
  const statement = sql<{ id: string; name: string; email: string }>`
    select u.id, ${actorName} as name, u.email from users u
    where exists (select from operator_log l where l.actor_id = u.id) order by name, u.email`
  return (await statement.execute(em.getKysely())).rows
}
