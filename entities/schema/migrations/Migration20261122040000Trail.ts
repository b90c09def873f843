import { Migration } from '@mikro-orm/migrations'

const masterTables = [
  'assignments',
  'business_rules',
  'employee_tags',
  'employees',
  'org_units',
  'position_tags',
  'positions',
  'tags',
  'users',
]

const logs = ['change_log', 'operator_log', 'security_log', 'tag_change_log', 'transition_log']

// The text that is sealed for an entry. Null columns are left out, so that a later migration can add one.
const content = (row: string) =>
  `(select jsonb_object_agg(key, value)::text from jsonb_each(to_jsonb(${row})) where value <> 'null')`

export class Migration20261122040000Trail extends Migration {
  override up() {
    this.addSql(`create table "change_log" (
        "id" int generated always as identity not null primary key,
        "subject" varchar(40) collate "und-x-icu" not null,
        "subject_id" uuid not null,
        "action" text collate "und-x-icu" not null,
        "before" jsonb null,
        "after" jsonb null,
        "actor_id" uuid null,
        "via" text collate "und-x-icu" not null,
        "name" varchar(100) collate "und-x-icu" not null,
        "address" varchar(100) collate "und-x-icu" not null,
        "request_id" varchar(100) collate "und-x-icu" not null,
        "created_at" timestamptz(3) not null
      )`)
    this.addSql(`create index "change_log_by_created_at" on "change_log" (created_at, id)`)
    this.addSql(`create index "change_log_by_subject" on "change_log" (subject, created_at, id)`)
    this.addSql(`create index "change_log_by_actor" on "change_log" (actor_id, created_at, id)`)
    this.addSql(`create index "change_log_of_subject" on "change_log" (subject_id, created_at, id)`)
    this.addSql(
      `alter table "change_log" add constraint "change_log_action_check" check ("action" in ('CREATE', 'UPDATE', 'DELETE'))`,
    )
    this.addSql(
      `alter table "change_log" add constraint "change_log_via_check" check ("via" in ('rest', 'trpc', 'operator', 'command line', 'service', 'database'))`,
    )

    this.addSql(`create table "security_log" (
        "id" int generated always as identity not null primary key,
        "event" varchar(40) collate "und-x-icu" not null,
        "outcome" text collate "und-x-icu" not null,
        "times" int not null,
        "user_id" uuid null,
        "name" varchar(100) collate "und-x-icu" not null,
        "address" varchar(100) collate "und-x-icu" not null,
        "user_agent" varchar(300) collate "und-x-icu" not null,
        "via" text collate "und-x-icu" not null,
        "request_id" varchar(100) collate "und-x-icu" not null,
        "target" varchar(400) collate "und-x-icu" not null,
        "created_at" timestamptz(3) not null
      )`)
    this.addSql(`create index "security_log_by_created_at" on "security_log" (created_at, id)`)
    this.addSql(`create index "security_log_by_event" on "security_log" (event, created_at, id)`)
    this.addSql(`create index "security_log_by_user" on "security_log" (user_id, created_at, id)`)
    this.addSql(`create index "security_log_by_address" on "security_log" (address, created_at, id)`)
    this.addSql(
      `alter table "security_log" add constraint "security_log_outcome_check" check ("outcome" in ('DONE', 'REFUSED'))`,
    )
    this.addSql(
      `alter table "security_log" add constraint "security_log_via_check" check ("via" in ('rest', 'trpc', 'operator', 'command line', 'service', 'database'))`,
    )

    this.sealLogs()
    this.logChanges()
  }

  /** Every entry of a log is sealed into one of 64 chains, so that writers do not wait for each other. */
  private sealLogs() {
    this.addSql(`create schema trail`)
    this.addSql(`create table trail.seals (
        log text collate "C" not null,
        entry int not null,
        chain smallint not null,
        position int not null,
        hash bytea not null,
        primary key (log, entry),
        unique (log, chain, position)
      )`)
    this.addSql(`create table trail.heads (
        log text collate "C" not null,
        chain smallint not null,
        position int not null,
        hash bytea not null,
        primary key (log, chain)
      ) with (fillfactor = 25)`)
    this.addSql(`insert into trail.heads select log, chain, 0, '' from generate_series(0, 63) chain,
      unnest(array[${logs.map((log) => `'${log}'`).join()}]) log`)

    // A try never waits for another transaction, so it cannot deadlock. Each statement of a volatile function takes a
    // new snapshot, so the next one sees what the lock's last holder committed.
    this.addSql(`create function trail.take_chain() returns int language plpgsql as $$
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
      end $$`)

    // A session plans these statements once, perhaps while the table is small, and would keep a plan that scans it all.
    this.addSql(`create function trail.seal() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set timezone = 'UTC' set enable_seqscan = off set enable_bitmapscan = off as $$
      declare
        this constant text := tg_table_name;
        slot int;
        place int;
        last bytea;
        entry record;
      begin
        if not exists (select from added) then
          return null;
        end if;
        slot := take_chain();
        select position, hash into place, last from seals
          where log = this and chain = slot order by position desc limit 1;
        place := coalesce(place, 0);
        last := coalesce(last, '');
        for entry in select id, ${content('added')} as content from added order by id loop
          place := place + 1;
          last := sha256(last || convert_to(entry.content, 'UTF8'));
          insert into seals values (this, entry.id, slot, place, last);
        end loop;
        return null;
      end $$`)

    // Once, at the commit, for all seals of a transaction: many versions of one row would make each write slower.
    this.addSql(`create function trail.advance_head() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
      begin
        update heads set (position, hash) = (select position, hash from seals
            where log = new.log and chain = new.chain order by position desc limit 1)
          where log = new.log and chain = new.chain and position < new.position;
        return null;
      end $$`)
    this.addSql(`create constraint trigger seals_advance_head after insert on trail.seals
      deferrable initially deferred for each row execute function trail.advance_head()`)
    this.addSql(`create trigger seals_append_only before update or delete or truncate on trail.seals
      for each statement execute function refuse_change()`)

    for (const log of ['transition_log', 'tag_change_log', 'operator_log']) this.sealStored(log)
    for (const log of logs)
      this.addSql(`create trigger ${log}_sealed after insert on "${log}" referencing new table as added
        for each statement execute function trail.seal()`)
    for (const log of ['change_log', 'security_log'])
      this.addSql(`create trigger ${log}_append_only before update or delete or truncate on "${log}"
        for each statement execute function refuse_change()`)
  }

  private sealStored(log: string) {
    this.addSql(`set local timezone = 'UTC'`)
    this.addSql(`do $$
      declare
        place int := 0;
        last bytea := '';
        entry record;
      begin
        for entry in select id, ${content('stored')} as content from "${log}" stored order by id loop
          place := place + 1;
          last := sha256(last || convert_to(entry.content, 'UTF8'));
          insert into trail.seals values ('${log}', entry.id, 0, place, last);
        end loop;
      end $$`)
  }

  /** Triggers write the change log, so that nothing bypasses it. One statement logs all rows of another. */
  private logChanges() {
    this.addSql(`create function trail.shown(columns jsonb) returns jsonb language sql immutable as $$
      select jsonb_object_agg(key,
        case when key ~ 'password|secret|token|hash' and value <> 'null' then '"(hidden)"' else value end)
      from jsonb_each(columns)
    $$`)
    // A new login time or time stamp alone is not a change.
    this.addSql(`create type trail.change as (id uuid, before jsonb, after jsonb)`)
    this.addSql(`create function trail.log_change() returns trigger language plpgsql security definer
      set search_path = pg_catalog, trail, pg_temp set timezone = 'UTC' set enable_nestloop = off as $$
      declare
        author constant jsonb := coalesce(nullif(current_setting('coverage.author', true), ''), '{}');
        changes change[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(row(id, null, to_jsonb(new_rows))::change) into changes from new_rows;
        elsif tg_op = 'DELETE' then
          select array_agg(row(id, to_jsonb(old_rows), null)::change) into changes from old_rows;
        else
          select array_agg(row(id, changed.before, changed.after)::change) into changes
            from old_rows join new_rows using (id) cross join lateral (
              select jsonb_object_agg(key, o.value) as before, jsonb_object_agg(key, n.value) as after
              from jsonb_each(to_jsonb(old_rows)) o join jsonb_each(to_jsonb(new_rows)) n using (key)
              where o.value <> n.value and key not in ('updated_at', 'last_login')
            ) changed
            where changed.before is not null;
        end if;
        insert into public.change_log (subject, subject_id, action, before, after,
            actor_id, via, name, address, request_id, created_at)
          select tg_table_name, id, case tg_op when 'INSERT' then 'CREATE' else tg_op end, shown(before), shown(after),
            (author->>'actor')::uuid, coalesce(author->>'via', 'database'), coalesce(author->>'name', session_user),
            coalesce(author->>'address', ''), coalesce(author->>'request', ''),
            coalesce((author->>'at')::timestamptz, clock_timestamp())
          from unnest(changes);
        return null;
      end $$`)
    for (const table of masterTables) {
      const logged = (event: string, tables: string) =>
        this.addSql(`create trigger ${table}_${event}_logged after ${event} on "${table}" referencing ${tables}
          for each statement execute function trail.log_change()`)
      logged('insert', 'new table as new_rows')
      logged('update', 'old table as old_rows new table as new_rows')
      logged('delete', 'old table as old_rows')
    }
  }
}
