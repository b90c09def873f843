import { Migration } from '@mikro-orm/migrations'
import { serveRelease2 } from '../release-2.ts'

const counted = [
  'assignments',
  'change_log',
  'employee_tags',
  'positions',
  'security_log',
  'tag_change_log',
  'transition_log',
]

/**
 * What triggers store: the hours and assignments of positions, the people of units, and the numbers of rows. `migrate`
 * computes it once the triggers exist.
 */
export class Migration20261123180000Totals extends Migration {
  override up() {
    this.addColumns()
    this.addSql(`create schema totals`)
    this.addPeople()
    this.addCounts()
    this.addSql(serveRelease2)
  }

  private addColumns() {
    // Room on each page lets an update of the totals stay there and leave the indexes alone. Positions are added up by
    // one process: starting more of them costs more than it saves.
    this.addSql(`alter table "positions" set (fillfactor = 70, parallel_workers = 0)`)
    this.addSql(`alter table "positions"
      add column "assigned_hours" numeric(12,2) not null default 0,
      add column "assignment_count" int not null default 0,
      add column "coverage_state" text collate "und-x-icu" generated always as (case
        when assigned_hours = 0 then 'VACANT' when assigned_hours < required_weekly_hours then 'PARTIAL'
        when assigned_hours = required_weekly_hours then 'COVERED' else 'OVER_COVERED' end) stored not null`)
    this.addSql(`create index "positions_by_coverage_state" on "positions" (coverage_state, title, id)`)
  }

  private addPeople() {
    this.addSql(`create view totals.real_positions as
      select p.id as position_id, coalesce(sum(a.effective_hours), 0) as hours, count(a.id)::int as assignments
      from public.positions p left join public.assignments a on a.position_id = p.id and a.status = 'ACTIVE'
      group by p.id`)
    this.addSql(`create view totals.staff as
      select a.employee_id, p.org_unit_id, e.status collate "C" as status
      from public.assignments a join public.positions p on p.id = a.position_id and p.is_active
      join public.employees e on e.id = a.employee_id where a.status = 'ACTIVE'`)
    // Who works in which unit, once each.
    this.addSql(`create table totals.unit_people (
        employee_id uuid not null,
        org_unit_id uuid not null,
        status text collate "C" not null,
        primary key (employee_id, org_unit_id, status)
      )`)
  }

  private addCounts() {
    // By the name of a table or the id of a unit. Employees and the people of a unit are counted by status.
    this.addSql(`create table totals.counts (
        counted text collate "C" not null,
        status text collate "C" not null,
        shard int generated always as identity,
        number int not null,
        primary key (counted, status, shard)
      ) with (fillfactor = 50)`)
    this.addSql(`create view totals.real_counts as
      select org_unit_id::text as counted, status, count(*)::int as number
        from (select distinct * from totals.staff) people group by org_unit_id, status
      union all select 'employees', status collate "C", count(*)::int from public.employees group by status
      ${counted.map((table) => `union all select '${table}', '', count(*)::int from public."${table}"`).join(' ')}`)
  }
}
