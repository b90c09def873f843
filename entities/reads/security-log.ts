import { sql } from 'kysely'
import { type SecurityEvent, securityEvents } from '../../src/operators/security-events.ts'
import type { Author } from '../audit.ts'
import { contains } from '../orderings.ts'
import type { Em } from '../orm.ts'
import type { List } from '../page.ts'
import { SecurityLog, securityLogOrderings } from '../security-log.ts'
import { userSearchText } from '../user.ts'
import { actorName, between, columnsOf, equals, isGiven, type RowOf } from './fragments.ts'

const stored = columnsOf(
  SecurityLog,
  'id, event, outcome, times, via, address, user_agent, request_id, target, created_at',
)

type Entry = RowOf<typeof stored> & { user: string | null; user_name: string }

type SecurityLogFilter = {
  event?: string
  outcome?: string
  user?: string
  search?: string
  date_from?: string
  date_to?: string
}

/** The security log; days are those of the time zone. The search finds users by name, and addresses. */
export const securityLogList = (filter: SecurityLogFilter, zone: string): List<Entry> => ({
  table: 'security_log',
  columns: sql`${stored}, page.user_id as user,
    case when u.id is null then page.name else ${actorName} end as user_name`,
  joins: sql`left join users u on u.id = page.user_id`,
  orderings: securityLogOrderings,
  defaultOrdering: '-created_at',
  isPlannedAnew: isGiven(filter.search, filter.date_from, filter.date_to),
  where: [
    equals('event', filter.event),
    equals('outcome', filter.outcome),
    equals('user_id', filter.user),
    ...between('created_at', zone, filter),
    filter.search !== undefined &&
      sql`(address = ${filter.search} or user_id in (select id from users where ${contains(userSearchText, filter.search)}))`,
  ],
})

type CommandEvent = Extract<SecurityEvent, 'command' | 'failed_command'>

/** Keeps a command of the author; `target` is the command with its arguments. */
export function recordCommand(
  em: Em,
  event: CommandEvent,
  { author: { name = '', via, at }, target }: { author: Author; target: string },
) {
  const nobody = { user_id: null, address: '', user_agent: '', request_id: '' }
  const entry = { event, outcome: securityEvents[event], times: 1, name, via, created_at: at }
  return em.insert(SecurityLog, { ...entry, ...nobody, target: target.slice(0, 400) })
}
