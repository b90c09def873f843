import { randomUUID } from 'node:crypto'
import { Assignment } from '../../../entities/work/assignment.ts'
import { fileKinds } from '../../../src/clinic-files.ts'
import { refuseChanges } from '../../../src/errors.ts'
import { toDecimal } from '../../../src/hours.ts'
import type { Audit } from '../../../src/logs/audit.ts'
import { checkAssignment } from '../../../src/work/assignment-check.ts'
import { type RuleCode, ruleCodes, type Violation } from '../../../src/work/business-rules.ts'
import { assignmentFacts } from '../plan/assignment-facts.ts'
import {
  changedFields,
  type ImportPlan,
  importStep,
  isEmpty,
  storedTarget,
  type Track,
} from '../plan/import-plan.ts'
import { occupy, release } from '../plan/planned.ts'
import type { Indexes } from '../plan/row-index.ts'
import type { StoredAssignment } from '../plan/stored.ts'
import { type AssignmentRow, matchAssignments, type NamedAssignment } from './assignment-matching.ts'
import { planLeavers } from './leavers.ts'

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

/** `cap` is the clinic's weekly cap for every employee, if it sets one. */
type PlannedClinic = Indexes & { cap: string | null }

/**
 * Plans the assignments, each evaluated by D31. Those that free hours come first, then those of the past, then the
 * rest in the order of the file.
 */
export function planAssignments(plan: ImportPlan, clinic: PlannedClinic) {
  const named = matchAssignments(plan, clinic)
  for (const { id, status, employee, position, effective_hours: hours } of plan.stored.assignments)
    if (status === 'ACTIVE') clinic.employees.withId(employee)?.active.set(id, { position, hours })
  planLeavers(plan, clinic, named)
  const { folder } = plan
  const isCertain = fileKinds.every((kind) => folder[kind].isReadable) && !folder.org_units.broken.length
  const planning = { plan, cap: clinic.cap, isCertain, pastOfPair: new Map() }
  for (const one of named.toSorted((a, b) => urgency(a) - urgency(b)))
    if (one.stored) changeAssignment(planning, one, one.stored)
    else createAssignment(planning, one)
}

type Planning = {
  plan: ImportPlan
  cap: string | null
  /** False when rows of other files could not be read. */
  isCertain: boolean
  /** New assignments of the past by pair; one is closed before the next is created. */
  pastOfPair: Map<string, Track>
}

/** Freed, ended, suspended, reduced, all others. */
function urgency({ row, stored }: NamedAssignment): number {
  const status = row.status ?? stored?.status ?? 'ACTIVE'
  if (stored && status !== 'ACTIVE') return 0
  if (status !== 'ACTIVE') return status === 'ENDED' ? 1 : 2
  return stored && toDecimal(row.effective_hours).lte(stored.effective_hours) ? 3 : 4
}

function changeAssignment(planning: Planning, named: NamedAssignment, stored: StoredAssignment) {
  const { plan } = planning
  const { problems, stages, by } = plan
  const { row } = named
  const { effective_hours, effective_date, notes, is_reinforcement, status = stored.status } = row
  problems.attempt(row, () => refuseChanges(stored, { is_reinforcement }))
  const changes = changedFields<Assignment>(stored, { effective_hours, effective_date, notes })
  const isMoved = status !== stored.status
  const isUnchanged = isEmpty(changes) && !isMoved
  plan.count(row, isUnchanged ? 'unchanged' : 'updated')
  if (isUnchanged) return
  const isEvaluated = 'effective_hours' in changes || 'effective_date' in changes
  if (isEvaluated && status !== 'ENDED') changes.metadata = evaluate(planning, named)
  else if (isMoved && status === 'ACTIVE') checkPositionActive(planning, named)
  release(named, stored.id)
  if (status === 'ACTIVE') occupy(named, stored.id, effective_hours)
  const stage = status === 'ACTIVE' ? stages.assigned : stages.freed
  const change = (assignment: Assignment) => {
    assignment.revise(changes, by.at)
    if (isMoved) move(assignment, row, by)
  }
  stage.push([importStep(storedTarget(Assignment, stored), change)])
}

function createAssignment(planning: Planning, named: NamedAssignment) {
  const { plan } = planning
  const { by, stages, stamps } = plan
  const { row, employee, position } = named
  const { effective_hours, effective_date, notes, is_reinforcement, status = 'ACTIVE' } = row
  // Ended assignments are exempt from the rules.
  const metadata = status === 'ENDED' ? { violations: [] } : evaluate(planning, named)
  const fields = { effective_hours, effective_date, notes, is_reinforcement, metadata }
  const ids = { employee: employee.id, position: position.id }
  const made = plan.make(row, Assignment, { ...ids, ...fields, ...stamps })
  if (status === 'ACTIVE') {
    // No stored assignment has this id, so any will do until the new one is stored.
    occupy(named, randomUUID(), effective_hours)
    stages.assigned.push([importStep(made)])
  } else {
    if (status === 'ENDED') refuseActivePair(plan, named)
    const { end_reason } = row
    const close = importStep(made, (assignment) => move(assignment, { status, end_reason }, by))
    addPast(planning, named, [importStep(made), close])
  }
}

/** As in resume (D52), no rule is evaluated, but the position must be active. */
function checkPositionActive({ plan, isCertain }: Planning, { row, position }: NamedAssignment) {
  if (isCertain && position.isCertain && !position.is_active)
    plan.problems.add(row, 'position_title', 'The position is inactive.')
}

function refuseActivePair({ problems }: ImportPlan, { row, employee, position }: NamedAssignment) {
  const message = 'The employee has an active assignment to this position, which the file does not end.'
  if ([...employee.active.values()].some((active) => active.position === position.id))
    problems.add(row, 'position_title', message)
}

function addPast({ plan, pastOfPair }: Planning, { employee, position }: NamedAssignment, steps: Track) {
  const pair = `${employee.id} ${position.id}`
  const earlier = pastOfPair.get(pair)
  if (earlier) return earlier.push(...steps)
  pastOfPair.set(pair, steps)
  plan.stages.past.push(steps)
}

function evaluate(planning: Planning, named: NamedAssignment): { violations: Violation[] } {
  const { plan, cap, isCertain } = planning
  const { row, employee, position, stored } = named
  const none = { violations: [] }
  if (!isCertain || !employee.isCertain || !position.isCertain) return none
  const { today } = plan.by
  const day = row.effective_date ?? today
  const proposed = { employee, position, hours: row.effective_hours, day, except: stored?.id }
  const facts = assignmentFacts(proposed, { cap, today })
  const isActive = row.status === 'SUSPENDED' ? position.was_active : position.is_active
  const check = () => checkAssignment(plan.stored.rules, isActive, facts)
  return plan.problems.attempt(row, check, columnOf) ?? none
}

type Ending = Pick<AssignmentRow, 'status' | 'end_reason'>

/** Takes the transition to the row's status; the row's notes are the assignment's already. */
function move(assignment: Assignment, { status, end_reason }: Ending, by: Audit) {
  if (status === 'ACTIVE') assignment.resume(by)
  else if (status === 'SUSPENDED') assignment.suspend(by)
  else assignment.end({ end_reason: end_reason || 'OTHER', notes: '' }, by)
}
