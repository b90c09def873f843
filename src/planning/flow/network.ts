import { type Groups, groupsOf } from './groups.ts'
import { FlowNetwork, unlimited } from './max-flow.ts'
import { mayCreate } from './problem.ts'
import type { Demand, Person, Problem } from './solution.ts'

/** Where hours enter the network: a node, the arc from the source, and the arcs to groups or fronts. */
export type Supply = { node: number; arc: number; to: Map<number, number> }

/**
 * Finds the maximum hours of a problem as a maximum flow: source -> reach -> group of demands -> priority -> sink. A
 * person who can only raise assignments has a node of their own, with arcs to the fronts of those demands; a front
 * passes on to the group at most what its demand needs.
 */
export class PlanningNetwork {
  readonly problem: Problem
  readonly groups: Groups
  readonly flow = new FlowNetwork()
  readonly source = this.flow.addNode()
  readonly sink = this.flow.addNode()
  /** The maximum hours. */
  maximum = 0
  /** The groups that stay short even if nothing less urgent is filled. */
  readonly short = new Set<number>()
  /** By priority: its arc to the sink. */
  readonly priorityArcs: number[] = []
  /** By group: its node, and its arc to its priority. */
  readonly nodes: number[] = []
  readonly groupArcs: number[] = []
  /** By demand, where a person can only raise: the node before its group, and the arc between them. */
  readonly fronts = new Map<number, { node: number; arc: number }>()
  readonly #reaches = new Map<string, Supply>()
  readonly #supplies: (Supply | undefined)[] = []
  /** By node of demands: the one arc on to the sink. */
  protected readonly onward: number[] = []
  protected readonly mayNeed: (demand: number) => boolean

  /** In a what-if, a demand that lacks nothing may begin to need hours only if `mayBegin` is set. */
  constructor(problem: Problem, mayBegin = false) {
    this.problem = problem
    this.mayNeed = (demand) => mayBegin || (problem.demands[demand] as Demand).need > 0
    this.groups = groupsOf(problem, this.mayNeed)
    this.#addDemands()
    for (const [index, { free }] of problem.people.entries())
      if (free > 0) this.flow.widen(this.supplyAt(index).arc, free)
    for (const priority of this.priorityArcs.keys()) this.#open(priority)
  }

  /** The demands that stay short in any plan: those on the sink's side of the minimum cut. */
  shortDemands(): number[] {
    const isReaching = this.flow.reaching(this.sink)
    const { of_demand } = this.groups
    return [...this.problem.demands.keys()].filter((demand) => {
      const node = this.fronts.get(demand)?.node ?? (this.nodes[of_demand[demand] as number] as number)
      return (this.problem.demands[demand] as Demand).need > 0 && isReaching(node)
    })
  }

  /** Where the person's hours enter; made on first use, and then still without hours. */
  supplyOf(person: Person): Supply {
    if (!mayCreate(this.problem, person)) {
      const raised = person.raises.map(({ demand }) => demand)
      return this.addSupply(raised, (demand) => this.frontOf(demand))
    }
    const reach = this.groups.reach(person)
    return this.#reaches.getOrInsertComputed(reach.join(), () =>
      this.addSupply(reach, (group) => this.nodes[group] as number),
    )
  }

  protected addSupply(keys: readonly number[], nodeOf: (key: number) => number): Supply {
    const node = this.flow.addNode()
    const arc = this.flow.addArc(this.source, node, 0)
    const to = new Map(keys.map((key) => [key, this.flow.addArc(node, nodeOf(key), unlimited)]))
    return { node, arc, to }
  }

  protected frontOf(demand: number): number {
    const known = this.fronts.get(demand)
    if (known) return known.node
    const node = this.flow.addNode()
    const group = this.nodes[this.groups.of_demand[demand] as number] as number
    const { need } = this.problem.demands[demand] as Demand
    this.fronts.set(demand, { node, arc: this.#addOnward(node, group, need) })
    return node
  }

  #addOnward(from: number, to: number, capacity: number): number {
    const arc = this.flow.addArc(from, to, capacity)
    this.onward[from] = arc
    return arc
  }

  #addDemands() {
    const { problem, groups, flow } = this
    const count = Math.max(-1, ...groups.demands.map(({ priority }) => priority)) + 1
    const priorities = Array.from({ length: count }, () => flow.addNode())
    for (const node of priorities) this.priorityArcs.push(this.#addOnward(node, this.sink, 0))
    for (const { priority, members } of groups.demands) {
      const node = flow.addNode()
      const need = members.reduce((sum, demand) => sum + (problem.demands[demand] as Demand).need, 0)
      this.nodes.push(node)
      this.groupArcs.push(this.#addOnward(node, priorities[priority] as number, need))
    }
  }

  #open(priority: number) {
    this.flow.widen(this.priorityArcs[priority] as number, unlimited)
    this.maximum += this.flow.augment(this.source, this.sink)
    const isReaching = this.flow.reaching(this.sink)
    for (const [group, { priority: own }] of this.groups.demands.entries())
      if (own === priority && isReaching(this.nodes[group] as number)) this.short.add(group)
  }

  /** Where the hours of a person of the problem enter. */
  supplyAt(person: number): Supply {
    this.#supplies[person] ??= this.supplyOf(this.problem.people[person] as Person)
    return this.#supplies[person]
  }

  /** Takes capacity from an arc. Flow that no longer fits is rerouted or lost; returns how much is lost. */
  narrow(arc: number, by: number): number {
    const { flow } = this
    const [from, to] = [flow.head(arc ^ 1), flow.head(arc)]
    const unused = Math.min(by, flow.residual(arc))
    flow.widen(arc, -unused)
    const excess = by - unused
    flow.widen(arc ^ 1, -excess)
    const lost = excess - flow.augment(from, to, excess)
    if (from !== this.source) flow.augment(from, this.source, lost)
    flow.augment(this.sink, to, lost)
    this.maximum -= lost
    return lost
  }
}
