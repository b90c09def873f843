import type { AssignedHours, ClinicFacts, EmployeeFacts, HoursLimit } from '../facts/clinic-facts.ts'
import { referenceDay } from '../facts/day.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { isLeavingSoon, personReader, planningProblem, usualRequest } from '../flow/problem.ts'
import type { Demand, Person, PlanRequest, Problem } from '../flow/solution.ts'
import { aloneIn, outlooksOn } from '../forecast/outlook.ts'
import { positionsWithin, shownEmployee } from '../forecast/parts.ts'
import { secureHours } from '../forecast/totals.ts'
import { WhatIfNetwork } from './what-if-network.ts'

export type HoursOn = { position: number; hours: number }

/**
 * An employee in a what-if: as they are, with other tags or another status, or gone (null). If they are full, they take
 * no further hours.
 */
type Changed = { employee: number; as: EmployeeFacts | null; isFull?: true; limit?: HoursLimit }

/**
 * Who takes the place of a person of the problem (null: nobody's, or nobody), and the secure hours that are lost;
 * negative ones are gained.
 */
export type Change = { instead: number | null; person: Person | null; lost: readonly HoursOn[] }

/** For which positions to plan a day, and what of them. */
export type Asked = { org_unit_id: string | null; reference_date: string; demand: PlanRequest['demand'] }

/** Plans a day again and again with changes of people, without choosing lines: it only counts what stays open. */
export class DayPlan {
  readonly facts: ClinicFacts
  readonly request: PlanRequest
  readonly problem: Problem
  readonly network: WhatIfNetwork
  readonly lacking: number
  /** What no plan covers, in hundredths. */
  readonly open: number
  readonly #read: Record<HoursLimit, ReturnType<typeof personReader>>
  readonly #own: ReadonlyMap<number, AssignedHours[]>
  #secure: number[] | undefined

  /** The problem is that of the facts and the request. */
  constructor(facts: ClinicFacts, request: PlanRequest, problem?: Problem) {
    this.facts = clinicOn(facts, request.day)
    this.request = request
    this.problem = problem ?? planningProblem(this.facts, request)
    this.network = new WhatIfNetwork(this.problem, true)
    this.#own = Map.groupBy(facts.assignments, ({ employee }) => employee)
    this.lacking = this.problem.demands.reduce((sum, { need }) => sum + need, 0)
    this.open = this.lacking - this.network.maximum
    const reader = (hours_limit: HoursLimit) =>
      personReader(this.facts, { ...request, hours_limit }, this.problem)
    this.#read = { CONTRACT: reader('CONTRACT'), WEEKLY_CAP: reader('WEEKLY_CAP') }
  }

  /** What no plan covers with the changes, in hundredths. */
  openIf = (changes: readonly Changed[]): number => this.openAfter(changes.map((one) => this.change(one)))

  /** The same with changes that are known to close no more than `most`. */
  openAfter(changes: readonly Change[], most = Infinity): number {
    const needs = this.needsAfter(changes)
    const more = needs.reduce((sum, { by }) => sum + by, 0)
    const bound = this.network.maximum + more + most
    return this.lacking + more - this.network.maximumIf({ people: changes, needs, most: bound })
  }

  change({ employee, as, isFull, limit = this.request.hours_limit }: Changed): Change {
    const instead = this.problem.person_of.get(employee) ?? null
    const before = this.#secureAs(employee, this.employee(employee))
    const after = as ? this.#secureAs(employee, as, limit) : []
    const lost = [...before, ...after.map((one) => ({ ...one, hours: -one.hours }))]
    const isPlanned = !isFull && as?.status === 'ACTIVE' && !isLeavingSoon(this.facts, as)
    return { instead, person: isPlanned ? this.#read[limit](employee, as) : null, lost }
  }

  employee = (index: number) => this.facts.employees[index] as EmployeeFacts

  /** How many more hours demands need once these are lost. */
  needsAfter(changes: readonly Change[]): { demand: number; by: number }[] {
    const lost = new Map<number, number>()
    for (const { position, hours } of changes.flatMap((one) => one.lost))
      lost.set(position, (lost.get(position) ?? 0) + hours)
    return [...lost].flatMap(([position, hours]) => {
      const demand = this.problem.demand_of.get(position)
      if (demand === undefined) return []
      const required = this.facts.positions[position]?.required ?? 0
      const need = Math.max(0, required - (this.#secureNow()[position] ?? 0) + hours)
      return [{ demand, by: need - (this.problem.demands[demand] as Demand).need }]
    })
  }

  /** What the employee may be given in the plan; undefined for those whom it cannot use. */
  personOf = (employee: number): Person | undefined =>
    this.problem.people[this.problem.person_of.get(employee) ?? -1]

  /** The employee's secure hours on the plan's positions, most hours first. */
  secureOf = (employee: number): HoursOn[] =>
    this.#secureAs(employee, this.employee(employee))
      .filter(({ position, hours }) => hours > 0 && this.problem.demand_of.has(position))
      .sort((a, b) => b.hours - a.hours)

  /** The sets of tags that stay short in any plan, with the most hours that one more holder could open there. */
  shortSets(): { tags: readonly number[]; most: number }[] {
    const { flow, sink, nodes, groups } = this.network
    const isReaching = flow.reaching(sink)
    return groups.demands.flatMap(({ tags }, group) => {
      const node = nodes[group] as number
      let most = 0
      if (!isReaching(node)) return []
      flow.attempt(() => {
        most = flow.augment(node, sink)
        return false
      })
      return { tags, most }
    })
  }

  /** Tells whether a person has hours that are of no use where they may work now, if only because others have. */
  spareHours(): (person: Person) => boolean {
    const isReached = this.network.flow.reachableFrom(this.network.source)
    return (person) => isReached(this.network.supplyOf(person).node)
  }

  /** What can be counted on by assignment if the employee were so; nothing where the plan goes by booked hours. */
  #secureAs(employee: number, as: EmployeeFacts, limit = this.request.hours_limit): HoursOn[] {
    const own = this.request.demand === 'SECURE' && this.#own.get(employee)
    return own ? secureOn(aloneIn(this.facts, as, own), this.request.day, limit) : []
  }

  #secureNow(): number[] {
    this.#secure ??= secureHours(this.facts, this.request.day, this.request.hours_limit)
    return this.#secure
  }
}

/** The plan of a day, for an org unit or the whole clinic; 400 for a bad day and for an unknown unit. */
export function dayPlan(facts: ClinicFacts, { org_unit_id, reference_date, demand }: Asked): DayPlan {
  const day = referenceDay(facts, reference_date)
  positionsWithin(facts, org_unit_id)
  return new DayPlan(facts, { ...usualRequest, day, demand, units: unitsOf(facts, org_unit_id) })
}

/** The units of a plan request for an org unit, which is known to exist; null for the whole clinic. */
export const unitsOf = ({ units }: ClinicFacts, orgUnitId: string | null) =>
  orgUnitId === null ? null : [units.findIndex(({ id }) => id === orgUnitId)]

/** The secure hours of each ACTIVE assignment on an active position. */
export const secureOn = (facts: ClinicFacts, day: number, limit?: HoursLimit): HoursOn[] =>
  outlooksOn(facts, [day], limit).flatMap(({ secure }) =>
    facts.assignments.flatMap(({ position, is_suspended }, index) =>
      position >= 0 && !is_suspended ? [{ position, hours: secure[index] ?? 0 }] : [],
    ),
  )

/** A person and a tag as clients see them. */
export function shownPair(facts: ClinicFacts, pair: { employee: number; tag: number }) {
  const { id = '', name = '' } = facts.tags[pair.tag] ?? {}
  return { ...shownEmployee(facts, pair.employee), tag: id, tag_name: name }
}
