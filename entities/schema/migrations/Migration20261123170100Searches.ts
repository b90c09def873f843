import { Migration } from '@mikro-orm/migrations'

const ofEmployees = `first_name || ' ' || last_name || chr(10) || last_name || ', ' || first_name || chr(10)
  || employee_number`

/** Without accents, and with a plain letter for one with a stroke. */
const folded = (text: string) => `text collate "C"
  generated always as (regexp_replace(translate(normalize(lower((${text}) collate "und-x-icu"), NFD),
    'øłđðħŧı', 'olddhti'), '[\\u0300-\\u036f]', '', 'g')) stored`

/** The texts that searches look at, and indexes for filtered, ordered and deep pages of lists. */
export class Migration20261123170100Searches extends Migration {
  override up() {
    this.addTexts()
    this.indexEmployees()
    this.indexEmployeeTags()
    for (const date of ['effective_date', 'end_date'])
      this.addSql(
        `create index "assignments_active_by_${date}" on "assignments" (${date}, id) where status = 'ACTIVE'`,
      )
  }

  /** `search_text` is what the contract searches in, `folded_text` what the console does. */
  private addTexts() {
    this.addSql(`alter table "employees"
      add column "search_text" text collate "C" generated always as
        (lower((${ofEmployees}) collate "und-x-icu")) stored,
      add column "folded_text" ${folded(`${ofEmployees} || chr(10) || email`)}`)
    this.addSql(`alter table "positions" add column "folded_text" ${folded('title')}`)
    for (const text of ['search_text', 'folded_text'])
      this.addSql(`create index "employees_${text}" on "employees" using gin (${text} gin_trgm_ops)`)
  }

  private indexEmployees() {
    // A broad search reads people in the order of their ids. Partial, because otherwise PostgreSQL would use it in place
    // of the smaller primary key.
    this.addSql(
      `create index "employees_people" on "employees" (id) include (search_text, status) where search_text is not null`,
    )
    this.addSql(
      `create index "employees_current_by_termination_date" on "employees" (termination_date, id) where status <> 'TERMINATED'`,
    )
  }

  /** Those of a category and a status are counted and skipped in an index alone. */
  private indexEmployeeTags() {
    for (const index of ['ending', 'by_created_at', 'by_tag', 'by_status'])
      this.addSql(`drop index if exists "employee_tags_${index}"`)
    this.addSql(
      `create index "employee_tags_active_by_end_date" on "employee_tags" (end_date, id) where status = 'ACTIVE'`,
    )
    this.addSql(
      `create index "employee_tags_by_created_at" on "employee_tags" (created_at, id) include (tag_id)`,
    )
    this.addSql(
      `create index "employee_tags_by_tag" on "employee_tags" (tag_id, created_at, id) include (status)`,
    )
    this.addSql(
      `create index "employee_tags_by_status" on "employee_tags" (status, created_at, id) include (tag_id)`,
    )
  }
}
