import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { type Author, vias } from '../../src/logs/audit.ts'
import { outcomes, type SecurityEvent, securityEvents } from '../../src/logs/events.ts'
import { matchesUser, type NamedUser } from '../accounts/users.ts'
import { type Em, readRows } from '../connection/em.ts'
import { choice, instant, text, transactionId } from '../lists/columns.ts'
import {
  actorName,
  between,
  columnsOf,
  equals,
  isGiven,
  type LogFilter,
  type RowOf,
} from '../lists/fragments.ts'
import { index, logIndexes } from '../lists/orderings.ts'
import type { List } from '../lists/page.ts'
import { type Subject, subjects, userSubject } from './subjects.ts'

export const securityLogOrderings = {
  created_at: ['created_at'],
  event: ['event', 'created_at'],
  user: ['user_id', 'created_at'],
  address: ['address', 'created_at'],
  id: [],
} as const

/** The events that another user can cause. Their target is the affected user's id. */
const isDoneToUser = "(event = 'session_end' or event = 'password_change')"

/** Logins, refusals and other security events. Append-only, enforced by a trigger. */
export const SecurityLog = defineEntity({
  name: 'SecurityLog',
  tableName: 'security_log',
  properties: {
    id: p.integer().primary().generated('identity'),
    event: text(40),
    outcome: choice(outcomes),
    /** How often it happened; a refusal that repeats an earlier one is counted in the same entry. */
    times: p.integer(),
    user_id: p.uuid().nullable(),
    /** The system user on the command line. */
    name: text(100),
    address: text(100),
    user_agent: text(300),
    via: choice(vias),
    request_id: text(100),
    /** The procedure, or the command with its arguments. */
    target: text(400),
    created_at: instant(),
    transaction_id: transactionId(),
  },
  indexes: [
    ...logIndexes('security_log', securityLogOrderings),
    index('security_log', 'done_to', `(target, created_at, id) where ${isDoneToUser}`),
  ],
})

const stored = columnsOf(
  SecurityLog,
  'id, event, outcome, times, via, address, user_agent, request_id, target, created_at',
)

type SecurityLogEntry = RowOf<typeof stored> & { user: string | null; user_name: string; subjects: Subject[] }

const doneTo = sql.raw(isDoneToUser)

const about = sql<Subject[]>`coalesce(case when ${doneTo} and page.target <> '' then
  ${subjects([userSubject], sql`from users s where s.id::text = page.target`)} end, '[]')`

/** `user` is the id of the user who did it or was affected by it. */
type SecurityLogFilter = LogFilter<'event' | 'outcome' | 'user'>

const ofUser = (id: string) => sql`(user_id = ${id} or ${doneTo} and target = ${id})`

const found = (search: string) => sql`(address = ${search}
  or user_id in (select id from users where ${matchesUser(search)})
  or ${doneTo} and target in (select id::text from users where ${matchesUser(search)}))`

/** The log; days are those of the time zone. The search finds users by name, email or id, and addresses. */
export const securityLogList = (filter: SecurityLogFilter, zone: string): List<SecurityLogEntry> => ({
  table: 'security_log',
  columns: sql`${stored}, ${about} as subjects, page.user_id as user,
    case when u.id is null then page.name else ${actorName} end as user_name`,
  joins: sql`left join users u on u.id = page.user_id`,
  orderings: securityLogOrderings,
  defaultOrdering: '-created_at',
  isUnprepared: isGiven(filter.search, filter.user, filter.date_from, filter.date_to),
  where: [
    equals('event', filter.event),
    equals('outcome', filter.outcome),
    filter.user !== undefined && ofUser(filter.user),
    ...between(zone, filter),
    filter.search !== undefined && found(filter.search),
  ],
})

type CommandEvent = Extract<SecurityEvent, 'command' | 'failed_command'>

/** Records a command of the author; `target` is the command with its arguments. */
export function recordCommand(
  em: Em,
  event: CommandEvent,
  { author: { name = '', via, at }, target }: { author: Author; target: string },
) {
  const noUser = { user_id: null, address: '', user_agent: '', request_id: '' }
  const entry = { event, outcome: securityEvents[event], times: 1, name, via, created_at: at }
  return em.insert(SecurityLog, { ...entry, ...noUser, target: target.slice(0, 400) })
}

type Tried = {
  address: string
  /** Null where there is no such account. */
  user: NamedUser | null
  failed: number
  succeeded: number
  last_at: string
}

type Where = {
  /** One address, or a prefix that ends in a colon. */
  address: string
  isConsole: boolean
  since: Date
}

/** The accounts for which logins were tried, by address; the latest first. */
export async function readAccountsTried(em: Em, { address, isConsole, since }: Where) {
  const isFrom = address.endsWith(':') ? sql`starts_with(address, ${address})` : sql`address = ${address}`
  const times = (event: string) => sql`coalesce(sum(times) filter (where event = ${event}), 0)::int`
  return readRows<Tried>(em)`
    with tried as (
      select address, user_id, ${times('failed_login')} as failed, ${times('login')} as succeeded,
        max(created_at) as last_at
      from security_log
      where event in ('failed_login', 'login') and created_at >= ${since} and ${isFrom}
        and (via = 'operator') = ${isConsole}
      group by address, user_id order by last_at desc limit 1000)
    select tried.address, tried.failed, tried.succeeded, tried.last_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', ${actorName}, 'email', u.email) end as user
    from tried left join users u on u.id = tried.user_id order by tried.last_at desc`
}
