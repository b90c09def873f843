import { holds, planningProblem, usualRequest } from '../flow/problem.ts'
import type { Demand, Person } from '../flow/solution.ts'
import { WhatIfNetwork } from '../qualifications/what-if-network.ts'
import type { CostElsewhere } from './ranking.ts'
import type { Suggesting } from './suggestion.ts'

/**
 * How many fewer hours a plan could cover if the proposed ones were assigned: maximum now - (hours that the position
 * lacks and gets + maximum afterwards). 0 if overtime covers what no plan would.
 */
export function costElsewhereIn({ facts, day }: Suggesting): CostElsewhere {
  const problem = planningProblem(facts, { ...usualRequest, day })
  const network = new WhatIfNetwork(problem)
  return ({ employee, position, added }) => {
    const demand = problem.demand_of.get(position) as number
    const { need, tags } = problem.demands[demand] as Demand
    const given = Math.min(added, need)
    const instead = problem.person_of.get(employee) ?? null
    // No plan uses employees on leave, so none loses their hours.
    const person = instead === null ? undefined : problem.people[instead]
    const people = person ? [{ instead, person: busier(person, { demand, tags }, added) }] : []
    const after = network.maximumIf({ people, needs: [{ demand, by: -given }] })
    return Math.max(0, network.maximum - given - after)
  }
}

/** Stands for the index of an assignment that does not exist yet. */
const notYetMade = -1

/** The person with these hours assigned, who can then be raised on the demand if they hold its tags. */
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
