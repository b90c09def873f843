import { Migration } from '@mikro-orm/migrations'

/** Answers that are kept for a repeated request, and imports over HTTP. */
export class Migration20261126150000Integration extends Migration {
  override up() {
    this.addSql(`create table "kept_answers" (
        "id" uuid not null,
        "request" uuid not null,
        "answer" text not null,
        "kept_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "kept_answers_kept_at" on "kept_answers" ("kept_at")`)
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
