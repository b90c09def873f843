import { PlanningNetwork } from '../flow/network.ts'
import { holds, planningProblem, usualRequest } from '../flow/problem.ts'
import type { Demand, Person } from '../flow/solution.ts'
import type { CostElsewhere } from './ranking.ts'
import type { Suggesting } from './suggestion.ts'

/**
 * How many hours fewer a plan could cover in all if the proposed ones were assigned: maximum now - (hours that the
 * position lacks and gets + maximum afterwards). None where overtime covers what the plan would not.
 */
export function costElsewhereIn({ facts, day }: Suggesting): CostElsewhere {
  const problem = planningProblem(facts, { ...usualRequest, day })
  const network = new PlanningNetwork(problem)
  return ({ employee, position, added }) => {
    const demand = problem.demand_of.get(position) as number
    const { need, tags } = problem.demands[demand] as Demand
    const given = Math.min(added, need)
    const instead = problem.person_of.get(employee) ?? null
    // No plan counts on employees on leave, so none misses their hours.
    const person = instead === null ? undefined : problem.people[instead]
    const people = person ? [{ instead, person: busier(person, { demand, tags }, added) }] : []
    const after = network.maximumIf({ people, lowered: { demand, by: given } })
    return Math.max(0, network.maximum - given - after)
  }
}

/** The index of an assignment that there would be. */
const notYetMade = -1

/** The person after those hours, who may then be raised on the demand if they hold its tags. */
function busier(
  person: Person,
  { demand, tags }: { demand: number; tags: readonly number[] },
  added: number,
) {
  const { raises, free } = person
  const isRaised = raises.some((raise) => raise.demand === demand) || !holds(person.tags, tags)
  return {
    ...person,
    free: Math.max(0, free - added),
    raises: isRaised ? raises : [...raises, { demand, assignment: notYetMade }],
  }
}
