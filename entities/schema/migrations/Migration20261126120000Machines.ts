import { Migration } from '@mikro-orm/migrations'

const vias = `'rest', 'trpc', 'token', 'operator', 'command line', 'service', 'database'`

/** Machines: users with tokens instead of passwords. */
export class Migration20261126120000Machines extends Migration {
  override up() {
    this.addSql(`alter table "users" add column "kind" text collate "und-x-icu" not null default 'PERSON',
      add column "client_id" varchar(200) collate "und-x-icu" null`)
    this.addSql(
      `alter table "users" add constraint "users_kind_check" check ("kind" in ('PERSON', 'MACHINE')),
        add constraint "users_client_id_unique" unique ("client_id"),
        add constraint "users_machines" check (case kind when 'PERSON' then client_id is null
          else role <> 'EMPLOYEE' and not is_staff and not is_superuser and password_hash is null
            and issuer is null and strpos(email, '@') = 0 end)`,
    )
    this.addSql(`create table "machine_tokens" (
        "id" uuid not null,
        "user_id" uuid not null,
        "secret_hash" char(64) not null,
        "created_at" timestamptz(3) not null,
        "expires_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null,
        "last_used_at" timestamptz(3) null,
        "last_used_from" varchar(100) not null default '',
        primary key ("id")
      )`)
    this.addSql(`create index "machine_tokens_of_user" on "machine_tokens" ("user_id", "created_at")`)
    this.addSql(
      `alter table "machine_tokens" add constraint "machine_tokens_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
    )
    // The old values are among the new ones. `migrate` has PostgreSQL read the logs after the commit, without a lock.
    for (const log of ['change_log', 'security_log']) {
      this.addSql(`alter table "${log}" drop constraint "${log}_via_check"`)
      this.addSql(
        `alter table "${log}" add constraint "${log}_via_check" check ("via" in (${vias})) not valid`,
      )
    }
  }
}
