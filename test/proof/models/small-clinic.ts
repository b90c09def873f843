import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Clinic, Employee, Position, Tag } from './clinic.ts'

type Place = { department: string; selfEmail: string }

/** A small clinic and its model; stored without calls, because a random walk would take long to build it. */
export async function storeClinic(database: pg.Pool, place: Place): Promise<Clinic> {
  const clinic = smallClinic()
  const { units, employees, positions, tags } = clinic
  await database.query(insertions, [{ ...place, units, employees, positions, tags }])
  return clinic
}

/** Two units with a position each, three employees, three tags. */
function smallClinic(): Clinic {
  const prefix = randomBytes(5).toString('hex')
  const units = ['A', 'B'].map((letter) => ({ id: randomUUID(), name: `Unit ${prefix} ${letter}` }))
  const employees = (['ACTIVE', 'ACTIVE', 'ONBOARDING'] as const).map(
    (status, at): Employee => ({
      id: randomUUID(),
      number: `${prefix}-${at}`,
      name: `Number ${at}, Ana`,
      isSelf: at === 0,
      status,
      proposal: null,
      terminated: null,
      isOnLeave: false,
    }),
  )
  const positions = units.map(
    (unit, at): Position => ({
      id: randomUUID(),
      unit,
      title: `Position ${at}`,
      required: 4000,
      isActive: true,
    }),
  )
  const tags = [4000, -800, 0].map(
    (delta, at): Tag => ({
      id: randomUUID(),
      name: `${prefix}${at}`,
      category: ['CONTRACT', 'EXCEPTION', 'QUALIFICATION'][at] ?? '',
      delta,
      isActive: true,
    }),
  )
  return {
    prefix,
    units,
    employees,
    positions,
    tags,
    held: [],
    required: [],
    assignments: [],
    transitions: [],
    tagChanges: [],
  }
}

const insertions = `with given as (select $1::jsonb as rows),
      u as (insert into org_units (id, parent_id, unit_type, code, name, created_at, updated_at)
        select (one ->> 'id')::uuid, (rows ->> 'department')::uuid, 'UNIT', one ->> 'name', one ->> 'name', now(), now()
        from given, jsonb_array_elements(rows -> 'units') one),
      e as (insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
        select (one ->> 'id')::uuid, one ->> 'number', 'Ana', split_part(one ->> 'name', ',', 1),
          case when (one ->> 'isSelf')::boolean then rows ->> 'selfEmail' else (one ->> 'number') || '@clinic.example' end,
          one ->> 'status', now(), now()
        from given, jsonb_array_elements(rows -> 'employees') one),
      p as (insert into positions (id, org_unit_id, title, required_weekly_hours, created_at, updated_at)
        select (one ->> 'id')::uuid, (one -> 'unit' ->> 'id')::uuid, one ->> 'title', (one ->> 'required')::int / 100.0,
          now(), now()
        from given, jsonb_array_elements(rows -> 'positions') one)
      insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
        select (one ->> 'id')::uuid, one ->> 'name', 'A tag', one ->> 'category', (one ->> 'delta')::int / 100.0,
          now(), now()
        from given, jsonb_array_elements(rows -> 'tags') one`
