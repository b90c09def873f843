import { Migration } from '@mikro-orm/migrations'

/** Columns that are computed from others. */
const derived = "'assigned_hours', 'assignment_count', 'coverage_state', 'search_text'"

/**
 * An entry of the change log has the time that the service gave the row once it was locked, otherwise that of the
 * request or the statement. It is always later than the previous entry of the same row.
 */
const created_at = (row: { id: string; stamp: string; isNew: string }) => `greatest(
  case when author ? 'at' then greatest((author->>'at')::timestamptz, ${row.stamp}) else clock_timestamp() end,
  case when not ${row.isNew} then (
    select max(created_at) + interval '1 millisecond' from public.change_log where subject_id = ${row.id}) end)`

/** Times in the change log rise in the order in which changes got their locks, whatever the instances' clocks say. */
export class Migration20261124050000LogOrder extends Migration {
  override up() {
    this.addSql(`create type trail.stamped_change as (id uuid, stamp timestamptz, before jsonb, after jsonb)`)
    // A session plans the look-up of the previous entry only once, perhaps while the log is still small.
    this.addSql(`create or replace function trail.log_change() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set timezone = 'UTC'
      set enable_nestloop = off set enable_seqscan = off set jit = off as $$
      declare
        author constant jsonb := coalesce(nullif(current_setting('coverage.author', true), ''), '{}');
        derived constant text[] := array[${derived}];
        changes stamped_change[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(row(id, columns->>'updated_at', null, columns)::stamped_change) into changes
            from (select id, to_jsonb(new_rows) - derived as columns from new_rows) n;
        elsif tg_op = 'DELETE' then
          select array_agg(row(id, null, to_jsonb(old_rows) - derived, null)::stamped_change) into changes from old_rows;
        else
          select array_agg(row(id, n.columns->>'updated_at', changed.before, changed.after)::stamped_change) into changes
            from (select id, to_jsonb(old_rows) as columns from old_rows) o
              join (select id, to_jsonb(new_rows) as columns from new_rows) n using (id)
              cross join lateral (
                select jsonb_object_agg(key, value) as before, jsonb_object_agg(key, n.columns -> key) as after
                from jsonb_each(o.columns)
                where value <> n.columns -> key and key not in ('updated_at', 'last_login', ${derived})
              ) changed
            where changed.before is not null;
        end if;
        insert into public.change_log (subject, subject_id, action, before, after,
            actor_id, via, name, address, request_id, created_at)
          select tg_table_name, id, case tg_op when 'INSERT' then 'CREATE' else tg_op end, hidden(before), hidden(after),
            (author->>'actor')::uuid, coalesce(author->>'via', 'database'), coalesce(author->>'name', session_user),
            coalesce(author->>'address', ''), coalesce(author->>'request', ''),
            ${created_at({ id: 'changed.id', stamp: 'stamp', isNew: `(tg_op = 'INSERT')` })}
          from unnest(changes) changed;
        return null;
      end $$`)
    this.addSql(`create or replace function trail.log_position_change() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set timezone = 'UTC' set enable_seqscan = off as $$
      declare
        author constant jsonb := coalesce(nullif(current_setting('coverage.author', true), ''), '{}');
      begin
        insert into public.change_log (subject, subject_id, action, before, after,
            actor_id, via, name, address, request_id, created_at)
          select 'positions', new.id, 'UPDATE',
            shown(jsonb_object_agg(key, o.value)), shown(jsonb_object_agg(key, n.value)),
            (author->>'actor')::uuid, coalesce(author->>'via', 'database'), coalesce(author->>'name', session_user),
            coalesce(author->>'address', ''), coalesce(author->>'request', ''),
            ${created_at({ id: 'new.id', stamp: 'new.updated_at', isNew: 'false' })}
          from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n using (key)
          where o.value <> n.value and key <> 'updated_at';
        return null;
      end $$`)
  }
}
