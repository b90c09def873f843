-- Every entry of a log is sealed: its hash covers the entry and all before it in its chain (entities/logs/seals.ts).

-- A transaction writes to one of 64 chains, so that writers do not wait for each other. A try never waits for another
-- transaction, so it cannot deadlock. Each statement of a volatile function takes a new snapshot, so the next one sees
-- what the lock's last holder committed.
create or replace function trail.take_chain() returns integer language plpgsql
as $function$
declare
  own constant int := pg_backend_pid() % 64;
begin
  for step in 0..63 loop
    if pg_try_advisory_xact_lock(727276, (own + step) % 64) then
      return (own + step) % 64;
    end if;
  end loop;
  perform pg_advisory_xact_lock(727276, own);
  return own;
end $function$;

-- Seals the entries of a statement, moves the end of the chain, and with the argument 'counted' counts the rows.
--
-- Null columns are left out of the sealed text, so that a later migration can add one. jsonb_strip_nulls() takes half
-- the time, but also drops nulls inside values, so it is used only where there are none.
--
-- A session plans these statements once, perhaps while the table is small, and would keep a plan that scans it all.
create or replace function trail.seal() returns trigger language plpgsql security definer
  set search_path to 'pg_catalog', 'trail', 'pg_temp'
  set "TimeZone" to 'UTC'
  set plan_cache_mode to 'force_generic_plan'
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
as $function$
declare
  this constant text := tg_table_name;
  ids int[];
  contents text[];
  taken int;
  place int;
  last bytea;
  hashes bytea[];
begin
  select array_agg(id order by id), array_agg((
      select case when columns @? '$.* ? (@ != null) .** ? (@ == null)'
        then (select jsonb_object_agg(key, value) from jsonb_each(columns) where value <> 'null')
        else jsonb_strip_nulls(columns) end::text
      from to_jsonb(added) columns) order by id)
    into ids, contents from added;
  if ids is null then
    return null;
  end if;
  taken := take_chain();
  select position, hash into place, last from seals
    where log = this and chain = taken order by position desc limit 1;
  place := coalesce(place, 0);
  last := coalesce(last, '');
  for i in 1..cardinality(ids) loop
    last := sha256(last || convert_to(contents[i], 'UTF8'));
    hashes[i] := last;
  end loop;
  insert into seals select this, id, taken, place + number, hash
    from unnest(ids, hashes) with ordinality entries (id, hash, number);
  update heads set (position, hash) = (place + cardinality(ids), last) where log = this and chain = taken;
  if tg_nargs > 0 then
    perform totals.add(this, '', cardinality(ids));
  end if;
  return null;
end $function$;

-- The operators' log is short, so its rows are not counted.
create or replace trigger change_log_sealed after insert on change_log
  referencing new table as added for each statement execute function trail.seal('counted');
create or replace trigger operator_log_sealed after insert on operator_log
  referencing new table as added for each statement execute function trail.seal();
create or replace trigger security_log_sealed after insert on security_log
  referencing new table as added for each statement execute function trail.seal('counted');
create or replace trigger tag_change_log_sealed after insert on tag_change_log
  referencing new table as added for each statement execute function trail.seal('counted');
create or replace trigger transition_log_sealed after insert on transition_log
  referencing new table as added for each statement execute function trail.seal('counted');
