import { sql } from 'kysely'
import { OperatorLog, operatorLogOrderings } from '../operator-log.ts'
import { contains, searchText } from '../orderings.ts'
import type { Em } from '../orm.ts'
import type { List } from '../page.ts'
import { userSearchText } from '../user.ts'
import { actorName, between, columnsOf, equals, isGiven, type RowOf } from './fragments.ts'

type OperatorLogFilter = {
  actor?: string
  action?: string
  search?: string
  date_from?: string
  date_to?: string
}

const entryText = searchText('target', 'reason')
const emailText = searchText('email')

const stored = columnsOf(OperatorLog, 'id, action, target, details, reason, created_at')
type Entry = RowOf<typeof stored> & { actor: string; actor_name: string; actor_email: string }

/** The operators' log; days are those of the time zone. */
export const operatorLogList = (filter: OperatorLogFilter, zone: string): List<Entry> => ({
  table: 'operator_log',
  columns: sql`${stored}, page.actor_id as actor, ${actorName} as actor_name, u.email as actor_email`,
  joins: sql`left join users u on u.id = page.actor_id`,
  orderings: operatorLogOrderings,
  defaultOrdering: '-created_at',
  isPlannedAnew: isGiven(filter.search, filter.date_from, filter.date_to),
  where: [
    equals('actor_id', filter.actor),
    equals('action', filter.action),
    ...between('created_at', zone, filter),
    filter.search !== undefined &&
      sql`(${contains(entryText, filter.search)} or actor_id in (select id from users
        where ${contains(userSearchText, filter.search)} or ${contains(emailText, filter.search)}))`,
  ],
})

/** Everyone who has ever changed something as an operator, by name. */
export async function readOperatorActors(em: Em) {
  const statement = sql<{ id: string; name: string; email: string }>`
    select u.id, ${actorName} as name, u.email from users u
    where exists (select from operator_log l where l.actor_id = u.id) order by name, u.email`
  return (await statement.execute(em.getKysely())).rows
}
