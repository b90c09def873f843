import { defineEntity, p } from '@mikro-orm/core'
import {
  type AssignmentTransition,
  assignmentStatuses,
  type EndReason,
  endReasons,
  nextAssignmentStatus,
} from '../src/assignment-lifecycle.ts'
import type { Violation } from '../src/business-rules.ts'
import { invalid, transitionNotAllowed } from '../src/errors.ts'
import type { Audit, TransitionEvent } from './audit.ts'
import { choice, decimal, instant, text, uuidKey } from './columns.ts'
import { Employee } from './employee.ts'
import { beginning, orderingIndexes } from './orderings.ts'
import { Position } from './position.ts'

export const notesLength = 2000

export const assignmentOrderings = {
  created_at: ['created_at'],
  employee: ['employee_id', 'created_at'],
  position_id: ['position_id', 'created_at'],
  effective_hours: ['effective_hours'],
  is_reinforcement: ['is_reinforcement', 'created_at'],
  status: ['status', 'created_at'],
  effective_date: ['effective_date'],
  end_date: ['end_date'],
  end_reason: ['end_reason', 'created_at'],
  suspended_at: ['suspended_at'],
  notes: [beginning('notes')],
  updated_at: ['updated_at'],
  id: [],
} as const

export const AssignmentSchema = defineEntity({
  name: 'Assignment',
  tableName: 'assignments',
  properties: {
    id: uuidKey(),
    employee: () => p.manyToOne(Employee).mapToPk(),
    position: () => p.manyToOne(Position).mapToPk(),
    effective_hours: decimal(6),
    is_reinforcement: p.boolean().default(false),
    status: choice(assignmentStatuses).default('ACTIVE'),
    effective_date: p.date().nullable(),
    end_date: p.date().nullable(),
    end_reason: choice(['', ...endReasons]).default(''),
    suspended_at: instant().nullable(),
    notes: text(notesLength).default(''),
    metadata: p.json<{ violations: Violation[] }>(),
    created_at: instant(),
    updated_at: instant(),
  },
  indexes: [
    ...orderingIndexes('assignments', assignmentOrderings),
    {
      name: 'assignments_active_by_position',
      expression:
        'create index "assignments_active_by_position" on "assignments" (position_id) include (effective_hours, employee_id) where status = \'ACTIVE\'',
    },
    {
      name: 'assignments_active_by_employee',
      expression:
        'create index "assignments_active_by_employee" on "assignments" (employee_id) include (effective_hours) where status = \'ACTIVE\'',
    },
  ],
  uniques: [
    { name: 'assignments_active_pair', properties: ['employee', 'position'], where: { status: 'ACTIVE' } },
  ],
  checks: [
    { name: 'assignments_effective_hours', expression: 'effective_hours > 0 and effective_hours <= 168' },
  ],
})

export class Assignment extends AssignmentSchema.class {
  declare event?: TransitionEvent

  /** Whether a change to these values must be evaluated anew (D31); decimals are strings with two decimals. */
  differsFrom(other: {
    employee: string
    position_id: string
    effective_hours: string
    effective_date: string | null
  }) {
    return (
      this.employee !== other.employee ||
      this.position !== other.position_id ||
      this.effective_hours !== other.effective_hours ||
      (this.effective_date ?? null) !== other.effective_date
    )
  }

  suspend(by: Audit) {
    this.move('suspend', by)
    this.suspended_at = by.at
  }

  resume(by: Audit) {
    this.move('resume', by)
    this.suspended_at = null
  }

  /** Its notes are appended to the assignment's, its log reason is the end_reason (D27). */
  end({ end_reason, notes }: { end_reason: EndReason; notes: string }, by: Audit) {
    this.move('end', { ...by, reason: end_reason }, { end_reason, notes })
    this.end_date = by.today
    this.end_reason = end_reason
    const appended = [this.notes, notes].filter(Boolean).join('\n')
    if ([...appended].length > notesLength)
      throw invalid('notes', `Ensure the assignment's notes have no more than ${notesLength} characters.`)
    this.notes = appended
  }

  private move(transition: AssignmentTransition, by: Audit, metadata: Record<string, unknown> = {}) {
    const to = nextAssignmentStatus(transition, this.status)
    if (!to) throw transitionNotAllowed(transition, this.status)
    this.event = { transition, from_status: this.status, to_status: to, by, metadata }
    this.status = to
    this.updated_at = by.at
  }
}

AssignmentSchema.setClass(Assignment)
