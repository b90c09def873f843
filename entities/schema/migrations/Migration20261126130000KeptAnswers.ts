import { Migration } from '@mikro-orm/migrations'

export class Migration20261126130000KeptAnswers extends Migration {
  override up() {
    this.addSql(`create table "kept_answers" (
        "id" uuid not null,
        "request" uuid not null,
        "answer" text not null,
        "kept_at" timestamptz(3) not null,
        primary key ("id")
      )`)
    this.addSql(`create index "kept_answers_kept_at" on "kept_answers" ("kept_at")`)
  }
}
