import { holds, mayCreate } from './problem.ts'
import type { Certificate, Demand, Person, Problem, Shortage } from './solution.ts'

/** The short demands of one set of mandatory tags. */
type Requirement = { tags: readonly number[]; demands: number[] }

/**
 * Adds up why no plan can give more than the maximum: whatever is planned, the short demands get at most the free hours
 * of those who may fill one of them, and the others at most what they lack. It holds for any choice of short demands,
 * but only the right one makes it the least; it knows nothing of the flow.
 */
export function certificate(problem: Problem, shortDemands: readonly number[]): Certificate {
  const { people, demands } = problem
  const requirements = requirementsOf(demands, shortDemands)
  const parts = new Parts(requirements.length)
  const served = new Map<number, number>()
  const mayServe = serving(problem, requirements)
  for (const [index, person] of people.entries()) {
    const [first, ...others] = mayServe(person)
    if (first === undefined) continue
    served.set(index, first)
    for (const other of others) parts.join(first, other)
  }
  const shortages = new Map<number, Shortage>()
  const shortageOf = (requirement: number) => {
    const part = parts.of(requirement)
    const shortage = shortages.get(part) ?? { positions: [], lacking: 0, people: [], free: 0 }
    shortages.set(part, shortage)
    return shortage
  }
  for (const [at, { demands: members }] of requirements.entries())
    for (const demand of members) addDemand(shortageOf(at), demands[demand] as Demand)
  for (const [index, requirement] of served) addPerson(shortageOf(requirement), people[index] as Person)
  return added(demands, [...shortages.values()])
}

function added(demands: readonly Demand[], parts: Shortage[]): Certificate {
  const lacking = demands.reduce((sum, { need }) => sum + need, 0)
  const total = (of: 'lacking' | 'free') => parts.reduce((sum, part) => sum + part[of], 0)
  const all = (of: 'positions' | 'people') => parts.flatMap((part) => part[of]).sort((a, b) => a - b)
  const short = {
    positions: all('positions'),
    lacking: total('lacking'),
    people: all('people'),
    free: total('free'),
  }
  parts.sort(
    (a, b) => b.lacking - b.free - (a.lacking - a.free) || (a.positions[0] ?? 0) - (b.positions[0] ?? 0),
  )
  return { lacking, short, parts, maximum: lacking - short.lacking + short.free }
}

function requirementsOf(demands: readonly Demand[], short: readonly number[]): Requirement[] {
  const requirements = new Map<string, Requirement>()
  for (const demand of short) {
    const { tags } = demands[demand] as Demand
    const requirement = requirements.get(tags.join()) ?? { tags, demands: [] }
    requirements.set(tags.join(), requirement)
    requirement.demands.push(demand)
  }
  return [...requirements.values()]
}

/** The requirements that a person with free hours may serve, by index. */
function serving(problem: Problem, requirements: readonly Requirement[]) {
  const requirementOf = new Map(
    requirements.flatMap(({ demands }, at) => demands.map((demand) => [demand, at] as const)),
  )
  const heldOf = new Map<string, number[]>()
  const held = (tags: readonly number[]) => {
    const key = tags.join()
    const known = heldOf.get(key)
    if (known) return known
    const all = [...requirements.keys()].filter((at) => holds(tags, requirements[at]?.tags ?? []))
    heldOf.set(key, all)
    return all
  }
  return (person: Person): readonly number[] => {
    if (person.free === 0) return []
    if (!mayCreate(problem, person))
      return [...new Set(person.raises.flatMap(({ demand }) => requirementOf.get(demand) ?? []))]
    const barred = new Map<number, number>()
    for (const demand of person.barred) {
      const at = requirementOf.get(demand)
      if (at !== undefined) barred.set(at, (barred.get(at) ?? 0) + 1)
    }
    const isOpen = (at: number) => (barred.get(at) ?? 0) < (requirements[at]?.demands.length ?? 0)
    return held(person.tags).filter(isOpen)
  }
}

function addDemand(shortage: Shortage, { position, need }: Demand) {
  shortage.positions.push(position)
  shortage.lacking += need
}

function addPerson(shortage: Shortage, { employee, free }: Person) {
  if (employee !== null) shortage.people.push(employee)
  shortage.free += free
}

/** Which of a number of things belong together. */
class Parts {
  readonly #above: number[]

  constructor(count: number) {
    this.#above = Array.from({ length: count }, (_, at) => at)
  }

  of(thing: number): number {
    let at = thing
    while (this.#above[at] !== at) at = this.#above[at] as number
    return at
  }

  join(one: number, other: number) {
    const [a, b] = [this.of(one), this.of(other)]
    this.#above[Math.max(a, b)] = Math.min(a, b)
  }
}
