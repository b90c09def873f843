import { toDate } from '../../calendar.ts'
import { invalidAsAWhole } from '../../errors.ts'
import { formatHundredths, formattedHours } from '../../hours.ts'
import { compareText } from '../../text-order.ts'
import { coveragePctOf } from '../../work/coverage.ts'
import type { ClinicFacts, EmployeeFacts, PositionFacts } from '../facts/clinic-facts.ts'
import { poolOn } from '../facts/day.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { workloadOf } from '../facts/workload.ts'
import type { PlannedLine } from '../flow/solution.ts'
import { solve } from '../lines/plan.ts'
import { reasonOf, shownPlacement } from '../suggestions/shown-suggestion.ts'
import { assign, suggesting, suggestionOf } from '../suggestions/suggestion.ts'
import { certificateSentence, type Excess, planSentence } from '../words/plan.ts'
import { headroomSentence } from '../words/qualifications.ts'
import { type PlanInput, type Planned, planRequest } from './plan-request.ts'
import { shownShortages } from './shown-shortages.ts'

/** The maximum number of lines in one answer. */
const mostLines = 10_000

/** The requested plan as clients see it; 400 for a bad request and for a plan with too many lines. */
export function planAnswer(clinic: ClinicFacts, input: PlanInput) {
  const planned = plannedOn(clinic, input)
  checkLength(planned.solution.lines.length)
  return { ...planOverview(planned), lines: planLines(planned) }
}

/** The requested plan in numbers; 400 for a bad request. */
export const planSummary = (clinic: ClinicFacts, input: PlanInput) => summaryOf(plannedOn(clinic, input))

function plannedOn(clinic: ClinicFacts, input: PlanInput): Planned {
  const request = planRequest(clinic, input)
  const facts = clinicOn(clinic, request.day)
  return { facts, request, solution: solve(facts, request), language: input.language }
}

/** What of the contracts is not planned; up to the weekly cap, contracts set no limit. */
const headroomNote = ({ facts, request, language }: Planned) =>
  request.hours_limit === 'CONTRACT' ? headroomSentence(facts, language) : ''

/** 400 for more lines than an answer may have. */
export function checkLength(lines: number) {
  if (lines > mostLines) throw invalidAsAWhole(`The plan has ${lines} lines; choose an org unit.`)
}

/** Everything about a plan but its lines. */
export function planOverview(planned: Planned) {
  const { request, language } = planned
  const { certificate } = planned.solution
  return {
    reference_date: toDate(request.day),
    summary: summaryOf(planned),
    certificate: {
      lacking_hours: formatHundredths(certificate.lacking),
      short_positions: certificate.short.positions.length,
      short_positions_lacking_hours: formatHundredths(certificate.short.lacking),
      people: certificate.short.people.length,
      people_free_hours: formatHundredths(certificate.short.free),
      maximum_hours: formatHundredths(certificate.maximum),
      sentence: `${certificateSentence(certificate, language)}${headroomNote(planned)}`,
    },
    shortages: shownShortages(planned),
  }
}

function summaryOf(of: Planned) {
  const { solution, request, language } = of
  const { lines, planned, maximum, certificate } = solution
  const { demand, hours_limit } = request
  const { required, assigned, ...excess } = totalsOf(of)
  const { surplus, over_contract } = excess
  const raised = lines.filter(({ assignment }) => assignment !== null).length
  const coverage = (hours: number) => coveragePctOf(hours, required)
  return {
    ...formattedHours({ lacking: certificate.lacking, planned, maximum }),
    maximum_hours_without_minimum: formatHundredths(solution.maximum_without_minimum),
    is_maximum: solution.is_maximum,
    open_hours: formatHundredths(certificate.lacking - planned),
    new_assignments: lines.length - raised,
    new_assignments_at_least: solution.new_assignments_at_least,
    raised_assignments: raised,
    employees: new Set(lines.map(({ employee }) => employee)).size,
    positions: new Set(lines.map(({ position }) => position)).size,
    coverage_pct_before: coverage(assigned),
    coverage_pct_after: coverage(assigned + planned),
    ...formattedHours({ surplus, over_contract }),
    sentence: planSentence(solution, { ...excess, demand, hours_limit }, language),
  }
}

/** What the plan's positions require and have, and the excess of its positions and people. */
function totalsOf({ facts, request, solution }: Planned): Excess & { required: number; assigned: number } {
  const load = workloadOf(facts)
  const totals = { required: 0, assigned: 0, surplus: 0, positions: 0, over_contract: 0, people: 0 }
  for (const { position } of solution.problem.demands) {
    const { required } = facts.positions[position] as PositionFacts
    const assigned = load.ofPosition[position] ?? 0
    totals.required += required
    totals.assigned += assigned
    if (assigned <= required) continue
    totals.surplus += assigned - required
    totals.positions++
  }
  for (const employee of solution.problem.person_of.keys()) {
    const pool = poolOn(facts, facts.employees[employee] as EmployeeFacts, request.day)
    const over = (load.ofEmployee[employee] ?? 0) - pool
    if (over <= 0) continue
    totals.over_contract += over
    totals.people++
  }
  return totals
}

/**
 * The lines of a plan as clients see them, by unit, position and person. Each says what is left once it and all lines
 * before it are applied, and the violations that create or PATCH would store then.
 */
function planLines({ facts, request, solution, language }: Planned) {
  const { lines, problem } = solution
  const given = suggesting(facts, request.day)
  const needs = new Map(problem.demands.map(({ position, need }) => [position, need]))
  return inOrder(facts, lines).map((line) => {
    const { position, added } = line
    const one = suggestionOf(given, line)
    if (!one) throw new Error('The planner planned an assignment that cannot be stored.')
    const lacking = needs.get(position) ?? 0
    assign(given, line)
    needs.set(position, lacking - added)
    return {
      kind: one.assignment ? ('RAISE' as const) : ('CREATE' as const),
      ...shownPlacement(facts, one),
      ...formattedHours({ added }),
      lacking_hours_after: formatHundredths(lacking - added),
      violations: one.violations,
      reason: reasonOf(facts, { ...one, lacking, cost: null }, language),
    }
  })
}

function inOrder(facts: ClinicFacts, lines: readonly PlannedLine[]): PlannedLine[] {
  const codeOf = (position: number) => facts.units[facts.positions[position]?.unit ?? -1]?.code ?? ''
  const titleOf = (position: number) => facts.positions[position]?.title ?? ''
  const nameOf = ({ employee }: PlannedLine) => facts.employees[employee]?.name ?? ''
  return [...Map.groupBy(lines, ({ position }) => position)]
    .sort(([a], [b]) => compareText(codeOf(a), codeOf(b)) || compareText(titleOf(a), titleOf(b)) || a - b)
    .flatMap(([, own]) => own.sort((a, b) => compareText(nameOf(a), nameOf(b)) || a.employee - b.employee))
}
