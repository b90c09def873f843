import { readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Em } from '../../entities/connection/em.ts'
import { lockAssignments, lockEmployees, lockPositions } from '../../entities/locks.ts'
import { readHoursFacts } from '../../entities/people/hours.ts'
import {
  type Applier,
  readAssignmentColumns,
  recordApplication,
} from '../../entities/planning/application-log.ts'
import { readDatedHours } from '../../entities/planning/position-requirement.ts'
import { readSecureHours } from '../../entities/secure-hours.ts'
import { Assignment } from '../../entities/work/assignment.ts'
import { readCoverage } from '../../entities/work/coverage.ts'
import { readManyAssignmentFacts } from '../../entities/work/facts.ts'
import { type FieldErrors, noSuchObject, planOutdated, refuseItems } from '../../src/errors.ts'
import { formatHundredths, toHundredths, totalHours } from '../../src/hours.ts'
import { stamped } from '../../src/logs/audit.ts'
import { type HoursFacts, hoursBalance } from '../../src/people/hours-balance.ts'
import type { Basis, HoursLimit } from '../../src/planning/facts/clinic-facts.ts'
import { withoutHeadroom } from '../../src/planning/facts/day.ts'
import {
  addedHours,
  type CheckedLine,
  checkLines,
  isEnd,
  type PlanLine,
} from '../../src/planning/plans/check-lines.ts'
import { coveragePct } from '../../src/work/coverage.ts'
import { countedBy, fingerprintOf } from './planned.ts'

/** Lines with what is checked and stored with them. */
export type Application = {
  lines: readonly PlanLine[]
  /** What the same rebalance has taken away before. */
  takes?: readonly PlanLine[]
  fingerprint?: string
  basis: Basis
  hours_limit: HoursLimit
  demand: 'BOOKED' | 'SECURE'
  effective_date: string
  notes: string
  today: string
  by: Applier
}

type PlanApplication = Application & {
  on_conflict: 'REFUSE' | 'SKIP'
  /** The draft that is applied: what it names may have been removed since it was kept. */
  draft?: string
}

/** A line that can be stored. */
export type HoldingLine = Extract<CheckedLine, { metadata: object }>
export type Raised = ReadonlyMap<string, Assignment>

export const isHeld = (checked: CheckedLine): checked is HoldingLine => 'metadata' in checked

/**
 * Stores the lines of the plan in the transaction, and returns what became of them. 400 for unknown ids. 409 if the
 * fingerprint differs, or if a line no longer holds and none may be skipped.
 */
export async function applyPlan(em: Em, plan: PlanApplication, clock: () => Date) {
  const raised = await lockRows(em, plan.lines, plan.draft === undefined ? refuseUnknown : refuseRemoved)
  await checkFingerprint(em, plan)
  const checked = await checkedLines(em, plan, raised)
  if (plan.on_conflict === 'REFUSE') refuseOutdated(checked)
  const before = await readCoverage(em)
  const columns = await readAssignmentColumns(em, [...raised.keys()])
  const at = clock()
  const assignments = checked.map((one) => (isHeld(one) ? written(em, one, { plan, raised, at }) : undefined))
  await em.flush()
  const covered_hours = addedBy(checked.filter(isHeld).map(({ line }) => line))
  const { by, draft = null } = plan
  const entry = { kind: 'PLAN', draft, by, at, added_hours: covered_hours, before: columns } as const
  const ids = assignments.flatMap((assignment) => assignment?.id ?? [])
  const application = ids.length ? await recordApplication(em, entry, ids) : null
  return {
    application,
    applied: assignments.flatMap((assignment, index) => {
      if (!assignment) return []
      const { id, effective_hours } = assignment
      return {
        index,
        kind: raised.has(id) ? ('RAISE' as const) : ('CREATE' as const),
        assignment: id,
        effective_hours,
      }
    }),
    skipped: checked.flatMap((one, index) => (isHeld(one) ? [] : { index, messages: one.problems })),
    covered_hours,
    coverage_pct_before: coveragePct(before.assigned, before.required),
    coverage_pct_after: coveragePct(totalHours([before.assigned, covered_hours]), before.required),
  }
}

/** 409 if the clinic is not the one for which the plan was made. */
export async function checkFingerprint(em: Em, { fingerprint, basis, today }: Application) {
  if (fingerprint === undefined) return
  if (fingerprint !== fingerprintOf(countedBy(basis, await readClinicSnapshot(em, today))))
    throw planOutdated('The clinic has changed since the plan was made.')
}

/** The hours that lines add, without what others take away. */
export const addedBy = (lines: readonly PlanLine[]) =>
  formatHundredths(lines.reduce((sum, line) => sum + Math.max(0, addedHours(line)), 0))

const refuseUnknown = (problems: readonly FieldErrors[]) => refuseItems('lines', problems)

/** 409 for a draft that names what was removed after it was kept. */
function refuseRemoved(problems: FieldErrors[]) {
  const count = problems.filter((fields) => Object.keys(fields).length).length
  if (count) throw planOutdated(outdatedText(count, problems.length), problems)
}

/** Locks every row that the lines name, and returns the assignments that they change. */
export async function lockRows(
  em: Em,
  lines: readonly PlanLine[],
  refuse: (problems: FieldErrors[]) => void,
): Promise<Raised> {
  const employees = await lockEmployees(
    em,
    lines.map(({ employee }) => employee),
  )
  const positions = await lockPositions(
    em,
    lines.map(({ position_id }) => position_id),
  )
  const raised = await lockAssignments(
    em,
    lines.flatMap(({ assignment }) => assignment ?? []),
  )
  const problems = lines.map(({ employee, position_id, assignment }) => {
    const unknown: FieldErrors = {}
    if (!employees.has(employee)) unknown.employee = [noSuchObject(employee)]
    if (!positions.has(position_id)) unknown.position_id = [noSuchObject(position_id)]
    if (assignment !== null && !raised.has(assignment)) unknown.assignment = [noSuchObject(assignment)]
    return unknown
  })
  refuse(problems)
  return raised
}

/** The day of which contracts and requirements count: when new assignments begin, or today once that has passed. */
export const countedDay = ({ effective_date, today }: Pick<Application, 'effective_date' | 'today'>) =>
  effective_date < today ? today : effective_date

/** Checks the lines against what is stored, each as if those before it were stored too. */
export async function checkedLines(em: Em, plan: Application, raised: Raised) {
  const { lines, takes, hours_limit, effective_date, today, basis } = plan
  const day = countedDay(plan)
  const proposals = lines.map(({ position_id: position, assignment, ...line }) => ({
    ...line,
    position,
    effective_date: assignment === null ? effective_date : raised.get(assignment)?.effective_date,
    except: assignment,
  }))
  const { rules, cap, facts } = await readManyAssignmentFacts(em, proposals, today)
  const employees = [...new Set(lines.map(({ employee }) => employee))]
  const hours = await readHoursFacts(em, employees, { referenceDate: day })
  const poolOf = (of: HoursFacts) => toHundredths(hoursBalance(day, of).pool.effective_hours)
  const pools = new Map([...hours].map(([id, of]) => [id, withoutHeadroom(poolOf(of), basis.headroom)]))
  const secure = await secureHours(em, plan)
  const positions = lines.map(({ position_id }) => position_id)
  const dated = await readDatedHours(em, positions, day)
  const stored = lines.flatMap((line, index) => {
    const of = facts[index]
    const pool = pools.get(line.employee) ?? 0
    const ofLine = {
      ...{ line, pool, secure: secure(line), dated: dated.get(line.position_id) },
      raised: raised.get(line.assignment ?? ''),
    }
    return of ? { ...ofLine, facts: of } : []
  })
  const weekly_cap = cap === null ? null : toHundredths(cap)
  return checkLines(stored, { rules, weekly_cap, hours_limit, takes })
}

/** Reads the secure hours of the lines' positions, which only a plan that also fills hours at risk depends on. */
async function secureHours(em: Em, plan: Application) {
  const { demand, lines, today, basis, hours_limit } = plan
  if (demand === 'BOOKED') return () => undefined
  const positions = new Set(lines.map(({ position_id }) => position_id))
  const asked = { day: countedDay(plan), positions: [...positions], basis, hours_limit }
  const hours = await readSecureHours(em, today, asked)
  return ({ position_id }: PlanLine) => hours.get(position_id) ?? '0.00'
}

/** 409 with the problems of each line, if there are any. */
function refuseOutdated(checked: readonly CheckedLine[]) {
  const problems = checked.map((one) => (isHeld(one) ? {} : one.problems))
  const count = checked.filter((one) => !isHeld(one)).length
  if (count) throw planOutdated(outdatedText(count, checked.length), problems)
}

/** How many lines no longer hold. */
export function outdatedText(count: number, total: number, what: 'line' | 'change' = 'line'): string {
  if (total === 1) return `The ${what} no longer holds.`
  return `${count} of ${total} ${what}s no longer ${count === 1 ? 'holds' : 'hold'}.`
}

type Writing = { plan: Application; raised: Raised; at: Date }

/** The assignment that the line creates or changes. */
export function written(em: Em, { line, metadata }: HoldingLine, { plan, raised, at }: Writing): Assignment {
  const { employee, position_id: position, effective_hours } = line
  const assignment = raised.get(line.assignment ?? '')
  if (!assignment) {
    const { effective_date, notes } = plan
    const terms = { employee, position, effective_hours, effective_date, notes, metadata }
    return em.create(Assignment, { ...terms, ...stamped(at) })
  }
  if (isEnd(line))
    assignment.end(
      { end_reason: 'OTHER', notes: plan.notes },
      { ...plan.by, at, today: plan.today, reason: '' },
    )
  else assignment.revise({ effective_hours, metadata }, at)
  return assignment
}
