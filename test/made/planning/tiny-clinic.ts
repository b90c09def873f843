import type { ClinicFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { usualBasis } from '../../../src/planning/facts/read-snapshot.ts'
import type { PlanRequest, Problem } from '../../../src/planning/flow/solution.ts'
import { plainRequest, seeded } from './hospital.ts'

const uuid = (kind: number, index: number) =>
  `00000000-0000-400${kind}-8000-${String(index).padStart(12, '0')}`

/** A clinic of at most 7 people and 7 positions, with any mix of tags, assignments and hours, and a request. */
export function tinyClinic(seed: number): { facts: ClinicFacts; request: PlanRequest } {
  const random = seeded(seed)
  const any = (count: number) => Math.floor(random() * count)
  const some = (count: number, share: number) =>
    Array.from({ length: count }, (_, at) => at).filter(() => random() < share)
  const [people, positions, tags] = [any(8), any(8), 3]
  const contracts = Array.from({ length: 13 }, (_, at) => at)
  const facts: ClinicFacts = {
    today: 20_780,
    ...usualBasis,
    weekly_cap: null,
    rules: [],
    tags: [
      ...Array.from({ length: tags }, (_, at) => ({
        name: `Tag${at}`,
        hours_delta: 0,
        category: 'QUALIFICATION' as const,
      })),
      ...contracts.map((at) => ({
        name: `Contract${at}`,
        hours_delta: at * 100,
        category: 'CONTRACT' as const,
      })),
    ].map((tag, at) => ({ id: uuid(4, at), display_name: tag.name, is_active: true, ...tag })),
    units: [
      { id: uuid(5, 0), code: 'C', name: 'Clinic', type: 'CLINIC', parent: null, is_active: true },
      { id: uuid(5, 1), code: 'A', name: 'Unit A', type: 'UNIT', parent: 0, is_active: true },
      { id: uuid(5, 2), code: 'B', name: 'Unit B', type: 'UNIT', parent: 0, is_active: true },
    ],
    employees: Array.from({ length: people }, (_, index) => ({
      id: uuid(1, index),
      name: `Person ${index}`,
      number: `P${index}`,
      status: random() < 0.9 ? ('ACTIVE' as const) : ('ON_LEAVE' as const),
      previous_status: null,
      tags: [...some(tags, 0.5), tags + any(contracts.length)].map((tag, at) => ({
        id: uuid(2, 10 * index + at),
        tag,
        start: 0,
        end: Number.POSITIVE_INFINITY,
      })),
    })),
    positions: Array.from({ length: positions }, (_, index) => ({
      id: uuid(3, index),
      title: `Position ${index}`,
      unit: 1 + any(2),
      required: 100 * (1 + any(12)),
      mandatory: some(tags, 0.4),
      optional: [],
    })),
    assignments: [],
  }
  for (let employee = 0; employee < people; employee++)
    for (const position of some(positions, 0.15))
      facts.assignments.push({
        id: uuid(6, facts.assignments.length),
        employee,
        position,
        hours: 100 * (1 + any(4)),
        from: null,
        is_suspended: random() < 0.3,
      })
  const request = plainRequest(facts, {
    minimum: [1, 100, 400, 400][any(4)] as number,
    priorities: [[], [1], [2, 1]][any(3)] ?? [],
    allow: (['CREATE_AND_RAISE', 'CREATE_AND_RAISE', 'CREATE', 'RAISE'] as const)[
      any(4)
    ] as PlanRequest['allow'],
  })
  return { facts, request }
}

/** Whether the person may be given hours on the demand at all, straight from the definition. */
export function isAllowed(
  { people, demands, minimum, allow }: Problem,
  person: number,
  demand: number,
): boolean {
  const { free, tags, raises, barred } = people[person] as Problem['people'][number]
  if (raises.some((raise) => raise.demand === demand)) return true
  if (allow === 'RAISE' || free < minimum || barred.includes(demand)) return false
  return demands[demand]?.tags.every((tag) => tags.includes(tag)) ?? false
}

/** The most hours for the given demands: the least that any set of them can be held to, over all sets (Hall). */
export function mostHours(problem: Problem, demands: readonly number[]): number {
  let most = Number.POSITIVE_INFINITY
  for (let set = 0; set < 2 ** demands.length; set++) {
    const inside = demands.filter((_, at) => set & (1 << at))
    const outside = demands.filter((_, at) => !(set & (1 << at)))
    const need = outside.reduce((sum, demand) => sum + (problem.demands[demand]?.need ?? 0), 0)
    const free = problem.people.reduce(
      (sum, { free }, person) =>
        sum + (inside.some((demand) => isAllowed(problem, person, demand)) ? free : 0),
      0,
    )
    most = Math.min(most, need + free)
  }
  return most
}
