import { Migration } from '@mikro-orm/migrations'

const vias = ['rest', 'trpc', 'token', 'operator', 'command line', 'service', 'database']

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

const quoted = (values: string[]) => values.map((value) => `'${value}'`).join(', ')

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
    for (const [table, column, values] of [
      ['change_log', 'via', vias],
      ['security_log', 'via', vias],
      ['operator_log', 'action', actions],
    ] as const) {
      const check = `${table}_${column}_check`
      this.addSql(`alter table "${table}" drop constraint "${check}"`)
      this.addSql(
        `alter table "${table}" add constraint "${check}" check ("${column}" in (${quoted([...values])})) not valid`,
      )
    }
  }
}
