import { Migration } from '@mikro-orm/migrations'

/** The text that searches of employees look at. */
export class Migration20261123010000Search extends Migration {
  override up() {
    this.addSql(`alter table "employees" add column "search_text" text collate "C" generated always as
      (lower((first_name || ' ' || last_name || chr(10) || last_name || ', ' || first_name || chr(10) || employee_number) collate "und-x-icu")) stored`)
    this.addSql(`create index "employees_search_text" on "employees" using gin (search_text gin_trgm_ops)`)

    // The change log shows the names themselves.
    this.addSql(`create or replace function trail.shown(columns jsonb) returns jsonb language sql immutable as $$
      select jsonb_object_agg(key,
        case when key ~ 'password|secret|token|hash' and value <> 'null' then '"(hidden)"' else value end)
      from jsonb_each(columns) where key <> 'search_text'
    $$`)
  }
}
