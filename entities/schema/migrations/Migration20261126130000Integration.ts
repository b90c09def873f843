import { Migration } from '@mikro-orm/migrations'

/** Answers to repeated writes, webhooks, imports over HTTP, and look-ups of employee tags by change. */
export class Migration20261126130000Integration extends Migration {
  override up() {
    this.addSql(`create table "kept_answers" (
        "id" uuid not null,
        "request" uuid not null,
        "answer" text not null,
        "kept_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "kept_answers_kept_at" on "kept_answers" ("kept_at")`)
    this.addSql(`create index "employee_tags_by_updated_at" on "employee_tags" (updated_at, id)`)
    this.addSql(`create table "webhook_endpoints" (
        "id" uuid not null,
        "name" varchar(100) collate "und-x-icu" not null,
        "url" varchar(2000) not null,
        "subjects" text[] not null,
        "secret" text not null,
        "previous_secret" text null,
        "rotated_at" timestamptz(3) null,
        "cursor" text not null,
        "failures" int not null default 0,
        "failing_since" timestamptz(3) null,
        "next_attempt_at" timestamptz(3) null,
        "off_since" timestamptz(3) null,
        "off_reason" text collate "und-x-icu" null,
        "created_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`alter table "webhook_endpoints" add constraint "webhook_endpoints_name_unique" unique ("name"),
      add constraint "webhook_endpoints_off_reason_check" check ("off_reason" in ('OPERATOR', 'FAILED', 'GONE', 'BEHIND'))`)
    this.addSql(`create table "webhook_deliveries" (
        "id" int generated always as identity not null,
        "endpoint_id" uuid not null,
        "message_id" varchar(100) not null,
        "type" varchar(50) not null,
        "cursor" text null,
        "attempt" int not null,
        "created_at" timestamptz(3) not null,
        "sent_at" timestamptz(3) null,
        "status" smallint null,
        "answer" text not null default '',
        "milliseconds" int null,
        primary key ("id")
      )`)
    this.addSql(`create index "webhook_deliveries_of_endpoint" on "webhook_deliveries" ("endpoint_id", "id")`)
    this.addSql(
      `create index "webhook_deliveries_asked" on "webhook_deliveries" (endpoint_id, id) where sent_at is null`,
    )
    this.addSql(`create index "webhook_deliveries_by_created_at" on "webhook_deliveries" (created_at, id)`)
    this.addSql(`alter table "webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_foreign"
      foreign key ("endpoint_id") references "webhook_endpoints" ("id") on delete cascade`)
    this.addSql(`create table "import_jobs" (
        "id" uuid not null,
        "user_id" uuid not null,
        "state" text collate "und-x-icu" not null,
        "files" jsonb not null,
        "dry_run" boolean not null,
        "end_assignments" boolean not null,
        "steps" int null,
        "steps_done" int not null default 0,
        "counts" jsonb null,
        "open_assignments_of_leavers" int null,
        "shared_emails" jsonb null,
        "detail" text null,
        "errors" jsonb not null,
        "error_count" int not null default 0,
        "created_at" timestamptz(3) not null,
        "started_at" timestamptz(3) null,
        "finished_at" timestamptz(3) null,
        "queued_at" timestamptz(3) not null,
        "seen_at" timestamptz(3) not null,
        primary key ("id"),
        constraint "import_jobs_state_check" check ("state" in ('QUEUED', 'RUNNING', 'DONE', 'FAILED'))
      )`)
    this.addSql(`create index "import_jobs_of_user" on "import_jobs" ("user_id")`)
    this.addSql(`create index "import_jobs_created_at" on "import_jobs" ("created_at", "id")`)
    this.addSql(
      `alter table "import_jobs" add constraint "import_jobs_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
    )
  }
}
