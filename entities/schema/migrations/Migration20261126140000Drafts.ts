import { Migration } from '@mikro-orm/migrations'

/** Plans that are kept as drafts, kept scenarios, and the log of what was applied and taken back. */
export class Migration20261126140000Drafts extends Migration {
  override up() {
    this.addSql(`create table "plan_drafts" (
        "id" uuid not null,
        "name" varchar(200) collate "und-x-icu" not null,
        "reference_date" date not null,
        "options" jsonb not null,
        "lines" jsonb not null,
        "line_count" int not null,
        "added_hours" numeric(12,2) not null,
        "fingerprint" varchar(100) not null,
        "kept_by_id" uuid null,
        "kept_by_name" varchar(100) collate "und-x-icu" not null,
        "created_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "plan_drafts_by_created_at" on "plan_drafts" (created_at, id)`)
    this.addSql(
      `create index "plan_drafts_by_reference_date" on "plan_drafts" (reference_date, created_at, id)`,
    )
    this.addSql(`create index "plan_drafts_of_user" on "plan_drafts" ("kept_by_id")`)
    this.addSql(`alter table "plan_drafts" add constraint "plan_drafts_kept_by_id_foreign"
      foreign key ("kept_by_id") references "users" ("id") on delete no action`)
    this.addSql(`create table "kept_scenarios" (
        "id" uuid not null,
        "name" varchar(200) collate "und-x-icu" not null,
        "changes" jsonb not null,
        "kept_by_id" uuid not null,
        "created_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "kept_scenarios_by_created_at" on "kept_scenarios" (created_at, id)`)
    this.addSql(`create index "kept_scenarios_by_name" on "kept_scenarios" (name, created_at, id)`)
    this.addSql(`create index "kept_scenarios_of_user" on "kept_scenarios" ("kept_by_id")`)
    this.addSql(`alter table "kept_scenarios" add constraint "kept_scenarios_kept_by_id_foreign"
      foreign key ("kept_by_id") references "users" ("id") on delete no action`)
    this.addSql(`create table "application_log" (
        "id" uuid not null,
        "kind" text collate "und-x-icu" not null,
        "application_id" uuid null,
        "draft_id" uuid null,
        "actor_id" uuid null,
        "name" varchar(100) collate "und-x-icu" not null,
        "change_count" int not null,
        "added_hours" numeric(12,2) not null,
        "changes" jsonb null,
        "created_at" timestamptz(3) not null,
        primary key ("id"),
        constraint "application_log_kind_check" check ("kind" in ('PLAN', 'REBALANCE', 'TAKE_BACK'))
      )`)
    this.addSql(`alter table "application_log"
      add constraint "application_log_taken_back_once" unique ("application_id")`)
    this.addSql(`create index "application_log_by_created_at" on "application_log" (created_at, id)`)
    this.addSql(
      `create index "application_log_of_draft" on "application_log" (draft_id) where draft_id is not null`,
    )
    this.addSql(`create index "application_log_of_actor" on "application_log" ("actor_id")`)
    this.addSql(`alter table "application_log" add constraint "application_log_actor_id_foreign"
      foreign key ("actor_id") references "users" ("id") on delete no action`)
  }
}
