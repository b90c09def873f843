import { Migration } from '@mikro-orm/migrations'
import { undoRelease2 } from '../release-2.ts'

/**
 * The tables that this migration and the next two change; the three run in the same transaction. Most lists of 2.0.0
 * lock its counts first.
 */
const tables = [
  'kept.row_counts',
  'kept.people_counts',
  'kept.unit_people',
  'org_units',
  'employees',
  'positions',
  'tags',
  'position_tags',
  'employee_tags',
  'assignments',
  'session_records',
  'transition_log',
  'tag_change_log',
  'change_log',
  'operator_log',
  'security_log',
]

const actions = [
  'throttles.reset_key',
  'throttles.set_limit',
  'throttles.block',
  'throttles.lift',
  'users.create',
  'users.set_role',
  'users.set_flags',
  'users.set_password',
  'users.deactivate',
  'users.reactivate',
  'users.end_session',
  'users.end_sessions',
  'machines.create',
  'machines.issue_token',
  'machines.revoke_token',
  'webhooks.create',
  'webhooks.rotate',
  'webhooks.switch_off',
  'webhooks.switch_on',
  'webhooks.delete',
  'webhooks.send_again',
  'webhooks.test',
  'rules.update',
  'rules.set_clinic_cap',
  'units.set_management',
  'planning.apply',
  'system.run_sweep',
]

const logs = ['change_log', 'operator_log', 'security_log', 'tag_change_log', 'transition_log']

/** What logs need to be sealed after the commit, logs by month, applied plans in the operators' log, and indexes. */
export class Migration20261123160000Logs extends Migration {
  override up() {
    this.lockTables()
    this.addSql(undoRelease2)
    this.prepareSeals()
    this.addSql(`create type trail.stamped_change as (id uuid, stamp timestamptz, before jsonb, after jsonb)`)
    this.addRetired()
    // In case Redis forgets that the session has ended, or which of its tokens were used.
    this.addSql(
      `alter table "session_records" add column if not exists "ended_at" timestamptz(3) null, add column "refresh_token" varchar(100) null, add column "token_issued_at" timestamptz(3) null`,
    )
    this.addSql(`alter table "operator_log" drop constraint "operator_log_action_check"`)
    this.addSql(
      `alter table "operator_log" add constraint "operator_log_action_check" check ("action" in (${actions.map((action) => `'${action}'`).join(', ')}))`,
    )
    this.indexPeople()
    // The log is short: it is sorted quickly.
    for (const ordering of ['created_at', 'action', 'reason'])
      this.addSql(`drop index "operator_log_by_${ordering}"`)
    this.addSql(
      `create index "security_log_done_to" on "security_log" (target, created_at, id) where (event = 'session_end' or event = 'password_change')`,
    )
    this.partitionLogs()
  }

  /**
   * Takes all locks before anything changes. Requests and the migration may wait for each other: PostgreSQL then ends
   * one of the two, and if it is the migration, that gives all its locks back and tries again.
   */
  private lockTables() {
    this.addSql(`do $$
      declare
        present constant text := (select string_agg(name, ', ' order by place)
          from unnest('{${tables}}'::text[]) with ordinality tables (name, place) where to_regclass(name) is not null);
      begin
        for attempt in 1..60 loop
          begin
            execute format('lock table %s in access exclusive mode', present);
            return;
          exception when deadlock_detected then
            perform pg_sleep(0.5);
          end;
        end loop;
        raise exception 'Requests kept the tables busy. Nothing has changed; try again at a quieter time.';
      end $$`)
  }

  /**
   * From now on, a job seals entries once their transaction has committed, all into the chain 0 of their log. The other
   * chains keep what 1.0.0 has sealed; entries of 1.0.0 have no transaction.
   */
  private prepareSeals() {
    for (const log of logs) {
      this.addSql(`drop trigger "${log}_sealed" on "${log}"`)
      this.addSql(`alter table "${log}" add column "transaction_id" xid8 null`)
      this.addSql(`alter table "${log}" alter column "transaction_id" set default pg_current_xact_id()`)
      this.addSql(`create index "${log}_by_transaction" on "${log}" (transaction_id, id)`)
    }
    this.addSql(`drop trigger if exists seals_advance_head on trail.seals`)
    this.addSql(`drop function if exists trail.seal(), trail.advance_head(), trail.take_chain()`)
    // Live streams of 2.0.0 count on the heads of all chains.
    this.addSql(
      `delete from trail.heads where chain > 0 and position = 0 and to_regnamespace('kept') is null`,
    )
    // All entries up to this transaction and entry are sealed, and all with ids that were restored from a backup.
    this.addSql(`alter table trail.heads add column transaction_id xid8 not null default '0',
      add column entry int not null default 0,
      add column restored_to int not null default 0, add column sealed_at timestamptz(3) null`)
  }

  private addRetired() {
    this.addSql(`create table if not exists trail.retired (
        log text collate "C" not null,
        until timestamptz(3) not null,
        number int not null,
        entries int4multirange not null,
        retired_at timestamptz(3) not null,
        via text collate "C" not null,
        name text collate "C" not null,
        primary key (log, until)
      )`)
  }

  /** A broad search reads logs in the order of people's ids, and skips entries of others in an index alone. */
  private indexPeople() {
    for (const [log, index, columns, included] of [
      ['transition_log', 'by_employee', 'employee_id, created_at, id', 'actor_id'],
      ['transition_log', 'by_created_at', 'created_at, id', 'actor_id'],
      ['tag_change_log', 'by_employee', 'employee_id, created_at, id', 'tag_id'],
      ['change_log', 'of_subject', 'subject_id, created_at, id', 'subject, actor_id'],
    ]) {
      this.addSql(`drop index "${log}_${index}"`)
      this.addSql(`create index "${log}_${index}" on "${log}" (${columns}) include (${included})`)
    }
  }

  /**
   * Partitions the logs by month, so that old months can be dropped. The table of 1.0.0 becomes the first partition, up
   * to the end of the latest entry's month; `migrate` adds the next ones. The new table gets the same indexes and keys.
   * An operator of 2.0.0 may have partitioned them already.
   */
  private partitionLogs() {
    // The working role cannot reach into this schema: it reads and writes the logs themselves.
    this.addSql(`create schema if not exists partitions`)
    this.addSql(`do $$
      declare
        log text;
        first text;
        ends timestamp;
        next int;
        copies text[];
        copied text;
      begin
        foreach log in array '{${logs}}'::text[] loop
          continue when (select relkind from pg_class where oid = log::regclass) = 'p';
          first := log || '_first';
          next := nextval(pg_get_serial_sequence(log, 'id'));
          execute format($sql$select date_trunc('month', greatest(now(), max(created_at)) at time zone 'UTC')
            + interval '1 month' from %I$sql$, log) into ends;
          copies := array(select pg_get_indexdef(indexrelid) from pg_index
              where indrelid = log::regclass and not indisprimary)
            || array(select format('alter table %I add constraint %I %s', log, conname, pg_get_constraintdef(oid))
              from pg_constraint where conrelid = log::regclass and contype = 'f');
          execute format('alter table %I alter id drop identity, drop constraint %I', log, log || '_pkey');
          execute format('alter table %I set schema partitions', log);
          execute format('alter table partitions.%I rename to %I', log, first);
          execute format('alter table partitions.%I add primary key (id, created_at)', first);
          execute format('create table %I (like partitions.%I including all excluding indexes excluding identity,
            primary key (id, created_at)) partition by range (created_at)', log, first);
          execute format('alter table %I alter id add generated always as identity (start with %s)', log, next);
          foreach copied in array copies loop
            execute copied;
          end loop;
          execute format('alter table %I attach partition partitions.%I for values from (minvalue) to (%L)',
            log, first, ends || 'Z');
        end loop;
      end $$`)
  }
}
