import { Migration } from '@mikro-orm/migrations'

const texts = [
  ['assignments', 'notes'],
  ['operator_log', 'reason'],
  ['operator_log', 'target'],
  ['positions', 'notes'],
  ['tag_change_log', 'reason'],
  ['tags', 'description'],
  ['transition_log', 'reason'],
]

/** Indexes that let PostgreSQL skip rows without reading them, and find the active assignments by their dates. */
export class Migration20261123020000DeepPages extends Migration {
  override up() {
    for (const [table, text] of texts) {
      this.addSql(
        `create index "${table}_by_short_${text}" on "${table}" (${text}, id) where length(${text}) <= 100`,
      )
      this.addSql(
        `create index "${table}_by_long_${text}" on "${table}" (left(${text}, 100), id) where length(${text}) > 100`,
      )
    }
    for (const date of ['effective_date', 'end_date'])
      this.addSql(
        `create index "assignments_active_by_${date}" on "assignments" (${date}, id) where status = 'ACTIVE'`,
      )
  }
}
