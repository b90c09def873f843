-- Each log is partitioned by months of UTC, so that old ones can be dropped (entities/logs/retention.ts).

-- Makes the partitions of this month and the next where they are missing; the service calls it every minute. A default
-- partition has the entries of other times, until their month is made. Gives up while requests keep the tables busy. It
-- locks the tables that the log refers to first, as writers do. Each partition refuses changes itself, because a
-- statement on a log fires the triggers of the log alone. Months of 2.0.0 may end hours before or after those of UTC.
create or replace function trail.add_months(log text) returns void language plpgsql security definer
  set search_path to 'pg_catalog', 'partitions', 'pg_temp'
  set "TimeZone" to 'UTC'
  set lock_timeout to '300ms'
as $function$
declare
  parent constant regclass := format('public.%I', log);
  rest constant text := log || '_default';
  needed constant timestamptz := date_trunc('month', now()) + interval '2 months';
  starts timestamptz;
  middle timestamptz;
  ends timestamptz;
  month text;
  referred regclass;
begin
  if not pg_try_advisory_xact_lock(727274) then
    return;
  end if;
  starts := (select max(substring(pg_get_expr(relpartbound, oid) from $$TO \('([^']*)'\)$$)::timestamptz)
    from pg_inherits join pg_class on oid = inhrelid where inhparent = parent);
  if starts >= needed and to_regclass(rest) is not null then
    return;
  end if;
  for referred in select distinct confrelid::regclass from pg_constraint where conrelid = parent and contype = 'f' order by 1 loop
    execute format('lock table %s in share row exclusive mode', referred);
  end loop;
  -- An insert that has chosen its partition would fail once the default partition excludes the month.
  execute format('lock table only %s in access exclusive mode', parent);
  if to_regclass(rest) is null then
    execute format('create table partitions.%I partition of %s default', rest, parent);
    execute format('create trigger append_only before update or delete or truncate on %I
      for each statement execute function public.refuse_change()', rest);
  end if;
  while starts < needed loop
    middle := starts + interval '15 days';
    month := log || to_char(middle, '_YYYY_MM');
    ends := date_trunc('month', middle) + interval '1 month';
    execute format('create table partitions.%I (like %s including all excluding indexes excluding identity)', month, parent);
    execute format('alter table %I disable trigger append_only', rest);
    execute format('with moved as (delete from %I where created_at >= %L and created_at < %L returning *)
      insert into %I select * from moved', rest, starts, ends, month);
    execute format('alter table %I enable trigger append_only', rest);
    execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, month, starts, ends);
    execute format('create trigger append_only before update or delete or truncate on %I
      for each statement execute function public.refuse_change()', month);
    starts := ends;
  end loop;
  -- Autovacuum does not analyze partitioned tables.
  execute format('analyze %s', parent);
exception when lock_not_available then
  return;
end $function$;
