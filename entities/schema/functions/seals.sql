-- Each log is a chain: the hash of an entry covers it and all entries before it (entities/logs/seals.ts).

-- Seals up to `most` entries of each log, in the order of transactions. Returns whether there may be more; null while
-- another session seals. An entry is certain once all transactions up to its own have ended, because then no other can
-- come before it. A database that was restored into another cluster may count its transactions from a lower number:
-- then every entry above the head is certain, and the next call starts from the lowest number, after those entries.
--
-- Null columns are left out of the sealed text, so that a later migration can add one. jsonb_strip_nulls() takes a
-- quarter of the time, but also drops nulls inside values, so it is used only where there are none.
create or replace function trail.seal(most integer) returns boolean language plpgsql security definer
  set search_path to 'pg_catalog', 'trail', 'pg_temp'
  set "TimeZone" to 'UTC'
as $function$
declare
  running pg_snapshot;
  head heads;
  is_restored boolean;
  certain xid8;
  ids int[];
  transactions xid8[];
  contents text[];
  hashes bytea[];
  number int;
  is_more boolean := false;
begin
  if not pg_try_advisory_xact_lock(727276) then
    return null;
  end if;
  running := pg_current_snapshot();
  for head in select * from heads where chain = 0 order by log loop
    is_restored := head.transaction_id > pg_snapshot_xmax(running);
    certain := case when is_restored then '18446744073709551615' else pg_snapshot_xmin(running) end;
    execute format($sql$
      select array_agg(id), array_agg(transaction_id), array_agg(content)
      from (select id, transaction_id,
          (select case when columns @? '$.* ? (@ != null) .** ? (@ == null)'
              then (select jsonb_object_agg(key, value) from jsonb_each(columns) where value <> 'null')
              else jsonb_strip_nulls(columns) end::text
            from to_jsonb(l) columns) as content
        from public.%I l where (transaction_id, id) > ($1, $2) and transaction_id < $3 and id > $4
        order by transaction_id, id limit $5) entries
      $sql$, head.log)
      into ids, transactions, contents using head.transaction_id, head.entry, certain, head.restored_to, most;
    hashes := '{}';
    number := coalesce(cardinality(ids), 0);
    for i in 1..number loop
      head.hash := sha256(head.hash || convert_to(contents[i], 'UTF8'));
      hashes[i] := head.hash;
    end loop;
    insert into seals select head.log, entry, 0, head.position + place, hash
      from unnest(ids, hashes) with ordinality sealed (entry, hash, place);
    head.position := head.position + number;
    head.entry := 0;
    if number = most then
      head.transaction_id := transactions[most];
      head.entry := ids[most];
    elsif is_restored then
      head.transaction_id := '0';
      head.restored_to := coalesce((select max(entry) from seals where log = head.log), 0);
    else
      head.transaction_id := certain;
    end if;
    update heads set position = head.position, hash = head.hash, transaction_id = head.transaction_id,
        entry = head.entry, restored_to = head.restored_to, sealed_at = clock_timestamp()
      where log = head.log and chain = 0;
    is_more := is_more or is_restored or number = most;
  end loop;
  return is_more;
end $function$;
