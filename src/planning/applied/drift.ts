import { toDate, toDay } from '../../calendar.ts'
import { DomainError, type FieldErrors } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import type { AssignedHours, ClinicFacts, EmployeeFacts } from '../facts/clinic-facts.ts'
import { mondayOf, poolOn } from '../facts/day.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { secureHours } from '../forecast/totals.ts'
import {
  addedHours,
  checkLines,
  type LineState,
  type PlanLine,
  type StoredLine,
} from '../plans/check-lines.ts'
import { planSummary } from '../plans/plan-answer.ts'
import { type PlanInput, planRequest } from '../plans/plan-request.ts'
import { ruleFacts, type Suggesting, suggesting } from '../suggestions/suggestion.ts'
import { driftSentence } from '../words/plan.ts'

/** A plan that was made before, with what it was asked for. */
export type DriftInput = Omit<PlanInput, 'keep'> & { reference_date: string; lines: readonly PlanLine[] }

/** A line as the clinic stands now. Hours are decimals; null where there is no such person or active position. */
type DriftedLine = {
  state: LineState
  problems: FieldErrors
  lacking_hours: string | null
  free_hours: string | null
}

/**
 * How far the lines of an earlier plan still hold, and what a plan would cover now. The lines of a week that has begun
 * are checked as if they were applied now, others as on their day.
 */
export function drift(facts: ClinicFacts, { lines, ...input }: DriftInput, isNew = false) {
  const { employees, today } = facts
  const day = Math.max(today, toDay(input.reference_date))
  const isAppliedNow = !isNew && mondayOf(day) <= today
  const seen = isAppliedNow
    ? { ...clinicOn({ ...facts, today: day }, day, false), employees, today }
    : { ...clinicOn(facts, day), today: day }
  const given = suggesting(seen, day)
  const secure = input.demand === 'SECURE' ? secureHours(given.facts, day, input.hours_limit) : undefined
  const found = lines.map((line) => storedLine(given, line, secure))
  const checkable = found.flatMap(({ stored }) => stored ?? [])
  const checked = checkLines(checkable, { ...facts, hours_limit: input.hours_limit }).values()
  const drifted = found.map(({ stored, missing, lacking, busy }): DriftedLine => {
    if (!stored) return { state: 'NOT_ACCEPTED', problems: missing, lacking_hours: null, free_hours: null }
    const one = checked.next().value
    const problems = one && 'problems' in one ? one.problems : {}
    const holds = Object.keys(problems).length === 0
    const pool = input.hours_limit === 'CONTRACT' ? stored.pool : Infinity
    return {
      state: holds ? 'HOLDS' : lacking === 0 ? 'NOT_NEEDED' : 'NOT_ACCEPTED',
      problems,
      lacking_hours: formatHundredths(lacking),
      free_hours: formatHundredths(Math.max(0, Math.min(given.limit, pool) - busy)),
    }
  })
  const count = (state: DriftedLine['state']) => drifted.filter((line) => line.state === state).length
  const counts = { lines: lines.length, refused: count('NOT_ACCEPTED'), unneeded: count('NOT_NEEDED') }
  return {
    lines: drifted,
    sentence: driftSentence(counts, input.language),
    planned_again: again(facts, { ...input, reference_date: toDate(day) }),
  }
}

/** Like {@link drift}, for a plan that is about to be kept: all lines are checked as on their day. 400 for a bad request. */
export function keptPlan(facts: ClinicFacts, input: DriftInput) {
  planRequest(facts, { ...input, keep: [] })
  return drift(facts, input, true)
}

/** The summary of the same plan made now; null if it would be refused, as where its org unit is gone. */
function again(facts: ClinicFacts, input: Omit<DriftInput, 'lines'>) {
  try {
    return planSummary(facts, { ...input, keep: [] })
  } catch (refusal) {
    if (refusal instanceof DomainError) return null
    throw refusal
  }
}

/** `lacking` and `busy` are the hundredths that the position lacks and that the employee works now. */
type Found = { stored?: StoredLine; missing: FieldErrors; lacking: number; busy: number }

/** The line with its facts; what is missing, if its employee or its position is. */
function storedLine(given: Suggesting, line: PlanLine, secure: number[] | undefined): Found {
  const { facts, load, day } = given
  const employee = facts.employees.findIndex(({ id }) => id === line.employee)
  const position = facts.positions.findIndex(({ id }) => id === line.position_id)
  const missing: FieldErrors = {}
  if (employee < 0) missing.employee = ['The employee must be ACTIVE.']
  if (position < 0) missing.position_id = ['The position must be active.']
  if (Object.keys(missing).length) return { missing, lacking: 0, busy: 0 }
  const ofEmployee = load.assignments[employee] ?? []
  const raised = ofEmployee.find(({ id }) => id === line.assignment)
  const current = raised && !raised.is_suspended ? raised : null
  const has = (one: AssignedHours) => one.position === position && !one.is_suspended && one !== raised
  const covered = secure ? (secure[position] ?? 0) : (load.ofPosition[position] ?? 0)
  const required = facts.positions[position]?.required ?? 0
  return {
    missing,
    lacking: Math.max(0, required - covered),
    busy: load.ofEmployee[employee] ?? 0,
    stored: {
      line,
      facts: {
        ...ruleFacts(given, { employee, position, added: addedHours(line) }, current),
        hasActivePair: ofEmployee.some(has),
        position_is_active: true,
      },
      pool: poolOn(facts, facts.employees[employee] as EmployeeFacts, day),
      secure: secure && formatHundredths(covered),
      dated: formatHundredths(required),
      ...(line.assignment !== null && { raised: raisedNow(facts, line, raised) }),
    },
  }
}

/** The assignment that the line raises; one that is neither ACTIVE nor SUSPENDED has ended. */
function raisedNow(facts: ClinicFacts, { employee, position_id }: PlanLine, raised?: AssignedHours) {
  if (!raised) return { status: 'ENDED' as const, employee, position: position_id, effective_hours: '0.00' }
  const status = raised.is_suspended ? ('SUSPENDED' as const) : ('ACTIVE' as const)
  const position = facts.positions[raised.position]?.id ?? ''
  return { status, employee, position, effective_hours: formatHundredths(raised.hours) }
}
