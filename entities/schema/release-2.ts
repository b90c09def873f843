/** The migrations that only release 2.0.0 has. Three others have taken their place, and start where 1.0.0 ended. */
export const ofRelease2 = [
  'Migration20261123010000Search',
  'Migration20261123020000DeepPages',
  'Migration20261123030000KeptTotals',
  'Migration20261123040000RowCounts',
  'Migration20261123050000BatchTrail',
  'Migration20261123070000Retired',
  'Migration20261123080000CurrentStatus',
  'Migration20261124010000EndedSessions',
  'Migration20261124050000LogOrder',
  'Migration20261124060000FoldedCounts',
  'Migration20261124070000CheaperTrail',
  'Migration20261124080000OneTableAtATime',
  'Migration20261124200000FilteredOrders',
  'Migration20261125010000PeopleInOrder',
  'Migration20261125010100SerialPositions',
  'Migration20261125010200CheaperSweeps',
  'Migration20261125040000AppliedPlans',
  'Migration20261126010000FoldedSearch',
  'Migration20261126020000DoneToUsers',
]

/** Runs the statements in the database of release 2.0.0 only. */
const inRelease2 = (statements: string) => `do $release$
  declare
    one record;
  begin
    if to_regnamespace('kept') is not null then
      ${statements}
    end if;
  end $release$`

/**
 * Removes what 2.0.0 computes from other columns and tables, with its triggers, because the migrations that took the
 * place of its own make it again. What it has stored stays: logs, their months and seals, and the ends of sessions.
 */
export const undoRelease2 = inRelease2(`
  for one in select oid::regprocedure as name from pg_proc where pronamespace = 'kept'::regnamespace loop
    execute format('drop function %s cascade', one.name);
  end loop;
  drop view kept.real_row_counts;
  drop table kept.unit_people, kept.people_counts, kept.row_counts;
  drop type trail.stamped_change;
  alter table positions drop column coverage_state, drop column assigned_hours, drop column assignment_count,
    drop column folded_text;
  alter table employees drop column search_text, drop column folded_text;
  for one in select indexrelid::regclass as name from pg_index join pg_class on oid = indexrelid
      where relnamespace = 'public'::regnamespace and relname ~ '_by_(short|long)_(notes|reason|target|description)$' loop
    execute format('drop index %s', one.name);
  end loop;
  drop index assignments_active_by_effective_date, assignments_active_by_end_date,
    employees_current_by_termination_date, employee_tags_active_by_end_date, security_log_done_to;
  -- add_months() switches it off by this name.
  for one in select tgname as name, tgrelid::regclass as part from pg_trigger join pg_class c on c.oid = tgrelid
      where relnamespace = 'partitions'::regnamespace and tgname ~ '_append_only$' loop
    execute format('alter trigger %I on %s rename to append_only', one.name, one.part);
  end loop;`)

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

/**
 * What processes and commands of 2.0.0 read and call: the totals under their old names. The next release never
 * meets 2.0.0, and may drop the schema.
 */
export const serveRelease2 = inRelease2(`
  create view kept.row_counts as
    select counted as table_name, 0::smallint as slot, number from totals.counts
    union all select 'org_units', 0::smallint, count(*)::int from org_units
    union all select 'position_tags', 0::smallint, count(*)::int from position_tags;
  create view kept.people_counts as
    select id as org_unit_id, 0::smallint as slot,
      coalesce(sum(number) filter (where status = 'ACTIVE'), 0)::int as active,
      coalesce(sum(number) filter (where status = 'ON_LEAVE'), 0)::int as on_leave,
      coalesce(sum(number) filter (where status not in ('ACTIVE', 'ON_LEAVE')), 0)::int as other
    from totals.counts join org_units on id::text = counted group by id;
  create view kept.unit_people as
    select employee_id, org_unit_id, status, assignments
    from totals.unit_people join (select employee_id, org_unit_id, assignments from kept.real_people) real
      using (employee_id, org_unit_id);
  create view kept.real_row_counts as ${counted
    .map((table) => `select '${table}' as table_name, count(*)::int as number from public.${table}`)
    .join(' union all ')};
  create function kept.recompute_totals() returns void language plpgsql
    as $$ begin perform totals.recompute(); end $$;
  create function kept.recount_rows() returns void language plpgsql as $$ begin end $$;
  revoke execute on all functions in schema kept from public;
  for one in select grantee::regrole as role from pg_namespace, aclexplode(nspacl)
      where nspname = 'kept' and grantee not in (nspowner, 0) loop
    execute format('grant select on all tables in schema kept to %s', one.role);
  end loop;`)
