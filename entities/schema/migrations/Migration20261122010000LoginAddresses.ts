import { Migration } from '@mikro-orm/migrations'

export class Migration20261122010000LoginAddresses extends Migration {
  override up() {
    this.addSql(`create table "login_addresses" (
        "user_id" uuid not null,
        "address" varchar(100) not null,
        "last_at" timestamptz(3) not null,
        primary key ("user_id", "address")
      )`)
    this.addSql(`create index "login_addresses_last_at" on "login_addresses" ("last_at")`)
    this.addSql(
      `alter table "login_addresses" add constraint "login_addresses_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
    )
  }
}
