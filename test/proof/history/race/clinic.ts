import { randomUUID } from 'node:crypto'
import { connected } from '../../../setup/stores/execute.ts'

/** The rows that all attempts are about: so few that they race. */
export type Clinic = { employees: string[]; positions: string[]; tags: string[]; unit: string }

const few = { employees: 8, positions: 16, tags: 3 }
const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

/** Fills a migrated, empty database with ACTIVE employees, active positions of one unit, and tags. */
export async function loadClinic(ownerUrl: string, sizes = few): Promise<Clinic> {
  const [employees, positions, tags] = [ids(sizes.employees), ids(sizes.positions), ids(sizes.tags)]
  const [clinic, department, unit = ''] = ids(3)
  await connected(ownerUrl, async (client) => {
    await client.query(
      `insert into org_units (id, parent_id, unit_type, code, name, created_at, updated_at) values
        ($1, null, 'CLINIC', 'C', 'Clinic', now(), now()), ($2, $1, 'DEPARTMENT', 'D', 'Department', now(), now()),
        ($3, $2, 'UNIT', 'U', 'Unit', now(), now())`,
      [clinic, department, unit],
    )
    await client.query(
      `insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
        select id, 'E' || n, 'First', 'Last' || n, 'e' || n || '@clinic.example', 'ACTIVE', now(), now()
        from unnest($1::uuid[]) with ordinality as one (id, n)`,
      [employees],
    )
    await client.query(
      `insert into positions (id, org_unit_id, title, required_weekly_hours, created_at, updated_at)
        select id, $2, 'Position ' || n, 40, now(), now() from unnest($1::uuid[]) with ordinality as one (id, n)`,
      [positions, unit],
    )
    await client.query(
      `insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
        select id, 'TAG-' || n, 'Tag', 'CONTRACT', 10, now(), now()
        from unnest($1::uuid[]) with ordinality as one (id, n)`,
      [tags],
    )
  })
  return { employees, positions, tags, unit }
}
