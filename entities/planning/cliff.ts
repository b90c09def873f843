import { defineEntity, p } from '@mikro-orm/core'
import type { Night } from '../../src/planning/establishment/night.ts'
import { causes } from '../../src/planning/forecast/cliff-causes.ts'
import type { Em } from '../connection/em.ts'
import { choice, decimal, instant, uuidKey } from '../lists/columns.ts'
import { changeRows } from '../lists/rows.ts'
import { Employee } from '../people/employee.ts'
import { EmployeeTag } from '../people/employee-tag.ts'
import { OrgUnit } from '../work/org-unit.ts'

/** The losses of secure hours that are near, as the last night found them. One person has one in a week. */
export const Cliff = defineEntity({
  name: 'Cliff',
  tableName: 'cliffs',
  properties: {
    id: uuidKey(),
    employee: () => p.manyToOne(Employee).mapToPk().deleteRule('cascade'),
    /** The tag that ends or begins; null if an assignment is the cause. */
    employee_tag: () => p.manyToOne(EmployeeTag).mapToPk().nullable().deleteRule('cascade'),
    /** Where most of the hours are. */
    org_unit: () => p.manyToOne(OrgUnit).mapToPk().deleteRule('cascade'),
    cause: choice(causes),
    date: p.date(),
    /** The ISO week, such as `2027-W05`. */
    week: p.string().columnType('varchar(8)'),
    hours: decimal(6),
    created_at: instant(),
  },
  indexes: [
    { name: 'cliffs_of_employee_tag', properties: ['employee_tag'] },
    { name: 'cliffs_of_org_unit', properties: ['org_unit'] },
  ],
  uniques: [{ name: 'cliffs_of_week', properties: ['employee', 'week'] }],
})

/**
 * Adds cliffs that have come near, and removes those that have come or that are no longer ahead; the change log tells of
 * both. A cliff with the same cause and date keeps its row as it was, so it is told of once. New rows lock their employees
 * by foreign keys, so they come in the order of entities/locks.ts.
 */
export async function keepCliffs(em: Em, cliffs: Night['cliffs'], at: Date) {
  const found = JSON.stringify(cliffs)
  await changeRows(em)`delete from cliffs c where not exists (
    select from jsonb_populate_recordset(null::cliffs, ${found}::jsonb) f
    where (f.employee_id, f.week, f.cause, f.date) = (c.employee_id, c.week, c.cause, c.date)
      and f.employee_tag_id is not distinct from c.employee_tag_id)`
  await changeRows(em)`
    insert into cliffs (id, employee_id, employee_tag_id, org_unit_id, cause, date, week, hours, created_at)
    select gen_random_uuid(), employee_id, employee_tag_id, org_unit_id, cause, date, week, hours, ${at}
    from jsonb_populate_recordset(null::cliffs, ${found}::jsonb) order by employee_id, date
    on conflict (employee_id, week) do nothing`
}
