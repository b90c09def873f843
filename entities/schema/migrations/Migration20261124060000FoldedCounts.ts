import { Migration } from '@mikro-orm/migrations'

/** The counts of people that are spread over slots can be gathered in one slot. */
export class Migration20261124060000FoldedCounts extends Migration {
  override up() {
    // Only the transaction that has taken a chain uses its slot: writers take other chains meanwhile, and nobody waits.
    this.addSql(`create function kept.fold_people_counts(from_slot int) returns void language plpgsql security definer
      set search_path = pg_catalog, kept, pg_temp as $$
      begin
        if from_slot = 0 or not pg_try_advisory_xact_lock(727276, 0) or not pg_try_advisory_xact_lock(727276, from_slot) then
          return;
        end if;
        with folded as (delete from people_counts where slot = from_slot returning *)
        insert into people_counts as stored select org_unit_id, 0, active, on_leave, other from folded
          where (active, on_leave, other) <> (0, 0, 0)
        on conflict (org_unit_id, slot) do update set active = stored.active + excluded.active,
          on_leave = stored.on_leave + excluded.on_leave, other = stored.other + excluded.other;
      end $$`)
    this.addSql(`revoke execute on function kept.fold_people_counts from public`)
  }
}
