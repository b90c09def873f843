import { Migration } from '@mikro-orm/migrations'

/** The tables that this migration and the next two change; the three run in the same transaction. */
const tables = [
  'org_units',
  'employees',
  'positions',
  'tags',
  'position_tags',
  'employee_tags',
  'assignments',
  'session_records',
  'transition_log',
  'tag_change_log',
  'change_log',
  'operator_log',
  'security_log',
]

const counted = [
  'assignments',
  'change_log',
  'employee_tags',
  'employees',
  'org_units',
  'position_tags',
  'positions',
  'security_log',
  'tag_change_log',
  'transition_log',
]

/**
 * What triggers keep (D50): hours and assignments of positions, people of units, rows of tables, employees by status.
 * `migrate` counts what is there once the triggers exist.
 */
export class Migration20261123170000KeptTotals extends Migration {
  override up() {
    this.lockTables()
    this.addColumns()
    this.addSql(`create schema kept`)
    this.addTotals()
    this.addCounts()
  }

  /**
   * Takes all locks before anything changes. Requests and the migration may wait for each other: PostgreSQL then ends
   * one of the two, and if it is the migration, that gives all its locks back and tries again.
   */
  private lockTables() {
    this.addSql(`do $$
      begin
        for attempt in 1..60 loop
          begin
            lock table ${tables.join(', ')} in access exclusive mode;
            return;
          exception when deadlock_detected then
            perform pg_sleep(0.5);
          end;
        end loop;
        raise exception 'Requests kept the tables busy. Nothing has changed; try again at a quieter time.';
      end $$`)
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

  private addTotals() {
    // Who has how many active assignments to active positions of a unit, guarded by the lock of the employee.
    this.addSql(`create table kept.unit_people (
        employee_id uuid not null,
        org_unit_id uuid not null,
        status text collate "C" not null,
        assignments int not null,
        primary key (employee_id, org_unit_id)
      ) with (fillfactor = 90)`)
    this.addSql(`create type kept.step as (org_unit_id uuid, status text, number int)`)
    // Spread over slots: a transaction changes only those of the chain that it has taken, so nobody waits.
    this.addSql(`create table kept.people_counts (
        org_unit_id uuid not null,
        slot smallint not null,
        active int not null,
        on_leave int not null,
        other int not null,
        primary key (org_unit_id, slot)
      ) with (fillfactor = 50)`)

    this.addSql(`create view kept.real_totals as
      select p.id as position_id, coalesce(sum(a.effective_hours), 0) as hours, count(a.id)::int as assignments
      from public.positions p left join public.assignments a on a.position_id = p.id and a.status = 'ACTIVE'
      group by p.id`)
    this.addSql(`create view kept.real_people as
      select a.employee_id, p.org_unit_id, e.status, count(*)::int as assignments
      from public.assignments a join public.positions p on p.id = a.position_id and p.is_active
      join public.employees e on e.id = a.employee_id
      where a.status = 'ACTIVE' group by a.employee_id, p.org_unit_id, e.status`)
    this.addSql(`create view kept.real_people_counts as
      select org_unit_id, count(*) filter (where status = 'ACTIVE')::int as active,
        count(*) filter (where status = 'ON_LEAVE')::int as on_leave,
        count(*) filter (where status not in ('ACTIVE', 'ON_LEAVE'))::int as other
      from kept.real_people group by org_unit_id`)
  }

  /** Spread over slots, as the people of units are. */
  private addCounts() {
    this.addSql(`create table kept.row_counts (
        table_name text collate "C" not null,
        slot smallint not null,
        number int not null,
        primary key (table_name, slot)
      ) with (fillfactor = 25)`)
    this.addSql(
      `create view kept.real_row_counts as ${counted
        .map((table) => `select '${table}' as table_name, count(*)::int as number from public."${table}"`)
        .join(' union all ')}`,
    )
    this.addSql(`create table kept.employee_counts (
        status text collate "C" not null,
        slot smallint not null,
        number int not null,
        primary key (status, slot)
      ) with (fillfactor = 25)`)
    this.addSql(`create view kept.real_employee_counts as
      select status collate "C" as status, count(*)::int as number from public.employees group by 1`)
  }
}
