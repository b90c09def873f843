import type { Supply } from '../flow/network.ts'
import type { Reserve, Share } from './reserve.ts'

/** Keeps indexes sorted by hours; among equals, the lowest index comes last. */
class SortedByHours {
  readonly #hours: readonly number[]
  readonly #sorted: number[]

  constructor(hours: readonly number[], indexes: readonly number[]) {
    this.#hours = hours
    this.#sorted = indexes.toSorted((a, b) => this.#compare(a, b))
  }

  #compare = (a: number, b: number) => (this.#hours[a] as number) - (this.#hours[b] as number) || b - a

  /** Counts the indexes at the beginning that meet the condition. */
  #count(isBefore: (index: number) => boolean): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(this.#sorted[middle] as number)) low = middle + 1
      else high = middle
    }
    return low
  }

  #placeOf = (index: number) => this.#count((other) => this.#compare(other, index) < 0)

  /** The one with the most hours up to a limit. */
  largest = (limit = Infinity): number | undefined =>
    this.#sorted[this.#count((index) => (this.#hours[index] as number) <= limit) - 1]

  add(index: number) {
    this.#sorted.splice(this.#placeOf(index), 0, index)
  }

  /** Call it before the hours of the index change. */
  delete(index: number) {
    const at = this.#placeOf(index)
    if (this.#sorted[at] === index) this.#sorted.splice(at, 1)
  }
}

/** People of one reach, by what they can still give in new assignments. */
type Pool = { supply: Supply; people: SortedByHours; members: readonly number[] }

/** How many people or demands are tried for one share. A time limit would make plans differ. */
const tries = 12

const mostFirst = (hours: readonly number[]) => (a: number, b: number) =>
  (hours[b] as number) - (hours[a] as number) || a - b

/**
 * Packs hours into few, large new assignments. Where hours suffice, it fills one demand after another; where they do
 * not, people give all they have, each to as few demands as possible.
 */
export class Packing {
  readonly #reserve: Reserve
  readonly #usable: number[]
  readonly #pools: Pool[] = []
  readonly #poolOf: (Pool | undefined)[] = []
  /** By group: the pools that reach it, and its demands by what they lack. */
  readonly #reaching: Pool[][]
  readonly #demands: SortedByHours[]

  constructor(reserve: Reserve) {
    this.#reserve = reserve
    this.#usable = reserve.problem.people.map((_, person) => reserve.usable(person))
    const giving = this.#usable.keys().filter((person) => this.#usable[person])
    const bySupply = Map.groupBy(giving, (person) => reserve.network.supplyAt(person))
    const { groups } = reserve.network
    this.#reaching = groups.demands.map(() => [])
    this.#demands = groups.demands.map(({ members }) => new SortedByHours(reserve.lack, members))
    for (const [supply, members] of bySupply) {
      const pool = { supply, people: new SortedByHours(this.#usable, members), members }
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
  #giveAsItFlows({ supply, members }: Pool) {
    const { network, left, lack } = this.#reserve
    for (const [group, arc] of supply.to)
      for (const demand of network.groups.demands[group]?.members ?? [])
        for (const person of members) {
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
      .flatMap(({ people }) => people.largest(limit) ?? [])
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
      .flatMap((group) => this.#demands[group]?.largest(limit) ?? [])
      .sort(mostFirst(this.#reserve.lack))
  }

  #giveFirst = (shares: readonly Share[]) => shares.slice(0, tries).some((share) => this.#give(share))

  #give(share: Share): boolean {
    const { person, demand, hours } = share
    if (hours <= 0 || hours < this.#reserve.least(demand)) return false
    const sorted = this.#demands[this.#reserve.network.groups.of_demand[demand] as number]
    const pool = this.#poolOf[person]
    sorted?.delete(demand)
    const isGiven = this.#reserve.give(share)
    sorted?.add(demand)
    if (!isGiven) return false
    pool?.people.delete(person)
    this.#usable[person] = this.#reserve.usable(person)
    if (this.#usable[person]) pool?.people.add(person)
    return true
  }
}
