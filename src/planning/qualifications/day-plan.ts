import { toDay } from '../../calendar.ts'
import { invalid } from '../../errors.ts'
import type {
  AssignedHours,
  ClinicFacts,
  EmployeeFacts,
  HoursLimit,
  PositionFacts,
} from '../facts/clinic-facts.ts'
import { dayProblem } from '../facts/day.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { isLeavingSoon, personReader, planningProblem, usualRequest } from '../flow/problem.ts'
import type { Demand, Person, PlanRequest, Problem } from '../flow/solution.ts'
import { aloneIn, type Outlook, outlooksOn, staffing } from '../forecast/outlook.ts'
import { positionsWithin } from '../forecast/parts.ts'
import { hoursByPosition } from '../forecast/totals.ts'
import { WhatIfNetwork } from './what-if-network.ts'

export type HoursOn = { position: number; hours: number }

/**
 * An employee in a what-if: with other tags or another status, GONE, as they are NOW, or with hours up to the weekly
 * cap. If they are full, they take no further hours.
 */
type Changed = { employee: number; as: EmployeeFacts | 'GONE' | 'NOW' | 'OVERTIME'; isFull?: true }

/**
 * Who takes the place of a person of the problem (null: nobody's, or nobody), and the secure hours that are lost;
 * negative ones are gained.
 */
export type Change = { instead: number | null; person: Person | null; lost: readonly HoursOn[] }

type Asked = { org_unit_id: string | null; reference_date: string; demand: PlanRequest['demand'] }

/** What can be counted on now, by assignment and by position, and the indexes of each employee's ACTIVE assignments. */
type SecureNow = { outlook: Outlook; hours: number[]; own: number[][] }

/** Plans a day again and again with changes of people, without choosing lines: it only counts what stays open. */
export class DayPlan {
  readonly facts: ClinicFacts
  readonly request: PlanRequest
  readonly problem: Problem
  readonly network: WhatIfNetwork
  readonly lacking: number
  /** What no plan covers, in hundredths. */
  readonly open: number
  readonly #read: ReturnType<typeof personReader>
  readonly #readOvertime: ReturnType<typeof personReader>
  #now: SecureNow | undefined

  /** The problem is that of the facts and the request. */
  constructor(facts: ClinicFacts, request: PlanRequest, problem?: Problem) {
    this.facts = clinicOn(facts, request.day)
    this.request = request
    this.problem = problem ?? planningProblem(this.facts, request)
    this.network = new WhatIfNetwork(this.problem, true)
    const { demands } = this.problem
    this.lacking = demands.reduce((sum, { need }) => sum + need, 0)
    this.open = this.lacking - this.network.maximum
    this.#read = personReader(this.facts, request, demands)
    this.#readOvertime = personReader(this.facts, { ...request, hours_limit: 'WEEKLY_CAP' }, demands)
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

  change({ employee, as, isFull }: Changed): Change {
    const instead = this.problem.person_of.get(employee) ?? null
    if (as === 'OVERTIME') {
      const entry = this.facts.employees[employee] as EmployeeFacts
      const lost = [...this.#lost(employee), ...this.#gained(employee, entry, 'WEEKLY_CAP')]
      return { instead, person: this.#readOvertime(employee, entry), lost }
    }
    const lost = as === 'NOW' ? [] : this.#lost(employee)
    if (typeof as === 'string') return { instead, person: null, lost }
    const isAtWork = !isFull && as.status === 'ACTIVE' && !isLeavingSoon(this.facts, as)
    const person = isAtWork ? this.#read(employee, as) : null
    return { instead, person, lost: [...lost, ...this.#gained(employee, as)] }
  }

  /** How many more hours demands need once these are lost. */
  needsAfter(changes: readonly Change[]): { demand: number; by: number }[] {
    const lost = new Map<number, number>()
    for (const { position, hours } of changes.flatMap((one) => one.lost))
      lost.set(position, (lost.get(position) ?? 0) + hours)
    return [...lost].flatMap(([position, hours]) => {
      const demand = this.problem.demand_of.get(position)
      if (demand === undefined) return []
      const { required } = this.facts.positions[position] as PositionFacts
      const need = Math.max(0, required - (this.#secure.hours[position] ?? 0) + hours)
      return [{ demand, by: need - (this.problem.demands[demand] as Demand).need }]
    })
  }

  /** What the employee may be given in the plan; undefined for those whom it cannot use. */
  personOf = (employee: number): Person | undefined =>
    this.problem.people[this.problem.person_of.get(employee) ?? -1]

  /** The employee's secure hours on the plan's positions, most hours first. */
  secureOf = (employee: number): HoursOn[] =>
    (this.#secure.own[employee] ?? [])
      .map((index) => ({
        position: this.facts.assignments[index]?.position ?? -1,
        hours: this.#secure.outlook.secure[index] ?? 0,
      }))
      .filter(({ position, hours }) => hours > 0 && this.problem.demand_of.has(position))
      .sort((a, b) => b.hours - a.hours)

  /** The sets of tags that stay short in any plan, with the most hours that one more holder could open there. */
  shortSets(): { tags: readonly number[]; most: number }[] {
    const { flow, sink, nodes, groups } = this.network
    const reaching = flow.reaching(sink)
    return groups.demands.flatMap(({ tags }, group) => {
      const node = nodes[group] as number
      let most = 0
      if (!reaching[node]) return []
      flow.attempt(() => {
        most = flow.augment(node, sink)
        return false
      })
      return { tags, most }
    })
  }

  /** Tells whether a person has hours that are of no use where they may work now, if only because others have. */
  spareHours(): (person: Person) => boolean {
    const reachable = this.network.flow.reachableFrom(this.network.source)
    return (person) => reachable[this.network.supplyOf(person).node] === 1
  }

  /** What can be counted on now. */
  #lost(employee: number): HoursOn[] {
    return this.request.demand === 'SECURE' ? this.secureOf(employee) : []
  }

  /** What can be counted on, as hours that are lost less than nothing. */
  #gained(employee: number, as: EmployeeFacts, limit = this.request.hours_limit): HoursOn[] {
    const own = this.request.demand === 'SECURE' ? (this.#secure.own[employee] ?? []) : []
    if (own.length === 0) return []
    const assignments = own.map((index) => this.facts.assignments[index] as AssignedHours)
    return secureOn(aloneIn(this.facts, as, assignments), this.request.day, limit).map(
      ({ position, hours }) => ({
        position,
        hours: -hours,
      }),
    )
  }

  get #secure(): SecureNow {
    const { facts, request } = this
    if (this.#now) return this.#now
    const outlook = outlooksOn(facts, [request.day], request.hours_limit)[0] as Outlook
    const hours = hoursByPosition(facts, outlook).map(({ secure }) => secure)
    this.#now = { outlook, hours, own: staffing(facts) }
    return this.#now
  }
}

/** The plan of a day, for an org unit or the whole clinic; 400 for a bad day and for an unknown unit. */
export function dayPlan(facts: ClinicFacts, { org_unit_id, reference_date, demand }: Asked): DayPlan {
  const day = toDay(reference_date)
  const badDay = dayProblem(facts.today, day)
  if (badDay) throw invalid('reference_date', badDay)
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
export const shownPair = ({ employees, tags }: ClinicFacts, pair: { employee: number; tag: number }) => {
  const [{ id = '', name = '' } = {}, tag] = [employees[pair.employee], tags[pair.tag]]
  return { employee: id, employee_name: name, tag: tag?.id ?? '', tag_name: tag?.name ?? '' }
}
