import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { connect } from '../../../entities/orm.ts'

/** An id from a name, the same in every recording, in the form of a UUID of version 4. */
export function stableId(name: string): string {
  const hash = createHash('md5').update(name).digest('hex')
  const digits = `${hash.slice(0, 12)}4${hash.slice(13, 16)}8${hash.slice(17)}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

// The ids of the demo clinic's rows, by what their people call them.

export const employee = (number: string) => stableId(`employee ${number}`)
export const position = (unit: string, title: string) => stableId(`position ${unit}/${title}`)
export const orgUnit = (code: string) => stableId(`org unit ${code}`)
export const tag = (name: string) => stableId(`tag ${name}`)
export const employeeTag = (number: string, name: string) => stableId(`employee tag ${number} ${name} 1`)
export const positionTag = (unit: string, title: string, name: string) =>
  stableId(`position tag ${unit}/${title} ${name}`)
export const assignment = (number: string, unit: string, title: string) =>
  stableId(`assignment ${number} ${unit}/${title} 1`)

export const unknown = stableId('nobody')

// Most calls are about a care assistant who has hours to give, and the position that lacks them.
export const yilmaz = employee('SA-0311')
export const emergency = 'AUR-EMC-EMR-TRE'
export const emergencyAssistant = position(emergency, 'Emergency care assistant')
export const onWard2A = assignment('SA-0311', 'AUR-MED-INT-2A', 'Care assistant')
export const endedEarlier = assignment('SA-0311', emergency, 'Emergency care assistant')

/** Gives every row the same id in every recording, and returns these ids. Needs the address of a superuser. */
export async function makeStable(ownerUrl: string): Promise<Set<string>> {
  const orm = connect(ownerUrl, { max: 1 })
  try {
    return await orm.em.transactional(async (em) => {
      const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(em.getKysely())
      // Foreign keys and the triggers of the logs would refuse these changes.
      await run(sql`set local session_replication_role = replica`)
      const named = (await run(rows)).rows.map(({ id, name }) => ({ id, stable: stableId(name) }))
      for (const { table, column } of (await run(columns)).rows)
        await run(sql`update ${sql.table(table)} changed set ${sql.ref(column)} = named.stable
          from json_to_recordset(${JSON.stringify(named)}) named (id uuid, stable uuid)
          where changed.${sql.ref(column)} = named.id`)
      // Migrations add the rules, at the time of the machine.
      await run(sql`update business_rules set (created_at, updated_at) =
        (select min(created_at), min(created_at) from org_units)`)
      return new Set(named.map(({ stable }) => stable))
    })
  } finally {
    await orm.close()
  }
}

const rows = sql<{ id: string; name: string }>`
  with posts as (
    select p.id, o.code || '/' || p.title as name from positions p join org_units o on o.id = p.org_unit_id)
  select id, 'user ' || email as name from users
  union all select id, 'employee ' || employee_number from employees
  union all select id, 'tag ' || name from tags
  union all select id, 'org unit ' || code from org_units
  union all select id, 'position ' || name from posts
  union all select id, 'business rule ' || code from business_rules
  union all select pt.id, 'position tag ' || posts.name || ' ' || t.name
    from position_tags pt join posts on posts.id = pt.position_id join tags t on t.id = pt.tag_id
  union all select a.id, 'assignment ' || e.employee_number || ' ' || posts.name || ' ' || row_number() over pair
    from assignments a join employees e on e.id = a.employee_id join posts on posts.id = a.position_id
    window pair as (partition by a.employee_id, a.position_id order by a.created_at desc)
  union all select et.id, 'employee tag ' || e.employee_number || ' ' || t.name || ' ' || row_number() over held
    from employee_tags et join employees e on e.id = et.employee_id join tags t on t.id = et.tag_id
    window held as (partition by et.employee_id, et.tag_id order by et.start_date desc, et.end_date)`

const columns = sql<{ table: string; column: string }>`
  select c.table_name as table, c.column_name as column
  from information_schema.columns c join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'uuid'`
