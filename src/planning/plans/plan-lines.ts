import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import { compareText } from '../../text-order.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import type { PlannedLine } from '../flow/solution.ts'
import { reasonOf, shownPlacement } from '../suggestions/shown-suggestion.ts'
import { assign, type Suggesting, suggesting, suggestionOf } from '../suggestions/suggestion.ts'
import type { Planned } from './plan-request.ts'

/**
 * The lines of a plan as clients see them, by unit, position and person. Each says what is left once it and all lines
 * before it are applied, and the violations that create or PATCH would store then.
 */
export function planLines({ facts, request, solution, language }: Planned) {
  const { lines, problem } = solution
  const given = suggesting(facts, request.day)
  const lacking = new Map(problem.demands.map(({ position, need }) => [position, need]))
  return inOrder(facts, lines).map((line) => {
    const shown = planLine(given, { ...line, lacking: lacking.get(line.position) ?? 0, language })
    assign(given, line)
    lacking.set(line.position, (lacking.get(line.position) ?? 0) - line.added)
    return shown
  })
}

type Planning = PlannedLine & { lacking: number; language: Language | undefined }

function planLine(given: Suggesting, { lacking, language, ...line }: Planning) {
  const one = suggestionOf(given, line)
  if (!one) throw new Error('The planner planned an assignment that cannot be stored.')
  return {
    kind: one.assignment ? ('RAISE' as const) : ('CREATE' as const),
    ...shownPlacement(given.facts, one),
    added_hours: formatHundredths(line.added),
    lacking_hours_after: formatHundredths(lacking - line.added),
    violations: one.violations,
    reason: reasonOf(given.facts, { ...one, lacking, cost: null }, language),
  }
}

function inOrder(facts: ClinicFacts, lines: readonly PlannedLine[]): PlannedLine[] {
  const codeOf = (position: number) => facts.units[facts.positions[position]?.unit ?? -1]?.code ?? ''
  const titleOf = (position: number) => facts.positions[position]?.title ?? ''
  const positions = [...new Set(lines.map(({ position }) => position))].sort(
    (a, b) => compareText(codeOf(a), codeOf(b)) || compareText(titleOf(a), titleOf(b)) || a - b,
  )
  const byPosition = Map.groupBy(lines, ({ position }) => position)
  const nameOf = ({ employee }: PlannedLine) => facts.employees[employee]?.name ?? ''
  return positions.flatMap((position) =>
    (byPosition.get(position) ?? []).sort(
      (a, b) => compareText(nameOf(a), nameOf(b)) || a.employee - b.employee,
    ),
  )
}
