import type { PlanningNetwork } from '../flow/network.ts'
import { leastOf, mayCreate } from '../flow/problem.ts'
import type { Demand, Pair, Person, Problem } from '../flow/solution.ts'

/** One person's hours on one demand. */
export type Share = Pair & { hours: number }

/**
 * Gives hours away share by share, but only while the rest can still reach the maximum, in total and of each priority.
 * It uses the network up.
 */
export class Reserve {
  readonly network: PlanningNetwork
  readonly problem: Problem
  /** What each person has left, and what each demand still lacks. */
  readonly left: number[]
  readonly lack: number[]
  readonly shares: Share[] = []
  readonly #needs: readonly Demand[]
  readonly #effort: number

  /** `effort` is how many arcs the searches may look at, and `needs` are those from before anything was planned. */
  constructor(network: PlanningNetwork, effort: number, needs = network.problem.demands) {
    this.network = network
    this.problem = network.problem
    this.#needs = needs
    this.#effort = effort
    this.left = network.problem.people.map(({ free }) => free)
    this.lack = network.problem.demands.map(({ need }) => need)
    for (const arc of network.priorityArcs) network.flow.widen(arc, -network.flow.residual(arc))
  }

  /** Whether its searches have had enough effort: hours are then given as the network has them. */
  get isSpent(): boolean {
    return this.network.flow.effort > this.#effort
  }

  /** The most of the wanted hours that the person can give to the demand. */
  most(person: number, demand: number, wanted: number): number {
    const { flow } = this.network
    const arc = this.#entry(person, demand)
    const can = Math.min(wanted, this.left[person] as number, this.lack[demand] as number)
    if (arc === undefined || can <= 0 || this.problem.people[person]?.barred.includes(demand)) return 0
    return Math.min(can, this.#isRaiser(person) ? flow.flow(arc) : flow.reroute(arc, can))
  }

  /**
   * Gives the hours if that costs nothing elsewhere. What the person has left must then be enough for another new
   * assignment, or not be needed for the maximum.
   */
  give(share: Share): boolean {
    const { person, demand, hours } = share
    const rest = (this.left[person] as number) - hours
    const isDone = this.network.flow.attempt(() => {
      if (this.most(person, demand, hours) < hours) return false
      this.#fix(share)
      if (rest === 0 || rest >= this.problem.minimum || this.#isRaiser(person)) return true
      return this.network.narrow(this.network.supplyAt(person).arc, rest) === 0
    })
    if (isDone) this.#note(share)
    return isDone
  }

  /** Gives as many of the hours as cost nothing elsewhere, whatever the person then has left. */
  giveMost({ person, demand, hours }: Share, least: number) {
    const share = { person, demand, hours: this.most(person, demand, hours) }
    if (share.hours < least) return
    this.#fix(share)
    this.#note(share)
  }

  #note(share: Share) {
    const { person, demand, hours } = share
    this.left[person] = (this.left[person] as number) - hours
    this.lack[demand] = (this.lack[demand] as number) - hours
    this.shares.push(share)
  }

  /** The hours that the person can give in new assignments. */
  usable(person: number): number {
    const left = this.left[person] as number
    return left >= this.problem.minimum && !this.#isRaiser(person) ? left : 0
  }

  /** The fewest hours of a new assignment. */
  least = (demand: number) => leastOf(this.problem, this.#needs[demand] as Demand)

  /** What remains to be planned, without people who can take no new assignment. */
  rest(): Problem {
    const people = this.problem.people.map((person, at) => ({ ...person, free: this.usable(at) }))
    const demands = this.problem.demands.map((demand, at) => ({ ...demand, need: this.lack[at] as number }))
    return { ...this.problem, people, demands }
  }

  #isRaiser = (person: number) => !mayCreate(this.problem, this.problem.people[person] as Person)

  /** The arc that takes the person's hours to the demand's group, or to its front. */
  #entry(person: number, demand: number): number | undefined {
    const to = this.#isRaiser(person) ? demand : this.network.groups.of_demand[demand]
    return this.network.supplyAt(person).to.get(to as number)
  }

  /** Takes the hours out of the network, with the capacity that they use. */
  #fix({ person, demand, hours }: Share) {
    const { flow, fronts, groups, groupArcs, priorityArcs } = this.network
    const group = groups.of_demand[demand] as number
    const front = this.#isRaiser(person) ? fronts.get(demand)?.arc : undefined
    const path = [
      this.network.supplyAt(person).arc,
      this.#entry(person, demand),
      front,
      groupArcs[group],
      priorityArcs[groups.demands[group]?.priority as number],
    ]
    for (const arc of path) if (arc !== undefined) flow.widen(arc ^ 1, -hours)
  }
}

/** Raises these assignments, as far as that costs nothing elsewhere. */
export function raiseAssignments(reserve: Reserve, isMeant: (line: Pair) => boolean) {
  for (const [person, { raises }] of reserve.problem.people.entries())
    for (const { demand } of raises.filter(({ demand }) => isMeant({ person, demand })))
      if (!reserve.isSpent) raise(reserve, person, demand)
}

function raise(reserve: Reserve, person: number, demand: number) {
  const { left, lack } = reserve
  const hours = reserve.most(person, demand, Infinity)
  if (hours <= 0) return
  const { minimum } = reserve.problem
  const rest = (left[person] as number) - hours
  const lacking = (lack[demand] as number) - hours
  // What remains on either side may be of no use if it is too small for a new assignment.
  const kept = Math.max(tooSmall(rest, minimum), tooSmall(lacking, reserve.least(demand)))
  const isGiven = hours > kept && reserve.give({ person, demand, hours: hours - kept })
  if (!isGiven) reserve.give({ person, demand, hours })
}

/** How many more hours to keep, so that the rest is enough for a new assignment or nothing. */
const tooSmall = (rest: number, minimum: number) => (rest > 0 && rest < minimum ? minimum - rest : 0)
