import { heldAmong, mayCreate } from './problem.ts'
import type { Person, Problem } from './solution.ts'

/**
 * With more barred pairs than this, barred demands get no groups of their own, and the maximum may come out a little
 * too high. That happens only in a large clinic, in a plan of new assignments alone.
 */
const mostBarred = 2000

/**
 * Demands with the same tags, priority and barred people form a group. People are grouped by reach: the groups in which
 * they may take new assignments. Members have the same neighbours, so a flow between groups splits into one between
 * people and demands, and back.
 */
export type Groups = ReturnType<typeof groupsOf>

/** The groups of the demands, if only these may need hours. */
export function groupsOf(problem: Problem, mayNeed: (demand: number) => boolean) {
  const { people, demands } = problem
  // Includes people without free hours, because a what-if may give them some.
  const pairs = people.flatMap(({ barred }, person) =>
    barred.filter(mayNeed).map((demand) => ({ person, demand })),
  )
  const are_barred_apart = pairs.length <= mostBarred
  const barredFrom = Map.groupBy(are_barred_apart ? pairs : [], ({ demand }) => demand)
  const indexOf = new Map<string, number>()
  const groups: { priority: number; tags: readonly number[]; members: number[] }[] = []
  const of_demand = demands.map(({ tags, priority }, demand) => {
    const barred = barredFrom.get(demand)?.map(({ person }) => person) ?? []
    const key = `${priority}|${tags}|${barred}`
    const index = indexOf.getOrInsertComputed(key, () => groups.push({ priority, tags, members: [] }) - 1)
    groups[index]?.members.push(demand)
    return index
  })
  const held = heldAmong(groups)
  /** The reach of a person: sorted indexes of the groups. */
  const reach = ({ tags, barred }: Person): readonly number[] => {
    const all = held(tags)
    const apart = barred.filter((demand) => barredFrom.has(demand))
    const without = new Set(apart.map((demand) => of_demand[demand]))
    return without.size ? all.filter((group) => !without.has(group)) : all
  }
  /** The groups in which the person may take new assignments now. */
  const creatable = (person: Person) => (mayCreate(problem, person) ? reach(person) : [])
  return { demands: groups, of_demand, are_barred_apart, reach, creatable }
}
