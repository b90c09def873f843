import { defineEntity, p } from '@mikro-orm/core'
import { conflict, invalid, transitionNotAllowed } from '../../src/errors.ts'
import { type Audit, after, latest, type TransitionEvent } from '../../src/logs/audit.ts'
import {
  type AssignmentTransition,
  assignmentStatuses,
  type EndReason,
  endReasons,
  nextAssignmentStatus,
} from '../../src/work/assignment-lifecycle.ts'
import type { Violation } from '../../src/work/business-rules.ts'
import { choice, decimal, instant, text, uuidKey } from '../lists/columns.ts'
import { beginning, index, orderingIndexes } from '../lists/orderings.ts'
import { Employee } from '../people/employee.ts'
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

/** Both columns are null in ACTIVE assignments, so a scan of their indexes would first pass all other rows. */
export const activeAssignmentOrderings = {
  ...assignmentOrderings,
  end_reason: ['created_at'],
  suspended_at: [],
}

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
    index(
      'assignments',
      'active_by_position',
      "(position_id) include (effective_hours, employee_id) where status = 'ACTIVE'",
    ),
    index(
      'assignments',
      'active_by_employee',
      "(employee_id) include (effective_hours) where status = 'ACTIVE'",
    ),
    ...['effective_date', 'end_date'].map((date) =>
      index('assignments', `active_by_${date}`, `(${date}, id) where status = 'ACTIVE'`),
    ),
  ],
  uniques: [
    { name: 'assignments_active_pair', properties: ['employee', 'position'], where: { status: 'ACTIVE' } },
  ],
  checks: [
    { name: 'assignments_effective_hours', expression: 'effective_hours > 0 and effective_hours <= 168' },
  ],
})

/** The fields that the rules look at; hours are a string with two decimals. */
type Terms = { employee: string; position: string; effective_hours: string; effective_date: string | null }

export class Assignment extends AssignmentSchema.class {
  declare event?: TransitionEvent

  /** The changed terms, to be checked again; undefined if they stay the same, 409 if the assignment is ENDED (D31). */
  newTerms(changes: Partial<Terms>): Terms | undefined {
    const {
      employee = this.employee,
      position = this.position,
      effective_hours = this.effective_hours,
    } = changes
    const date = this.effective_date ?? null
    const { effective_date = date } = changes
    const isMoved = employee !== this.employee || position !== this.position
    if (!isMoved && effective_hours === this.effective_hours && effective_date === date) return undefined
    if (this.status === 'ENDED') throw conflict("An assignment in state 'ENDED' can change its notes only.")
    return { employee, position, effective_hours, effective_date }
  }

  revise(changes: Partial<Assignment>, at: Date) {
    Object.assign(this, changes, { updated_at: latest(this.updated_at, at) })
  }

  suspend(by: Audit) {
    this.move('suspend', by)
    this.suspended_at = by.at
  }

  resume(by: Audit) {
    this.move('resume', by)
    this.suspended_at = null
  }

  /** Appends the notes to the assignment's; the end_reason becomes the reason in the log (D27). */
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
    this.updated_at = after(this.updated_at, by.at)
  }
}

AssignmentSchema.setClass(Assignment)
