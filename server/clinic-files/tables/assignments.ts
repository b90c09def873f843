import { randomUUID } from 'node:crypto'
import { Assignment } from '../../../entities/work/assignment.ts'
import { refuseChanges } from '../../../src/errors.ts'
import { toDecimal } from '../../../src/hours.ts'
import type { Audit } from '../../../src/logs/audit.ts'
import { checkAssignment } from '../../../src/work/assignment-check.ts'
import { type RuleCode, ruleCodes, type Violation } from '../../../src/work/business-rules.ts'
import { fileKinds } from '../files/columns.ts'
import { assignmentFacts } from '../plan/assignment-facts.ts'
import {
  changedFields,
  type ImportPlan,
  importStep,
  isEmpty,
  storedTarget,
  type Track,
} from '../plan/import-plan.ts'
import { occupy, type PlannedEmployee, type PlannedPosition, release } from '../plan/planned.ts'
import type { RowIndex } from '../plan/row-index.ts'
import type { StoredAssignment } from '../plan/stored.ts'
import { type AssignmentRow, matchAssignments, type NamedAssignment } from './assignment-matching.ts'

/** The column under which a blocking rule is reported. */
const columnOfRule: Record<RuleCode, keyof AssignmentRow> = {
  MAX_WEEKLY_HOURS: 'effective_hours',
  DUPLICATE_ASSIGNMENT: 'position_title',
  EMPLOYEE_TERMINATED: 'employee_number',
  TAG_REQUIREMENT_MISMATCH: 'position_title',
  MAX_CONSECUTIVE_SHIFTS: 'effective_hours',
  COVERAGE_EXCEEDED: 'effective_hours',
  CONTRACT_NEAR_EXPIRY: 'employee_number',
}
const columnOf = (message: string) =>
  columnOfRule[ruleCodes.find((code) => message.startsWith(code)) ?? 'MAX_WEEKLY_HOURS']

type PlannedClinic = {
  employees: RowIndex<PlannedEmployee>
  positions: RowIndex<PlannedPosition>
  /** The clinic's weekly cap for every employee, if it sets one. */
  cap: string | null
}

/**
 * Plans the assignments, each evaluated by D31. Those that free hours come first, then those of the past, then the
 * rest in the order of the file.
 */
export function planAssignments(plan: ImportPlan, clinic: PlannedClinic) {
  const named = matchAssignments(plan, clinic)
  for (const { id, status, employee, position, effective_hours: hours } of plan.stored.assignments)
    if (status === 'ACTIVE') clinic.employees.withId(employee)?.active.set(id, { position, hours })
  const planner = new AssignmentPlanner(plan, clinic.cap)
  for (const one of named.toSorted((a, b) => urgency(a) - urgency(b))) planner.add(one)
}

/** Freed, ended, suspended, reduced, all others. */
function urgency({ row, stored }: NamedAssignment): number {
  const status = row.status ?? stored?.status ?? 'ACTIVE'
  if (stored && status !== 'ACTIVE') return 0
  if (status !== 'ACTIVE') return status === 'ENDED' ? 1 : 2
  return stored && toDecimal(row.effective_hours).lte(stored.effective_hours) ? 3 : 4
}

class AssignmentPlanner {
  private readonly plan: ImportPlan
  private readonly cap: string | null
  /** False when rows of other files could not be read. */
  private readonly isCertain: boolean
  /** New assignments of the past by pair; one is closed before the next is created. */
  private readonly pastOfPair = new Map<string, Track>()

  constructor(plan: ImportPlan, cap: string | null) {
    const { folder } = plan
    this.plan = plan
    this.cap = cap
    this.isCertain = fileKinds.every((kind) => folder[kind].isReadable) && !folder.org_units.broken.length
  }

  add(named: NamedAssignment) {
    if (named.stored) this.change(named, named.stored)
    else this.create(named)
  }

  private change(named: NamedAssignment, stored: StoredAssignment) {
    const { problems, stages, by } = this.plan
    const { row } = named
    const { effective_hours, effective_date, notes, is_reinforcement, status = stored.status } = row
    problems.attempt(row, () => refuseChanges(stored, { is_reinforcement }))
    const changes = changedFields<Assignment>(stored, { effective_hours, effective_date, notes })
    const isMoved = status !== stored.status
    const isUnchanged = isEmpty(changes) && !isMoved
    this.plan.count(row, isUnchanged ? 'unchanged' : 'updated')
    if (isUnchanged) return
    const isEvaluated = 'effective_hours' in changes || 'effective_date' in changes
    if (isEvaluated && status !== 'ENDED') changes.metadata = this.evaluate(named)
    else if (isMoved && status === 'ACTIVE') this.checkPositionActive(named)
    release(named, stored.id)
    if (status === 'ACTIVE') occupy(named, stored.id, effective_hours)
    const stage = status === 'ACTIVE' ? stages.assigned : stages.freed
    const change = (assignment: Assignment) => {
      assignment.revise(changes, by.at)
      if (isMoved) move(assignment, row, by)
    }
    stage.push([importStep(storedTarget(Assignment, stored), change)])
  }

  private create(named: NamedAssignment) {
    const { plan } = this
    const { by, stages, stamps } = plan
    const { row, employee, position } = named
    const { effective_hours, effective_date, notes, is_reinforcement, status = 'ACTIVE' } = row
    // Ended assignments are exempt from the rules.
    const metadata = status === 'ENDED' ? { violations: [] } : this.evaluate(named)
    const fields = { effective_hours, effective_date, notes, is_reinforcement, metadata }
    const ids = { employee: employee.id, position: position.id }
    const made = plan.make(row, Assignment, { ...ids, ...fields, ...stamps })
    if (status === 'ACTIVE') {
      // No stored assignment has this id, so any will do until the new one is stored.
      occupy(named, randomUUID(), effective_hours)
      stages.assigned.push([importStep(made)])
    } else {
      if (status === 'ENDED') this.refuseActivePair(named)
      const { end_reason } = row
      const close = importStep(made, (assignment) => move(assignment, { status, end_reason }, by))
      this.addPast(named, [importStep(made), close])
    }
  }

  /** As in resume (D52), no rule is evaluated, but the position must be active. */
  private checkPositionActive({ row, position }: NamedAssignment) {
    if (this.isCertain && position.isCertain && !position.is_active)
      this.plan.problems.add(row, 'position_title', 'The position is inactive.')
  }

  private refuseActivePair({ row, employee, position }: NamedAssignment) {
    const message = 'The employee has an active assignment to this position, which the file does not end.'
    if ([...employee.active.values()].some((active) => active.position === position.id))
      this.plan.problems.add(row, 'position_title', message)
  }

  private addPast({ employee, position }: NamedAssignment, steps: Track) {
    const pair = `${employee.id} ${position.id}`
    const earlier = this.pastOfPair.get(pair)
    if (earlier) return earlier.push(...steps)
    this.pastOfPair.set(pair, steps)
    this.plan.stages.past.push(steps)
  }

  private evaluate({ row, employee, position, stored }: NamedAssignment): { violations: Violation[] } {
    const none = { violations: [] }
    if (!this.isCertain || !employee.isCertain || !position.isCertain) return none
    const { today } = this.plan.by
    const day = row.effective_date ?? today
    const proposed = { employee, position, hours: row.effective_hours, day, except: stored?.id }
    const facts = assignmentFacts(proposed, { cap: this.cap, today })
    const isActive = row.status === 'SUSPENDED' ? position.was_active : position.is_active
    const check = () => checkAssignment(this.plan.stored.rules, isActive, facts)
    return this.plan.problems.attempt(row, check, columnOf) ?? none
  }
}

type Ending = Pick<AssignmentRow, 'status' | 'end_reason'>

/** Takes the transition to the row's status; the row's notes are the assignment's already. */
function move(assignment: Assignment, { status, end_reason }: Ending, by: Audit) {
  if (status === 'ACTIVE') assignment.resume(by)
  else if (status === 'SUSPENDED') assignment.suspend(by)
  else assignment.end({ end_reason: end_reason || 'OTHER', notes: '' }, by)
}
