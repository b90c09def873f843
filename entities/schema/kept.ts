import { IsolationLevel } from '@mikro-orm/core'
import { sql } from 'kysely'
import { type Em, type Orm, readRows } from '../connection/em.ts'

/** A stored total that differs from its rows: what it counts, of what, its stored value and the real one. */
type TotalDifference = { what: string; of: string; kept: string; real: string }

/** Every stored total and count that differs from its rows, in one snapshot. */
export function findDifferences(orm: Orm): Promise<TotalDifference[]> {
  const snapshot = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true }
  return orm.em.fork().transactional(async (fork) => {
    const found = []
    for (const statement of [ofPositions, ofPeople, ofUnits, ofTables, ofStatuses])
      found.push(...(await statement.execute(fork.getKysely())).rows)
    return found
  }, snapshot)
}

/**
 * Recomputes all stored totals in the transaction of `em`, which must belong to the owner of the tables. Also use it
 * for rows that were loaded while triggers were off.
 */
export async function recompute(em: Em): Promise<void> {
  await sql`select kept.recompute_totals(), kept.recount_rows(), kept.recount_employees()`.execute(
    em.getKysely(),
  )
}

/** Shards with at most this many rows are left alone. */
const fewRows = 100

/**
 * Folds the counts of people into the first shard, so that readers add up few rows. Takes one shard at a time and skips
 * those in use, so that no writer waits and the sums are right at every commit.
 */
export async function foldCounts(em: Em): Promise<void> {
  const fork = em.fork()
  const rows = await readRows<{ slot: number }>(fork)`
    select slot from kept.people_counts where slot > 0 group by slot having count(*) > ${fewRows} order by slot`
  for (const { slot } of rows)
    await sql`select kept.fold_people_counts(${slot}::int)`.execute(fork.getKysely())
}

const ofPositions = sql<TotalDifference>`
  select 'hours and assignments' as what, 'position ' || id || ' (' || title || ')' as of,
    assigned_hours || ' / ' || assignment_count as kept, hours::numeric(12, 2) || ' / ' || assignments as real
  from positions join kept.real_totals on position_id = id
  where (assigned_hours, assignment_count) <> (hours, assignments) order by title, id`

const ofPeople = sql<TotalDifference>`
  select 'assignments and status' as what, 'employee ' || employee_id || ' in unit ' || org_unit_id as of,
    coalesce(k.assignments || ' / ' || k.status, 'none') as kept,
    coalesce(r.assignments || ' / ' || r.status, 'none') as real
  from kept.unit_people k full join kept.real_people r using (employee_id, org_unit_id)
  where (k.assignments, k.status) is distinct from (r.assignments, r.status collate "C") order by 2`

const ofUnits = sql<TotalDifference>`
  select 'people' as what, 'unit ' || org_unit_id as of, ${shown('k')} as kept, ${shown('r')} as real
  from (select org_unit_id, sum(active)::int as active, sum(on_leave)::int as on_leave, sum(other)::int as other
      from kept.people_counts group by org_unit_id) k
    full join kept.real_people_counts r using (org_unit_id)
  where ${shown('k')} <> ${shown('r')} order by 2`

function shown(counts: string) {
  const [active, on_leave, other] = ['active', 'on_leave', 'other'].map((one) => sql.ref(`${counts}.${one}`))
  return sql`coalesce(${active}, 0) || ' active / ' || coalesce(${on_leave}, 0) || ' on leave / '
    || coalesce(${other}, 0) || ' other'`
}

const ofTables = sql<TotalDifference>`
  select 'rows' as what, 'table ' || table_name as of, coalesce(k.number, 0)::text as kept, r.number::text as real
  from (select table_name, sum(number)::int as number from kept.row_counts group by table_name) k
    full join kept.real_row_counts r using (table_name)
  where coalesce(k.number, 0) <> r.number order by 2`

const ofStatuses = sql<TotalDifference>`
  select 'employees' as what, 'status ' || status as of, coalesce(k.number, 0)::text as kept,
    coalesce(r.number, 0)::text as real
  from (select status, sum(number)::int as number from kept.employee_counts group by status) k
    full join kept.real_employee_counts r using (status)
  where coalesce(k.number, 0) <> coalesce(r.number, 0) order by 2`
