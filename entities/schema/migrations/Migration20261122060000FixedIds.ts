import { Migration } from '@mikro-orm/migrations'

const masterTables = [
  'assignments',
  'business_rules',
  'employee_tags',
  'employees',
  'org_units',
  'position_tags',
  'positions',
  'tags',
  'users',
]

/** The change log finds what a row was before by its id: with another id, a row would be changed past it. */
export class Migration20261122060000FixedIds extends Migration {
  override up() {
    this.addSql(`create function refuse_new_id() returns trigger language plpgsql as $$
      begin
        raise exception 'The rows of % keep their ids.', tg_table_name;
      end $$`)
    for (const table of masterTables)
      this.addSql(`create trigger ${table}_keep_ids before update of id on "${table}"
        for each statement execute function refuse_new_id()`)
  }
}
