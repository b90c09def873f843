import { FlowNetwork, type Search, unlimited } from '../flow/max-flow.ts'
import { holds, mayCreate } from '../flow/problem.ts'
import type { Demand, Person, Problem } from '../flow/solution.ts'

/** A change to try: people who leave or join, and demands that need more hours, or fewer. */
type Change = {
  leaving: readonly Person[]
  joining: readonly Person[]
  needs: readonly { demand: number; by: number }[]
}

/**
 * Finds the same maximum as a `PlanningNetwork`, with an arc for each demand, so that a what-if may change any need:
 * source -> people who may fill the same demands -> demands with the same tags -> demand -> sink.
 */
export class DemandNetwork {
  readonly maximum: number
  readonly #problem: Problem
  readonly #flow = new FlowNetwork()
  readonly #source = this.#flow.addNode()
  readonly #sink = this.#flow.addNode()
  /** Searches that begin at the end with few nodes around it. As the flow is a maximum, no path leads through the other. */
  readonly #forward: Search = { side: 0, most: Infinity, except: [this.#source, this.#source] }
  readonly #backward: Search = { side: 1, most: Infinity, except: [this.#sink, this.#sink] }
  /** By their tags: the demands, and the node before theirs. */
  readonly #sets: Map<string, { tags: readonly number[]; node: number; demands: number[] }>
  /** By demand: its node, and its arc to the sink. */
  readonly #nodes: number[]
  readonly #arcs: number[]
  readonly #supplies = new Map<string, { node: number; arc: number }>()

  constructor(problem: Problem) {
    const [flow, { demands }] = [this.#flow, problem]
    this.#problem = problem
    this.#nodes = demands.map(() => flow.addNode())
    this.#arcs = demands.map(({ need }, demand) =>
      flow.addArc(this.#nodes[demand] as number, this.#sink, need),
    )
    const byTags = Map.groupBy(demands.keys(), (demand) => this.#demand(demand).tags.join())
    this.#sets = new Map(
      Array.from(byTags, ([key, own]) => {
        const node = flow.addNode()
        for (const demand of own) flow.addArc(node, this.#nodes[demand] as number, unlimited)
        return [key, { tags: this.#demand(own[0] as number).tags, node, demands: own }]
      }),
    )
    for (const person of problem.people) this.#join(person)
    this.maximum = flow.augment(this.#source, this.#sink)
  }

  /**
   * The maximum with the change; the network stays as it is. After each step the flow is a maximum again, so the next
   * search is only for what that step makes possible: a search through a large network costs milliseconds.
   */
  maximumIf({ leaving, joining, needs }: Change): number {
    let maximum = this.maximum
    this.#flow.attempt(() => {
      for (const { demand, by } of needs)
        maximum += by > 0 ? this.#raise(demand, by) : -this.#narrow(this.#arcs[demand] as number, -by)
      for (const person of leaving) maximum -= this.#narrow(this.#supplyOf(person).arc, person.free)
      for (const person of joining) {
        const { node, arc } = this.#supplyOf(person)
        this.#flow.widen(arc, person.free)
        const more = this.#flow.augmentBy(this.#forward, { from: node, to: this.#sink, limit: person.free })
        this.#flow.push(arc, more)
        maximum += more
      }
      return false
    })
    return maximum
  }

  /** The sets of tags that stay short in any plan, with the most hours that one more holder could open there. */
  shortSets(): { tags: readonly number[]; most: number }[] {
    const reaching = this.#flow.reaching(this.#sink)
    const short = [...this.#sets.values()].filter(({ node }) => reaching[node])
    return short.map(({ tags, node }) => {
      let most = 0
      this.#flow.attempt(() => {
        most = this.#flow.augment(node, this.#sink)
        return false
      })
      return { tags, most }
    })
  }

  /** Tells whether a demand stays short in any plan, and would only lack more if it needed more. */
  shortDemands(): (demand: number) => boolean {
    const reaching = this.#flow.reaching(this.#sink)
    return (demand) => reaching[this.#nodes[demand] ?? -1] === 1
  }

  /** Tells whether a person has hours that are of no use where they may work now, if only because others have. */
  spareHours(): (person: Person) => boolean {
    const reachable = this.#flow.reachableFrom(this.#source)
    return (person) => reachable[this.#supplyOf(person).node] === 1
  }

  #demand = (demand: number) => this.#problem.demands[demand] as Demand

  #join = (person: Person) => this.#flow.widen(this.#supplyOf(person).arc, person.free)

  /** Where the hours of people enter who may fill the same demands; made on first use, and then without hours. */
  #supplyOf(person: Person) {
    const { tags, barred, raises } = person
    const isOpen = mayCreate(this.#problem, person)
    const raised = raises.map(({ demand }) => demand)
    const key = isOpen ? `${tags}|${barred}` : `raises ${raised}`
    const known = this.#supplies.get(key)
    if (known) return known
    const nodes = isOpen ? this.#reach(person) : raised.map((demand) => this.#nodes[demand] as number)
    const supply = this.#supplies.get(`to ${nodes}`) ?? this.#addSupply(nodes)
    this.#supplies.set(key, supply).set(`to ${nodes}`, supply)
    return supply
  }

  #addSupply(to: readonly number[]) {
    const node = this.#flow.addNode()
    const supply = { node, arc: this.#flow.addArc(this.#source, node, 0) }
    for (const one of to) this.#flow.addArc(node, one, unlimited)
    return supply
  }

  /** The nodes of the sets whose tags the person holds; where a demand is barred, those of the others. */
  #reach({ tags, barred }: Person): number[] {
    const apart = new Set(barred.map((demand) => this.#demand(demand).tags.join()))
    return [...this.#sets].flatMap(([key, set]) => {
      if (!holds(tags, set.tags)) return []
      if (!apart.has(key)) return set.node
      return set.demands.flatMap((one) => (barred.includes(one) ? [] : (this.#nodes[one] as number)))
    })
  }

  /** Gives a demand more need. Returns how much of it is covered. */
  #raise(demand: number, by: number): number {
    const [node, arc] = [this.#nodes[demand] as number, this.#arcs[demand] as number]
    const more = this.#flow.augmentBy(this.#backward, { from: this.#source, to: node, limit: by })
    this.#flow.widen(arc, by)
    this.#flow.push(arc, more)
    return more
  }

  /** Takes capacity from an arc. Flow that no longer fits is rerouted or lost; returns how much is lost. */
  #narrow(arc: number, by: number): number {
    const flow = this.#flow
    const [from, to] = [flow.head(arc ^ 1), flow.head(arc)]
    const search = from === this.#source ? this.#backward : this.#forward
    const unused = Math.min(by, flow.residual(arc))
    flow.widen(arc, -unused)
    flow.widen(arc ^ 1, unused - by)
    const lost = by - unused - flow.augmentBy(search, { from, to, limit: by - unused })
    if (from !== this.#source) flow.augmentBy(search, { from, to: this.#source, limit: lost })
    if (to !== this.#sink) flow.augmentBy(search, { from: this.#sink, to, limit: lost })
    return lost
  }
}
