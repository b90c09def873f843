import { Migration } from '@mikro-orm/migrations'

const logs = [
  ['transition_log', 'transition_log_by_employee', 'employee_id', 'actor_id'],
  ['tag_change_log', 'tag_change_log_by_employee', 'employee_id', 'tag_id'],
  ['change_log', 'change_log_of_subject', 'subject_id', 'subject, actor_id'],
]

/** Indexes by which a broad search reads people, and logs, in the order of the people's ids. */
export class Migration20261125010000PeopleInOrder extends Migration {
  override up() {
    // Partial, because otherwise PostgreSQL would use it in place of the smaller primary key.
    this.addSql(
      `create index "employees_people" on "employees" (id) include (search_text) where search_text is not null`,
    )
    for (const [log, index, person, included] of logs) {
      this.addSql(`drop index "${index}"`)
      this.addSql(`create index "${index}" on "${log}" (${person}, created_at, id) include (${included})`)
    }
  }
}
