import { Migration } from '@mikro-orm/migrations'

/** Without accents, and with a plain letter for one with a stroke. */
const addFolded = (
  table: string,
  text: string,
) => `alter table "${table}" add column "folded_text" text collate "C"
  generated always as (regexp_replace(translate(normalize(lower((${text}) collate "und-x-icu"), NFD),
    'øłđðħŧı', 'olddhti'), '[\\u0300-\\u036f]', '', 'g')) stored`

const ofEmployees = `first_name || ' ' || last_name || chr(10) || last_name || ', ' || first_name || chr(10)
  || employee_number || chr(10) || email`

/** The texts that the console searches in. */
export class Migration20261126010000FoldedSearch extends Migration {
  override up() {
    this.leaveOutOfLog()
    this.addSql(addFolded('employees', ofEmployees))
    this.addSql(addFolded('positions', 'title'))
    this.addSql(`create index "employees_folded_text" on "employees" using gin (folded_text gin_trgm_ops)`)
  }

  /** The change log shows the texts themselves. */
  private leaveOutOfLog() {
    this.addSql(`do $revise$
      declare
        definition constant text := pg_get_functiondef('trail.log_change'::regproc);
      begin
        if strpos(definition, $part$'search_text'$part$) = 0 then
          raise exception 'trail.log_change is not as expected.';
        end if;
        execute replace(definition, $part$'search_text'$part$, $part$'search_text', 'folded_text'$part$);
      end $revise$`)
  }
}
