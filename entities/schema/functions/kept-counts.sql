-- Triggers store the number of rows of each large table, and of employees by status, so that no list counts them
-- (entities/schema/kept.ts).

-- Counts are spread over shards (slot): a transaction changes only the shard of its chain, so no writer waits.
create or replace function kept.count_rows() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
declare
  change int;
begin
  if tg_op = 'INSERT' then
    select count(*) into change from new_rows;
  elsif tg_op = 'DELETE' then
    select -count(*) into change from old_rows;
  else
    delete from row_counts where table_name = tg_table_name;
    return null;
  end if;
  if change <> 0 then
    insert into row_counts as stored values (tg_table_name, trail.take_chain(), change)
      on conflict (table_name, slot) do update set number = stored.number + change;
  end if;
  return null;
end $function$;

create or replace trigger assignments_insert_numbered after insert on assignments
  referencing new table as new_rows for each statement execute function kept.count_rows();
create or replace trigger assignments_delete_numbered after delete on assignments
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger assignments_truncate_numbered after truncate on assignments
  for each statement execute function kept.count_rows();
create or replace trigger employee_tags_insert_numbered after insert on employee_tags
  referencing new table as new_rows for each statement execute function kept.count_rows();
create or replace trigger employee_tags_delete_numbered after delete on employee_tags
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger employee_tags_truncate_numbered after truncate on employee_tags
  for each statement execute function kept.count_rows();
create or replace trigger employees_insert_numbered after insert on employees
  referencing new table as new_rows for each statement execute function kept.count_rows();
create or replace trigger employees_delete_numbered after delete on employees
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger employees_truncate_numbered after truncate on employees
  for each statement execute function kept.count_rows();
create or replace trigger org_units_insert_numbered after insert on org_units
  referencing new table as new_rows for each statement execute function kept.count_rows();
create or replace trigger org_units_delete_numbered after delete on org_units
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger org_units_truncate_numbered after truncate on org_units
  for each statement execute function kept.count_rows();
create or replace trigger position_tags_insert_numbered after insert on position_tags
  referencing new table as new_rows for each statement execute function kept.count_rows();
create or replace trigger position_tags_delete_numbered after delete on position_tags
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger position_tags_truncate_numbered after truncate on position_tags
  for each statement execute function kept.count_rows();
create or replace trigger positions_insert_numbered after insert on positions
  referencing new table as new_rows for each statement execute function kept.count_rows();
create or replace trigger positions_delete_numbered after delete on positions
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger positions_truncate_numbered after truncate on positions
  for each statement execute function kept.count_rows();

-- The trigger that seals logs counts what is inserted into them.
create or replace trigger change_log_delete_numbered after delete on change_log
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger change_log_truncate_numbered after truncate on change_log
  for each statement execute function kept.count_rows();
create or replace trigger security_log_delete_numbered after delete on security_log
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger security_log_truncate_numbered after truncate on security_log
  for each statement execute function kept.count_rows();
create or replace trigger tag_change_log_delete_numbered after delete on tag_change_log
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger tag_change_log_truncate_numbered after truncate on tag_change_log
  for each statement execute function kept.count_rows();
create or replace trigger transition_log_delete_numbered after delete on transition_log
  referencing old table as old_rows for each statement execute function kept.count_rows();
create or replace trigger transition_log_truncate_numbered after truncate on transition_log
  for each statement execute function kept.count_rows();

-- For the owner of the tables, after rows were loaded while the triggers were off. Writers wait.
create or replace function kept.recount_rows() returns void language plpgsql
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
begin
  lock table public.assignments, public.change_log, public.employee_tags, public.employees, public.org_units,
    public.position_tags, public.positions, public.security_log, public.tag_change_log, public.transition_log
    in share row exclusive mode;
  delete from row_counts;
  insert into row_counts select table_name, 0, number from real_row_counts;
end $function$;

-- Spread over shards too.
create or replace function kept.count_employees() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
as $function$
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
end $function$;

create or replace trigger employees_delete_by_status after delete on employees
  referencing old table as old_rows for each statement execute function kept.count_employees();
create or replace trigger employees_insert_by_status after insert on employees
  referencing new table as new_rows for each statement execute function kept.count_employees();
create or replace trigger employees_truncate_by_status after truncate on employees
  for each statement execute function kept.count_employees();
create or replace trigger employees_update_by_status after update of status on employees
  for each row when (old.status is distinct from new.status) execute function kept.count_employees();

-- As kept.recount_rows().
create or replace function kept.recount_employees() returns void language plpgsql
  set search_path to 'pg_catalog', 'kept', 'pg_temp'
as $function$
begin
  lock table public.employees in share row exclusive mode;
  delete from employee_counts;
  insert into employee_counts select status, 0, number from real_employee_counts;
end $function$;
