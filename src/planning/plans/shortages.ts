import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { poolOn, tagsOn } from '../facts/day.ts'
import { workloadOf } from '../facts/workload.ts'
import { holds, mayServe } from '../flow/problem.ts'
import type { Demand, Person, PlanRequest, Problem, Shortage } from '../flow/solution.ts'
import type { Planned } from './plan-request.ts'

export const shortageCauses = ['NOBODY_HOLDS', 'NO_HOURS_LEFT', 'NOT_ENOUGH_HOURS'] as const
export type ShortageCause = (typeof shortageCauses)[number]

/** Positions that stay short and require the same mandatory tags; `free` is what all who hold them could give. */
export type TagSet = { tags: readonly number[]; positions: number[]; lacking: number; free: number }

/** A part of what stays open, as an answer explains it; the largest tag set comes first. */
export type ExplainedShortage = ReturnType<typeof explainedShortages>[number]

/** Explains what stays open in any plan, the largest part first; the short hours add up to all that stays open. */
export function explainedShortages({ facts, request, solution }: Planned) {
  const { problem, certificate } = solution
  const countHolders = holderCount(facts, request, problem)
  return merged(problem, certificate.parts)
    .map((part) => {
      const tag_sets = tagSetsOf(problem, part.positions, part.people)
      const holders = countHolders(tag_sets, part)
      const cause = causeOf(holders.active.length, part.free)
      return { part, short: part.lacking - part.free, tag_sets, holders, cause }
    })
    .sort((a, b) => b.short - a.short || (a.part.positions[0] ?? 0) - (b.part.positions[0] ?? 0))
}

function causeOf(active: number, free: number): ShortageCause {
  if (active === 0) return 'NOBODY_HOLDS'
  return free === 0 ? 'NO_HOURS_LEFT' : 'NOT_ENOUGH_HOURS'
}

/** Where no hours are left, positions join those that require some of the same tags: Nurse + NightDuty joins Nurse. */
function merged(problem: Problem, parts: readonly Shortage[]): Shortage[] {
  const spent = parts.filter(({ free }) => free === 0)
  const spentPositions = spent.flatMap(({ positions }) => positions)
  const sets = tagSetsOf(problem, spentPositions)
  const within = (set: TagSet) =>
    sets.filter((one) => one !== set && one.tags.length > 0 && holds(set.tags, one.tags))
  const roots = sets.filter((set) => within(set).length === 0)
  const joined = Map.groupBy(sets, (set) => within(set).find((one) => roots.includes(one)) ?? set)
  const together = [...joined.values()].map((members) => ({
    positions: members.flatMap(({ positions }) => positions).sort((a, b) => a - b),
    lacking: members.reduce((sum, { lacking }) => sum + lacking, 0),
    people: [],
    free: 0,
  }))
  return [...together, ...parts.filter(({ free }) => free > 0)]
}

/** The positions by the tags that they require; the set that lacks most hours comes first. */
function tagSetsOf(problem: Problem, positions: readonly number[], employees: readonly number[] = []) {
  const people = employees.map((employee) => problem.people[problem.person_of.get(employee) ?? -1] as Person)
  const demands = positions.map((position) => problem.demand_of.get(position) as number)
  const needOf = (demand: number) => problem.demands[demand] as Demand
  return [...Map.groupBy(demands, (demand) => needOf(demand).tags.join()).values()]
    .map((same) => {
      const able = people.filter((person) => same.some((demand) => mayServe(problem, person, demand)))
      return {
        tags: needOf(same[0] ?? -1).tags,
        positions: same.map((demand) => needOf(demand).position),
        lacking: sum(same, (demand) => needOf(demand).need),
        free: sum(able, ({ free }) => free),
      }
    })
    .sort((a, b) => b.lacking - a.lacking || (a.positions[0] ?? 0) - (b.positions[0] ?? 0))
}

/** Adds up what is counted of each. */
export const sum = <T>(all: readonly T[], hoursOf: (one: T) => number) =>
  all.reduce((total, one) => total + hoursOf(one), 0)

/**
 * Finds the people who hold all mandatory tags of one of the positions, without those excluded from the plan, by what
 * they could do; hours are hundredths.
 */
function holderCount(facts: ClinicFacts, request: PlanRequest, problem: Problem) {
  const excluded = new Set(request.exclude_employees)
  const load = workloadOf(facts)
  const everybody = facts.employees.map((entry, employee) => {
    const person = problem.people[problem.person_of.get(employee) ?? -1]
    return { employee, entry, person, tags: person?.tags ?? tagsOn(entry, request.day) }
  })
  const alike = [...Map.groupBy(everybody, ({ tags }) => tags.join()).values()]

  return (sets: readonly TagSet[], { people }: Shortage) => {
    const all = alike.filter(([first]) => first && sets.some(({ tags }) => holds(first.tags, tags))).flat()
    const holders = all.filter(({ employee }) => !excluded.has(employee))
    const active = holders.filter(({ person }) => person)
    const on_leave = holders.filter(({ entry }) => entry.status === 'ON_LEAVE')
    const serving = new Set(people)
    const left = active.flatMap(({ employee, person }) =>
      person && person.free > 0 && !serving.has(employee) ? person.free : [],
    )
    return {
      active: active.map(({ employee }) => employee),
      on_leave: on_leave.map(({ employee }) => employee),
      other: holders.length - active.length - on_leave.length,
      contract: sum(active, ({ entry }) => poolOn(facts, entry, request.day)),
      assigned: sum(active, ({ employee }) => load.ofEmployee[employee] ?? 0),
      /** Hours left to people who have too few for a new assignment and nothing there to raise. */
      left_below_minimum: sum(left, (free) => (free < problem.minimum ? free : 0)),
      /** Whether a person has enough hours for a new assignment, but may not have one there. */
      are_barred: left.some((free) => free >= problem.minimum),
      /** Whether the request or a rule leaves out an ACTIVE holder. */
      are_left_out: all.some(({ entry, person }) => entry.status === 'ACTIVE' && !person),
    }
  }
}
