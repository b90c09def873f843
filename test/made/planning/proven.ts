import type { ClinicFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { certificate } from '../../../src/planning/flow/certificate.ts'
import { PlanningNetwork } from '../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../src/planning/flow/problem.ts'
import type { PlannedLine, PlanRequest } from '../../../src/planning/flow/solution.ts'
import type { Planned } from '../../../src/planning/plans/plan-request.ts'

/** What can be said of a request's plans: the most that any can cover, and why. The lines are those given. */
export function proven(
  facts: ClinicFacts,
  request: PlanRequest,
  lines: readonly Omit<PlannedLine, 'assignment'>[] = [],
): Planned {
  const problem = planningProblem(facts, request)
  const network = new PlanningNetwork(problem)
  const planned = lines.reduce((sum, { added }) => sum + added, 0)
  return {
    facts,
    request,
    solution: {
      lines: lines.map((line) => ({ ...line, assignment: null })),
      planned,
      maximum: network.maximum,
      is_maximum: planned === network.maximum,
      maximum_without_minimum: new PlanningNetwork({ ...problem, minimum: 0 }).maximum,
      new_assignments_at_least: 0,
      certificate: certificate(problem, network.shortDemands()),
      problem,
    },
  }
}
