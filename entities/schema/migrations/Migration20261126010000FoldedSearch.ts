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
    // The change log shows the texts themselves.
    this.revise('trail.log_change', `'search_text'`, `'search_text', 'folded_text'`)
    this.revise(
      'trail.log_position_change',
      `key <> 'updated_at'`,
      `key not in ('updated_at', 'folded_text')`,
    )
    this.addSql(addFolded('employees', ofEmployees))
    this.addSql(addFolded('positions', 'title'))
    this.addSql(`create index "employees_folded_text" on "employees" using gin (folded_text gin_trgm_ops)`)
  }

  /** Replaces a part of a function, which must be there. */
  private revise(name: string, before: string, after: string) {
    this.addSql(`do $revise$
      declare
        definition constant text := pg_get_functiondef('${name}'::regproc);
      begin
        if strpos(definition, $part$${before}$part$) = 0 then
          raise exception '${name} is not as expected.';
        end if;
        execute replace(definition, $part$${before}$part$, $part$${after}$part$);
      end $revise$`)
  }
}
