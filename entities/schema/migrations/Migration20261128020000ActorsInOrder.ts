import { Migration } from '@mikro-orm/migrations'

/** Transitions that no admin made are skipped in an index alone, and not in the table, page by page from a disk. */
export class Migration20261128020000ActorsInOrder extends Migration {
  override up() {
    this.addSql(`drop index "transition_log_by_created_at"`)
    this.addSql(
      `create index "transition_log_by_created_at" on "transition_log" (created_at, id) include (actor_id)`,
    )
  }
}
