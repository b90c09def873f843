import { Migration } from '@mikro-orm/migrations'

const counted = [
  'assignments',
  'change_log',
  'employee_tags',
  'employees',
  'org_units',
  'position_tags',
  'positions',
  'security_log',
  'tag_change_log',
  'transition_log',
]

/** The number of rows of each large table is kept, so that a list without a filter need not count (D50). */
export class Migration20261123040000RowCounts extends Migration {
  override up() {
    // Spread over slots: a transaction changes only those of the chain that it has taken, so nobody waits.
    this.addSql(`create table kept.row_counts (
        table_name text collate "C" not null,
        slot smallint not null,
        number int not null,
        primary key (table_name, slot)
      ) with (fillfactor = 25)`)
    this.addSql(
      `create view kept.real_row_counts as ${counted
        .map((table) => `select '${table}' as table_name, count(*)::int as number from public."${table}"`)
        .join(' union all ')}`,
    )

    this.addSql(`create function kept.count_rows() returns trigger language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp as $$
      declare
        change int;
      begin
        if tg_op = 'INSERT' then
          select count(*) into change from new_rows;
        elsif tg_op = 'DELETE' then
          select -count(*) into change from old_rows;
        else
          delete from row_counts where table_name = tg_table_name;
          return null;
        end if;
        if change <> 0 then
          insert into row_counts as stored values (tg_table_name, trail.take_chain(), change)
            on conflict (table_name, slot) do update set number = stored.number + change;
        end if;
        return null;
      end $$`)

    // For the owner of the tables, after rows were loaded while the triggers were off. Writers wait.
    this.addSql(`create function kept.recount_rows() returns void language plpgsql
      set search_path = pg_catalog, kept, pg_temp as $$
      begin
        lock table ${counted.map((table) => `public."${table}"`).join()} in share row exclusive mode;
        delete from row_counts;
        insert into row_counts select table_name, 0, number from real_row_counts;
      end $$`)
    this.addSql(`select kept.recount_rows()`)

    for (const table of counted) {
      const count = (event: string, rows: string) =>
        this.addSql(`create trigger ${table}_${event}_numbered after ${event} on "${table}" ${rows}
          for each statement execute function kept.count_rows()`)
      count('insert', 'referencing new table as new_rows')
      count('delete', 'referencing old table as old_rows')
      count('truncate', '')
    }
  }
}
