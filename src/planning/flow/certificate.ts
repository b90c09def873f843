import { heldAmong, mayCreate } from './problem.ts'
import type { Certificate, Demand, Person, Problem, Shortage } from './solution.ts'

/** The short demands of one set of mandatory tags. */
type Requirement = { tags: readonly number[]; demands: number[] }

/**
 * Proves the maximum by addition: the short demands get at most the free hours of the people who may fill one of them,
 * and the others get at most what they lack. That holds for any choice of short demands; the right one gives the least
 * bound. It does not look at the flow, so a bug there cannot make the bound too low.
 */
export function certificate(problem: Problem, shortDemands: readonly number[]): Certificate {
  const { people, demands } = problem
  const requirements = requirementsOf(demands, shortDemands)
  const serves = people.map(serving(problem, requirements))
  const parts = partsOf(requirements.length, serves)
  const served = people.keys().filter((at) => serves[at]?.length)
  const peopleOf = Map.groupBy(served, (at) => parts[serves[at]?.[0] ?? -1])
  const requirementsOfPart = Map.groupBy(requirements.keys(), (at) => parts[at])
  const shortages = Array.from(requirementsOfPart, ([part, own]) => {
    const members = own.flatMap((at) => requirements[at]?.demands ?? [])
    return shortageOf(problem, members, peopleOf.get(part) ?? [])
  })
  const short = shortageOf(problem, shortDemands, [...peopleOf.values()].flat())
  for (const list of [short.positions, short.people]) list.sort((a, b) => a - b)
  shortages.sort(
    (a, b) => b.lacking - b.free - (a.lacking - a.free) || (a.positions[0] ?? 0) - (b.positions[0] ?? 0),
  )
  const lacking = demands.reduce((sum, { need }) => sum + need, 0)
  return { lacking, short, parts: shortages, maximum: lacking - short.lacking + short.free }
}

/** Adds up some of the problem's demands and people. */
function shortageOf(problem: Problem, demands: readonly number[], people: readonly number[]): Shortage {
  const short = demands.map((at) => problem.demands[at] as Demand)
  const able = people.map((at) => problem.people[at] as Person)
  return {
    positions: short.map(({ position }) => position),
    lacking: short.reduce((sum, { need }) => sum + need, 0),
    people: able.flatMap(({ employee }) => employee ?? []),
    free: able.reduce((sum, { free }) => sum + free, 0),
  }
}

/** The short demands by their mandatory tags. */
export function requirementsOf(demands: readonly Demand[], short: readonly number[]): Requirement[] {
  const tagsOf = (demand = -1) => demands[demand]?.tags ?? []
  const byTags = Map.groupBy(short, (demand) => tagsOf(demand).join())
  return [...byTags.values()].map((members) => ({ tags: tagsOf(members[0]), demands: members }))
}

/** Tells which requirements a person with free hours may serve, by index. */
export function serving(problem: Problem, requirements: readonly Requirement[]) {
  const requirementOf = new Map(
    requirements.flatMap(({ demands }, at) => demands.map((demand) => [demand, at] as const)),
  )
  const held = heldAmong(requirements)
  return (person: Person): readonly number[] => {
    if (person.free === 0) return []
    if (!mayCreate(problem, person))
      return [...new Set(person.raises.flatMap(({ demand }) => requirementOf.get(demand) ?? []))]
    const isOpen = (at: number) => requirements[at]?.demands.some((demand) => !person.barred.includes(demand))
    return held(person.tags).filter(isOpen)
  }
}

/** Names the part of each requirement; those that one person may serve belong together. */
function partsOf(count: number, serves: readonly (readonly number[])[]): number[] {
  const parts = [...Array(count).keys()]
  for (const own of serves) {
    const joined = new Set(own.map((at) => parts[at]))
    const [first = -1] = joined
    if (joined.size > 1) for (const [at, part] of parts.entries()) if (joined.has(part)) parts[at] = first
  }
  return parts
}
