import { Migration } from '@mikro-orm/migrations'

/** Finds what was done to a user in the security log. */
export class Migration20261126020000DoneToUsers extends Migration {
  override up() {
    this.addSql(
      `create index "security_log_done_to" on "security_log" (target, created_at, id) where (event = 'session_end' or event = 'password_change')`,
    )
  }
}
