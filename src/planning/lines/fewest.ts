import type { PlanningNetwork } from '../flow/network.ts'
import type { Demand, Person } from '../flow/solution.ts'

/**
 * A lower bound on the new assignments of any plan with the maximum. Such a plan fills every position that is not
 * short, and uses up everyone who may fill a short one. Those people fill nothing else, so no assignment is counted
 * twice.
 */
export function fewestNew(network: PlanningNetwork, shortDemands: readonly number[]): number {
  const { problem, groups } = network
  const shortGroups = new Set(shortDemands.map((demand) => groups.of_demand[demand]))
  const isForShort = (person: Person) => groups.creatable(person).some((group) => shortGroups.has(group))
  const { bound = [], others = [] } = Object.groupBy(problem.people, (person) =>
    isForShort(person) ? 'bound' : 'others',
  )
  return (
    bound.filter((person) => hasMoreThanRaises(person, problem.demands)).length +
    fewestToFill(network, new Set(shortDemands), others)
  )
}

/** How many it takes to fill the demands that are not short, if each got all raises and the people with most hours. */
function fewestToFill({ problem, groups }: PlanningNetwork, short: ReadonlySet<number>, people: Person[]) {
  const most = groups.demands.map(() => 0)
  for (const person of people)
    for (const group of groups.creatable(person)) most[group] = Math.max(most[group] as number, person.free)
  const raised = problem.demands.map(() => 0)
  for (const { free, raises } of problem.people)
    for (const { demand } of raises) raised[demand] = (raised[demand] as number) + free
  return problem.demands.reduce((sum, { need }, demand) => {
    const rest = need - (raised[demand] as number)
    const hours = most[groups.of_demand[demand] as number] as number
    return rest > 0 && hours > 0 && !short.has(demand) ? sum + Math.ceil(rest / hours) : sum
  }, 0)
}

const hasMoreThanRaises = ({ free, raises }: Person, demands: readonly Demand[]) =>
  free > raises.reduce((sum, { demand }) => sum + (demands[demand]?.need ?? 0), 0)
