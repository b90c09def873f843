import { Migration } from '@mikro-orm/migrations'

/** The record of a session keeps its end, in case Redis forgets it. */
export class Migration20261124010000EndedSessions extends Migration {
  override up() {
    this.addSql(`alter table "session_records" add column "ended_at" timestamptz(3) null`)
  }
}
