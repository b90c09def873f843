import { toDay } from '../../calendar.ts'
import { invalid } from '../../errors.ts'
import type { ClinicFacts, EmployeeFacts, PositionFacts } from '../facts/clinic-facts.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { isLeavingSoon, personReader, planningProblem, usualRequest } from '../flow/problem.ts'
import type { Demand, Person, PlanRequest, Problem } from '../flow/solution.ts'
import { aloneIn, type Outlook, outlooksOn, staffing } from '../forecast/outlook.ts'
import { positionsWithin } from '../forecast/parts.ts'
import { hoursByPosition } from '../forecast/totals.ts'
import { dayProblem } from '../plans/plan-request.ts'
import { DemandNetwork } from './demand-network.ts'

/** An employee in a what-if: with other tags, GONE, or as they are. If they are full, they take no further hours. */
type Changed = { employee: number; as: EmployeeFacts | 'GONE' | 'NOW'; isFull?: true }

export type HoursOn = { position: number; hours: number }

type Asked = { org_unit_id: string | null; reference_date: string; demand: PlanRequest['demand'] }

/** Plans a day again and again with changes of people, without choosing lines: it only counts what stays open. */
export class DayPlan {
  readonly facts: ClinicFacts
  readonly request: PlanRequest
  readonly problem: Problem
  readonly network: DemandNetwork
  readonly lacking: number
  /** What no plan covers, in hundredths. */
  readonly open: number
  readonly #outlook: Outlook
  /** The indexes of each employee's ACTIVE assignments. */
  readonly #staff: number[][]
  readonly #secure: number[]

  constructor(facts: ClinicFacts, request: PlanRequest) {
    this.facts = clinicOn(facts, request.day)
    this.request = request
    this.problem = planningProblem(this.facts, request)
    this.network = new DemandNetwork(this.problem)
    this.lacking = this.problem.demands.reduce((sum, { need }) => sum + need, 0)
    this.open = this.lacking - this.network.maximum
    this.#outlook = outlooksOn(this.facts, [request.day])[0] as Outlook
    this.#staff = staffing(facts)
    this.#secure = hoursByPosition(this.facts, this.#outlook).map(({ secure }) => secure)
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
    const isSame =
      [...leaving, ...joining].every(({ free }) => free === 0) && needs.every(({ by }) => by === 0)
    return isSame ? this.open : this.lacking + more - this.network.maximumIf({ leaving, joining, needs })
  }

  /** What the employee may be given in the plan; undefined for those whom it cannot use. */
  personOf = (employee: number): Person | undefined =>
    this.problem.people[this.problem.person_of.get(employee) ?? -1]

  /** The employee's secure hours on the plan's positions, most hours first. */
  secureOf = (employee: number): HoursOn[] =>
    (this.#staff[employee] ?? [])
      .map((index) => ({
        position: this.facts.assignments[index]?.position ?? -1,
        hours: this.#outlook.secure[index] ?? 0,
      }))
      .filter(({ position, hours }) => hours > 0 && this.problem.demand_of.has(position))
      .sort((a, b) => b.hours - a.hours)

  /** What the employee could then be given, and which secure hours are lost; negative ones are gained. */
  #after({ employee, as, isFull }: Changed): { person?: Person; lost: HoursOn[] } {
    if (as === 'NOW') return { lost: [] }
    const lost = this.secureOf(employee)
    if (as === 'GONE') return { lost }
    const alone = aloneIn(
      this.facts,
      as,
      this.facts.assignments.filter((one) => one.employee === employee),
    )
    for (const { position, hours } of secureOn(alone, this.request.day))
      lost.push({ position, hours: -hours })
    if (isFull || as.status !== 'ACTIVE' || isLeavingSoon(alone, 0)) return { lost }
    return { person: personReader(alone, this.request, this.problem.demands)(0), lost }
  }

  #moreNeeded(position: number, lost: number) {
    const demand = this.problem.demand_of.get(position)
    if (demand === undefined) return []
    const { required } = this.facts.positions[position] as PositionFacts
    const need = Math.max(0, required - (this.#secure[position] ?? 0) + lost)
    return [{ demand, by: need - (this.problem.demands[demand] as Demand).need }]
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
export const secureOn = (facts: ClinicFacts, day: number): HoursOn[] =>
  outlooksOn(facts, [day]).flatMap(({ secure }) =>
    facts.assignments.flatMap(({ position, is_suspended }, index) =>
      position >= 0 && !is_suspended ? [{ position, hours: secure[index] ?? 0 }] : [],
    ),
  )

/** A person and a tag as clients see them. */
export const shownPair = ({ employees, tags }: ClinicFacts, pair: { employee: number; tag: number }) => {
  const [{ id = '', name = '' } = {}, tag] = [employees[pair.employee], tags[pair.tag]]
  return { employee: id, employee_name: name, tag: tag?.id ?? '', tag_name: tag?.name ?? '' }
}
