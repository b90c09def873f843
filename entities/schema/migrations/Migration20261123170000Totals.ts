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

/** The hours and assignments of positions, which triggers store. `migrate` adds them up once the triggers exist. */
export class Migration20261123170000Totals extends Migration {
  override up() {
    this.lockTables()
    this.addColumns()
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
}
