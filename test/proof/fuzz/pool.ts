import { randomBytes } from 'node:crypto'
import type { Pool } from '../../made/generative.ts'
import { execute } from '../../setup/stores/execute.ts'
import type { Pair } from '../run/pair.ts'

/** Stores a few rows of every kind, because a random walk rarely builds a whole clinic; their ids by resource. */
export async function storePool({ ownerUrl }: Pair): Promise<Pool> {
  const [row] = await execute<{ pool: Pool }>(ownerUrl, insertions, [`f${randomBytes(4).toString('hex')}`])
  return row?.pool ?? {}
}

const insertions = `
  with clinic as (
      insert into org_units (id, unit_type, code, name, created_at, updated_at)
        values (gen_random_uuid(), 'CLINIC', 'CLINIC', 'Clinic', now(), now())
        on conflict do nothing returning id),
    root as (select id from clinic union all select id from org_units where unit_type = 'CLINIC' limit 1),
    department as (
      insert into org_units (id, parent_id, unit_type, code, name, created_at, updated_at)
        select gen_random_uuid(), id, 'DEPARTMENT', $1 || '-D', 'Department', now(), now() from root returning id),
    units as (
      insert into org_units (id, parent_id, unit_type, code, name, created_at, updated_at)
        select gen_random_uuid(), id, 'UNIT', $1 || n, 'Unit', now(), now() from department, generate_series(1, 3) n
        returning id),
    people as (
      insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
        select gen_random_uuid(), $1 || n, 'Ana', 'Number ' || n, case n when 1 then 'self@clinic.example' else 'a@b.c' end,
          case when n < 5 then 'ACTIVE' else 'ONBOARDING' end, now(), now()
        from generate_series(1, 6) n returning id),
    places as (
      insert into positions (id, org_unit_id, title, required_weekly_hours, created_at, updated_at)
        select gen_random_uuid(), id, 'Position', 40, now(), now() from units returning id),
    catalogue as (
      insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
        select gen_random_uuid(), $1 || n, 'Tag', 'CONTRACT', n * 10, now(), now() from generate_series(1, 3) n returning id),
    held as (
      insert into employee_tags (id, employee_id, tag_id, start_date, created_at, updated_at)
        select gen_random_uuid(), people.id, catalogue.id, '2020-01-01', now(), now() from people, catalogue
        returning id),
    required as (
      insert into position_tags (id, position_id, tag_id, created_at)
        select gen_random_uuid(), places.id, catalogue.id, now() from places, catalogue returning id),
    work as (
      insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
        select gen_random_uuid(), people.id, places.id, 8, '{"violations": []}', now(), now() from people, places
        returning id)
  select json_build_object('org-units', (select json_agg(id) from (select id from root union all
      select id from department union all select id from units) all_units),
    'demand', (select json_agg(id) from places), 'employees', (select json_agg(id) from people),
    'tags', (select json_agg(id) from catalogue), 'employee-tags', (select json_agg(id) from held),
    'position-tags', (select json_agg(id) from required), 'assignments', (select json_agg(id) from work),
    'business-rules', (select json_agg(id) from business_rules)) as pool`
