import { Migration } from '@mikro-orm/migrations'

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
  'rules.update',
  'rules.set_clinic_cap',
  'units.set_management',
  'planning.apply',
  'system.run_sweep',
]

/** What the triggers of logs need, logs by month, applied plans in the operators' log, and indexes. */
export class Migration20261123170200Logs extends Migration {
  override up() {
    this.prepareTriggers()
    this.addPartitions()
    // In case Redis forgets that the session has ended, or which of its tokens were used.
    this.addSql(
      `alter table "session_records" add column "ended_at" timestamptz(3) null, add column "refresh_token" varchar(100) null, add column "token_issued_at" timestamptz(3) null`,
    )
    this.addSql(`alter table "operator_log" drop constraint "operator_log_action_check"`)
    this.addSql(
      `alter table "operator_log" add constraint "operator_log_action_check" check ("action" in (${actions.map((action) => `'${action}'`).join(', ')}))`,
    )
    this.indexPeople()
    this.addSql(
      `create index "security_log_done_to" on "security_log" (target, created_at, id) where (event = 'session_end' or event = 'password_change')`,
    )
  }

  private prepareTriggers() {
    this.addSql(`create type trail.stamped_change as (id uuid, stamp timestamptz, before jsonb, after jsonb)`)
    // The trigger that seals entries also moves the end of their chain.
    this.addSql(`drop trigger seals_advance_head on trail.seals`)
    this.addSql(`drop function trail.advance_head()`)
  }

  /** For logs that are partitioned by month, which is the owner's choice. */
  private addPartitions() {
    // The working role cannot reach into this schema: it reads and writes the logs themselves.
    this.addSql(`create schema partitions`)
    this.addSql(`create table trail.retired (
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
}
