import { sql } from 'kysely'
import type { Author } from '../../src/logs/audit.ts'
import { type SecurityEvent, securityEvents } from '../../src/logs/security-events.ts'
import { matchesUser } from '../accounts/users.ts'
import type { Em } from '../connection/em.ts'
import { actorName, between, columnsOf, equals, isGiven, type RowOf } from '../lists/fragments.ts'
import type { List } from '../lists/page.ts'
import { isDoneToUser, SecurityLog, securityLogOrderings } from './security-log.ts'
import { type Subject, subjects, user } from './subjects.ts'

const stored = columnsOf(
  SecurityLog,
  'id, event, outcome, times, via, address, user_agent, request_id, target, created_at',
)

type Entry = RowOf<typeof stored> & { user: string | null; user_name: string; subjects: Subject[] }

const doneTo = sql.raw(isDoneToUser)

const about = sql<Subject[]>`coalesce(case when ${doneTo} and page.target <> '' then
  ${subjects([user], sql`from users s where s.id::text = page.target`)} end, '[]')`

type SecurityLogFilter = {
  event?: string
  outcome?: string
  /** The id of a user who did it, or to whom it was done. */
  user?: string
  search?: string
  date_from?: string
  date_to?: string
}

const ofUser = (id: string) => sql`(user_id = ${id} or ${doneTo} and target = ${id})`

const found = (search: string) => sql`(address = ${search}
  or user_id in (select id from users where ${matchesUser(search)})
  or ${doneTo} and target in (select id::text from users where ${matchesUser(search)}))`

/** The security log; days are those of the time zone. The search finds users by name, email or id, and addresses. */
export const securityLogList = (filter: SecurityLogFilter, zone: string): List<Entry> => ({
  table: 'security_log',
  columns: sql`${stored}, ${about} as subjects, page.user_id as user,
    case when u.id is null then page.name else ${actorName} end as user_name`,
  joins: sql`left join users u on u.id = page.user_id`,
  orderings: securityLogOrderings,
  defaultOrdering: '-created_at',
  isPlannedAnew: isGiven(filter.search, filter.user, filter.date_from, filter.date_to),
  where: [
    equals('event', filter.event),
    equals('outcome', filter.outcome),
    filter.user !== undefined && ofUser(filter.user),
    ...between('created_at', zone, filter),
    filter.search !== undefined && found(filter.search),
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
