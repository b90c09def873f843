import { type RawBuilder, sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'

export type Names = ReturnType<typeof namesOf>

/** Finds ids by names. Throws unless exactly one row has the name. */
export function namesOf(em: Em) {
  async function only(select: RawBuilder<{ id: string }>): Promise<string> {
    const { rows } = await select.execute(em.getKysely())
    if (rows.length !== 1 || !rows[0])
      throw new Error(`${rows.length} rows of: ${select.compile(em.getKysely()).parameters}`)
    return rows[0].id
  }
  return {
    employee: (number: string) => only(sql`select id from employees where employee_number = ${number}`),
    tag: (name: string) => only(sql`select id from tags where name = ${name}`),
    position: (unit: string, title: string) =>
      only(sql`select p.id from positions p join org_units o on o.id = p.org_unit_id
        where o.code = ${unit} and p.title = ${title}`),
    /** The one that has not ended. */
    assignment: (employee: string, title: string) =>
      only(sql`select a.id from assignments a join employees e on e.id = a.employee_id
        join positions p on p.id = a.position_id
        where e.employee_number = ${employee} and p.title = ${title} and a.status <> 'ENDED'`),
    /** The one that is ACTIVE. */
    employeeTag: (employee: string, tag: string) =>
      only(sql`select et.id from employee_tags et join employees e on e.id = et.employee_id
        join tags t on t.id = et.tag_id
        where e.employee_number = ${employee} and t.name = ${tag} and et.status = 'ACTIVE'`),
  }
}
