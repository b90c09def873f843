import { toDay } from '../../calendar.ts'
import { DomainError, type FieldErrors, type NestedErrors, noSuchObject } from '../../errors.ts'
import { toHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, LeftOut } from '../facts/clinic-facts.ts'
import { dayProblem } from '../facts/day.ts'
import { refusesOverCoverage } from '../facts/rules.ts'
import type { PlannedLine, PlanRequest, Solution } from '../flow/solution.ts'
import { addedHours, type PlanLine } from './check-lines.ts'

/** The request for a plan as it was sent, with ids, dates and decimals as text. */
export type PlanInput = Pick<PlanRequest, 'hours_limit' | 'demand' | 'allow'> & {
  org_unit_id?: string
  reference_date?: string
  minimum_hours: string
  priorities: readonly string[]
  exclude_employees: readonly string[]
  exclude_positions: readonly string[]
  /** Lines of an earlier plan, to be planned again as they are where they still can be. */
  keep: PlanLine[]
  left_out?: LeftOut
  /** The language of the sentences that explain the plan. */
  language?: Language | undefined
}

/** A plan, what was asked for, the clinic that it is for, and the language in which it is explained. */
export type Planned = {
  facts: ClinicFacts
  request: PlanRequest
  solution: Solution
  language?: Language | undefined
}

type Index = ReadonlyMap<string, number>

const indexById = (rows: readonly { id: string }[]): Index =>
  new Map(rows.map(({ id }, index) => [id, index]))

/** The request for the solver; 400 for unknown ids, and for what the clinic's facts rule out. */
export function planRequest(facts: ClinicFacts, input: PlanInput): PlanRequest {
  const problems: NestedErrors = {}
  const { org_unit_id, reference_date, left_out = {} } = input
  const units = indexById(facts.units)
  const employees = indexById(facts.employees)
  const positions = indexById(facts.positions)
  const isUnknown = (id: string, rows: Index) => !rows.has(id) && !left_out[id]

  function find(field: string, ids: readonly string[], rows: Index) {
    const unknown = [...new Set(ids)].filter((id) => isUnknown(id, rows))
    if (unknown.length) problems[field] = unknown.map((id) => noSuchObject(id))
    return [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
  }

  const day = reference_date === undefined ? facts.today : toDay(reference_date)
  const request: PlanRequest = {
    units: org_unit_id === undefined ? null : find('org_unit_id', [org_unit_id], units),
    day,
    hours_limit: input.hours_limit,
    demand: input.demand,
    minimum: toHundredths(input.minimum_hours),
    priorities: find('priorities', input.priorities, units),
    exclude_employees: find('exclude_employees', input.exclude_employees, employees),
    exclude_positions: find('exclude_positions', input.exclude_positions, positions),
    allow: input.allow,
    keep: keptLines(facts, input.keep, { employees, positions }),
  }
  const unknownLines = input.keep.map(
    ({ employee, position_id }): FieldErrors => ({
      ...(isUnknown(employee, employees) && { employee: [noSuchObject(employee)] }),
      ...(isUnknown(position_id, positions) && { position_id: [noSuchObject(position_id)] }),
    }),
  )
  const last = unknownLines.findLastIndex((line) => Object.keys(line).length > 0)
  if (last >= 0) problems.keep = unknownLines.slice(0, last + 1)
  const badDay = dayProblem(facts.today, day)
  if (badDay) problems.reference_date = [badDay]
  if (input.demand === 'SECURE' && refusesOverCoverage(facts)) problems.demand = [onlyBooked]
  if (Object.keys(problems).length) throw new DomainError('INVALID', problems)
  return request
}

// Hours at risk stay assigned, so filling them gives the position more than it requires.
const onlyBooked =
  'Only BOOKED can be planned while the rule COVERAGE_EXCEEDED is BLOCKING: it would refuse the lines.'

type Rows = { employees: Index; positions: Index }

/** The lines whose assignments are still as they were when the earlier plan was made. */
function keptLines(facts: ClinicFacts, lines: readonly PlanLine[], rows: Rows): PlannedLine[] {
  if (lines.length === 0) return []
  const pair = (employee: number, position: number) => employee * facts.positions.length + position
  const active = new Map<number, number>()
  for (const [index, { employee, position, is_suspended }] of facts.assignments.entries())
    if (!is_suspended && position >= 0) active.set(pair(employee, position), index)
  return lines.flatMap((line) => {
    const [employee, position] = [rows.employees.get(line.employee), rows.positions.get(line.position_id)]
    if (employee === undefined || position === undefined) return []
    const assignment = active.get(pair(employee, position)) ?? null
    const { id = null, hours = 0 } = facts.assignments[assignment ?? -1] ?? {}
    const isAsBefore = id === line.assignment && hours === toHundredths(line.current_hours)
    return isAsBefore ? [{ employee, position, assignment, added: addedHours(line) }] : []
  })
}
