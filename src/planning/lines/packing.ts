import type { Supply } from '../flow/network.ts'
import type { Reserve, Share } from './reserve.ts'

/** People of one reach, those first who can still give most in new assignments. */
type Pool = { supply: Supply; people: number[] }

/** How many people or demands are tried for one share. A time limit would make plans differ. */
const tries = 12

const mostFirst = (hours: readonly number[]) => (a: number, b: number) =>
  (hours[b] as number) - (hours[a] as number) || a - b

/** Of indexes with the most hours first, the first that has some, but no more than the limit. */
const largest = (sorted: readonly number[], hours: readonly number[], limit = Infinity) =>
  sorted.find((index) => (hours[index] as number) <= limit && (hours[index] as number) > 0)

/** Puts an index that has fewer hours than before where it belongs among those with the most hours first. */
function moveBack(sorted: number[], index: number, hours: readonly number[]) {
  const order = mostFirst(hours)
  let at = sorted.indexOf(index)
  for (; at + 1 < sorted.length && order(index, sorted[at + 1] as number) > 0; at++)
    sorted[at] = sorted[at + 1] as number
  sorted[at] = index
}

/**
 * Packs hours into few, large new assignments. Where hours suffice, it fills one demand after another; where they do
 * not, people give all they have, each to as few demands as possible.
 */
export class Packing {
  readonly #reserve: Reserve
  readonly #usable: number[]
  readonly #pools: Pool[] = []
  readonly #poolOf: (Pool | undefined)[] = []
  /** By group: the pools that reach it, and its demands, those first that lack most. */
  readonly #reaching: Pool[][]
  readonly #demands: number[][]

  constructor(reserve: Reserve) {
    this.#reserve = reserve
    this.#usable = reserve.problem.people.map((_, person) => reserve.usable(person))
    const giving = this.#usable.keys().filter((person) => this.#usable[person])
    const bySupply = Map.groupBy(giving, (person) => reserve.network.supplyAt(person))
    const { groups } = reserve.network
    this.#reaching = groups.demands.map(() => [])
    this.#demands = groups.demands.map(({ members }) => members.toSorted(mostFirst(reserve.lack)))
    for (const [supply, members] of bySupply) {
      const pool = { supply, people: members.toSorted(mostFirst(this.#usable)) }
      this.#pools.push(pool)
      for (const person of members) this.#poolOf[person] = pool
      for (const group of supply.to.keys()) this.#reaching[group]?.push(pool)
    }
  }

  pack() {
    const { network, lack } = this.#reserve
    for (const priority of network.priorityArcs.keys()) {
      const groups = [...network.groups.demands.entries()].filter(([, group]) => group.priority === priority)
      const demands = groups
        .filter(([group]) => !network.short.has(group))
        .flatMap(([, { members }]) => members)
      demands.sort(mostFirst(lack))
      for (const demand of demands) this.#fill(demand)
      this.#spend(new Set(groups.map(([group]) => group).filter((group) => network.short.has(group))))
    }
    if (this.#reserve.isSpent) for (const pool of this.#pools) this.#giveAsItFlows(pool)
  }

  /** Gives what the network has found for the pool, without another search. */
  #giveAsItFlows({ supply, people }: Pool) {
    const { network, left, lack } = this.#reserve
    for (const [group, arc] of supply.to)
      for (const demand of network.groups.demands[group]?.members ?? [])
        for (const person of people.toSorted((a, b) => a - b)) {
          const most = Math.min(network.flow.flow(arc), lack[demand] as number, left[person] as number)
          if (most > 0) this.#reserve.giveMost({ person, demand, hours: most }, this.#reserve.least(demand))
        }
  }

  #fill(demand: number) {
    const { lack } = this.#reserve
    const isDone = () => lack[demand] === 0 || this.#reserve.isSpent
    while (!isDone() && (this.#addExact(demand) || this.#addWhole(demand) || this.#addPart(demand))) {}
  }

  #addExact(demand: number): boolean {
    const hours = this.#reserve.lack[demand] as number
    const people = this.#people(demand, hours)
    const exact = people.filter((person) => this.#usable[person] === hours)
    return this.#giveFirst(exact.map((person) => ({ person, demand, hours })))
  }

  /** Gives all of a person's hours, if the demand then still lacks enough for another assignment. */
  #addWhole(demand: number): boolean {
    const most = (this.#reserve.lack[demand] as number) - this.#reserve.least(demand)
    const people = this.#people(demand, most)
    return this.#giveFirst(people.map((person) => ({ person, demand, hours: this.#usable[person] ?? 0 })))
  }

  /** Gives part of a person's hours, or as many as are not needed elsewhere. */
  #addPart(demand: number): boolean {
    const lack = this.#reserve.lack[demand] as number
    const people = this.#people(demand)
    const hoursOf = (person: number) => Math.min(lack, this.#usable[person] as number)
    if (this.#giveFirst(people.map((person) => ({ person, demand, hours: hoursOf(person) })))) return true
    const least = this.#reserve.least(demand)
    return people.some((person) => {
      const can = this.#reserve.most(person, demand, lack)
      const rest = lack - can
      const hours = rest > 0 && rest < least ? lack - least : can
      return hours >= least && this.#give({ person, demand, hours })
    })
  }

  /**
   * Of each pool that reaches the demand, the person with the most hours up to a limit: those with the most first, then
   * those with the fewest other groups.
   */
  #people(demand: number, limit?: number): number[] {
    const group = this.#reserve.network.groups.of_demand[demand] as number
    const hours = (person: number) => this.#usable[person] as number
    const reaches = (person: number) => this.#poolOf[person]?.supply.to.size ?? 0
    return (this.#reaching[group] ?? [])
      .flatMap(({ people }) => largest(people, this.#usable, limit) ?? [])
      .sort((a, b) => hours(b) - hours(a) || reaches(a) - reaches(b) || a - b)
  }

  /** Lets everyone who reaches a short group give all they have, those with the most first. */
  #spend(short: Set<number>) {
    const people = this.#reserve.problem.people.keys().filter((person) => {
      const groups = this.#poolOf[person]?.supply.to.keys() ?? [].values()
      return this.#usable[person] && groups.some((group) => short.has(group))
    })
    for (const person of [...people].sort(mostFirst(this.#usable)))
      while (
        !this.#reserve.isSpent &&
        this.#usable[person] &&
        (this.#spendExact(person, short) || this.#spendMost(person, short))
      ) {}
  }

  #spendExact(person: number, short: Set<number>): boolean {
    const hours = this.#usable[person] as number
    const demands = this.#demandsFor(person, short, hours)
    const exact = demands.filter((demand) => this.#reserve.lack[demand] === hours)
    return this.#giveFirst(exact.map((demand) => ({ person, demand, hours })))
  }

  /** Gives a demand all hours if it takes them, else as many as leave enough for another assignment. */
  #spendMost(person: number, short: Set<number>): boolean {
    const hours = this.#usable[person] as number
    const demands = this.#demandsFor(person, short)
    const { lack, problem } = this.#reserve
    const hoursFor = (demand: number) => {
      const lacking = lack[demand] as number
      const rest = hours - lacking
      return rest > 0 && rest < problem.minimum ? hours - problem.minimum : Math.min(hours, lacking)
    }
    return this.#giveFirst(demands.map((demand) => ({ person, demand, hours: hoursFor(demand) })))
  }

  /** Of each short group that the person reaches, the demand that lacks most up to a limit. */
  #demandsFor(person: number, short: Set<number>, limit?: number): number[] {
    const groups = [...(this.#poolOf[person]?.supply.to.keys() ?? [])].filter((group) => short.has(group))
    return groups
      .flatMap((group) => largest(this.#demands[group] ?? [], this.#reserve.lack, limit) ?? [])
      .sort(mostFirst(this.#reserve.lack))
  }

  #giveFirst = (shares: readonly Share[]) => shares.slice(0, tries).some((share) => this.#give(share))

  #give(share: Share): boolean {
    const { person, demand, hours } = share
    if (hours <= 0 || hours < this.#reserve.least(demand)) return false
    if (!this.#reserve.give(share)) return false
    this.#usable[person] = this.#reserve.usable(person)
    moveBack(this.#poolOf[person]?.people ?? [], person, this.#usable)
    const group = this.#reserve.network.groups.of_demand[demand] as number
    moveBack(this.#demands[group] ?? [], demand, this.#reserve.lack)
    return true
  }
}
