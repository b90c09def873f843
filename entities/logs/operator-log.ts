import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { operatorActions } from '../../src/logs/events.ts'
import { User } from '../accounts/user.ts'
import { matchesUser } from '../accounts/users.ts'
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
import { beginning, contains, logIndexes, searchText } from '../lists/orderings.ts'
import type { List, Sql } from '../lists/page.ts'
import {
  keySubject,
  personSubject,
  positionSubject,
  ruleSubject,
  type Subject,
  subjects,
  unitSubject,
  userSubject,
} from './subjects.ts'

export const operatorLogOrderings = {
  created_at: ['created_at'],
  actor: ['actor_id', 'created_at'],
  action: ['action', 'created_at'],
  target: [beginning('target')],
  reason: [beginning('reason')],
  id: [],
} as const

/** The changes made by operators, with their reasons. Append-only, enforced by a trigger. */
export const OperatorLog = defineEntity({
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
    transaction_id: transactionId(),
  },
  // The log is short: it is sorted quickly.
  indexes: logIndexes('operator_log', {
    actor: operatorLogOrderings.actor,
    target: operatorLogOrderings.target,
  }),
})

/** By the exact target, the user it was done to, or the employee it or whose user it was done to. */
type OperatorLogFilter = LogFilter<'actor' | 'action' | 'target' | 'user' | 'person'>

const entryText = searchText('target', 'reason')

/** The id in a target such as `user ops:c0ffee00-…`; null in others. */
const userIdInKey = sql`substring(page.target from
  '^(?:user|machine|planning|account) (?:ops:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid`

/** The maximum number of assignments of a plan that an entry names. */
const mostNamed = 10

const inPlan = sql`select value::uuid from jsonb_array_elements_text(page.details -> 'assignments') limit ${sql.lit(mostNamed)}`

const userByEmail = subjects([userSubject], sql`from users s where lower(s.email) = lower(page.target)`)

// A sealed entry keeps only an email, a key or a code, so the current user, unit or position is looked up.
const about = sql<Subject[]>`coalesce(case split_part(page.action, '.', 1)
  when 'users' then ${userByEmail}
  when 'machines' then ${userByEmail}
  when 'webhooks' then null
  when 'throttles' then coalesce(
    ${subjects([userSubject, keySubject(sql`page.target`)], sql`from users s where s.id = ${userIdInKey}`)},
    jsonb_build_array(${keySubject(sql`page.target`)}))
  when 'planning' then (select jsonb_agg(part order by e.last_name, e.first_name, a.id, ordinal) from assignments a
    join employees e on e.id = a.employee_id join positions p on p.id = a.position_id
    cross join lateral (values (1, ${personSubject}), (2, ${positionSubject})) parts (ordinal, part) where a.id in (${inPlan}))
  else case when page.action = 'rules.update' then jsonb_build_array(${ruleSubject(sql`page.target`)})
    else ${subjects([unitSubject], sql`from org_units o where o.code = page.target`)} end
  end, '[]')`

const stored = columnsOf(OperatorLog, 'id, action, target, details, reason, created_at')
type OperatorLogEntry = RowOf<typeof stored> & {
  subjects: Subject[]
  actor: string
  actor_name: string
  actor_email: string
}

const isTarget = (target: string) =>
  sql`(${sql.raw(beginning('target'))} = left(${target}, 100) and target = ${target})`

/** The targets of actions on users: their emails, or their throttle keys. */
const targetsOf = (users: Sql, column = 'named') => sql`
  select ${sql.raw(column)} from users cross join lateral (
  select email::text as named union all select scope || prefix || users.id
  from unnest(array['user ', 'machine ', 'planning ', 'account ']) scope, unnest(array['', 'ops:']) prefix) names where ${users}`

/** Finds actions on a few users by an index on the beginnings of targets. */
const doneTo = (users: Sql) =>
  sql`(${sql.raw(beginning('target'))} = any(array(${targetsOf(users, beginning('named'))}))
    and target = any(array(${targetsOf(users)})))`

const ofPerson = (id: string) => sql`(
  ${doneTo(sql`lower(email) = (select lower(email) from employees where id = ${id})`)}
  or action = 'planning.apply' and jsonb_exists_any(details -> 'assignments', array(select id::text from assignments where employee_id = ${id})))`

const found = (search: string) => sql`(
  ${contains(entryText, search)} or target in (${targetsOf(matchesUser(search))})
  or actor_id in (select id from users where ${matchesUser(search)}))`

/**
 * Lists the operators' log; days are those of the time zone. The search finds targets, reasons, and by name, email or
 * id the users who acted or were acted on.
 */
export const operatorLogList = (filter: OperatorLogFilter, zone: string): List<OperatorLogEntry> => ({
  table: 'operator_log',
  columns: sql`${stored}, ${about} as subjects,
    page.actor_id as actor, ${actorName} as actor_name, u.email as actor_email`,
  joins: sql`left join users u on u.id = page.actor_id`,
  orderings: operatorLogOrderings,
  defaultOrdering: '-created_at',
  isUnprepared: isGiven(filter.search, filter.user, filter.person, filter.date_from, filter.date_to),
  where: [
    equals('actor_id', filter.actor),
    equals('action', filter.action),
    filter.target !== undefined && isTarget(filter.target),
    ...between(zone, filter),
    filter.user !== undefined && doneTo(sql`users.id = ${filter.user}`),
    filter.person !== undefined && ofPerson(filter.person),
    filter.search !== undefined && found(filter.search),
  ],
})

/** Everyone who has ever changed something as an operator, by name. */
export const readOperatorActors = (em: Em) =>
  readRows<{ id: string; name: string; email: string }>(em)`
    select u.id, ${actorName} as name, u.email from users u
    where exists (select from operator_log l where l.actor_id = u.id) order by name, u.email`

/** The latest block and the latest limit of each target, which is the throttle's scope and the key. */
export async function readLatestOverrides<Override>(em: Em, targets: readonly string[]): Promise<Override[]> {
  // The index has only the beginnings of targets.
  const beginnings = targets.map((target) => [...target].slice(0, 100).join(''))
  return readRows<Override>(em)`
    select distinct on (l.target, l.action) l.id, l.action, l.target, l.details, l.reason,
      l.actor_id as actor, ${actorName} as actor_name, l.created_at
    from operator_log l left join users u on u.id = l.actor_id
    where ${sql.raw(beginning('l.target'))} = any(${beginnings}) and l.target = any(${targets})
      and l.action in ('throttles.block', 'throttles.set_limit')
    order by l.target, l.action, l.id desc`
}
