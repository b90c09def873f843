import { Migration } from '@mikro-orm/migrations'

/**
 * The triggers that count people read two of these tables when the third changes. If one statement changed several of
 * them, each trigger would see the changes of the others too, and count them twice or not at all.
 */
const counted = {
  assignments: 'insert or update or delete',
  employees: 'update of status',
  positions: 'update of org_unit_id, is_active',
}

/** A statement that changes several of the tables from which people are counted is refused, instead of miscounted. */
export class Migration20261124080000OneTableAtATime extends Migration {
  override up() {
    // All changes of a statement begin before the first of its AFTER triggers fires.
    this.addSql(`create function kept.allow_one_table() returns trigger language plpgsql as $$
      begin
        if tg_when = 'AFTER' then
          perform set_config('kept.changing', '', true);
          return null;
        end if;
        if current_setting('kept.changing', true) not in ('', tg_table_name) then
          raise exception 'One statement may not change % and %: the people of units could not be counted.',
            current_setting('kept.changing', true), tg_table_name using errcode = 'feature_not_supported';
        end if;
        perform set_config('kept.changing', tg_table_name, true);
        return null;
      end $$`)
    this.addSql(`revoke execute on function kept.allow_one_table from public`)
    for (const [table, event] of Object.entries(counted))
      for (const time of ['before', 'after'])
        this.addSql(`create trigger ${table}_alone_${time} ${time} ${event} on "${table}"
          for each statement execute function kept.allow_one_table()`)
  }
}
