import { IsolationLevel } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { Em, Orm } from '../connection/em.ts'

/** A stored total that differs from its rows: what it counts, of what, its stored value and the real one. */
type TotalDifference = { what: string; of: string; stored: string; real: string }

/** Every stored total and count that differs from its rows, in one snapshot. */
export function findDifferences(orm: Orm): Promise<TotalDifference[]> {
  const snapshot = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true }
  return orm.em.fork().transactional(async (fork) => {
    const found = []
    for (const statement of [ofPositions, ofPeople, ofCounts])
      found.push(...(await statement.execute(fork.getKysely())).rows)
    return found
  }, snapshot)
}

/**
 * Recomputes all stored totals in the transaction of `em`, which must belong to the owner of the tables. Also use it
 * for rows that were loaded while triggers were off.
 */
export async function recompute(em: Em): Promise<void> {
  await sql`select totals.recompute()`.execute(em.getKysely())
}

/** Adds up the shards of counts that writers have left behind, so that reading a count stays cheap. */
export async function foldCounts(em: Em): Promise<void> {
  await sql`select totals.fold()`.execute(em.getKysely())
}

const ofPositions = sql<TotalDifference>`
  select 'hours and assignments' as what, 'position ' || id || ' (' || title || ')' as of,
    assigned_hours || ' / ' || assignment_count as stored, hours::numeric(12, 2) || ' / ' || assignments as real
  from positions join totals.real_positions on position_id = id
  where (assigned_hours, assignment_count) <> (hours, assignments) order by title, id`

const ofPeople = sql<TotalDifference>`
  select 'work' as what, 'employee ' || employee_id || ' in unit ' || org_unit_id as of,
    coalesce(s.status, 'none') as stored, coalesce(r.status, 'none') as real
  from totals.unit_people s full join (select distinct * from totals.staff) r using (employee_id, org_unit_id)
  where s.status is distinct from r.status order by 2, 3`

const ofCounts = sql<TotalDifference>`
  select case when o.id is null then 'rows' else 'people' end as what,
    concat_ws(' ', case when o.id is null then 'table' else 'unit' end, counted, nullif(status, '')) as of,
    coalesce(s.number, 0)::text as stored, coalesce(r.number, 0)::text as real
  from (select counted, status, sum(number)::int as number from totals.counts group by 1, 2) s
    full join totals.real_counts r using (counted, status) left join org_units o on o.id::text = counted
  where coalesce(s.number, 0) <> coalesce(r.number, 0) order by what, of`
