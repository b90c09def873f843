import { Migration } from '@mikro-orm/migrations'

export class Migration20261121010000Operators extends Migration {
  override up() {
    this.addSql(`create table "operator_log" (
        "id" int generated always as identity not null primary key,
        "action" text collate "und-x-icu" not null,
        "target" varchar(400) collate "und-x-icu" not null,
        "details" jsonb not null,
        "reason" varchar(2000) collate "und-x-icu" not null,
        "actor_id" uuid not null,
        "created_at" timestamptz(3) not null
      )`)
    this.addSql(`create index "operator_log_by_created_at" on "operator_log" (created_at, id)`)
    this.addSql(`create index "operator_log_by_actor" on "operator_log" (actor_id, created_at, id)`)
    this.addSql(`create index "operator_log_by_action" on "operator_log" (action, created_at, id)`)
    this.addSql(`create index "operator_log_by_target" on "operator_log" (left(target, 100), id)`)
    this.addSql(`create index "operator_log_by_reason" on "operator_log" (left(reason, 100), id)`)
    this.addSql(
      `alter table "operator_log" add constraint "operator_log_action_check" check ("action" in ('throttles.reset_key', 'throttles.set_limit', 'throttles.block', 'throttles.lift', 'users.create', 'users.set_role', 'users.set_flags', 'users.set_password', 'users.deactivate', 'users.reactivate', 'users.end_session', 'users.end_sessions', 'rules.update', 'rules.set_clinic_cap', 'units.set_management', 'system.run_sweep'))`,
    )
    this.addSql(
      `alter table "operator_log" add constraint "operator_log_actor_id_foreign" foreign key ("actor_id") references "users" ("id") on delete no action`,
    )
    this.addSql(`create trigger operator_log_append_only before update or delete or truncate on "operator_log"
      for each statement execute function refuse_change()`)

    this.addSql(`create table "session_records" (
        "id" varchar(100) not null,
        "user_id" uuid not null,
        "session_epoch" int not null,
        "address" varchar(100) not null,
        "user_agent" varchar(300) not null,
        "started_at" timestamptz(3) not null,
        "refreshed_at" timestamptz(3) not null,
        "expires_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "session_records_of_user" on "session_records" ("user_id", "refreshed_at")`)
    this.addSql(`create index "session_records_expires_at" on "session_records" ("expires_at")`)
    this.addSql(
      `alter table "session_records" add constraint "session_records_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
    )

    this.addSql(`create table "sweep_runs" (
        "name" varchar(20) not null,
        "started_at" timestamptz(3) not null,
        "finished_at" timestamptz(3) not null,
        "error" text null,
        "expired_proposals" int not null,
        "expired_tags" int not null,
        primary key ("name")
      )`)
  }
}
