import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { EmployeeStatus } from '../../src/people/employee-lifecycle.ts'
import { instant } from '../lists/columns.ts'
import { employeeName } from '../lists/fragments.ts'
import type { View } from '../lists/page.ts'
import { Employee } from '../people/employee.ts'
import { ownEmployee } from '../people/employees.ts'

/** When an employee is expected back from leave, or to start. Its id is the employee's. */
export const EmployeeDatesSchema = defineEntity({
  name: 'EmployeeDates',
  tableName: 'employee_dates',
  properties: {
    id: () => p.oneToOne(Employee).primary().mapToPk().joinColumn('id'),
    expected_return_date: p.date().nullable(),
    expected_start_date: p.date().nullable(),
    updated_at: instant(),
  },
})

export class EmployeeDates extends EmployeeDatesSchema.class {}

EmployeeDatesSchema.setClass(EmployeeDates)

export type EmployeeDatesRow = {
  id: string
  employee_name: string
  status: EmployeeStatus
  expected_return_date: string | null
  expected_start_date: string | null
}

/** The dates of any employee, who may have none; with `own`, only of one with that email (D17). */
export const employeeDates = (own?: string): View<EmployeeDatesRow> => ({
  table: 'employees',
  columns: sql`page.id, ${employeeName} as employee_name, page.status, d.expected_return_date, d.expected_start_date`,
  joins: sql`left join employee_dates d on d.id = page.id join employees e on e.id = page.id`,
  where: [ownEmployee(own)],
})
