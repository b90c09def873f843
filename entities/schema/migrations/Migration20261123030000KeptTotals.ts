import { Migration } from '@mikro-orm/migrations'

const kept = "'assigned_hours', 'assignment_count', 'coverage_state'"

/** The hours and assignments of each position, and the people of each unit, are kept by triggers (D50). */
export class Migration20261123030000KeptTotals extends Migration {
  override up() {
    this.leaveOutOfChangeLog()
    this.addColumns()
    this.addTables()
    this.countPeople()
    this.countChanges()
    this.addSql(`select kept.recompute_totals()`)
    this.addTriggers()
  }

  /** The change log has what people change, not what follows from it. */
  private leaveOutOfChangeLog() {
    this.addSql(`create or replace function trail.shown(columns jsonb) returns jsonb language sql immutable as $$
      select jsonb_object_agg(key,
        case when key ~ 'password|secret|token|hash' and value <> 'null' then '"(hidden)"' else value end)
      from jsonb_each(columns) where key not in (${kept}, 'search_text')
    $$`)
    // Row by row, because only such a trigger can pass over the many updates that change nothing but totals.
    this.addSql(`create function trail.log_position_change() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set timezone = 'UTC' as $$
      declare
        author constant jsonb := coalesce(nullif(current_setting('coverage.author', true), ''), '{}');
      begin
        insert into public.change_log (subject, subject_id, action, before, after,
            actor_id, via, name, address, request_id, created_at)
          select 'positions', new.id, 'UPDATE',
            shown(jsonb_object_agg(key, o.value)), shown(jsonb_object_agg(key, n.value)),
            (author->>'actor')::uuid, coalesce(author->>'via', 'database'), coalesce(author->>'name', session_user),
            coalesce(author->>'address', ''), coalesce(author->>'request', ''),
            coalesce((author->>'at')::timestamptz, clock_timestamp())
          from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n using (key)
          where o.value <> n.value and key <> 'updated_at';
        return null;
      end $$`)
    this.addSql(`drop trigger positions_update_logged on "positions"`)
    this.addSql(`create trigger positions_update_logged after update on "positions" for each row
      when (to_jsonb(old) - array['updated_at', ${kept}] <> to_jsonb(new) - array['updated_at', ${kept}])
      execute function trail.log_position_change()`)
  }

  private addColumns() {
    // Room on each page lets an update of the totals stay there and leave the indexes alone.
    this.addSql(`alter table "positions" set (fillfactor = 70)`)
    this.addSql(`alter table "positions"
      add column "assigned_hours" numeric(12,2) not null default 0,
      add column "assignment_count" int not null default 0,
      add column "coverage_state" text collate "und-x-icu" generated always as (case
        when assigned_hours = 0 then 'VACANT' when assigned_hours < required_weekly_hours then 'PARTIAL'
        when assigned_hours = required_weekly_hours then 'COVERED' else 'OVER_COVERED' end) stored not null`)
    this.addSql(`create index "positions_by_coverage_state" on "positions" (coverage_state, title, id)`)
  }

  private addTables() {
    this.addSql(`create schema kept`)
    // Who has how many active assignments to active positions of a unit, guarded by the lock of the employee.
    this.addSql(`create table kept.unit_people (
        employee_id uuid not null,
        org_unit_id uuid not null,
        status text collate "C" not null,
        assignments int not null,
        primary key (employee_id, org_unit_id)
      ) with (fillfactor = 90)`)
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

    // For the owner of the tables, after rows were loaded while the triggers were off. Writers wait.
    this.addSql(`create function kept.recompute_totals() returns void language plpgsql
      set search_path = pg_catalog, kept, pg_temp as $$
      begin
        lock table public.employees, public.positions, public.assignments in share row exclusive mode;
        update public.positions set assigned_hours = hours, assignment_count = assignments from real_totals
          where id = position_id and (assigned_hours, assignment_count) <> (hours, assignments);
        delete from unit_people;
        insert into unit_people select employee_id, org_unit_id, status, assignments from real_people;
        delete from people_counts;
        insert into people_counts select org_unit_id, 0, active, on_leave, other from real_people_counts;
      end $$`)
  }

  private countPeople() {
    // Returns 1 for a person who is new to the unit, -1 for one who has left it, else 0.
    this.addSql(`create function kept.add_person(employee uuid, unit uuid, status text, change int) returns int
      language plpgsql set search_path = pg_catalog, kept, pg_temp set plan_cache_mode = force_generic_plan as $$
      declare
        number int;
      begin
        insert into unit_people as stored values (employee, unit, status, change)
          on conflict (employee_id, org_unit_id) do update set assignments = stored.assignments + change
          returning assignments into number;
        if number = 0 then
          delete from unit_people where employee_id = employee and org_unit_id = unit;
        end if;
        return (number > 0)::int - (number - change > 0)::int;
      end $$`)
    this.addSql(`create type kept.step as (org_unit_id uuid, status text, number int)`)
    this.addSql(`create function kept.count_people(steps kept.step[]) returns void language plpgsql
      set search_path = pg_catalog, kept, pg_temp set plan_cache_mode = force_generic_plan as $$
      begin
        insert into people_counts as stored
          select org_unit_id, trail.take_chain(), coalesce(sum(number) filter (where status = 'ACTIVE'), 0),
            coalesce(sum(number) filter (where status = 'ON_LEAVE'), 0),
            coalesce(sum(number) filter (where status not in ('ACTIVE', 'ON_LEAVE')), 0)
          from unnest(steps) where number <> 0 group by org_unit_id
        on conflict (org_unit_id, slot) do update set active = stored.active + excluded.active,
          on_leave = stored.on_leave + excluded.on_leave, other = stored.other + excluded.other;
      end $$`)
  }

  private countChanges() {
    // Requests have locked employee and position already. A change in SQL has not: here both are read under their locks.
    this.addSql(`create function kept.count_assignments() returns trigger language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp as $$
      declare
        changes refcursor;
        change record;
        employee_status text;
        place record;
        steps step[];
      begin
        if tg_op = 'INSERT' then
          open changes for select employee_id, position_id, effective_hours as hours, 1 as number
            from new_rows where status = 'ACTIVE' order by employee_id, position_id;
        elsif tg_op = 'DELETE' then
          open changes for select employee_id, position_id, -effective_hours as hours, -1 as number
            from old_rows where status = 'ACTIVE' order by employee_id, position_id;
        else
          open changes for select employee_id, position_id, sum(hours) as hours, sum(number)::int as number from (
              select employee_id, position_id, effective_hours as hours, 1 as number from new_rows where status = 'ACTIVE'
              union all
              select employee_id, position_id, -effective_hours, -1 from old_rows where status = 'ACTIVE') side
            group by employee_id, position_id having sum(hours) <> 0 or sum(number) <> 0
            order by employee_id, position_id;
        end if;
        loop
          fetch changes into change;
          exit when not found;
          select status into employee_status from public.employees where id = change.employee_id for share;
          update public.positions set assigned_hours = assigned_hours + change.hours,
              assignment_count = assignment_count + change.number
            where id = change.position_id returning org_unit_id, is_active into place;
          if place.is_active and change.number <> 0 then
            steps := steps || row(place.org_unit_id, employee_status,
              add_person(change.employee_id, place.org_unit_id, employee_status, change.number))::step;
          end if;
        end loop;
        close changes;
        if steps is not null then
          perform count_people(steps);
        end if;
        return null;
      end $$`)
    this.addSql(`create function kept.count_moved_position() returns trigger language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp as $$
      begin
        perform from public.employees where id in (
          select employee_id from public.assignments where position_id = new.id and status = 'ACTIVE')
          order by id for share;
        perform count_people(array(
          select row(side.unit, e.status, add_person(e.id, side.unit, e.status, side.number))::step
          from public.assignments a join public.employees e on e.id = a.employee_id cross join (values
            (old.org_unit_id, old.is_active, -1), (new.org_unit_id, new.is_active, 1)) side (unit, is_counted, number)
          where a.position_id = new.id and a.status = 'ACTIVE' and side.is_counted));
        return null;
      end $$`)
    this.addSql(`create function kept.count_new_status() returns trigger language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp as $$
      declare
        units constant uuid[] := array(select org_unit_id from unit_people where employee_id = new.id);
      begin
        if cardinality(units) > 0 then
          update unit_people set status = new.status where employee_id = new.id;
          perform count_people(array(select row(unit, side.status, side.number)::step
            from unnest(units) unit cross join (values (old.status, -1), (new.status, 1)) side (status, number)));
        end if;
        return null;
      end $$`)
    this.addSql(`create function kept.forget_assignments() returns trigger language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp as $$
      begin
        update public.positions set assigned_hours = 0, assignment_count = 0 where assignment_count <> 0;
        delete from unit_people;
        delete from people_counts;
        return null;
      end $$`)
  }

  private addTriggers() {
    const counted = (event: string, tables: string) =>
      this.addSql(`create trigger assignments_${event}_counted after ${event} on "assignments" ${tables}
        for each statement execute function kept.count_assignments()`)
    counted('insert', 'referencing new table as new_rows')
    counted('update', 'referencing old table as old_rows new table as new_rows')
    counted('delete', 'referencing old table as old_rows')
    this.addSql(`create trigger assignments_truncate_counted after truncate on "assignments"
      for each statement execute function kept.forget_assignments()`)
    this.addSql(`create trigger positions_move_counted after update of org_unit_id, is_active on "positions"
      for each row when ((old.org_unit_id, old.is_active) is distinct from (new.org_unit_id, new.is_active))
      execute function kept.count_moved_position()`)
    this.addSql(`create trigger employees_status_counted after update of status on "employees"
      for each row when (old.status is distinct from new.status) execute function kept.count_new_status()`)
  }
}
