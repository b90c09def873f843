import { sql } from 'kysely'
import { ChangeLog, changeLogOrderings } from '../change-log.ts'
import type { List } from '../page.ts'
import { actorName, between, columnsOf, employeeName, equals, isGiven, type RowOf } from './fragments.ts'
import { type Referring, searchedEmployees, searchedUsers, searchOfReferred } from './referred.ts'

const table = 'change_log'

const stored = columnsOf(
  ChangeLog,
  'id, subject, subject_id, action, before, after, via, address, request_id, created_at',
)

type Entry = RowOf<typeof stored> & { subject_name: string; actor: string | null; actor_name: string }

/** What the changed row is called today; empty if it is no longer there. */
const subjectName = sql`coalesce(case page.subject
  when 'assignments' then (select ${employeeName} || ': ' || p.title from assignments a
    join employees e on e.id = a.employee_id join positions p on p.id = a.position_id where a.id = page.subject_id)
  when 'business_rules' then (select code from business_rules where id = page.subject_id)
  when 'employee_tags' then (select ${employeeName} || ': ' || t.name from employee_tags h
    join employees e on e.id = h.employee_id join tags t on t.id = h.tag_id where h.id = page.subject_id)
  when 'employees' then (select ${employeeName} from employees e where e.id = page.subject_id)
  when 'org_units' then (select name from org_units where id = page.subject_id)
  when 'position_tags' then (select p.title || ': ' || t.name from position_tags r
    join positions p on p.id = r.position_id join tags t on t.id = r.tag_id where r.id = page.subject_id)
  when 'positions' then (select title from positions where id = page.subject_id)
  when 'tags' then (select name from tags where id = page.subject_id)
  when 'users' then (select email from users where id = page.subject_id)
  end, '')`

type ChangeLogFilter = {
  subject?: string
  subject_id?: string
  action?: string
  search?: string
  date_from?: string
  date_to?: string
}

const column = 'change_log.subject_id'
const peopleOf: Referring = {
  table,
  ways: [
    { column: 'change_log.actor_id', ...searchedUsers },
    { column, ...searchedUsers },
    { column, ...searchedEmployees },
    { column, ...searchedEmployees, through: { table: 'assignments', column: 'employee_id' } },
    { column, ...searchedEmployees, through: { table: 'employee_tags', column: 'employee_id' } },
  ],
  person: `case when actor_id in (select id from found_users) then null
    when subject = 'assignments' then (select employee_id from assignments where id = subject_id)
    when subject = 'employee_tags' then (select employee_id from employee_tags where id = subject_id)
    else subject_id end`,
  order: 'subject_id',
}

/** The change log; days are those of the time zone. The search finds changes of people, and by users. */
export const changeLogList = (filter: ChangeLogFilter, zone: string): List<Entry> => ({
  table,
  columns: sql`${stored}, ${subjectName} as subject_name, page.actor_id as actor,
    case when u.id is null then page.name else ${actorName} end as actor_name`,
  joins: sql`left join users u on u.id = page.actor_id`,
  orderings: changeLogOrderings,
  defaultOrdering: '-created_at',
  isPlannedAnew: isGiven(filter.search, filter.date_from, filter.date_to),
  where: [
    equals('subject', filter.subject),
    equals('subject_id', filter.subject_id),
    equals('action', filter.action),
    ...between('created_at', zone, filter),
  ],
  search: searchOfReferred(peopleOf, filter.search),
})
