import { randomUUID } from 'node:crypto'
import { connected } from '../../test/setup/stores/execute.ts'

/** Ids of rows that the requests use. */
export type Loaded = {
  userId: string
  /** ACTIVE employees with one assignment of 20 hours. */
  employees: string[]
  /** Active positions without assignments or mandatory tags. */
  positions: string[]
}

/** Fills a migrated, empty database with 10,000 employees, 2,000 positions and 15,000 active assignments. */
export async function load(databaseUrl: string): Promise<Loaded> {
  return connected(databaseUrl, async (client) => {
    for (const statement of statements) await client.query(statement)
    const userId = randomUUID()
    await client.query(
      `insert into users (id, email, given_name, family_name, role, date_joined)
        values ($1, 'bench@clinic.example', 'Bench', 'Administrator', 'ADMIN', now())`,
      [userId],
    )
    const ids = async (query: string) => (await client.query<{ id: string }>(query)).rows.map(({ id }) => id)
    return {
      userId,
      employees: await ids(
        `select id from employees e where status = 'ACTIVE'
          and (select sum(effective_hours) from assignments a where a.employee_id = e.id) = 20 order by employee_number`,
      ),
      positions: await ids(
        `select id from positions p where not exists (select from assignments a where a.position_id = p.id)
          and not exists (select from position_tags t where t.position_id = p.id and t.is_mandatory) order by title`,
      ),
    }
  })
}

const array = (words: string) => `(array['${words.split(' ').join("','")}'])`
const pick = (words: string, by: string) => `${array(words)}[1 + (${by}) % ${words.split(' ').length}]`

export const firstNames =
  'Ana Luis Marta Pablo Carmen Javier Elena Diego Lucia Andres Sofia Miguel Laura Carlos Paula Jorge Irene Raul Nuria Hugo Alba Ivan Clara Oscar Rosa'
export const lastNames =
  'Garcia Martinez Lopez Sanchez Perez Gomez Ruiz Diaz Moreno Alvarez Romero Navarro Torres Ramos Gil Serrano Blanco Molina Ortega Delgado Castro Rubio Marin Sanz Iglesias Medina Cortes Castillo Santos Lozano Cano Prieto Mendez Cruz Calvo Vidal Leon'
export const specialties =
  'Surgery Cardiology Neurology Oncology Pediatrics Radiology Emergency Maternity Geriatrics Pharmacy'
const jobs = 'Nurse Physician Technician Assistant Therapist Coordinator'

const statements = [
  `insert into org_units (id, unit_type, code, name, created_at, updated_at)
    values (gen_random_uuid(), 'CLINIC', 'CLINIC', 'Clinic of the benchmark', now(), now())`,

  `insert into org_units (id, parent_id, unit_type, code, name, sort_order, created_at, updated_at)
    select gen_random_uuid(), c.id, 'DEPARTMENT', 'D' || n, ${pick(specialties, 'n')}, n, now(), now()
    from org_units c, generate_series(0, 9) n`,

  `insert into org_units (id, parent_id, unit_type, code, name, sort_order, created_at, updated_at)
    select gen_random_uuid(), d.id, 'UNIT', d.code || '-U' || n, d.name || ' unit ' || n, n, now(), now()
    from org_units d, generate_series(1, 10) n where d.unit_type = 'DEPARTMENT'`,

  `insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
    select gen_random_uuid(), name, name, category, hours_delta, now(), now() from (values
      ('FULL-TIME', 'CONTRACT', 40.00), ('PART-TIME', 'CONTRACT', 20.00), ('REDUCED', 'EXCEPTION', -8.00),
      ('NURSING', 'QUALIFICATION', 0.00), ('MEDICINE', 'QUALIFICATION', 0.00), ('IMAGING', 'QUALIFICATION', 0.00),
      ('TRIAGE', 'CERTIFICATION', 0.00), ('LIFE-SUPPORT', 'CERTIFICATION', 0.00)
    ) as tag (name, category, hours_delta)`,

  `insert into employees (id, employee_number, first_name, last_name, email, document_number, date_of_birth, hire_date,
      status, created_at, updated_at)
    select gen_random_uuid(), 'E' || lpad(n::text, 5, '0'), ${pick(firstNames, 'n * 7')},
      ${pick(lastNames, 'n * 11')} || ' ' || ${pick(lastNames, 'n / 37')}, 'employee' || n || '@clinic.example',
      'X' || n, date '1960-01-01' + n % 15000, date '2005-01-01' + n % 7000,
      case when n % 25 = 7 then 'ON_LEAVE' when n % 50 = 9 then 'ONBOARDING' when n % 50 = 11 then 'TERMINATED'
        else 'ACTIVE' end,
      now() - n * interval '1 hour', now() - n * interval '1 minute'
    from generate_series(1, 10000) n`,

  `create temporary table numbered as select id, row_number() over (order by employee_number)::int as n from employees`,

  `insert into employee_tags (id, employee_id, tag_id, start_date, end_date, created_at, updated_at)
    select gen_random_uuid(), e.id, t.id, current_date - 400 - e.n % 1000,
      case when t.category = 'EXCEPTION' or e.n % 9 = 0 then current_date + 60 + e.n % 300 end, now(), now()
    from numbered e join tags t on case t.name
      when 'FULL-TIME' then e.n % 4 > 0 when 'PART-TIME' then e.n % 4 = 0 when 'REDUCED' then e.n % 20 = 0
      when 'NURSING' then e.n % 2 = 0 when 'MEDICINE' then e.n % 5 = 0 when 'IMAGING' then e.n % 7 = 0
      when 'TRIAGE' then e.n % 3 = 0 else e.n % 4 = 1 end`,

  `create temporary table places as select gen_random_uuid() as id, n from generate_series(0, 1999) n`,

  `insert into positions (id, org_unit_id, title, required_weekly_hours, is_active, created_at, updated_at)
    select p.id, o.id, ${pick(jobs, 'p.n')} || ' ' || lpad(p.n::text, 4, '0'), 100 + (p.n * 13) % 130, true,
      now() - p.n * interval '1 hour', now() - p.n * interval '1 minute'
    from places p
    join (select id, row_number() over (order by code)::int - 1 as n from org_units where unit_type = 'UNIT') o
      on o.n = p.n % 100`,

  `insert into position_tags (id, position_id, tag_id, is_mandatory, created_at)
    select gen_random_uuid(), p.id, t.id, t.category = 'QUALIFICATION', now()
    from places p join tags t on case t.name when 'NURSING' then p.n % 4 = 1 when 'IMAGING' then p.n % 14 = 3
      when 'TRIAGE' then p.n % 3 = 0 else false end`,

  // Every employee has an assignment, and every other one has a second; the last 200 positions stay vacant.
  `insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
    select gen_random_uuid(), e.id, p.id, case when e.n % 2 = 0 or round = 1 then 20 else 12.5 end,
      '{"violations": []}', now() - e.n * interval '1 minute', now()
    from numbered e, generate_series(1, 2) round, places p
    where (round = 1 or e.n % 2 = 1) and p.n = case round when 1 then e.n % 1800 else (e.n * 7 + 3) % 1800 end`,

  `update positions p set required_weekly_hours = a.hours
    from (select position_id, sum(effective_hours) as hours from assignments group by position_id) a
    join places on places.id = a.position_id where p.id = a.position_id and places.n % 3 = 0`,

  'do $$ begin while trail.seal(5000) loop end loop; end $$',

  'vacuum analyze',
]
