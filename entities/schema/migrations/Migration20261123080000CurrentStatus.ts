import { Migration } from '@mikro-orm/migrations'

/**
 * A transaction with one snapshot does not see work that a person has got since it began, and nothing else would stop
 * it: it may not change their status, for they would be counted under the old one.
 */
export class Migration20261123080000CurrentStatus extends Migration {
  override up() {
    this.addSql(`create or replace function kept.count_new_status() returns trigger language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp as $$
      declare
        units uuid[];
      begin
        if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
          raise exception 'The status of employees changes in READ COMMITTED only.'
            using errcode = 'invalid_transaction_state';
        end if;
        units := array(select org_unit_id from unit_people where employee_id = new.id);
        if cardinality(units) > 0 then
          update unit_people set status = new.status where employee_id = new.id;
          perform count_people(array(select row(unit, side.status, side.number)::step
            from unnest(units) unit cross join (values (old.status, -1), (new.status, 1)) side (status, number)));
        end if;
        return null;
      end $$`)
  }
}
