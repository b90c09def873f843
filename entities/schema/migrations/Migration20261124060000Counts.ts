import { Migration } from '@mikro-orm/migrations'

const counted = [
  'assignments',
  'change_log',
  'employee_tags',
  'positions',
  'security_log',
  'tag_change_log',
  'transition_log',
]

/**
 * What triggers count: rows of tables, employees by status, people of units. `migrate` counts what is there once the
 * triggers exist. Databases of versions before this one may have the schema `kept` for it, and separate indexes of
 * short and long texts.
 */
export class Migration20261124060000Counts extends Migration {
  override up() {
    this.addSql(`drop schema if exists kept cascade`)
    for (const text of [
      'assignments.notes',
      'positions.notes',
      'tags.description',
      'operator_log.reason',
      'operator_log.target',
      'tag_change_log.reason',
      'transition_log.reason',
    ])
      for (const length of ['short', 'long'])
        this.addSql(`drop index if exists "${text.replace('.', `_by_${length}_`)}"`)
    this.addSql(`create schema totals`)
    this.addPeople()
    this.addCounts()
  }

  private addPeople() {
    this.addSql(`create view totals.real_positions as
      select p.id as position_id, coalesce(sum(a.effective_hours), 0) as hours, count(a.id)::int as assignments
      from public.positions p left join public.assignments a on a.position_id = p.id and a.status = 'ACTIVE'
      group by p.id`)
    this.addSql(`create view totals.staff as
      select a.employee_id, p.org_unit_id, e.status collate "C" as status
      from public.assignments a join public.positions p on p.id = a.position_id and p.is_active
      join public.employees e on e.id = a.employee_id where a.status = 'ACTIVE'`)
    // Who works in which unit, once each.
    this.addSql(`create table totals.unit_people (
        employee_id uuid not null,
        org_unit_id uuid not null,
        status text collate "C" not null,
        primary key (employee_id, org_unit_id, status)
      )`)
  }

  private addCounts() {
    // By the name of a table or the id of a unit. Employees and the people of a unit are counted by status.
    this.addSql(`create table totals.counts (
        counted text collate "C" not null,
        status text collate "C" not null,
        shard int generated always as identity,
        number int not null,
        primary key (counted, status, shard)
      ) with (fillfactor = 50)`)
    this.addSql(`create view totals.real_counts as
      select org_unit_id::text as counted, status, count(*)::int as number
        from (select distinct * from totals.staff) people group by org_unit_id, status
      union all select 'employees', status collate "C", count(*)::int from public.employees group by status
      ${counted.map((table) => `union all select '${table}', '', count(*)::int from public."${table}"`).join(' ')}`)
  }
}
