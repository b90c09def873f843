-- Triggers store totals, so that no list or summary adds up its rows (entities/schema/totals.ts).

-- Takes the number for the transaction; false if another holds it.
create or replace function totals.hold(shard integer) returns boolean language sql
as $function$ select pg_try_advisory_xact_lock(727280, shard) $function$;

-- A count is the sum of its shards. A transaction takes the first number that no other holds and changes the shards of
-- that number, so no writer waits. (`skip locked` can wait, for a row that two others change in turn.)
create or replace function totals.add(to_counted text, to_status text, change bigint) returns void language plpgsql
as $function$
declare
  own int := 1;
begin
  while not totals.hold(own) loop
    own := own + 1;
  end loop;
  insert into totals.counts (counted, status, shard, number) overriding system value
    values (to_counted, to_status, own, change)
    on conflict (counted, status, shard) do update set number = counts.number + excluded.number;
end $function$;

-- Adds the shards of the other numbers to those of the first, unless writers hold them.
create or replace function totals.fold() returns void language plpgsql security definer
  set search_path to 'pg_catalog', 'totals', 'pg_temp'
as $function$
begin
  if not hold(1) then
    return;
  end if;
  with folded as (
    delete from counts where shard > 1 and hold(shard)
    returning counted, status, number)
  insert into counts (counted, status, shard, number) overriding system value
    select counted, status, 1, sum(number) from folded group by counted, status
    on conflict (counted, status, shard) do update set number = counts.number + excluded.number;
end $function$;

-- Computes again in which units these people work. The positions are locked, so that none moves to another unit
-- meanwhile. An older snapshot would lack what others committed while this waited for the locks.
create or replace function totals.recount(people uuid[], changed_positions uuid[]) returns void language plpgsql
  set search_path to 'pg_catalog', 'totals', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
  set enable_seqscan to 'off'
as $function$
declare
  change record;
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'Assignments, and what they count for, change in READ COMMITTED only.'
      using errcode = 'invalid_transaction_state';
  end if;
  perform from public.employees where id = any(people) order by id for no key update;
  perform from public.positions where id = any(changed_positions) order by id for no key update;
  for change in
    with now as materialized (select * from staff where employee_id = any(people)),
    added as (
      insert into unit_people select * from now on conflict do nothing returning org_unit_id, status),
    removed as (
      delete from unit_people u where employee_id = any(people) and not exists (select from now n
        where (n.employee_id, n.org_unit_id, n.status) = (u.employee_id, u.org_unit_id, u.status))
      returning org_unit_id, status)
    select org_unit_id::text as unit, status, sum(number) as number
    from (select *, 1 as number from added union all select *, -1 from removed) changed group by org_unit_id, status
  loop
    perform add(change.unit, change.status, change.number);
  end loop;
end $function$;

create or replace function totals.count_assignments() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'totals', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
  set enable_seqscan to 'off'
as $function$
declare
  people uuid[];
  positions uuid[];
  hours numeric[];
  numbers int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(employee_id), array_agg(position_id), array_agg(effective_hours), array_agg(1)
      into people, positions, hours, numbers from new_rows where status = 'ACTIVE';
  elsif tg_op = 'DELETE' then
    select array_agg(employee_id), array_agg(position_id), array_agg(-effective_hours), array_agg(-1)
      into people, positions, hours, numbers from old_rows where status = 'ACTIVE';
  elsif tg_op = 'UPDATE' then
    select array_agg(employee_id), array_agg(position_id), array_agg(effective_hours), array_agg(number)
      into people, positions, hours, numbers
      from (select employee_id, position_id, sum(effective_hours) as effective_hours, sum(number) as number from (
          select employee_id, position_id, effective_hours, 1 as number from new_rows where status = 'ACTIVE'
          union all select employee_id, position_id, -effective_hours, -1 from old_rows where status = 'ACTIVE') rows
        group by employee_id, position_id having sum(effective_hours) <> 0 or sum(number) <> 0) changed;
  else
    people := array(select distinct employee_id from unit_people);
    select array_agg(id), array_agg(-assigned_hours), array_agg(-assignment_count) into positions, hours, numbers
      from public.positions where assignment_count > 0;
  end if;
  if people is not null then
    perform recount(people, positions);
    update public.positions p
      set assigned_hours = p.assigned_hours + added.hours, assignment_count = p.assignment_count + added.number
      from (select id, sum(h) as hours, sum(n) as number from unnest(positions, hours, numbers) u (id, h, n)
        group by id) added
      where p.id = added.id;
  end if;
  return null;
end $function$;

create or replace trigger assignments_delete_totalled after delete on assignments
  referencing old table as old_rows for each statement execute function totals.count_assignments();
create or replace trigger assignments_insert_totalled after insert on assignments
  referencing new table as new_rows for each statement execute function totals.count_assignments();
create or replace trigger assignments_truncate_totalled after truncate on assignments
  for each statement execute function totals.count_assignments();
create or replace trigger assignments_update_totalled after update on assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function totals.count_assignments();

-- The people of a position that moves to another unit, or opens or closes, move with it.
create or replace function totals.count_position() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'totals', 'pg_temp'
as $function$
begin
  perform recount(array(select employee_id from public.assignments where position_id = new.id and status = 'ACTIVE'),
    '{}');
  return null;
end $function$;

create or replace trigger positions_update_totalled after update of org_unit_id, is_active on positions
  for each row
  when (old.org_unit_id is distinct from new.org_unit_id or old.is_active is distinct from new.is_active)
  execute function totals.count_position();

create or replace function totals.count_employees() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'totals', 'pg_temp'
as $function$
declare
  people uuid[];
begin
  if tg_op = 'INSERT' then
    perform add('employees', status, count(*)) from new_rows group by status;
  elsif tg_op = 'DELETE' then
    perform add('employees', status, -count(*)) from old_rows group by status;
  else
    people := array(
      select id from (select id, status from new_rows except select id, status from old_rows) changed);
    if people <> '{}' then
      perform add('employees', status, sum(number)) from (
        select status, 1 as number from new_rows union all select status, -1 from old_rows) changed
        group by status having sum(number) <> 0;
      perform recount(people, '{}');
    end if;
  end if;
  return null;
end $function$;

create or replace trigger employees_delete_counted after delete on employees
  referencing old table as old_rows for each statement execute function totals.count_employees();
create or replace trigger employees_insert_counted after insert on employees
  referencing new table as new_rows for each statement execute function totals.count_employees();
create or replace trigger employees_truncate_counted after truncate on employees
  for each statement execute function totals.count_rows();
create or replace trigger employees_update_counted after update on employees
  referencing old table as old_rows new table as new_rows for each statement execute function totals.count_employees();

create or replace function totals.count_rows() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'totals', 'pg_temp'
as $function$
begin
  if tg_op = 'INSERT' then
    perform add(tg_table_name, '', count(*)) from new_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add(tg_table_name, '', -count(*)) from old_rows having count(*) > 0;
  else
    delete from counts where counted = tg_table_name;
  end if;
  return null;
end $function$;

-- Nothing changes or deletes the rows of logs, and the operators' log is short, so its rows are not counted.
create or replace trigger change_log_insert_counted after insert on change_log
  referencing new table as new_rows for each statement execute function totals.count_rows();
create or replace trigger security_log_insert_counted after insert on security_log
  referencing new table as new_rows for each statement execute function totals.count_rows();
create or replace trigger tag_change_log_insert_counted after insert on tag_change_log
  referencing new table as new_rows for each statement execute function totals.count_rows();
create or replace trigger transition_log_insert_counted after insert on transition_log
  referencing new table as new_rows for each statement execute function totals.count_rows();
create or replace trigger assignments_delete_counted after delete on assignments
  referencing old table as old_rows for each statement execute function totals.count_rows();
create or replace trigger assignments_insert_counted after insert on assignments
  referencing new table as new_rows for each statement execute function totals.count_rows();
create or replace trigger assignments_truncate_counted after truncate on assignments
  for each statement execute function totals.count_rows();
create or replace trigger employee_tags_delete_counted after delete on employee_tags
  referencing old table as old_rows for each statement execute function totals.count_rows();
create or replace trigger employee_tags_insert_counted after insert on employee_tags
  referencing new table as new_rows for each statement execute function totals.count_rows();
create or replace trigger employee_tags_truncate_counted after truncate on employee_tags
  for each statement execute function totals.count_rows();
create or replace trigger positions_delete_counted after delete on positions
  referencing old table as old_rows for each statement execute function totals.count_rows();
create or replace trigger positions_insert_counted after insert on positions
  referencing new table as new_rows for each statement execute function totals.count_rows();
create or replace trigger positions_truncate_counted after truncate on positions
  for each statement execute function totals.count_rows();

-- For the owner of the tables, after rows were loaded while the triggers were off. Writers wait.
create or replace function totals.recompute() returns void language plpgsql
  set search_path to 'pg_catalog', 'totals', 'pg_temp'
as $function$
begin
  lock table public.employees, public.positions, public.employee_tags, public.assignments, public.change_log,
    public.security_log, public.tag_change_log, public.transition_log, counts in share row exclusive mode;
  update public.positions set assigned_hours = hours, assignment_count = assignments from real_positions
    where id = position_id and (assigned_hours, assignment_count) <> (hours, assignments);
  delete from unit_people;
  insert into unit_people select distinct * from staff;
  delete from counts;
  insert into counts (counted, status, shard, number) overriding system value
    select counted, status, 1, number from real_counts;
end $function$;
