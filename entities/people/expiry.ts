import { sql } from 'kysely'
import type { Audit } from '../../src/logs/audit.ts'
import type { Em } from '../connection/em.ts'
import { changeRows } from '../lists/rows.ts'

// One statement ends a whole batch and writes its log entries; verbs would do it row by row.

/** Skips rows that a request or an import has locked; a later batch takes them. */
const upTo = (limit: number, row: 'e' | 'et') => sql`limit ${limit} for update of ${sql.ref(row)} skip locked`

/** Later than the row's last change, even if a fast clock dated that one; verbs do the same. */
const stamp = (at: Date, row: 'e' | 'et') =>
  sql`greatest(${at}::timestamptz, ${sql.ref(`${row}.updated_at`)} + interval '1 millisecond') as stamp`

/** Ends proposals whose time has passed, the earliest first; returns how many (D26). */
export const expireProposals = (em: Em, { actor, at, reason }: Audit, limit: number) =>
  changeRows(em)`
    with due as materialized (
      select id, status, previous_status, proposal_type, proposal_notes, ${stamp(at, 'e')} from employees e
      where status = 'PROPOSAL_PENDING' and proposal_expires_at <= ${at} order by proposal_expires_at ${upTo(limit, 'e')}),
    returned as (
      update employees e set status = due.previous_status, updated_at = stamp, proposal_type = null,
        proposal_notes = null, proposal_expires_at = null, previous_status = null
      from due where e.id = due.id)
    insert into transition_log (employee_id, from_status, to_status, transition, actor_id, reason, metadata, created_at)
    select id, status, previous_status, 'expire_proposal', ${actor}::uuid, ${reason},
      jsonb_build_object('proposal_type', proposal_type, 'notes', proposal_notes), stamp
    from due`

/** Ends employee tags whose last day has passed, the earliest first; returns how many (D28). */
export const expireTags = (em: Em, { actor, at, today, reason }: Audit, limit: number) =>
  changeRows(em)`
    with due as materialized (
      select et.id, et.employee_id, et.tag_id, ${stamp(at, 'et')}
      from employee_tags et join employees e on e.id = et.employee_id
      where et.status = 'ACTIVE' and et.end_date < ${today} order by et.end_date
      ${upTo(limit, 'et')} for key share of e skip locked),
    expired as (
      update employee_tags et set status = 'EXPIRED', updated_at = stamp from due where et.id = due.id)
    insert into tag_change_log (employee_id, tag_id, action, actor_id, reason, created_at)
    select employee_id, tag_id, 'EXPIRED', ${actor}::uuid, ${reason}, stamp from due`
