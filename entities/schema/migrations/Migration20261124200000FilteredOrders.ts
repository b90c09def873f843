import { Migration } from '@mikro-orm/migrations'

/** Indexes for orderings that are combined with a filter. */
export class Migration20261124200000FilteredOrders extends Migration {
  override up() {
    this.addSql(
      `create index "employees_current_by_termination_date" on "employees" (termination_date, id) where status <> 'TERMINATED'`,
    )
    this.addSql(
      `create index "employee_tags_active_by_end_date" on "employee_tags" (end_date, id) where status = 'ACTIVE'`,
    )
    this.addSql(`drop index "employee_tags_ending"`)
    this.addSql(`drop index "employee_tags_by_created_at"`)
    this.addSql(
      `create index "employee_tags_by_created_at" on "employee_tags" (created_at, id) include (tag_id)`,
    )
  }
}
