import { expect, test } from 'vitest'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import { costElsewhereIn } from '../../../../src/planning/suggestions/cost-elsewhere.ts'
import type { ProposedHours } from '../../../../src/planning/suggestions/suggestion.ts'
import { suggesting, suggestionOf } from '../../../../src/planning/suggestions/suggestion.ts'
import { plainRequest } from '../../../made/planning/hospital.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'

const mostHours = (facts: ClinicFacts) =>
  new PlanningNetwork(planningProblem(facts, plainRequest(facts, { minimum: 400 }))).maximum

/** The clinic in which the proposed hours have been assigned. */
function assigned(
  facts: ClinicFacts,
  { employee, position, added }: ProposedHours,
  raised: string | undefined,
) {
  const assignments = facts.assignments.map((one) =>
    one.id === raised ? { ...one, hours: one.hours + added } : one,
  )
  const made = { id: 'new', employee, position, hours: added, from: null, is_suspended: false }
  return { ...facts, assignments: raised ? assignments : [...assignments, made] }
}

const lackingOf = ({ positions, assignments }: ClinicFacts, position: number) =>
  Math.max(
    0,
    assignments
      .filter((one) => one.position === position && !one.is_suspended)
      .reduce((lacking, { hours }) => lacking - hours, positions[position]?.required ?? 0),
  )

test('the cost elsewhere is the coverage lost in a new plan after the assignment', () => {
  const seen = { none: 0, some: 0 }
  for (let seed = 1; seed <= 150; seed++) {
    const { facts } = tinyClinic(seed)
    const given = suggesting(facts, facts.today)
    const costElsewhere = costElsewhereIn(given)
    const before = mostHours(facts)
    for (const employee of facts.employees.keys())
      for (const position of facts.positions.keys()) {
        const proposed = { employee, position, added: 100 * (1 + ((seed + employee + position) % 9)) }
        const suggestion = suggestionOf(given, proposed)
        if (!suggestion) continue
        const after = mostHours(assigned(facts, proposed, suggestion.assignment?.id))
        const covered = Math.min(proposed.added, lackingOf(facts, position))
        const cost = costElsewhere(proposed)
        expect({ seed, ...proposed, cost }).toEqual({
          seed,
          ...proposed,
          cost: Math.max(0, before - covered - after),
        })
        seen[cost ? 'some' : 'none'] += 1
      }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200)
})
