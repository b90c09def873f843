import { Migration } from '@mikro-orm/migrations'

// The text that is sealed for an entry, as before: null columns are left out. jsonb_strip_nulls() takes half of the time,
// but may only be used for values that have no nulls in them.
const content = `(select case when columns @? '$.* ? (@ != null) .** ? (@ == null)'
      then (select jsonb_object_agg(key, value) from jsonb_each(columns) where value <> 'null')
      else jsonb_strip_nulls(columns) end::text
    from to_jsonb(added) columns)`

/** What is sealed for an entry takes less time to write down. */
export class Migration20261124110000SealedAtOnce extends Migration {
  override up() {
    this.addSql(`create or replace function trail.seal() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set timezone = 'UTC' set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_bitmapscan = off as $$
      declare
        this constant text := tg_table_name;
        ids int[];
        contents text[];
        taken int;
        place int;
        last bytea;
      begin
        select array_agg(id order by id), array_agg(${content} order by id) into ids, contents from added;
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
          insert into seals values (this, ids[i], taken, place + i, last);
        end loop;
        update heads set (position, hash) = (place + cardinality(ids), last) where log = this and chain = taken;
        if tg_nargs > 0 then
          insert into kept.row_counts as stored values (this, taken, cardinality(ids))
            on conflict (table_name, slot) do update set number = stored.number + excluded.number;
        end if;
        return null;
      end $$`)
  }
}
