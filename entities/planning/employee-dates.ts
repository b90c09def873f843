import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { notFound } from '../../src/errors.ts'
import {
  checkExpected,
  countedDate,
  type DatedEmployee,
  type ExpectedDates,
} from '../../src/people/expected-dates.ts'
import { type Em, readRows } from '../connection/em.ts'
import { instant } from '../lists/columns.ts'
import { employeeName } from '../lists/fragments.ts'
import { readOne, type View } from '../lists/page.ts'
import { Employee } from '../people/employee.ts'
import { ownEmployee } from '../people/employees.ts'

/** When an employee is expected back from leave, or to start. Its id is the employee's. */
export const EmployeeDates = defineEntity({
  name: 'EmployeeDates',
  tableName: 'employee_dates',
  properties: {
    id: () =>
      p
        .oneToOne(Employee)
        .primary()
        .mapToPk()
        .joinColumn('id')
        .updateRule('no action')
        .deleteRule('no action'),
    expected_return_date: p.date().nullable(),
    expected_start_date: p.date().nullable(),
    updated_at: instant(),
  },
})

type EmployeeDatesRow = DatedEmployee & { employee: string; employee_name: string }

/** The dates of any employee, who may have none; with `own`, only of one with that email (D17). */
const employeeDates = (own?: string): View<EmployeeDatesRow> => ({
  table: 'employees',
  columns: sql`page.id as employee, ${employeeName} as employee_name, page.status, page.previous_status,
    d.expected_return_date, d.expected_start_date`,
  joins: sql`left join employee_dates d on d.id = page.id join employees e on e.id = page.id`,
  where: [ownEmployee(own)],
})

/** The dates of an employee, and what planning makes of them; 404 where there is no such employee. */
export async function readEmployeeDates(em: Em, id: string, { today, own }: { today: string; own?: string }) {
  const row = await readOne(em, employeeDates(own), id)
  if (!row) throw notFound()
  return { ...row, ...countedDate(row, today) }
}

type Setting = { changes: Partial<ExpectedDates>; today: string; at: Date }

/** Changes the dates that are given, of a locked employee. 404 for an unknown one, 400 for dates that do not fit. */
export async function setEmployeeDates(em: Em, id: string, { changes, today, at }: Setting) {
  const { status, previous_status, ...before } = await readEmployeeDates(em, id, { today })
  checkExpected(previous_status ?? status, changes, today)
  const { expected_return_date, expected_start_date } = { ...before, ...changes }
  const dates = { expected_return_date, expected_start_date, updated_at: at }
  const stored = await em.findOne(EmployeeDates, id)
  if (expected_return_date === null && expected_start_date === null) stored && em.remove(stored)
  else if (stored) Object.assign(stored, dates)
  else em.create(EmployeeDates, { id, ...dates })
  await em.flush()
  return readEmployeeDates(em, id, { today })
}

type Listed = EmployeeDatesRow & { employee_number: string }

/** Everybody with dates, by name, and what planning makes of these. */
export async function listEmployeeDates(em: Em, today: string) {
  const rows = await readRows<Listed>(em)`
    select e.id as employee, employee_number, ${employeeName} as employee_name, status, previous_status,
      expected_return_date, expected_start_date
    from employee_dates d join employees e on e.id = d.id order by last_name, first_name, e.id`
  return rows.map(({ previous_status, ...row }) => ({
    ...row,
    ...countedDate({ ...row, previous_status }, today),
  }))
}
