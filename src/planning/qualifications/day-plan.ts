import type { ClinicFacts, EmployeeFacts, HeldTagFacts } from '../facts/clinic-facts.ts'
import { isLeavingSoon, personReader, planningProblem } from '../flow/problem.ts'
import type { Demand, Person, PlanRequest, Problem } from '../flow/solution.ts'
import { type Outlook, outlooksOn, staffing } from '../forecast/outlook.ts'
import { DemandNetwork } from './demand-network.ts'

/**
 * An employee in a what-if: with other tags, GONE, or FULL if they go on working but take no further hours. Only the
 * secure hours `on` one position are lost, if it is given.
 */
export type Changed = { employee: number; as: EmployeeFacts | 'GONE' | 'FULL'; on?: number }

/** Plans a day again and again with changes of people, without choosing lines: it only counts what stays open. */
export class DayPlan {
  readonly facts: ClinicFacts
  readonly request: PlanRequest
  readonly problem: Problem
  readonly network: DemandNetwork
  readonly outlook: Outlook
  /** The indexes of each employee's ACTIVE assignments. */
  readonly staff: number[][]
  readonly lacking: number
  /** What no plan covers, in hundredths. */
  readonly open: number
  /** What positions have above what they require, or lack if negative. */
  readonly #surplus: number[]
  readonly #own: Map<number, ClinicFacts['assignments']>

  constructor(facts: ClinicFacts, request: PlanRequest) {
    this.facts = facts
    this.request = request
    this.problem = planningProblem(facts, request)
    this.network = new DemandNetwork(this.problem)
    this.outlook = outlooksOn(facts, [request.day])[0] as Outlook
    this.staff = staffing(facts)
    this.lacking = this.problem.demands.reduce((sum, { need }) => sum + need, 0)
    this.open = this.lacking - this.network.maximum
    this.#surplus = facts.positions.map(({ required }) => -required)
    for (const [index, { position, is_suspended, hours }] of facts.assignments.entries()) {
      const counted = request.demand === 'SECURE' ? (this.outlook.secure[index] ?? 0) : hours
      if (position >= 0 && !is_suspended) this.#surplus[position] = (this.#surplus[position] ?? 0) + counted
    }
    this.#own = Map.groupBy(facts.assignments, ({ employee }) => employee)
  }

  /** What no plan covers with the changes, in hundredths. */
  openIf(changes: readonly Changed[]): number {
    const after = changes.map((changed) => this.#after(changed))
    const lost = new Map<number, number>()
    for (const { position, hours } of after.flatMap((one) => one.lost))
      lost.set(position, (lost.get(position) ?? 0) + hours)
    const needs = this.request.demand === 'SECURE' ? [...lost].flatMap((one) => this.#moreNeeded(...one)) : []
    const more = needs.reduce((sum, { by }) => sum + by, 0)
    const leaving = changes.flatMap(({ employee }) => this.personOf(employee) ?? [])
    const joining = after.flatMap(({ person }) => person ?? [])
    return this.lacking + more - this.network.maximumIf({ leaving, joining, needs })
  }

  /** What the employee may be given in the plan; undefined for those whom it cannot use. */
  personOf = (employee: number): Person | undefined =>
    this.problem.people[this.problem.person_of.get(employee) ?? -1]

  /** What the employee could then be given, and which secure hours are lost; negative ones are gained. */
  #after({ employee, as, on }: Changed): { person: Person | null; lost: HoursOn[] } {
    if (as === 'FULL') return { person: null, lost: [] }
    const lost = this.secureOf(employee).filter(({ position }) => on === undefined || position === on)
    if (as === 'GONE') return { person: null, lost }
    const { person, secure } = this.#standing(employee, as)
    return { person, lost: [...lost, ...secure.map(({ position, hours }) => ({ position, hours: -hours }))] }
  }

  /** The employee's secure hours on the plan's positions. */
  secureOf(employee: number): HoursOn[] {
    return (this.staff[employee] ?? []).flatMap((index) => {
      const position = this.facts.assignments[index]?.position ?? -1
      const hours = this.outlook.secure[index] ?? 0
      return hours > 0 && this.problem.demand_of.has(position) ? [{ position, hours }] : []
    })
  }

  #moreNeeded(position: number, lost: number) {
    const demand = this.problem.demand_of.get(position)
    if (demand === undefined) return []
    const left = (this.#surplus[position] ?? 0) - lost
    return [{ demand, by: Math.max(0, -left) - (this.problem.demands[demand] as Demand).need }]
  }

  /** What the employee could still be given, and their secure hours, if they were like this. */
  #standing(employee: number, as: EmployeeFacts) {
    const alone = aloneIn(this.facts, as, this.#own.get(employee))
    const isPlanned = as.status === 'ACTIVE' && !isLeavingSoon(alone, 0)
    return {
      person: isPlanned ? personReader(alone, this.request, this.problem.demands)(0) : null,
      secure: secureOn(alone, this.request.day),
    }
  }
}

type HoursOn = { position: number; hours: number }

/** The clinic with this employee only. */
export const aloneIn = (
  facts: ClinicFacts,
  employee: EmployeeFacts,
  own: ClinicFacts['assignments'] = [],
): ClinicFacts => ({
  ...facts,
  employees: [employee],
  assignments: own.map((assignment) => ({ ...assignment, employee: 0 })),
})

/** The secure hours of each ACTIVE assignment on an active position. */
export const secureOn = (facts: ClinicFacts, day: number) =>
  outlooksOn(facts, [day]).flatMap(({ secure }) =>
    facts.assignments.flatMap(({ position, is_suspended }, index) =>
      position >= 0 && !is_suspended ? [{ position, hours: secure[index] ?? 0 }] : [],
    ),
  )

/** The employee with one more tag, from the day on. */
export const withTag = (employee: EmployeeFacts, tag: number, day: number): EmployeeFacts => {
  const granted: HeldTagFacts = { id: '', tag, start: day, end: Number.POSITIVE_INFINITY }
  return { ...employee, tags: [...employee.tags, granted] }
}
