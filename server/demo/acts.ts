import type { EndReason } from '../../src/assignment-lifecycle.ts'
import type { EmployeeTransition, ProposalType } from '../../src/employee-lifecycle.ts'
import type { Procedures } from './caller.ts'
import type { Names } from './names.ts'

/** What an act works with: procedures called as its user, ids by name, and dates by their distance from Monday. */
export type Scene = { as: Procedures; names: Names; today: string; date: (day: number) => string }
export type Act = (scene: Scene) => Promise<unknown>

export const moves =
  (employee: string, transition: Exclude<EmployeeTransition, 'propose'>, reason = ''): Act =>
  async ({ as, names }) =>
    as.employees[transition]({ id: await names.employee(employee), reason })

const proposes =
  (proposal_type: ProposalType) =>
  (employee: string, notes: string, expires_in_days?: number): Act =>
  async ({ as, names }) =>
    as.employees.propose({ id: await names.employee(employee), proposal_type, notes, expires_in_days })

export const proposesAssignment = proposes('ASSIGNMENT')
export const proposesTransfer = proposes('TRANSFER')

/** Hires a new employee, who holds the tags from that day on. */
export const hires =
  (
    person: { employee_number: string; first_name: string; last_name: string; email: string },
    tags: string[],
  ): Act =>
  async ({ as, names, today }) => {
    const employee = await as.employees.create({ ...person, hire_date: today })
    for (const tag of tags)
      await as.employee_tags.create({ employee: employee.id, tag: await names.tag(tag), start_date: today })
  }

const takesOn =
  (is_reinforcement: boolean) =>
  (employee: string, [unit, title]: [unit: string, title: string], effective_hours: string): Act =>
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
  (employee: string, title: string, effective_hours: string): Act =>
  async ({ as, names }) =>
    as.assignments.update({ id: await names.assignment(employee, title), effective_hours })

export const suspends =
  (employee: string, title: string, reason: string): Act =>
  async ({ as, names }) =>
    as.assignments.suspend({ id: await names.assignment(employee, title), reason })

export const resumes =
  (employee: string, title: string, reason: string): Act =>
  async ({ as, names }) =>
    as.assignments.resume({ id: await names.assignment(employee, title), reason })

export const ends =
  (employee: string, title: string, [end_reason, notes]: [reason: EndReason, notes?: string]): Act =>
  async ({ as, names }) =>
    as.assignments.end({ id: await names.assignment(employee, title), end_reason, notes })

export const grants =
  (employee: string, tag: string, untilDay: number): Act =>
  async ({ as, names, today, date }) =>
    as.employee_tags.create({
      employee: await names.employee(employee),
      tag: await names.tag(tag),
      start_date: today,
      end_date: date(untilDay),
    })

export const extendsTag =
  (employee: string, tag: string, untilDay: number): Act =>
  async ({ as, names, date }) =>
    as.employee_tags.update({
      id: await names.employeeTag(employee, tag),
      end_date: date(untilDay),
      reason: 'Course passed',
    })

export const revokes =
  (employee: string, tag: string, reason: string): Act =>
  async ({ as, names }) =>
    as.employee_tags.update({ id: await names.employeeTag(employee, tag), status: 'REVOKED', reason })
