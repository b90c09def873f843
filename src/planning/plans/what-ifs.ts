import type { AssignedHours, EmployeeFacts, PositionFacts } from '../facts/clinic-facts.ts'
import { PlanningNetwork } from '../flow/network.ts'
import { mayCreate, personReader, planningProblem, withTags } from '../flow/problem.ts'
import type { Demand, Person, Problem } from '../flow/solution.ts'
import { aloneIn, outlooksOn, staffing } from '../forecast/outlook.ts'
import { hoursByPosition } from '../forecast/totals.ts'
import type { Planned } from './plan-request.ts'

/** A person who changes, or joins. */
export type Change = {
  /** Whose place in the problem they take; null if they join it. */
  instead: number | null
  person: Person
  /** The person's facts then, if their booked hours can be counted on in another measure. */
  entry: EmployeeFacts | null
  /** How many more of their booked hours can be counted on, by position. */
  secured: ReadonlyMap<number, number>
  /** The most hours that the change can close. */
  most: number
}

/** Tells how many hours fewer would stay open if people changed, by planning again. */
export class WhatIfs {
  readonly #planned: Planned
  readonly #problem: Problem
  readonly network: PlanningNetwork
  readonly #read: ReturnType<typeof personReader>
  readonly #readOvertime: ReturnType<typeof personReader>
  /** What stays short in any plan. */
  readonly #short: Record<'demands' | 'groups' | 'people', ReadonlySet<number>>
  /** What can be counted on now; null where all booked hours count. */
  readonly #secure: ReturnType<typeof secureNow> | null

  constructor(planned: Planned) {
    const { facts, request, solution } = planned
    const { problem, certificate } = solution
    this.#planned = planned
    this.#problem = problem
    this.network = new PlanningNetwork(problem)
    this.#read = personReader(facts, request, problem.demands)
    this.#readOvertime = personReader(facts, { ...request, hours_limit: 'WEEKLY_CAP' }, problem.demands)
    const demands = certificate.short.positions.map((position) => problem.demand_of.get(position) ?? -1)
    const groups = demands.map((demand) => this.network.groups.of_demand[demand] ?? -1)
    const { people } = certificate.short
    this.#short = { demands: new Set(demands), groups: new Set(groups), people: new Set(people) }
    this.#secure = request.demand === 'SECURE' ? secureNow(planned) : null
  }

  /** The employee at work, with further tags from the day on. */
  atWork(employee: number, granted: readonly number[] = []): Change {
    const { facts, request } = this.#planned
    const held = withTags(facts.employees[employee] as EmployeeFacts, granted, request.day)
    const entry = { ...held, status: 'ACTIVE' as const }
    return this.#change(this.#read(employee, granted), entry)
  }

  /** The employee with hours up to the weekly cap. */
  overtime = (employee: number): Change => this.#change(this.#readOvertime(employee))

  /** A new person. */
  hired = (person: Person): Change => this.#change(person)

  /** How many hours fewer would stay open with all these changes. */
  closes(changes: readonly Change[]): number {
    const most = mostOf(changes)
    const lowered = this.#lowered(changes)
    if (lowered.some(({ demand, by }) => by < 0 && this.#problem.demands[demand]?.need === 0))
      return this.#closesAnew(changes)
    const fewer = lowered.reduce((sum, { by }) => sum + by, 0)
    const before = this.network.maximum - fewer
    return this.network.maximumIf({ people: changes, lowered, most: before + most }) - before
  }

  /**
   * A change closes no more than the certificate allows: the free hours of a person who can fill nothing short without
   * it, and what short positions no longer lack.
   */
  #change(person: Person, entry: EmployeeFacts | null = null): Change {
    const { employee, raises, free } = person
    const { demands, groups, people } = this.#short
    const instead = this.#problem.person_of.get(employee ?? -1) ?? null
    const before = people.has(employee ?? -1) ? (this.#problem.people[instead ?? -1]?.free ?? 0) : 0
    const reaches = mayCreate(this.#problem, person)
      ? this.network.groups.reach(person).some((group) => groups.has(group))
      : raises.some(({ demand }) => demands.has(demand))
    const change = { instead, person, entry, secured: this.#secured(employee, entry), most: 0 }
    const lowered = this.#lowered([change]).filter(({ demand }) => demands.has(demand))
    const fewer = lowered.reduce((sum, { by }) => sum + Math.max(0, by), 0)
    return { ...change, most: (reaches ? free : 0) - before + fewer }
  }

  /** What positions lack less once more hours there can be counted on, or more once fewer can. */
  #lowered(changes: readonly Change[]): { demand: number; by: number }[] {
    const { demands, demand_of } = this.#problem
    const more = new Map<number, number>()
    for (const { secured } of changes)
      for (const [position, by] of secured) more.set(position, (more.get(position) ?? 0) + by)
    return [...more].flatMap(([position, by]) => {
      const demand = demand_of.get(position)
      if (demand === undefined) return []
      const { required } = this.#planned.facts.positions[position] as PositionFacts
      const lacks = required - (this.#secure?.hours[position] ?? 0) - by
      return [{ demand, by: (demands[demand] as Demand).need - Math.max(0, lacks) }]
    })
  }

  #secured(employee: number | null, entry: EmployeeFacts | null): ReadonlyMap<number, number> {
    const secured = new Map<number, number>()
    if (!this.#secure || !entry) return secured
    const { facts, request } = this.#planned
    const own = this.#secure.own[employee ?? -1] ?? []
    const assignments = own.map((index) => facts.assignments[index] as AssignedHours)
    const [then] = outlooksOn(aloneIn(facts, entry, assignments), [request.day])
    for (const [at, { position }] of assignments.entries()) {
      const by = (then?.secure[at] ?? 0) - (this.#secure.outlook?.secure[own[at] ?? -1] ?? 0)
      if (by !== 0) secured.set(position, (secured.get(position) ?? 0) + by)
    }
    return secured
  }

  /** Where a position begins to lack hours, the groups of the network may be others. */
  #closesAnew(changes: readonly Change[]): number {
    const { facts, request } = this.#planned
    const employees = [...facts.employees]
    for (const { person, entry } of changes) if (entry) employees[person.employee ?? -1] = entry
    const after = planningProblem({ ...facts, employees }, request)
    return openIn(this.#problem, this.network) - openIn(after, new PlanningNetwork(after))
  }
}

/** The most hours that all the changes can close. */
export const mostOf = (changes: readonly Change[]) => changes.reduce((sum, { most }) => sum + most, 0)

const openIn = ({ demands }: Problem, { maximum }: PlanningNetwork) =>
  demands.reduce((sum, { need }) => sum + need, 0) - maximum

/** What can be counted on by assignment and by position, and each employee's ACTIVE assignments. */
function secureNow({ facts, request }: Planned) {
  const [outlook] = outlooksOn(facts, [request.day])
  return {
    outlook,
    hours: outlook ? hoursByPosition(facts, outlook).map(({ secure }) => secure) : [],
    own: staffing(facts),
  }
}
