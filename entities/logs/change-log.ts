import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { vias } from '../../src/logs/audit.ts'
import { type ChangeSubject, changeActions } from '../../src/logs/events.ts'
import { choice, instant, text, transactionId } from '../lists/columns.ts'
import {
  actorName,
  between,
  columnsOf,
  employeeName,
  equals,
  isGiven,
  type LogFilter,
  outside,
  type RowOf,
} from '../lists/fragments.ts'
import { index, logIndexes } from '../lists/orderings.ts'
import type { List } from '../lists/page.ts'
import { type Referring, searchedAccounts, searchedEmployees, searchOfReferred } from '../people/referred.ts'
import {
  personSubject,
  positionSubject,
  ruleSubject,
  type Subject,
  subjects,
  tagSubject,
  unitSubject,
  userSubject,
} from './subjects.ts'

export const changeLogOrderings = {
  created_at: ['created_at'],
  subject: ['subject', 'created_at'],
  actor: ['actor_id', 'created_at'],
  id: [],
} as const

/** Every change of master data, written by triggers of the tables. Append-only, enforced by a trigger. */
export const ChangeLog = defineEntity({
  name: 'ChangeLog',
  tableName: 'change_log',
  properties: {
    id: p.integer().primary().generated('identity'),
    /** The table of the changed row. */
    subject: text(40).$type<ChangeSubject>(),
    subject_id: p.uuid(),
    action: choice(changeActions),
    /** The whole row, or the changed columns of an update; a secret is `(hidden)`. */
    before: p.json<Record<string, unknown>>().nullable(),
    after: p.json<Record<string, unknown>>().nullable(),
    /** The user who made the change. No foreign key, so that the log never blocks a change. */
    actor_id: p.uuid().nullable(),
    via: choice(vias),
    name: text(100),
    address: text(100),
    request_id: text(100),
    created_at: instant(),
    transaction_id: transactionId(),
  },
  indexes: [
    ...logIndexes('change_log', changeLogOrderings),
    index('change_log', 'of_subject', '(subject_id, created_at, id) include (subject, actor_id)'),
  ],
})

const table = 'change_log'

const stored = columnsOf(
  ChangeLog,
  'id, subject, subject_id, action, before, after, via, address, request_id, created_at',
)

type ChangeLogEntry = RowOf<typeof stored> & {
  subjects: Subject[]
  names: Record<string, string>
  actor: string | null
  actor_name: string
}

/** The changed row by its current name. A position tag or requirement may have been deleted, so its entry says what it was. */
const about = sql<Subject[]>`coalesce(case page.subject
  when 'assignments' then ${subjects(
    [personSubject, positionSubject],
    sql`from assignments a join employees e on e.id = a.employee_id join positions p on p.id = a.position_id
      where a.id = page.subject_id`,
  )}
  when 'business_rules' then (select jsonb_build_array(${ruleSubject(sql`code`)}) from business_rules where id = page.subject_id)
  when 'cliffs' then ${subjects(
    [personSubject],
    sql`from employees e where e.id = (coalesce(page.after, page.before) ->> 'employee_id')::uuid`,
  )}
  when 'employee_tags' then ${subjects(
    [personSubject, tagSubject],
    sql`from employee_tags h join employees e on e.id = h.employee_id join tags t on t.id = h.tag_id
      where h.id = page.subject_id`,
  )}
  when 'employee_dates' then ${subjects([personSubject], sql`from employees e where e.id = page.subject_id`)}
  when 'employees' then ${subjects([personSubject], sql`from employees e where e.id = page.subject_id`)}
  when 'org_units' then ${subjects([unitSubject], sql`from org_units o where o.id = page.subject_id`)}
  when 'position_requirements' then ${subjects(
    [positionSubject],
    sql`from (select page.subject_id) changed left join position_requirements r on r.id = page.subject_id
      join positions p on p.id = coalesce(r.position_id, (coalesce(page.after, page.before) ->> 'position_id')::uuid)`,
  )}
  when 'position_tags' then ${subjects(
    [positionSubject, tagSubject],
    sql`from (select page.subject_id) changed left join position_tags r on r.id = page.subject_id
      join positions p on p.id = coalesce(r.position_id, (coalesce(page.after, page.before) ->> 'position_id')::uuid)
      join tags t on t.id = coalesce(r.tag_id, (coalesce(page.after, page.before) ->> 'tag_id')::uuid)`,
  )}
  when 'positions' then ${subjects([positionSubject], sql`from positions p where p.id = page.subject_id`)}
  when 'tags' then ${subjects([tagSubject], sql`from tags t where t.id = page.subject_id`)}
  when 'machine_tokens' then ${subjects(
    [userSubject],
    sql`from machine_tokens k join users s on s.id = k.user_id where k.id = page.subject_id`,
  )}
  when 'users' then ${subjects([userSubject], sql`from users s where s.id = page.subject_id`)}
  end, '[]')`

/** The names of the rows that the values refer to, by id. */
const names = sql<Record<string, string>>`coalesce((select jsonb_object_agg(id, name) from (
  select value as id, case key
    when 'employee_id' then (select ${employeeName} from employees e where id = value::uuid)
    when 'position_id' then (select title from positions where id = value::uuid)
    when 'tag_id' then (select display_name from tags where id = value::uuid)
    else (select name from org_units where id = value::uuid) end as name
  from (select * from jsonb_each_text(page.before) union select * from jsonb_each_text(page.after)) given
  where key in ('employee_id', 'position_id', 'tag_id', 'org_unit_id', 'parent_id')
  ) named where name is not null), '{}')`

/** `person` is the id of an employee whose record, tags, assignments or user were changed. */
type ChangeLogFilter = LogFilter<'subject' | 'subject_id' | 'action' | 'actor' | 'person'>

const column = 'change_log.subject_id'
const peopleOf: Referring = {
  table,
  ways: [
    { column: 'change_log.actor_id', ...searchedAccounts },
    { column, ...searchedAccounts },
    { column, ...searchedEmployees },
    { column, ...searchedEmployees, through: { table: 'assignments', column: 'employee_id' } },
    { column, ...searchedEmployees, through: { table: 'employee_tags', column: 'employee_id' } },
  ],
  person: `case when actor_id in (select unnest(ids) from found_users) then null
    when subject = 'assignments' then (select employee_id from assignments where id = subject_id)
    when subject = 'employee_tags' then (select employee_id from employee_tags where id = subject_id)
    when subject in ('employees', 'employee_dates') then (select id from employees where id = subject_id) end`,
  order: 'subject_id',
}

const ofPerson = (id: string) => sql`subject_id = any(array(select ${id}::uuid
  union all select id from assignments where employee_id = ${id}
  union all select id from employee_tags where employee_id = ${id}
  union all select u.id from users u join employees e on lower(u.email) = lower(e.email) where e.id = ${id}))`

/** Lists the change log; days are those of the time zone. The search finds changes of people and changes by users. */
export const changeLogList = (filter: ChangeLogFilter, zone: string): List<ChangeLogEntry> => ({
  table,
  columns: sql`${stored}, ${about} as subjects, ${names} as names, page.actor_id as actor,
    case when u.id is null then page.name else ${actorName} end as actor_name`,
  joins: sql`left join users u on u.id = page.actor_id`,
  orderings: changeLogOrderings,
  defaultOrdering: '-created_at',
  isUnprepared: isGiven(filter.search, filter.person, filter.date_from, filter.date_to),
  rest: outside(table, zone, filter),
  where: [
    equals('subject', filter.subject),
    equals('subject_id', filter.subject_id),
    equals('action', filter.action),
    equals('actor_id', filter.actor),
    filter.person !== undefined && ofPerson(filter.person),
    ...between(zone, filter),
  ],
  ...searchOfReferred(peopleOf, filter.search),
})
