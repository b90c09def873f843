-- Triggers write the change log, so that nothing bypasses it.

-- The columns of a row as the log shows them: without secrets, and without what is computed from other columns.
create or replace function trail.shown(columns jsonb) returns jsonb language sql immutable
as $function$
  select jsonb_object_agg(key,
    case when key ~ 'password|secret|token|hash' and value <> 'null' then '"(hidden)"' else value end)
  from jsonb_each(columns) where key not in ('assigned_hours', 'assignment_count', 'coverage_state', 'search_text')
$function$;

-- Calling shown() costs as much as the entry itself, and hardly any row has something to hide.
create or replace function trail.hidden(columns jsonb) returns jsonb language sql immutable
as $function$
  select case when columns::text ~ 'password|secret|token|hash' then trail.shown(columns) else columns end
$function$;

-- One statement logs all rows of another. A new login time, last use, time stamp or progress of a webhook alone is not a
-- change.
--
-- The time of an entry is the one that the service gave the row once it was locked, else that of the request or the
-- statement. It is later than the previous entry of the same row, whatever the clocks of the instances say. An entry from
-- before that time cannot be later, so old months are not read.
--
-- Compiling the statement for one row takes longer than running it for a thousand, and a plan without nested loops
-- always looks dear enough to be compiled. Planning it for each change takes longer than running it, but a plan that is
-- kept may be made while the log is small, so it may not scan the log. Without `offset 0`, PostgreSQL would make a row
-- into JSON once for each of its columns.
create or replace function trail.log_change() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'trail', 'pg_temp'
  set "TimeZone" to 'UTC'
  set enable_nestloop to 'off'
  set enable_seqscan to 'off'
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  author constant jsonb := coalesce(nullif(current_setting('coverage.author', true), ''), '{}');
  at constant timestamptz := coalesce((author->>'at')::timestamptz, clock_timestamp());
  derived constant text[] := array[
    'assigned_hours', 'assignment_count', 'coverage_state', 'search_text', 'folded_text'];
  changes stamped_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(id, columns->>'updated_at', null, columns)::stamped_change) into changes
      from (select id, to_jsonb(new_rows) - derived as columns from new_rows offset 0) n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(id, null, to_jsonb(old_rows) - derived, null)::stamped_change) into changes from old_rows;
  else
    select array_agg(row(id, n.columns->>'updated_at', changed.before, changed.after)::stamped_change) into changes
      from (select id, to_jsonb(old_rows) as columns from old_rows offset 0) o
        join (select id, to_jsonb(new_rows) as columns from new_rows offset 0) n using (id)
        cross join lateral (
          select jsonb_object_agg(key, value) as before, jsonb_object_agg(key, n.columns -> key) as after
          from jsonb_each(o.columns)
          where value <> n.columns -> key and key not in ('updated_at', 'last_login', 'last_used_at', 'last_used_from',
            'cursor', 'failures', 'failing_since', 'next_attempt_at',
            'assigned_hours', 'assignment_count', 'coverage_state', 'search_text', 'folded_text')
        ) changed
      where changed.before is not null;
  end if;
  insert into public.change_log (subject, subject_id, action, before, after,
      actor_id, via, name, address, request_id, created_at)
    select tg_table_name, id, case tg_op when 'INSERT' then 'CREATE' else tg_op end, hidden(before), hidden(after),
      (author->>'actor')::uuid, coalesce(author->>'via', 'database'), coalesce(author->>'name', session_user),
      coalesce(author->>'address', ''), coalesce(author->>'request', ''),
      greatest(at, case when author ? 'at' then stamp end, case when tg_op <> 'INSERT' then (
        select max(created_at) + interval '1 millisecond' from public.change_log where subject_id = changed.id
          and created_at > at - interval '1 second') end)
    from unnest(changes) changed;
  return null;
end $function$;

create or replace trigger assignments_insert_logged after insert on assignments
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger assignments_update_logged after update on assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger assignments_delete_logged after delete on assignments
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger business_rules_insert_logged after insert on business_rules
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger business_rules_update_logged after update on business_rules
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger business_rules_delete_logged after delete on business_rules
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger cliffs_insert_logged after insert on cliffs
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger cliffs_update_logged after update on cliffs
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger cliffs_delete_logged after delete on cliffs
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger employee_tags_insert_logged after insert on employee_tags
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger employee_tags_update_logged after update on employee_tags
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger employee_tags_delete_logged after delete on employee_tags
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger employees_insert_logged after insert on employees
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger employees_update_logged after update on employees
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger employees_delete_logged after delete on employees
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger machine_tokens_insert_logged after insert on machine_tokens
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger machine_tokens_update_logged after update on machine_tokens
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger machine_tokens_delete_logged after delete on machine_tokens
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger org_units_insert_logged after insert on org_units
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger org_units_update_logged after update on org_units
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger org_units_delete_logged after delete on org_units
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger position_tags_insert_logged after insert on position_tags
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger position_tags_update_logged after update on position_tags
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger position_tags_delete_logged after delete on position_tags
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger positions_insert_logged after insert on positions
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger positions_delete_logged after delete on positions
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger tags_insert_logged after insert on tags
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger tags_update_logged after update on tags
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger tags_delete_logged after delete on tags
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger users_insert_logged after insert on users
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger users_update_logged after update on users
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger users_delete_logged after delete on users
  referencing old table as old_rows for each statement execute function trail.log_change();
create or replace trigger webhook_endpoints_insert_logged after insert on webhook_endpoints
  referencing new table as new_rows for each statement execute function trail.log_change();
create or replace trigger webhook_endpoints_update_logged after update on webhook_endpoints
  referencing old table as old_rows new table as new_rows
  for each statement execute function trail.log_change();
create or replace trigger webhook_endpoints_delete_logged after delete on webhook_endpoints
  referencing old table as old_rows for each statement execute function trail.log_change();

-- Positions are logged row by row, because only such a trigger can pass over the many updates of nothing but totals:
-- those name none of the trigger's columns. A new column of positions joins that list.
create or replace function trail.log_position_change() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'trail', 'pg_temp'
  set "TimeZone" to 'UTC'
  set enable_seqscan to 'off'
as $function$
declare
  author constant jsonb := coalesce(nullif(current_setting('coverage.author', true), ''), '{}');
  at constant timestamptz := coalesce((author->>'at')::timestamptz, clock_timestamp());
begin
  insert into public.change_log (subject, subject_id, action, before, after,
      actor_id, via, name, address, request_id, created_at)
    select 'positions', new.id, 'UPDATE',
      shown(jsonb_object_agg(key, o.value)), shown(jsonb_object_agg(key, n.value)),
      (author->>'actor')::uuid, coalesce(author->>'via', 'database'), coalesce(author->>'name', session_user),
      coalesce(author->>'address', ''), coalesce(author->>'request', ''),
      greatest(at, case when author ? 'at' then new.updated_at end, (
        select max(created_at) + interval '1 millisecond' from public.change_log where subject_id = new.id
          and created_at > at - interval '1 second'))
    from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n using (key)
    where o.value <> n.value and key not in ('updated_at', 'folded_text');
  return null;
end $function$;

create or replace trigger positions_update_logged
  after update of org_unit_id, title, required_weekly_hours, is_active, notes, created_at, updated_at on positions
  for each row when ((to_jsonb(old.*) - array[
      'updated_at'::text, 'assigned_hours'::text, 'assignment_count'::text, 'coverage_state'::text])
    <> (to_jsonb(new.*) - array[
      'updated_at'::text, 'assigned_hours'::text, 'assignment_count'::text, 'coverage_state'::text]))
  execute function trail.log_position_change();
