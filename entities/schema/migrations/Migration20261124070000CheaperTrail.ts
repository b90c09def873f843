import { Migration } from '@mikro-orm/migrations'

/** The logs whose rows are counted; the operators' log is short. */
const countedLogs = ['change_log', 'security_log', 'tag_change_log', 'transition_log']

// The text that is sealed for an entry is the same as before: null columns are left out. jsonb_strip_nulls() takes half
// the time, but also drops nulls inside values, so it is used only where there are none.
const content = `(select case when columns @? '$.* ? (@ != null) .** ? (@ == null)'
      then (select jsonb_object_agg(key, value) from jsonb_each(columns) where value <> 'null')
      else jsonb_strip_nulls(columns) end::text
    from to_jsonb(added) columns)`

/** Logging, sealing and counting cost a small change less. */
export class Migration20261124070000CheaperTrail extends Migration {
  override up() {
    // Planning the statement for each change takes longer than running it.
    this.addSql(`alter function trail.log_change() set plan_cache_mode = 'force_generic_plan'`)
    this.logPositions()
    this.sealAndCount()
  }

  /** An update of only the totals names none of these columns, so the trigger does not run for it. */
  private logPositions() {
    this.addSql(`do $$
      declare
        columns constant text := (select string_agg(quote_ident(attname), ', ') from pg_attribute
          where attrelid = 'positions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
            and attname not in ('id', 'assigned_hours', 'assignment_count'));
        definition constant text := (select pg_get_triggerdef(oid) from pg_trigger
          where tgrelid = 'positions'::regclass and tgname = 'positions_update_logged');
      begin
        drop trigger positions_update_logged on positions;
        execute replace(definition, ' AFTER UPDATE ON ', ' AFTER UPDATE OF ' || columns || ' ON ');
      end $$`)
  }

  /** One trigger seals the entries of a statement, moves the end of the chain and counts the rows. */
  private sealAndCount() {
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
    this.addSql(`drop trigger seals_advance_head on trail.seals`)
    this.addSql(`drop function trail.advance_head()`)
    for (const log of countedLogs) {
      this.addSql(`drop trigger ${log}_insert_numbered on "${log}"`)
      this.addSql(`drop trigger ${log}_sealed on "${log}"`)
      this.addSql(`create trigger ${log}_sealed after insert on "${log}" referencing new table as added
        for each statement execute function trail.seal('counted')`)
    }
  }
}
