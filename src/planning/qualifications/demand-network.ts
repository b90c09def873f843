import { FlowNetwork, unlimited } from '../flow/max-flow.ts'
import { holds, mayCreate } from '../flow/problem.ts'
import type { Demand, Person, Problem } from '../flow/solution.ts'

/** A change to try: people who leave or join, and demands that need more hours, or fewer. */
export type Change = {
  leaving: readonly Person[]
  joining: readonly Person[]
  needs: readonly { demand: number; by: number }[]
}

/** Demands that require the same tags, and the node before theirs. */
type TagSet = { tags: readonly number[]; node: number; demands: number[] }

/**
 * Finds the same maximum as a `PlanningNetwork`, with an arc for each demand, so that a what-if may change any need:
 * source -> people who may fill the same demands -> demands with the same tags -> demand -> sink. It knows no
 * priorities, because they do not change the maximum.
 */
export class DemandNetwork {
  readonly maximum: number
  readonly #problem: Problem
  readonly #flow = new FlowNetwork()
  readonly #source = this.#flow.addNode()
  readonly #sink = this.#flow.addNode()
  readonly #sets = new Map<string, TagSet>()
  readonly #nodes: number[] = []
  readonly #arcs: number[] = []
  readonly #supplies = new Map<string, { node: number; arc: number }>()

  constructor(problem: Problem) {
    this.#problem = problem
    for (const [demand, { tags, need }] of problem.demands.entries()) {
      const set = this.#setOf(tags)
      const node = this.#flow.addNode()
      set.demands.push(demand)
      this.#nodes.push(node)
      this.#flow.addArc(set.node, node, unlimited)
      this.#arcs.push(this.#flow.addArc(node, this.#sink, need))
    }
    for (const person of problem.people) this.#join(person)
    this.maximum = this.#flow.augment(this.#source, this.#sink)
  }

  /** The maximum with the change; the network stays as it is. */
  maximumIf({ leaving, joining, needs }: Change): number {
    let maximum = this.maximum
    this.#flow.attempt(() => {
      for (const { demand, by } of needs) {
        const arc = this.#arcs[demand] as number
        if (by > 0) this.#flow.widen(arc, by)
        else maximum -= this.#narrow(arc, -by)
      }
      for (const person of leaving)
        if (person.free > 0) maximum -= this.#narrow(this.#supplyOf(person).arc, person.free)
      for (const person of joining) this.#join(person)
      maximum += this.#flow.augment(this.#source, this.#sink)
      return false
    })
    return maximum
  }

  /** The sets of tags that stay short in any plan, with the most hours that one more holder could give there. */
  shortSets(): { tags: readonly number[]; most: number }[] {
    const reaching = this.#flow.reaching(this.#sink)
    return [...this.#sets.values()]
      .filter(({ node }) => reaching[node])
      .map(({ tags, node }) => ({ tags, most: this.#mostThrough(node) }))
  }

  /** Tells whether a person has hours that are of no use where they may work now, themselves or by making room. */
  spareHours(): (person: Person) => boolean {
    const reachable = this.#flow.reachableFrom(this.#source)
    return (person) => reachable[this.#supplyOf(person).node] === 1
  }

  #mostThrough(node: number): number {
    let most = 0
    this.#flow.attempt(() => {
      most = this.#flow.augment(node, this.#sink)
      return false
    })
    return most
  }

  #join(person: Person) {
    if (person.free > 0) this.#flow.widen(this.#supplyOf(person).arc, person.free)
  }

  #setOf(tags: readonly number[]): TagSet {
    const key = tags.join()
    const set = this.#sets.get(key) ?? { tags, node: this.#flow.addNode(), demands: [] }
    this.#sets.set(key, set)
    return set
  }

  /** Where the hours of people enter who may fill the same demands; made on first use, and then without hours. */
  #supplyOf(person: Person) {
    const { tags, barred, raises } = person
    const isOpen = mayCreate(this.#problem, person)
    const key = isOpen ? `${tags}|${barred}` : `raises ${raises.map(({ demand }) => demand)}`
    const known = this.#supplies.get(key)
    if (known) return known
    const node = this.#flow.addNode()
    const supply = { node, arc: this.#flow.addArc(this.#source, node, 0) }
    for (const to of isOpen ? this.#reach(person) : raises.map(({ demand }) => this.#nodes[demand]))
      this.#flow.addArc(node, to as number, unlimited)
    this.#supplies.set(key, supply)
    return supply
  }

  /** The nodes of the sets whose tags the person holds, or of the demands there that are not barred. */
  #reach({ tags, barred }: Person): number[] {
    const isBarred = new Set(barred)
    const setsBarred = new Set(barred.map((demand) => (this.#problem.demands[demand] as Demand).tags.join()))
    return [...this.#sets].flatMap(([key, set]) => {
      if (!holds(tags, set.tags)) return []
      if (!setsBarred.has(key)) return set.node
      return set.demands
        .filter((demand) => !isBarred.has(demand))
        .map((demand) => this.#nodes[demand] as number)
    })
  }

  /** Takes capacity from an arc. Flow that no longer fits is rerouted or lost; returns how much is lost. */
  #narrow(arc: number, by: number): number {
    const flow = this.#flow
    const [from, to] = [flow.head(arc ^ 1), flow.head(arc)]
    const unused = Math.min(by, flow.residual(arc))
    flow.widen(arc, -unused)
    const excess = by - unused
    flow.widen(arc ^ 1, -excess)
    const lost = excess - flow.augment(from, to, excess)
    if (from !== this.#source) flow.augment(from, this.#source, lost)
    if (to !== this.#sink) flow.augment(this.#sink, to, lost)
    return lost
  }
}
