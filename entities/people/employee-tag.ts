import { defineEntity, p } from '@mikro-orm/core'
import { invalid } from '../../src/errors.ts'
import { type Audit, after, type TagChangeEvent } from '../../src/logs/audit.ts'
import {
  checkPeriod,
  type EmployeeTagState,
  employeeTagStatuses,
  tagChange,
} from '../../src/people/employee-tag-lifecycle.ts'
import { choice, instant, uuidKey } from '../lists/columns.ts'
import { index, orderingIndexes } from '../lists/orderings.ts'
import { Employee } from './employee.ts'
import { Tag } from './tag.ts'

export const employeeTagOrderings = {
  created_at: ['created_at'],
  employee: ['employee_id', 'created_at'],
  tag: ['tag_id', 'created_at'],
  start_date: ['start_date'],
  end_date: ['end_date'],
  status: ['status', 'created_at'],
  id: [],
} as const

export const EmployeeTagSchema = defineEntity({
  name: 'EmployeeTag',
  tableName: 'employee_tags',
  properties: {
    id: uuidKey(),
    employee: () => p.manyToOne(Employee).mapToPk(),
    tag: () => p.manyToOne(Tag).mapToPk(),
    start_date: p.date(),
    end_date: p.date().nullable(),
    status: choice(employeeTagStatuses).default('ACTIVE'),
    created_at: instant(),
    updated_at: instant(),
  },
  indexes: [
    ...orderingIndexes('employee_tags', employeeTagOrderings, {
      created_at: 'tag_id',
      tag: 'status',
      status: 'tag_id',
    }),
    index(
      'employee_tags',
      'held',
      "(employee_id, tag_id) include (start_date, end_date) where status = 'ACTIVE'",
    ),
    index('employee_tags', 'by_updated_at', '(updated_at, id)'),
    index('employee_tags', 'active_by_end_date', "(end_date, id) where status = 'ACTIVE'"),
  ],
  checks: [{ name: 'employee_tags_dates', expression: 'end_date >= start_date' }],
})

export class EmployeeTag extends EmployeeTagSchema.class {
  declare event?: TagChangeEvent

  /** Logs the creation as ASSIGNED. */
  assigned(by: Audit) {
    this.event = { action: 'ASSIGNED', by }
  }

  /** Changes dates and status with at most one log entry (D28). */
  revise(patch: Partial<EmployeeTagState>, by: Audit) {
    const current = { status: this.status, start_date: this.start_date, end_date: this.end_date ?? null }
    const next = { ...current, ...patch }
    checkPeriod(next.start_date, next.end_date)
    const change = tagChange(current, patch)
    if (change.kind === 'refused') throw invalid('status', change.message)
    if (change.kind === 'unchanged') return
    this.start_date = next.start_date
    this.end_date = next.end_date
    this.status = next.status
    this.record(change.action, by)
  }

  /** The soft delete: always logged (D28). */
  revoke(by: Audit) {
    this.status = 'REVOKED'
    this.record('REVOKED', by)
  }

  private record(action: TagChangeEvent['action'], by: Audit) {
    this.event = { action, by }
    this.updated_at = after(this.updated_at, by.at)
  }
}

EmployeeTagSchema.setClass(EmployeeTag)
