import { maximumWeekHours } from '../../hours.ts'
import type { ClinicFacts, EmployeeFacts } from '../facts/clinic-facts.ts'
import { poolOn } from '../facts/day.ts'
import { weeklyLimit } from '../facts/rules.ts'
import { type Workload, workloadOf } from '../facts/workload.ts'
import { type Groups, groupsOf } from '../flow/groups.ts'
import { FlowNetwork, unlimited } from '../flow/max-flow.ts'
import { planningProblem } from '../flow/problem.ts'
import type { Pair, Person, PlanRequest, Problem } from '../flow/solution.ts'

/** Hours of an ACTIVE assignment that can be taken away. */
export type HeldHours = Pair & { assignment: number; hours: number }

/** What is out of balance: hours by index of the problem's people and demands. */
export type Imbalance = {
  problem: Problem
  held: HeldHours[]
  /** Hours of a person above what they may have. */
  over: number[]
  /** Hours of a demand above what its position requires. */
  surplus: number[]
}

/** Finds where there are too few and too many hours on the request's day. */
export function imbalanceOf(facts: ClinicFacts, request: PlanRequest): Imbalance {
  const load = workloadOf(facts)
  const problem = withoutGains(planningProblem(facts, request), load)
  const held = facts.assignments.flatMap(({ employee, position, hours, is_suspended }, assignment) => {
    const [person, demand] = [problem.person_of.get(employee), problem.demand_of.get(position)]
    if (is_suspended || person === undefined || demand === undefined) return []
    return { person, demand, assignment, hours }
  })
  const inScope = problem.people.map(() => 0)
  for (const { person, hours } of held) inScope[person] = (inScope[person] ?? 0) + hours
  const limit = weeklyLimit(facts)
  const over = problem.people.map(({ employee }, person) => {
    const entry = facts.employees[employee ?? -1] as EmployeeFacts
    const pool = request.hours_limit === 'CONTRACT' ? poolOn(facts, entry, request.day) : limit
    const above = (load.ofEmployee[employee ?? -1] ?? 0) - Math.min(limit, pool)
    return Math.max(0, Math.min(above, inScope[person] ?? 0))
  })
  const surplus = problem.demands.map(({ position }) =>
    Math.max(0, (load.ofPosition[position] ?? 0) - (facts.positions[position]?.required ?? 0)),
  )
  return { problem, held, over, surplus }
}

/** Gives no hours to people assigned more than a week has: one of their assignments could exceed its maximum. */
function withoutGains(problem: Problem, { ofEmployee }: Workload): Problem {
  const everywhere = [...problem.demands.keys()]
  const people = problem.people.map((person) =>
    (ofEmployee[person.employee ?? -1] ?? 0) > maximumWeekHours * 100
      ? { ...person, raises: [], barred: everywhere }
      : person,
  )
  return { ...problem, people }
}

/**
 * Hours that move: from a person with hours left or a position with too many, to a demand that lacks them or off a
 * person who is over contract.
 */
export type Transfer = { hours: number; given: Pair[]; taken: HeldHours[] }

/** How many arcs `simplify` tries to close, the narrowest first. */
const mostClosed = 1500

/**
 * All hours that could be put right, as a maximum flow. People with hours left give them to demands. Demands with too
 * many give hours back to their people, who pass them on to other demands or are relieved. Covering what positions lack
 * comes first, which costs no hour in all.
 */
export class RebalanceNetwork {
  readonly #flow = new FlowNetwork()
  readonly #source = this.#flow.addNode()
  readonly #sink = this.#flow.addNode()
  readonly #people: number[]
  readonly #demands: number[]
  readonly #personAt: ReadonlyMap<number, number>
  readonly #demandAt: ReadonlyMap<number, number>
  readonly #hubs = new Map<string, number>()
  readonly #groups: Groups
  readonly #groupNodes: number[]
  readonly #arcs: number[] = []
  readonly #takes = new Map<number, HeldHours>()

  constructor({ problem, held, over, surplus }: Imbalance) {
    const { people, demands } = problem
    // A demand that lacks nothing may lose hours, and then needs some.
    this.#groups = groupsOf(problem, () => true)
    this.#people = people.map(() => this.#flow.addNode())
    this.#demands = demands.map(() => this.#flow.addNode())
    this.#personAt = new Map(this.#people.map((node, index) => [node, index]))
    this.#demandAt = new Map(this.#demands.map((node, index) => [node, index]))
    this.#groupNodes = this.#groups.demands.map(() => this.#flow.addNode())
    for (const [group, { members }] of this.#groups.demands.entries())
      for (const demand of members)
        this.#add(this.#groupNodes[group] as number, this.#demands[demand] as number, unlimited)
    for (const [index, person] of people.entries()) this.#addPerson(index, person)
    for (const [at, hours] of surplus.entries()) this.#add(this.#source, this.#demands[at] as number, hours)
    for (const one of held) {
      const [from, to] = [this.#demands[one.demand] as number, this.#people[one.person] as number]
      const arc = this.#add(from, to, one.hours)
      if (arc !== undefined) this.#takes.set(arc, one)
    }
    const needs = demands.map(({ need }) => need)
    this.#open(this.#demands, needs)
    this.#open(this.#people, over)
  }

  /** The people and demands on the sink's side of the minimum cut, by index: no more hours can reach them. */
  short(): { people: Set<number>; demands: Set<number> } {
    const isReaching = this.#flow.reaching(this.#sink)
    const among = (nodes: readonly number[]) =>
      new Set(nodes.keys().filter((at) => isReaching(nodes[at] as number)))
    return { people: among(this.#people), demands: among(this.#demands) }
  }

  /** Closes the arcs that it can without losing an hour, because fewer arcs mean fewer changes. */
  simplify() {
    const flow = this.#flow
    const hubs = new Set(this.#hubs.values())
    const from = (arc: number) => flow.head(arc ^ 1)
    const isFixed = (arc: number) =>
      from(arc) === this.#source || hubs.has(from(arc)) || flow.head(arc) === this.#sink
    for (const arc of this.#arcs)
      if (flow.head(arc) === this.#sink || flow.flow(arc) === 0) flow.widen(arc, -flow.residual(arc))
    const used = this.#arcs.filter((arc) => !isFixed(arc) && flow.flow(arc) > 0)
    used.sort((a, b) => flow.flow(a) - flow.flow(b))
    for (const arc of used.slice(0, mostClosed))
      flow.attempt(() => {
        const carried = flow.flow(arc)
        flow.widen(arc, -flow.residual(arc))
        flow.widen(arc ^ 1, -carried)
        return flow.augment(from(arc), flow.head(arc), carried) === carried
      })
  }

  /** What the flow carries, as transfers. */
  transfers(): Transfer[] {
    return Array.from(this.#flow.paths(this.#source, this.#sink), (path) => this.#transfer(path))
  }

  #transfer({ arcs, carries: hours }: { arcs: number[]; carries: number }): Transfer {
    const { head } = this.#flow
    const transfer: Transfer = { hours, given: [], taken: [] }
    let person: number | undefined
    for (const arc of arcs) {
      const [from, to] = [head(arc ^ 1), head(arc)]
      person = this.#personAt.get(from) ?? person
      const demand = this.#demandAt.get(to)
      const held = this.#takes.get(arc)
      if (held) transfer.taken.push(held)
      if (demand !== undefined && from !== this.#source)
        transfer.given.push({ person: person as number, demand })
    }
    return transfer
  }

  #addPerson(index: number, person: Person) {
    const node = this.#people[index] as number
    this.#add(this.#source, node, person.free)
    // Existing assignments are raised before new ones are made.
    for (const { demand } of person.raises) this.#add(node, this.#demands[demand] as number, unlimited)
    const reach = this.#groups.reach(person)
    const hub = this.#hubs.getOrInsertComputed(reach.join(), () => this.#addHub(reach))
    this.#add(node, hub, unlimited)
  }

  #addHub(reach: readonly number[]): number {
    const hub = this.#flow.addNode()
    for (const group of reach) this.#add(hub, this.#groupNodes[group] as number, unlimited)
    return hub
  }

  #add(from: number, to: number, capacity: number) {
    if (capacity <= 0) return undefined
    const arc = this.#flow.addArc(from, to, capacity)
    this.#arcs.push(arc)
    return arc
  }

  /** Connects the nodes to the sink, and sends what they can take. */
  #open(nodes: readonly number[], most: readonly number[]) {
    for (const [at, node] of nodes.entries()) this.#add(node, this.#sink, most[at] as number)
    this.#flow.augment(this.#source, this.#sink)
  }
}
