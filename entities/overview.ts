import { type RawBuilder, sql } from 'kysely'
import { type Em, prepared, readRows } from './connection/em.ts'
import { actorName, employeeName } from './lists/fragments.ts'
import type { Sql } from './lists/page.ts'
import { tagColumns, tagJoins } from './people/tags.ts'
import { worksIn } from './work/org-units.ts'

// Counts are bounded, so that each costs the same in a clinic of any size.

/** The maximum number of rows that are counted. */
const mostCounted = 1000

/** How many rows of a list are shown. */
const shown = 5

/** How many there are (at least, if `is_more`), and the first of them. */
type Waiting<Row> = { count: number; is_more: boolean; first: Row[] }

type WaitingQuery<Row> = {
  found: Sql
  counted?: Sql
  /** The condition for counted rows to be shown. */
  listed?: Sql
  order: Sql
  columns: RawBuilder<Row>
  joins?: Sql
}

async function waiting<Row>(em: Em, finding: WaitingQuery<Row>): Promise<Waiting<Row>> {
  const { found, counted = sql`*`, listed = sql`true`, order, columns, joins = sql`` } = finding
  const most = sql.lit(mostCounted)
  const rows = await readRows<Row & { count: number; is_more: boolean; is_row: boolean }>(em, prepared)`
    with found as materialized (${found} order by ${order} limit ${most} + 1)
    select ${columns}, total.count, total.is_more, page.ordinal is not null as is_row
    from (select least(count(${counted}), ${most})::int as count, count(*) > ${most} as is_more from found) total
    left join (select found.*, row_number() over (order by ${order}) as ordinal from found where ${listed}
      order by ordinal limit ${sql.lit(shown)}) page on true ${joins}
    order by page.ordinal`
  const { count = 0, is_more = false } = rows[0] ?? {}
  return { count, is_more, first: rows.filter(({ is_row }) => is_row) }
}

const kinds = {
  contracts: sql`t.category = 'CONTRACT'`,
  certificates: sql`t.category in ('CERTIFICATION', 'QUALIFICATION')`,
}
export type Ending = keyof typeof kinds

/** Whether the employee works in one of the units or below; true if there are none. */
const isWithin = (units: readonly string[]) => (units.length === 0 ? sql`true` : worksIn(sql`e.id`, units))

type EndingIn = { from: string; to: string; units: readonly string[] }

/** Tags of one kind that end in these days, both included, the earliest first. Leaves out people who have left. */
export const readEndingTags = <Row>(em: Em, kind: Ending, { from, to, units }: EndingIn) =>
  waiting<Row>(em, {
    found: sql`select et.id, et.end_date, et.employee_id, et.tag_id
      from employee_tags et join tags t on t.id = et.tag_id join employees e on e.id = et.employee_id
      where et.status = 'ACTIVE' and et.end_date between ${from} and ${to} and ${kinds[kind]}
        and e.status <> 'TERMINATED' and ${isWithin(units)}`,
    counted: sql`distinct employee_id`,
    order: sql`end_date, id`,
    columns: sql`page.id, page.end_date, ${tagColumns}, page.employee_id as employee, ${employeeName} as employee_name`,
    joins: sql`${tagJoins} left join employees e on e.id = page.employee_id`,
  })

/** The lifecycle proposals that await an answer, soonest expiry first, and how many expire before an instant. */
export const readProposals = <Row>(em: Em, units: readonly string[], instant: Date) =>
  waiting<Row & { soon: number }>(em, {
    found: sql`select e.id, ${employeeName} as employee_name, proposal_type, proposal_expires_at as expires_at
      from employees e where status = 'PROPOSAL_PENDING' and ${isWithin(units)}`,
    order: sql`expires_at, id`,
    columns: sql`page.id, page.employee_name, page.proposal_type, proposed.created_at as proposed_at, page.expires_at,
      (select count(*)::int from found where expires_at < ${instant}) as soon`,
    joins: sql`left join lateral (
      select created_at from transition_log l where l.employee_id = page.id and transition = 'propose'
      order by created_at desc limit 1) proposed on true`,
  })

/** The active users of people who left and have no current record, the latest leaver first. */
export const readLeavers = <Row>(em: Em) =>
  waiting<Row>(em, {
    // Only the leavers found are checked for other records, because comparing all emails again would take twice as
    // long.
    found: sql`select u.id, u.email, e.id as employee, ${employeeName} as employee_name, e.termination_date
      from users u join employees e on lower(e.email) = lower(u.email)
      where u.is_active and e.status = 'TERMINATED' and (select true from employees other
        where lower(other.email) = lower(u.email) and (other.status <> 'TERMINATED' or other.id > e.id) limit 1) is null`,
    order: sql`termination_date desc nulls last, id`,
    columns: sql`page.id, page.email, page.employee, page.employee_name, page.termination_date`,
  })

/**
 * Reuses of a refresh token since an instant, and how many were in the last day, the latest first. Those by one user
 * from one address form one row.
 */
export const readReuse = <Row>(em: Em, { since, day }: { since: Date; day: Date }) =>
  waiting<Row & { in_day: number }>(em, {
    found: sql`select id, user_id, name, address, created_at, count(*) over of_one::int as times,
        row_number() over (of_one order by created_at desc, id desc) as nth
      from security_log where event = 'reuse' and created_at > ${since}
      window of_one as (partition by user_id, name, address)`,
    listed: sql`nth = 1`,
    order: sql`created_at desc, id desc`,
    columns: sql`page.id, page.user_id as user, case when u.id is null then page.name else ${actorName} end as user_name,
      page.address, page.created_at, page.times, (select count(*)::int from found where created_at > ${day}) as in_day`,
    joins: sql`left join users u on u.id = page.user_id`,
  })

type Clinic = { clinic_shortfall: string; vacant: number; partial: number; short_units: number }

/** The hours that active positions lack, and the units that lack most. Only short positions are added up. */
export async function readShortages<Unit extends { id: string }>(em: Em) {
  type Row = (Unit | { id: null }) & Clinic
  const rows = await readRows<Row>(em, prepared)`
    with short as materialized (
      select org_unit_id, sum(required_weekly_hours - assigned_hours) as shortfall_hours,
        count(*) filter (where assigned_hours = 0)::int as vacant, count(*)::int as positions
      from positions where is_active and coverage_state in ('VACANT', 'PARTIAL') group by org_unit_id)
    select o.id, o.name, o.code, whole.required_hours, whole.assigned_hours, worst.shortfall_hours, clinic.*
    from (select coalesce(sum(shortfall_hours), 0.00) as clinic_shortfall, coalesce(sum(vacant), 0)::int as vacant,
        coalesce(sum(positions - vacant), 0)::int as partial, count(*)::int as short_units from short) clinic
    left join (select * from short order by shortfall_hours desc, org_unit_id limit ${sql.lit(shown)}) worst on true
    left join org_units o on o.id = worst.org_unit_id
    left join lateral (
      select sum(required_weekly_hours) as required_hours, sum(assigned_hours) as assigned_hours
      from positions where is_active and org_unit_id = worst.org_unit_id) whole on true
    order by worst.shortfall_hours desc, o.name`
  return rows as [Row, ...Row[]]
}
