-- Triggers store the hours and assignments of each position, and the people of each unit (entities/schema/kept.ts).

-- Adds to the assignments of a person in a unit. Returns 1 for a person who is new to the unit, -1 for one who has left
-- it, else 0.
create or replace function kept.add_person(employee uuid, unit uuid, status text, change integer) returns integer
  language plpgsql
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
as $function$
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
end $function$;

-- Counts are spread over shards (slot): a transaction changes only the shard of its chain, so no writer waits.
create or replace function kept.count_people(steps kept.step[]) returns void language plpgsql
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  insert into people_counts as stored
    select org_unit_id, trail.take_chain(), coalesce(sum(number) filter (where status = 'ACTIVE'), 0),
      coalesce(sum(number) filter (where status = 'ON_LEAVE'), 0),
      coalesce(sum(number) filter (where status not in ('ACTIVE', 'ON_LEAVE')), 0)
    from unnest(steps) where number <> 0 group by org_unit_id
  on conflict (org_unit_id, slot) do update set active = stored.active + excluded.active,
    on_leave = stored.on_leave + excluded.on_leave, other = stored.other + excluded.other;
end $function$;

-- Requests have locked employee and position already. A change in SQL has not: here both are read under their locks.
create or replace function kept.count_assignments() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
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
end $function$;

create or replace trigger assignments_delete_counted after delete on assignments
  referencing old table as old_rows for each statement execute function kept.count_assignments();
create or replace trigger assignments_insert_counted after insert on assignments
  referencing new table as new_rows for each statement execute function kept.count_assignments();
create or replace trigger assignments_update_counted after update on assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function kept.count_assignments();

-- The people of a position that moves to another unit, or opens or closes, move with it.
create or replace function kept.count_moved_position() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
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
end $function$;

create or replace trigger positions_move_counted after update of org_unit_id, is_active on positions
  for each row
  when (old.org_unit_id is distinct from new.org_unit_id or old.is_active is distinct from new.is_active)
  execute function kept.count_moved_position();

-- A transaction with a single snapshot does not see work that a person has got since it began, so it would count them
-- under the old status. It may not change a status.
create or replace function kept.count_new_status() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
declare
  units uuid[];
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'The status of employees changes in READ COMMITTED only.'
      using errcode = 'invalid_transaction_state';
  end if;
  units := array(select org_unit_id from unit_people where employee_id = new.id);
  if cardinality(units) > 0 then
    update unit_people set status = new.status where employee_id = new.id;
    perform count_people(array(select row(unit, side.status, side.number)::step
      from unnest(units) unit cross join (values (old.status, -1), (new.status, 1)) side (status, number)));
  end if;
  return null;
end $function$;

create or replace trigger employees_status_counted after update of status on employees
  for each row when (old.status is distinct from new.status) execute function kept.count_new_status();

create or replace function kept.forget_assignments() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
begin
  update public.positions set assigned_hours = 0, assignment_count = 0 where assignment_count <> 0;
  delete from unit_people;
  delete from people_counts;
  return null;
end $function$;

create or replace trigger assignments_truncate_counted after truncate on assignments
  for each statement execute function kept.forget_assignments();

-- Folds the counts of a shard into the first one, under the locks of both chains. Meanwhile writers take other chains,
-- so none waits.
create or replace function kept.fold_people_counts(from_slot integer) returns void language plpgsql security definer
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
begin
  if from_slot = 0 or not pg_try_advisory_xact_lock(727276, 0)
      or not pg_try_advisory_xact_lock(727276, from_slot) then
    return;
  end if;
  with folded as (delete from people_counts where slot = from_slot returning *)
  insert into people_counts as stored select org_unit_id, 0, active, on_leave, other from folded
    where (active, on_leave, other) <> (0, 0, 0)
  on conflict (org_unit_id, slot) do update set active = stored.active + excluded.active,
    on_leave = stored.on_leave + excluded.on_leave, other = stored.other + excluded.other;
end $function$;
revoke execute on function kept.fold_people_counts from public;

-- For the owner of the tables, after rows were loaded while the triggers were off. Writers wait.
create or replace function kept.recompute_totals() returns void language plpgsql
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
begin
  lock table public.employees, public.positions, public.assignments in share row exclusive mode;
  update public.positions set assigned_hours = hours, assignment_count = assignments from real_totals
    where id = position_id and (assigned_hours, assignment_count) <> (hours, assignments);
  delete from unit_people;
  insert into unit_people select employee_id, org_unit_id, status, assignments from real_people;
  delete from people_counts;
  insert into people_counts select org_unit_id, 0, active, on_leave, other from real_people_counts;
end $function$;
