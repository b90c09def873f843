import { Migration } from '@mikro-orm/migrations'

/** The number of employees of each status is kept, for the metrics and for lists of one status (D50). */
export class Migration20261128010000EmployeeCounts extends Migration {
  override up() {
    // Spread over slots, as the numbers of rows are.
    this.addSql(`create table kept.employee_counts (
        status text collate "C" not null,
        slot smallint not null,
        number int not null,
        primary key (status, slot)
      ) with (fillfactor = 25)`)
    this.addSql(`create view kept.real_employee_counts as
      select status collate "C" as status, count(*)::int as number from public.employees group by 1`)
    this.countChanges()

    // For the owner of the tables, after rows were loaded while the triggers were off. Writers wait.
    this.addSql(`create function kept.recount_employees() returns void language plpgsql
      set search_path = pg_catalog, kept, pg_temp as $$
      begin
        lock table public.employees in share row exclusive mode;
        delete from employee_counts;
        insert into employee_counts select status, 0, number from real_employee_counts;
      end $$`)
    this.addSql(`select kept.recount_employees()`)
    this.addTriggers()
  }

  private countChanges() {
    this.addSql(`create function kept.count_employees() returns trigger language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp set plan_cache_mode = force_generic_plan as $$
      begin
        if tg_op = 'INSERT' then
          insert into employee_counts as stored
            select status, trail.take_chain(), count(*) from new_rows group by status
            on conflict (status, slot) do update set number = stored.number + excluded.number;
        elsif tg_op = 'DELETE' then
          insert into employee_counts as stored
            select status, trail.take_chain(), -count(*) from old_rows group by status
            on conflict (status, slot) do update set number = stored.number + excluded.number;
        elsif tg_op = 'UPDATE' then
          insert into employee_counts as stored
            values (old.status, trail.take_chain(), -1), (new.status, trail.take_chain(), 1)
            on conflict (status, slot) do update set number = stored.number + excluded.number;
        else
          delete from employee_counts;
        end if;
        return null;
      end $$`)
  }

  private addTriggers() {
    const counted = (name: string, event: string, rows: string) =>
      this.addSql(`create trigger employees_${name}_by_status after ${event} on "employees" ${rows}
        execute function kept.count_employees()`)
    counted('insert', 'insert', 'referencing new table as new_rows for each statement')
    counted('delete', 'delete', 'referencing old table as old_rows for each statement')
    counted('truncate', 'truncate', 'for each statement')
    const isChanged = 'when (old.status is distinct from new.status)'
    counted('update', 'update of status', `for each row ${isChanged}`)
  }
}
