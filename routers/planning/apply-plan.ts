import { readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Em } from '../../entities/connection/em.ts'
import { lockAssignments, lockEmployees, lockPositions } from '../../entities/locks.ts'
import { readHoursFacts } from '../../entities/people/hours.ts'
import { readDatedHours } from '../../entities/planning/position-requirement.ts'
import { readSecureHours } from '../../entities/secure-hours.ts'
import { Assignment } from '../../entities/work/assignment.ts'
import { readCoverage } from '../../entities/work/coverage.ts'
import { readManyAssignmentFacts } from '../../entities/work/facts.ts'
import { type FieldErrors, noSuchObject, planOutdated, refuseItems } from '../../src/errors.ts'
import { formatHundredths, toHundredths, totalHours } from '../../src/hours.ts'
import { stamped } from '../../src/logs/audit.ts'
import { type HoursFacts, hoursBalance } from '../../src/people/hours-balance.ts'
import type { Basis } from '../../src/planning/facts/clinic-facts.ts'
import { withoutHeadroom } from '../../src/planning/facts/day.ts'
import {
  addedHours,
  type CheckedLine,
  checkLines,
  type PlanLine,
} from '../../src/planning/plans/check-lines.ts'
import { coveragePct } from '../../src/work/coverage.ts'
import { countedBy, fingerprintOf } from './planned.ts'

type PlanApplication = {
  lines: readonly PlanLine[]
  fingerprint?: string
  basis: Basis
  hours_limit: 'CONTRACT' | 'WEEKLY_CAP'
  demand: 'BOOKED' | 'SECURE'
  effective_date: string
  notes: string
  on_conflict: 'REFUSE' | 'SKIP'
  today: string
}

type HoldingLine = Extract<CheckedLine, { metadata: object }>
type Raised = ReadonlyMap<string, Assignment>

const isHeld = (checked: CheckedLine): checked is HoldingLine => 'metadata' in checked

/**
 * Stores the lines of the plan in the transaction, and returns what became of them. 400 for unknown ids. 409 if the
 * fingerprint differs, or if a line no longer holds and none may be skipped.
 */
export async function applyPlan(em: Em, plan: PlanApplication, clock: () => Date) {
  const raised = await lockRows(em, plan.lines)
  if (
    plan.fingerprint !== undefined &&
    plan.fingerprint !== fingerprintOf(countedBy(plan.basis, await readClinicSnapshot(em, plan.today)))
  )
    throw planOutdated('The clinic has changed since the plan was made.')
  const checked = await checkedLines(em, plan, raised)
  if (plan.on_conflict === 'REFUSE') refuseOutdated(checked)
  const before = await readCoverage(em)
  const at = clock()
  const assignments = checked.map((one) => (isHeld(one) ? written(em, one, { plan, raised, at }) : undefined))
  await em.flush()
  const covered_hours = formatHundredths(
    checked.filter(isHeld).reduce((sum, { line }) => sum + addedHours(line), 0),
  )
  return {
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

/** Locks every row that the lines name, and returns the assignments that they raise; 400 for unknown ids. */
async function lockRows(em: Em, lines: readonly PlanLine[]): Promise<Raised> {
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
  refuseItems('lines', problems)
  return raised
}

async function checkedLines(em: Em, plan: PlanApplication, raised: Raised) {
  const { lines, hours_limit, effective_date, today, basis } = plan
  const proposals = lines.map(({ position_id: position, assignment, ...line }) => ({
    ...line,
    position,
    effective_date: assignment === null ? effective_date : raised.get(assignment)?.effective_date,
    except: assignment,
  }))
  const { rules, cap, facts } = await readManyAssignmentFacts(em, proposals, today)
  const employees = [...new Set(lines.map(({ employee }) => employee))]
  const hours = await readHoursFacts(em, employees, { referenceDate: today })
  const poolOf = (of: HoursFacts) => toHundredths(hoursBalance(today, of).pool.effective_hours)
  const pools = new Map(
    [...hours].map(([id, of]) => [id, formatHundredths(withoutHeadroom(poolOf(of), basis.headroom))]),
  )
  const secure = await secureHours(em, plan)
  const positions = lines.map(({ position_id }) => position_id)
  const dated = await readDatedHours(em, positions, today)
  const stored = lines.flatMap((line, index) => {
    const of = facts[index]
    const pool = pools.get(line.employee) ?? '0.00'
    const ofLine = {
      ...{ line, pool, secure: secure(line), dated: dated.get(line.position_id) },
      raised: raised.get(line.assignment ?? ''),
    }
    return of ? { ...ofLine, facts: of } : []
  })
  return checkLines(stored, { rules, cap, hours_limit })
}

/** Reads the secure hours of the lines' positions, which only a plan that also fills hours at risk depends on. */
async function secureHours(em: Em, { demand, lines, today, basis }: PlanApplication) {
  if (demand === 'BOOKED') return () => undefined
  const positions = new Set(lines.map(({ position_id }) => position_id))
  const hours = await readSecureHours(em, today, { positions: [...positions], basis })
  return ({ position_id }: PlanLine) => hours.get(position_id) ?? '0.00'
}

/** 409 with the problems of each line, if there are any. */
function refuseOutdated(checked: readonly CheckedLine[]) {
  const problems = checked.map((one) => (isHeld(one) ? {} : one.problems))
  const count = checked.filter((one) => !isHeld(one)).length
  if (count) throw planOutdated(outdatedText(count, checked.length), problems)
}

function outdatedText(count: number, total: number): string {
  if (total === 1) return 'The line no longer holds.'
  return `${count} of ${total} lines no longer ${count === 1 ? 'holds' : 'hold'}.`
}

type Writing = { plan: PlanApplication; raised: Raised; at: Date }

function written(em: Em, { line, metadata }: HoldingLine, { plan, raised, at }: Writing): Assignment {
  const { employee, position_id: position, effective_hours } = line
  const assignment = raised.get(line.assignment ?? '')
  if (!assignment) {
    const { effective_date, notes } = plan
    const terms = { employee, position, effective_hours, effective_date, notes, metadata }
    return em.create(Assignment, { ...terms, ...stamped(at) })
  }
  assignment.revise({ effective_hours, metadata }, at)
  return assignment
}
