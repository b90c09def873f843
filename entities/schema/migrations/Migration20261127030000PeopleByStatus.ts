import { Migration } from '@mikro-orm/migrations'

/** A broad search of people of one status is counted in an index alone. */
export class Migration20261127030000PeopleByStatus extends Migration {
  override up() {
    this.addSql(`drop index "employees_people"`)
    this.addSql(
      `create index "employees_people" on "employees" (id) include (search_text, status) where search_text is not null`,
    )
  }
}
