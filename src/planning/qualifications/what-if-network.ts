import type { Groups } from '../flow/groups.ts'
import { PlanningNetwork, type Supply } from '../flow/network.ts'
import { mayCreate } from '../flow/problem.ts'
import type { Person } from '../flow/solution.ts'

/**
 * Changes to try together: people who replace others (null: who leave, or who join them), and demands that need more,
 * or less. `most` is a bound on the maximum then, so that the search may stop there.
 */
type WhatIf = {
  people: readonly { instead: number | null; person: Person | null }[]
  needs?: readonly { demand: number; by: number }[]
  most?: number
}

/** A network that also tells the maximum of changed problems, and stays as it is. */
export class WhatIfNetwork extends PlanningNetwork {
  /** The maximum hours with the changes; the network stays as it is. */
  maximumIf({ people, needs = [], most = Infinity }: WhatIf): number {
    const before = this.maximum
    let after = before
    this.flow.attempt(() => {
      for (const { instead, person } of people) {
        if (instead !== null) this.#withdraw(this.supplyAt(instead), this.problem.people[instead]?.free ?? 0)
        if (person?.free) this.flow.widen(this.#supplyIf(person).arc, person.free)
      }
      for (const { demand, by } of needs) this.#need(demand, by)
      this.maximum += this.flow.augment(this.source, this.sink, most - this.maximum)
      after = this.maximum
      return false
    })
    this.maximum = before
    return after
  }

  /** Like {@link supplyOf}, for a person who joined after the groups were made. */
  #supplyIf(person: Person): Supply {
    const barred = person.barred.filter(this.mayNeed)
    const isGrouped = !barred.length || !this.groups.are_barred_apart || !mayCreate(this.problem, person)
    return isGrouped ? this.supplyOf(person) : this.#addBarred(person, new Set(barred))
  }

  /** In a group with a barred demand, the person gets arcs only to the fronts of the others. */
  #addBarred(person: Person, barred: ReadonlySet<number>): Supply {
    const nodes = this.groups.reach({ ...person, barred: [] }).flatMap((group) => {
      const { members } = this.groups.demands[group] as Groups['demands'][number]
      const allowed = members.filter((demand) => !barred.has(demand))
      if (allowed.length === members.length) return this.nodes[group] as number
      return allowed.map((demand) => this.frontOf(demand))
    })
    return this.addSupply(nodes, (node) => node)
  }

  /** Takes hours from a supply: first unsent ones, then sent ones, which it pulls back from the sink. */
  #withdraw({ arc, to }: Supply, hours: number) {
    const { flow, sink } = this
    let sent = Math.max(0, hours - flow.residual(arc))
    flow.widen(arc, sent - hours)
    for (const out of to.values()) {
      const back = Math.min(sent, flow.flow(out))
      if (back === 0) continue
      sent -= back
      this.maximum -= back
      flow.widen(arc ^ 1, -back)
      flow.push(out, -back)
      for (let node = flow.head(out); node !== sink; node = flow.head(this.onward[node] as number))
        flow.push(this.onward[node] as number, -back)
    }
  }

  #need(demand: number, by: number) {
    const group = this.groupArcs[this.groups.of_demand[demand] as number] as number
    for (const arc of [this.fronts.get(demand)?.arc, group])
      if (arc !== undefined && by > 0) this.flow.widen(arc, by)
      else if (arc !== undefined) this.narrow(arc, -by)
  }
}
