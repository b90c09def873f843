import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import {
  type ApplicationKind,
  type Applied,
  type Around,
  type AssignmentColumns,
  applicationKinds,
  isTaken,
} from '../../src/planning/applied/taking-back.ts'
import { User } from '../accounts/user.ts'
import { type Em, readRow, readRows } from '../connection/em.ts'
import { choice, decimal, instant, text, uuidKey } from '../lists/columns.ts'
import { actorName, columnsOf, employeeName, type RowOf } from '../lists/fragments.ts'
import { index } from '../lists/orderings.ts'
import type { List } from '../lists/page.ts'
import { jsonInstant } from '../lists/row-values.ts'
import { changeRows } from '../lists/rows.ts'

/** The plans and rebalances that were applied, and what was taken back. Append-only, enforced by a trigger. */
export const ApplicationLog = defineEntity({
  name: 'ApplicationLog',
  tableName: 'application_log',
  properties: {
    id: uuidKey(),
    kind: choice([...applicationKinds, 'TAKE_BACK']),
    /** What a TAKE_BACK takes back. */
    application_id: p.uuid().nullable(),
    /** The draft that was applied. No foreign key, so that it can be deleted. */
    draft_id: p.uuid().nullable(),
    actor: () => p.manyToOne(User).mapToPk().nullable().deleteRule('no action'),
    /** The system user, on the command line. */
    name: text(100),
    change_count: p.integer(),
    added_hours: decimal(12),
    /** What taking it back needs to know; null in a TAKE_BACK. */
    changes: p.json<Applied>().nullable(),
    created_at: instant(),
  },
  indexes: [
    index('application_log', 'by_created_at', '(created_at, id)'),
    index('application_log', 'of_draft', '(draft_id) where draft_id is not null'),
    { name: 'application_log_of_actor', properties: ['actor'] },
  ],
  uniques: [{ name: 'application_log_taken_back_once', properties: ['application_id'] }],
})

export const applicationOrderings = { created_at: ['created_at'], id: [] } as const

const author = sql`case when u.id is null then page.name else ${actorName} end`

const stored = columnsOf(ApplicationLog, 'id, draft_id, change_count, added_hours')

type ApplicationRow = RowOf<typeof stored> & {
  kind: ApplicationKind
  applied_at: string
  applied_by: string | null
  applied_by_name: string
  taken_back: { at: string; by: string | null; by_name: string } | null
}

/** Who took the entry `page` back, and when. */
const takenBack = sql`(select jsonb_build_object('at', ${jsonInstant('t.created_at')}, 'by', t.actor_id,
    'by_name', case when u.id is null then t.name else ${actorName} end)
  from application_log t left join users u on u.id = t.actor_id where t.application_id = page.id)`

/** What was applied, and who has taken it back. */
export const applicationList: List<ApplicationRow> = {
  table: 'application_log',
  columns: sql`${stored}, page.kind, page.created_at as applied_at, page.actor_id as applied_by, ${author} as applied_by_name,
    ${takenBack} as taken_back`,
  joins: sql`left join users u on u.id = page.actor_id`,
  orderings: applicationOrderings,
  defaultOrdering: '-created_at',
  where: [sql`kind <> 'TAKE_BACK'`],
}

/** The application of the draft `page` that nobody has taken back, as JSON; null if there is none. */
export const applicationOfDraft = sql`(
  select jsonb_build_object('id', l.id, 'applied_at', ${jsonInstant('l.created_at')}, 'applied_by', l.actor_id,
    'applied_by_name', case when u.id is null then l.name else ${actorName} end)
  from application_log l left join users u on u.id = l.actor_id
  where l.draft_id = page.id and l.kind <> 'TAKE_BACK'
    and not exists (select from application_log t where t.application_id = l.id))`

/** What was applied under the id; undefined if nothing was. */
export const readApplication = (em: Em, id: string) =>
  readRow<{ changes: Applied; kind: ApplicationKind; change_count: number; added_hours: string }>(em)`
    select changes, kind, change_count, added_hours from application_log where id = ${id} and kind <> 'TAKE_BACK'`

/** Who has taken the application back; undefined if nobody has. */
export const readTakenBack = (em: Em, id: string) =>
  readRow<{ by: string }>(em)`
    select ${author} as by from application_log page left join users u on u.id = page.actor_id
    where page.application_id = ${id}`

/** The stored columns of assignments, by id. */
export async function readAssignmentColumns(em: Em, ids: readonly string[]) {
  const rows = await readRows<{ id: string; columns: AssignmentColumns }>(em)`
    select id, to_jsonb(a) || jsonb_build_object('effective_hours', effective_hours::text) as columns
    from assignments a where id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, columns }) => [id, columns]))
}

/** Locks assignments against any other change, for as long as the transaction lasts. */
export const holdAssignments = (em: Em, ids: readonly string[]) =>
  readRows(em)`select id from assignments where id = any(${ids}::uuid[]) order by id for update`

/** The hours and states of people and positions, as far as assignments that were lowered or ended depend on them. */
export async function readAround(
  em: Em,
  { employees, positions }: { employees: readonly string[]; positions: readonly string[] },
): Promise<Around> {
  const people = await readRows<Around['people'][number]>(em)`
    select e.id, e.status, coalesce(sum(effective_hours), 0.00)::text as hours
    from employees e left join assignments a on a.employee_id = e.id and a.status = 'ACTIVE'
    where e.id = any(${employees}::uuid[]) group by e.id order by e.id`
  const places = await readRows<Around['positions'][number]>(em)`
    select id, is_active, required_weekly_hours::text as required, assigned_hours::numeric(12, 2)::text as hours
    from positions where id = any(${positions}::uuid[]) order by id`
  return { people, positions: places }
}

/** Who has an ACTIVE assignment now, to the same position, in place of one that was ended, and not by the application. */
export const readAssignedAnew = (em: Em, ended: readonly string[], applied: readonly string[]) =>
  readRows<{ employee: string; position: string }>(em)`
    select ${employeeName} as employee, p.title as position
    from assignments ended join assignments a using (employee_id, position_id)
      join employees e on e.id = employee_id join positions p on p.id = position_id
    where ended.id = any(${ended}::uuid[]) and a.status = 'ACTIVE' and a.id <> all(${applied}::uuid[])
    order by 1, 2`

/** The names of people, and the titles of positions, by id. */
export async function readNames(em: Em, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await readRows<{ id: string; name: string }>(em)`
    select e.id, ${employeeName} as name from employees e where id = any(${ids}::uuid[])
    union all select id, title from positions where id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Removes assignments. Only for new ones that nothing has happened to, so that no log names them but that of changes. */
export const removeAssignments = (em: Em, ids: readonly string[]) =>
  changeRows(em)`delete from assignments where id = any(${ids}::uuid[])`

/** Puts assignments back as they were before they were raised, lowered or ended, their times included. */
export const putBackAssignments = (em: Em, before: readonly AssignmentColumns[]) =>
  changeRows(em)`
    update assignments a set effective_hours = b.effective_hours, status = b.status, end_date = b.end_date,
      end_reason = b.end_reason, notes = b.notes, metadata = b.metadata, updated_at = b.updated_at
    from jsonb_populate_recordset(null::assignments, ${JSON.stringify(before)}::jsonb) b where a.id = b.id`

/** Who applies something: a user, or on the command line the system user by name. */
export type Applier = { actor: string | null; name: string }

type Applying = {
  kind: ApplicationKind
  draft: string | null
  by: Applier
  at: Date
  added_hours: string
  /** The changed assignments as they were; new ones are missing. */
  before: ReadonlyMap<string, AssignmentColumns>
}

/** Writes what was stored into the log of applications, and returns the entry's id. */
export async function recordApplication(
  em: Em,
  { kind, draft: draft_id, by, at: created_at, added_hours, before }: Applying,
  ids: readonly string[],
): Promise<string> {
  const stored = await readAssignmentColumns(em, ids)
  const assignments = [...stored.values()].map((after) => ({ before: before.get(after.id) ?? null, after }))
  const taken = assignments.filter(isTaken).map(({ after }) => after)
  const around = await readAround(em, {
    employees: taken.map(({ employee_id }) => employee_id),
    positions: taken.map(({ position_id }) => position_id),
  })
  const changes = { assignments, around }
  const entry = { kind, draft_id, ...by, change_count: ids.length, added_hours, changes, created_at }
  return em.create(ApplicationLog, entry).id
}
