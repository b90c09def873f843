import { type RawBuilder, sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'
import type { EmployeeTransition, ProposalType } from '../../src/people/employee-lifecycle.ts'
import { folded } from '../../src/text-order.ts'
import type { EndReason } from '../../src/work/assignment-lifecycle.ts'
import { demoDomain } from '../stores/database.ts'
import type { Procedures } from './caller.ts'

/** What an action works with: procedures called as its user, ids by name, and dates by their distance from Monday. */
type Scene = { as: Procedures; names: Names; today: string; date: (day: number) => string }
export type DemoAction = (scene: Scene) => Promise<unknown>

export const moves =
  (employee: string, transition: Exclude<EmployeeTransition, 'propose'>, reason = ''): DemoAction =>
  async ({ as, names }) =>
    as.employees[transition]({ id: await names.employee(employee), reason })

const proposes =
  (proposal_type: ProposalType) =>
  (employee: string, notes: string, expires_in_days?: number): DemoAction =>
  async ({ as, names }) =>
    as.employees.propose({ id: await names.employee(employee), proposal_type, notes, expires_in_days })

export const proposesAssignment = proposes('ASSIGNMENT')
export const proposesTransfer = proposes('TRANSFER')

/** Hires an employee, who holds the tags from that day on. The email consists of the first two names. */
export const hires =
  (employee_number: string, name: string, tags: string[]): DemoAction =>
  async ({ as, names, today }) => {
    const [first_name = '', ...lastNames] = name.split(' ')
    const mailbox = folded(`${first_name}.${lastNames[0]}`)
    const person = { employee_number, first_name, last_name: lastNames.join(' ') }
    const email = `${mailbox}@${demoDomain}`
    const { id: employee } = await as.employees.create({ ...person, email, hire_date: today })
    for (const tag of tags)
      await as.employee_tags.create({ employee, tag: await names.tag(tag), start_date: today })
  }

const takesOn =
  (is_reinforcement: boolean) =>
  (employee: string, [unit, title]: [unit: string, title: string], effective_hours: string): DemoAction =>
  async ({ as, names, today }) =>
    as.assignments.create({
      employee: await names.employee(employee),
      position_id: await names.position(unit, title),
      effective_hours,
      effective_date: today,
      is_reinforcement,
    })

export const assigns = takesOn(false)
export const reinforces = takesOn(true)

export const changesHours =
  (employee: string, title: string, effective_hours: string): DemoAction =>
  async ({ as, names }) =>
    as.assignments.update({ id: await names.assignment(employee, title), effective_hours })

const movesAssignment =
  (transition: 'suspend' | 'resume') =>
  (employee: string, title: string, reason: string): DemoAction =>
  async ({ as, names }) =>
    as.assignments[transition]({ id: await names.assignment(employee, title), reason })

export const suspends = movesAssignment('suspend')
export const resumes = movesAssignment('resume')

export const ends =
  (employee: string, title: string, [end_reason, notes]: [reason: EndReason, notes?: string]): DemoAction =>
  async ({ as, names }) =>
    as.assignments.end({ id: await names.assignment(employee, title), end_reason, notes })

export const grants =
  (employee: string, tag: string, untilDay: number): DemoAction =>
  async ({ as, names, today, date }) =>
    as.employee_tags.create({
      employee: await names.employee(employee),
      tag: await names.tag(tag),
      start_date: today,
      end_date: date(untilDay),
    })

export const extendsTag =
  (employee: string, tag: string, untilDay: number): DemoAction =>
  async ({ as, names, date }) =>
    as.employee_tags.update({
      id: await names.employeeTag(employee, tag),
      end_date: date(untilDay),
      reason: 'Course passed',
    })

export const revokes =
  (employee: string, tag: string, reason: string): DemoAction =>
  async ({ as, names }) =>
    as.employee_tags.update({ id: await names.employeeTag(employee, tag), status: 'REVOKED', reason })

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
