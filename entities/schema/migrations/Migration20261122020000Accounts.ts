import { Migration } from '@mikro-orm/migrations'

export class Migration20261122020000Accounts extends Migration {
  override up() {
    this.addSql(`alter table "users" add column "password_expires_at" timestamptz(3) null`)
    this.addSql(`alter table "session_records" add column "confirmed_at" timestamptz(3) null`)
  }
}
