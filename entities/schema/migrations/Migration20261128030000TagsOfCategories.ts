import { Migration } from '@mikro-orm/migrations'

/** Employee tags of a category and a status are counted and skipped in an index alone. */
export class Migration20261128030000TagsOfCategories extends Migration {
  override up() {
    this.addSql(`drop index "employee_tags_by_tag"`)
    this.addSql(
      `create index "employee_tags_by_tag" on "employee_tags" (tag_id, created_at, id) include (status)`,
    )
    this.addSql(`drop index "employee_tags_by_status"`)
    this.addSql(
      `create index "employee_tags_by_status" on "employee_tags" (status, created_at, id) include (tag_id)`,
    )
  }
}
