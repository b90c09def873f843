import { Migration } from '@mikro-orm/migrations'

// The text that is sealed for an entry, as before: null columns are left out. jsonb_strip_nulls() takes half of the time,
// but may only be used for values that have no nulls in them.
const content = `(select case when columns @? '$.* ? (@ != null) .** ? (@ == null)'
      then (select jsonb_object_agg(key, value) from jsonb_each(columns) where value <> 'null')
      else jsonb_strip_nulls(columns) end::text
    from to_jsonb(added) columns)`

/** One statement seals all entries of another, and the head of their chain advances once. */
export class Migration20261124110000SealedAtOnce extends Migration {
  override up() {
    // The last seal of a statement; only such a one is worth a look at the head of its chain.
    this.addSql(`alter table trail.seals add column is_last boolean not null default true`)
    this.addSql(`drop trigger seals_advance_head on trail.seals`)
    this.addSql(`create constraint trigger seals_advance_head after insert on trail.seals
      deferrable initially deferred for each row when (new.is_last) execute function trail.advance_head()`)

    this.addSql(`create function trail.next_hash(last bytea, start bytea, content text) returns bytea language plpgsql
      immutable parallel safe as $$
      begin
        return sha256(coalesce(last, start) || convert_to(content, 'UTF8'));
      end $$`)
    this.addSql(
      `create aggregate trail.hash(start bytea, content text) (sfunc = trail.next_hash, stype = bytea)`,
    )
    this.addSql(`create or replace function trail.seal() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set timezone = 'UTC' set enable_seqscan = off set enable_bitmapscan = off
      set jit = off as $$
      declare
        this constant text := tg_table_name;
        slot int;
        place int;
        last bytea;
      begin
        if not exists (select from added) then
          return null;
        end if;
        slot := take_chain();
        select position, hash into place, last from seals
          where log = this and chain = slot order by position desc limit 1;
        insert into seals (log, entry, chain, position, hash, is_last)
          select this, id, slot, coalesce(place, 0) + row_number() over entries,
            hash(coalesce(last, ''), content) over entries, lead(id) over entries is null
          from (select id, ${content} as content from added) entry
          window entries as (order by id rows unbounded preceding);
        return null;
      end $$`)
  }
}
