import { randomUUID } from 'node:crypto'
import { Assignment } from '../../entities/assignment.ts'
import { checkAssignment } from '../../src/assignment-check.ts'
import { type AssignmentStatus, nextAssignmentStatus } from '../../src/assignment-lifecycle.ts'
import { type RuleCode, ruleCodes, type Violation } from '../../src/business-rules.ts'
import { refuseChanges } from '../../src/errors.ts'
import { formatHours, sumHours, toDecimal } from '../../src/hours.ts'
import type { PositionPlan } from './catalogue.ts'
import { kinds, type Row } from './columns.ts'
import type { EmployeePlan } from './people.ts'
import { changesOf, inTurn, isEmpty, type Known, type Work } from './work.ts'

type AssignmentRow = Row<'assignments'>

/** One row with what it is about; `stored` is undefined for a new one. */
type Plan = { row: AssignmentRow; employee: EmployeePlan; position: PositionPlan; stored?: Assignment }

/** The column that a blocking rule's refusal is told under. */
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

/**
 * Assignments by employee and position among those that are ACTIVE, by their date as well among the others. Those that
 * free hours come first, then those that are past, then the rest in the order of the file, each judged by D31.
 */
export function planAssignments(
  work: Work,
  employees: Known<EmployeePlan>,
  positions: Known<PositionPlan>,
  cap: string | null,
) {
  const plans = matchRows(work, employees, positions)
  const byId = new Map(positions.values.map((position) => [position.id, position]))
  const employeesById = new Map(employees.values.map((employee) => [employee.id, employee]))
  for (const { id, status, employee, position, effective_hours: hours } of work.stored.assignments)
    if (status === 'ACTIVE') employeesById.get(employee)?.active.set(id, { position, hours })

  const isCertain =
    kinds.every((kind) => work.folder[kind].isReadable) && !work.folder.org_units.broken.length
  const judge = (plan: Plan): { violations: Violation[] } => {
    if (!isCertain || !plan.employee.isCertain || !plan.position.isCertain) return { violations: [] }
    const judged = () => judgement(work, plan, cap)
    return work.problems.attempt(plan.row, judged, columnOf) ?? { violations: [] }
  }
  const pastOfPair = new Map<string, number>()
  for (const plan of plans.toSorted((a, b) => urgency(a) - urgency(b))) {
    if (plan.stored) planStored(work, plan, plan.stored, judge, byId)
    else planNew(work, plan, judge, pastOfPair)
  }
}

/** What is freed, what is past, what is less than before, all else. */
function urgency({ row, stored }: Plan): number {
  const status = row.status ?? stored?.status ?? 'ACTIVE'
  if (stored && status !== 'ACTIVE') return 0
  if (status !== 'ACTIVE') return status === 'ENDED' ? 1 : 2
  return stored && toDecimal(row.effective_hours).lte(stored.effective_hours) ? 3 : 4
}

function planStored(
  work: Work,
  plan: Plan,
  stored: Assignment,
  judge: (plan: Plan) => { violations: Violation[] },
  positions: Map<string, PositionPlan>,
) {
  const { waves, report, by, problems } = work
  const { row, employee } = plan
  const { effective_hours, effective_date, notes, is_reinforcement, status = stored.status } = row
  problems.attempt(row, () => refuseChanges(stored, { is_reinforcement }))
  const changes: Partial<Assignment> = changesOf(stored, { effective_hours, effective_date, notes })
  const isMoved = status !== stored.status
  if (isEmpty(changes) && !isMoved) {
    report.assignments.unchanged++
    return
  }
  report.assignments.updated++
  const isJudged = status !== 'ENDED' && ('effective_hours' in changes || 'effective_date' in changes)
  if (isJudged) Object.assign(changes, { metadata: judge(plan) })
  if (stored.status === 'ACTIVE') release(employee, stored.id, positions)
  if (status === 'ACTIVE') occupy(plan, stored.id)
  const wave = status === 'ACTIVE' ? waves.assigned : waves.freed
  wave.push(() => {
    Object.assign(stored, changes, { updated_at: by.at })
    if (status === 'ACTIVE' && isMoved) stored.resume(by)
    else if (isMoved) close(work, row, stored)
  })
}

function planNew(
  work: Work,
  plan: Plan,
  judge: (plan: Plan) => { violations: Violation[] },
  pastOfPair: Map<string, number>,
) {
  const { waves, report, em, by, problems } = work
  const { row, employee, position } = plan
  const { effective_hours, effective_date, notes, is_reinforcement, status = 'ACTIVE' } = row
  const id = randomUUID()
  report.assignments.inserted++
  // What is over takes nobody's time: no rule looks at it.
  const metadata = status === 'ENDED' ? { violations: [] } : judge(plan)
  const fields = { effective_hours, effective_date, notes, is_reinforcement, metadata }
  const stamps = { created_at: by.at, updated_at: by.at }
  const create = () =>
    em.create(Assignment, { id, employee: employee.id, position: position.id, ...fields, ...stamps })
  if (status === 'ACTIVE') {
    occupy(plan, id)
    waves.assigned.push(create)
    return
  }
  if ([...employee.active.values()].some((active) => active.position === position.id && status === 'ENDED'))
    problems.add(
      row,
      'position_title',
      'The employee has an active assignment to this position, which the file does not end.',
    )
  let made: Assignment
  const pair = `${employee.id} ${position.id}`
  const past = pastOfPair.get(pair) ?? 0
  pastOfPair.set(pair, past + 1)
  const acts = [
    () => {
      made = create()
    },
    () => close(work, row, made),
  ]
  inTurn(waves.past, acts, 2 * past)
}

/** Suspends or ends as the row says; the row's notes are the assignment's already. */
function close({ by }: Work, { status, end_reason }: AssignmentRow, assignment: Assignment) {
  if (status === 'SUSPENDED') assignment.suspend(by)
  else assignment.end({ end_reason: end_reason || 'OTHER', notes: '' }, by)
}

function occupy({ row, employee, position }: Plan, id: string) {
  employee.active.set(id, { position: position.id, hours: row.effective_hours })
  position.assigned = position.assigned.plus(row.effective_hours)
  position.count++
}

function release(employee: EmployeePlan, id: string, positions: Map<string, PositionPlan>) {
  const active = employee.active.get(id)
  const position = positions.get(active?.position ?? '')
  employee.active.delete(id)
  if (!active || !position) return
  position.assigned = position.assigned.minus(active.hours)
  position.count--
}

/** D31 over what will be stored by then, as `readAssignmentFacts` gathers it from what is. */
function judgement({ stored, by }: Work, { row, employee, position, stored: own }: Plan, cap: string | null) {
  const others = [...employee.active].filter(([id]) => id !== own?.id).map(([, active]) => active)
  const ownHours = employee.active.get(own?.id ?? '')?.hours ?? '0'
  const day = row.effective_date ?? by.today
  const holds = (tag: string) =>
    employee.tags.some(
      (held) =>
        held.tag === tag && held.start_date <= day && (held.end_date === null || held.end_date >= day),
    )
  const missing = (isMandatory: boolean) =>
    position.requirements
      .filter(({ is_mandatory, tag }) => is_mandatory === isMandatory && !holds(tag))
      .map(({ name }) => name)
  const isActive = row.status === 'SUSPENDED' ? position.was_active : position.is_active
  return checkAssignment(stored.rules, isActive, {
    employeeStatus: employee.status,
    hasActivePair: others.some((active) => active.position === position.id),
    employeeOtherHours: formatHours(sumHours(others.map(({ hours }) => hours))),
    requestedHours: row.effective_hours,
    clinicMaxWeeklyHours: cap,
    positionRequiredHours: position.required_weekly_hours,
    positionOtherHours: formatHours(position.assigned.minus(ownHours)),
    missingMandatoryTags: missing(true),
    missingOptionalTags: missing(false),
    contractEndDates: employee.tags.flatMap(({ isContract, end_date }) => (isContract && end_date) || []),
    today: by.today,
  })
}

function matchRows(work: Work, employees: Known<EmployeePlan>, positions: Known<PositionPlan>): Plan[] {
  const { folder, stored, problems } = work
  for (const { employee_number = '', org_unit_code = '', position_title = '' } of folder.assignments.broken)
    for (const plan of [employees.get(employee_number), positions.get(org_unit_code, position_title)])
      if (plan) plan.isCertain = false
  const storedByPair = Map.groupBy(stored.assignments, ({ employee, position }) => `${employee} ${position}`)
  const groups = new Map<string, Plan[]>()
  for (const row of folder.assignments.rows) {
    const employee = employees.find(problems, row, ['employee_number'], row.employee_number)
    const columns = ['org_unit_code', 'position_title']
    const position = positions.find(problems, row, columns, row.org_unit_code, row.position_title)
    if (employee && !position) employee.isCertain = false
    if (position && !employee) position.isCertain = false
    if (row.end_reason && row.status !== 'ENDED')
      problems.add(row, 'end_reason', 'Only an assignment that is ENDED has an end reason.')
    if (!employee || !position) continue
    const pair = `${employee.id} ${position.id}`
    const group = groups.get(pair) ?? []
    group.push({ row, employee, position })
    groups.set(pair, group)
  }
  for (const [pair, plans] of groups) match(work, plans, storedByPair.get(pair) ?? [])
  const byRow = new Map([...groups.values()].flat().map((plan) => [plan.row, plan]))
  return folder.assignments.rows.flatMap((row) => byRow.get(row) ?? [])
}

/** Finds what is stored of each row of one pair: the very same, else what the row's status can be reached from. */
function match({ problems }: Work, plans: Plan[], stored: Assignment[]) {
  const free = new Set(stored)
  const take = (plan: Plan, assignment: Assignment | undefined) => {
    if (!assignment) return
    free.delete(assignment)
    plan.stored = assignment
  }
  for (const plan of plans)
    take(
      plan,
      [...free].find((assignment) => isSame(plan.row, assignment)),
    )
  const live = ({ row }: Plan) => (row.status ?? 'ACTIVE') === 'ACTIVE'
  for (const plan of plans.toSorted((a, b) => Number(live(b)) - Number(live(a)))) {
    if (plan.stored) continue
    const candidates = [...free].filter((assignment) => mayBecome(plan.row, assignment))
    const active = candidates.find(({ status }) => status === 'ACTIVE')
    if (live(plan) && active) take(plan, active)
    else if (candidates.length < 2) take(plan, candidates[0])
    else {
      problems.add(
        plan.row,
        'position_title',
        'The key is ambiguous: several of the stored assignments have it.',
      )
      plan.employee.isCertain = false
    }
  }
}

const hasSameDate = (row: AssignmentRow, stored: Assignment) =>
  row.effective_date === (stored.effective_date ?? null)

function isSame(row: AssignmentRow, stored: Assignment): boolean {
  const { effective_hours, notes, is_reinforcement, status = stored.status } = row
  const end_reason: Assignment['end_reason'] = status === 'ENDED' ? row.end_reason || 'OTHER' : ''
  const isOpen = row.status !== undefined || stored.status !== 'ENDED'
  const fields = { effective_hours, notes, is_reinforcement, status, end_reason }
  return isOpen && hasSameDate(row, stored) && isEmpty(changesOf(stored, fields))
}

/** What is over may change its notes only (D31), so a row that says else is about another assignment. */
function mayBecome(row: AssignmentRow, stored: Assignment): boolean {
  const status: AssignmentStatus = row.status ?? 'ACTIVE'
  if (stored.status === 'ENDED') return isSame({ ...row, notes: stored.notes }, stored)
  if (stored.status === 'ACTIVE' && status === 'ACTIVE') return true
  const isReachable = status === stored.status || reachable(stored.status).includes(status)
  return isReachable && hasSameDate(row, stored)
}

const reachable = (status: AssignmentStatus) =>
  (['suspend', 'resume', 'end'] as const).flatMap(
    (transition) => nextAssignmentStatus(transition, status) ?? [],
  )
