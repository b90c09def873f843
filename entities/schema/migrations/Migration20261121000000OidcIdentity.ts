import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000000OidcIdentity extends Migration {
  override up() {
    this.addSql(`alter table "users" add column "issuer" text null, add column "subject" text null`)
    this.addSql(`alter table "users" add constraint "users_identity_unique" unique ("issuer", "subject")`)
    this.addSql(
      `alter table "users" add constraint "users_whole_identity" check ((issuer is null) = (subject is null))`,
    )
  }
}
