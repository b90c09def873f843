import { everywhere, FlowNetwork, type Search } from '../flow/max-flow.ts'
import { leastOf } from '../flow/problem.ts'
import type { Demand, Pair, Problem } from '../flow/solution.ts'
import type { Share } from './reserve.ts'

/**
 * A line of the plan: an arc from its person to its demand. The `fixed` hours, without which a new assignment would be
 * too small, lie outside the flow, so that no search takes them away.
 */
export type FlowLine = Pair & { arc: number; fixed: number; is_raise: boolean; is_open: boolean }

/** How many people and demands a search visits. If there is another path, it is usually nearby. */
const nearby = 300
/** How many arcs the searches may look at. */
const mostEffort = 100e6

type LineEnd = { node: number; arc: number }

/** What counts in a plan: the hours of each priority, the most urgent first, and the number of new assignments. */
export type Worth = { hours: readonly number[]; created: number }

/**
 * The lines of a plan as a flow: source -> person -> demand -> priority. Hours move between open lines, but no priority
 * gives hours away to another.
 */
export class LineNetwork {
  readonly problem: Problem
  readonly lines = new Map<number, FlowLine>()
  /**
   * Whether a search may go everywhere. Otherwise it passes through the source and the priorities, which lead to
   * everyone and everything, only at its end.
   */
  searchesAll = false
  readonly #flow = new FlowNetwork()
  readonly #source = this.#flow.addNode()
  readonly #priorities: number[]
  readonly #people: LineEnd[]
  readonly #demands: LineEnd[]
  /** What attempts in progress have changed, and how many there are. */
  readonly #before: { line: FlowLine; is_open: boolean; fixed: number }[] = []
  #depth = 0

  /** Makes the shares lines, and opens all assignments that can be raised. */
  constructor(problem: Problem, shares: readonly Share[]) {
    this.problem = problem
    const count = Math.max(-1, ...problem.demands.map(({ priority }) => priority)) + 1
    this.#priorities = Array.from({ length: count }, () => this.#flow.addNode())
    this.#people = problem.people.map(({ free }) => {
      const node = this.#flow.addNode()
      return { node, arc: this.#flow.addArc(this.#source, node, free) }
    })
    this.#demands = problem.demands.map(({ need, priority }) => {
      const node = this.#flow.addNode()
      return { node, arc: this.#flow.addArc(node, this.#priorities[priority] as number, need) }
    })
    for (const [person, { raises }] of problem.people.entries())
      for (const { demand } of raises)
        this.#open(Object.assign(this.line(person, demand), { is_raise: true }))
    for (const { person, demand, hours } of shares) {
      const line = this.line(person, demand)
      if (!line.is_open) this.#open(line)
      for (const arc of this.#path(line)) this.#flow.push(arc, hours)
    }
    for (const line of this.lines.values()) this.#fix(line, this.leastOf(line))
  }

  /** The line of the pair; a new one is closed. */
  line(person: number, demand: number): FlowLine {
    return this.lines.getOrInsertComputed(person * this.problem.demands.length + demand, () => {
      const arc = this.#flow.addArc(this.#personAt(person).node, this.#demandAt(demand).node, 0)
      return { person, demand, arc, fixed: 0, is_raise: false, is_open: false }
    })
  }

  /** Whether its searches have had enough effort. */
  get isSpent(): boolean {
    return this.#flow.effort > mostEffort
  }

  hours = ({ arc, fixed }: FlowLine) => this.#flow.flow(arc) + fixed

  /** What the plan is worth, with as many new assignments as are open unless another number is given. */
  worth(created = this.created().length): Worth {
    const hours = this.#priorities.map(() => 0)
    for (const [at, { need, priority }] of this.problem.demands.entries())
      hours[priority] = (hours[priority] as number) + need - this.lack(at)
    return { hours, created }
  }

  total = () => this.worth(0).hours.reduce((sum, hours) => sum + hours, 0)

  /** The open lines that are new assignments. */
  created = () => [...this.lines.values()].filter(({ is_open, is_raise }) => is_open && !is_raise)

  /** What a person has left, and what a demand still lacks. */
  left = (person: number) => this.#flow.residual(this.#personAt(person).arc)
  lack = (demand: number) => this.#flow.residual(this.#demandAt(demand).arc)

  /** The fewest hours of the line. */
  leastOf = ({ demand, is_raise }: FlowLine) =>
    is_raise ? 0 : leastOf(this.problem, this.problem.demands[demand] as Demand)

  /** Gives as many more hours as the open lines can take, the most urgent priority first. */
  augment() {
    for (const node of this.#priorities) this.#flow.augment(this.#source, node)
  }

  /** Fixes the line's hours as they are, until `thaw`. */
  freeze(line: FlowLine) {
    this.#fix(line, this.hours(line))
    this.#flow.widen(line.arc, -this.#flow.residual(line.arc))
  }

  thaw(line: FlowLine) {
    this.#open(line)
    this.#fix(line, this.leastOf(line))
  }

  /** Makes a change, and undoes it unless it returns true. */
  attempt(change: () => boolean): boolean {
    const start = this.#before.length
    this.#depth++
    const isKept = this.#flow.attempt(change)
    this.#depth--
    if (isKept && this.#depth) return true
    for (const { line, ...before } of this.#before.splice(start).reverse())
      if (!isKept) Object.assign(line, before)
    return isKept
  }

  /** Opens the line if that gives more hours in all, even at the cost of other lines. Returns how many. */
  openIfMore(line: FlowLine): number {
    let more = 0
    const isDone = this.attempt(() => {
      this.#open(line)
      more = this.#sendThrough(line)
      const lacking = this.leastOf(line) - more
      if (more === 0 || (lacking > 0 && !this.#sendBack(line, lacking))) return false
      this.#fix(line, this.leastOf(line))
      return true
    })
    return isDone ? more : 0
  }

  /** Closes the line; its hours are given to nobody. */
  drop(line: FlowLine) {
    const hours = this.hours(line)
    this.#fix(line, 0)
    for (const arc of this.#path(line)) this.#flow.push(arc, -hours)
    this.#shut(line)
  }

  /** Closes the line if all its hours can go elsewhere. */
  closeIfFree(line: FlowLine): boolean {
    const hours = this.hours(line)
    return this.attempt(() => {
      this.#fix(line, 0)
      this.#shut(line)
      this.#flow.widen(line.arc ^ 1, -hours)
      const [from, to] = [this.#personAt(line.person).node, this.#demandAt(line.demand).node]
      return this.#sendAround(from, to, hours) === hours
    })
  }

  /** Sends as many hours as possible from the source through the line, and returns how many. */
  #sendThrough({ person, demand, arc }: FlowLine): number {
    const [from, to] = [this.#personAt(person).node, this.#demandAt(demand).node]
    const priority = this.#flow.head(this.#demandAt(demand).arc)
    const limit = this.#flow.residual(arc)
    const given = this.#flow.augmentBy(this.#search(1), { from: this.#source, to: from, limit })
    const taken = this.#flow.augmentBy(this.#search(0), { from: to, to: priority, limit: given })
    this.#flow.push(arc, taken)
    this.#flow.augment(from, this.#source, given - taken)
    return taken
  }

  /** Moves hours of other lines to the line, which has too few. */
  #sendBack({ arc }: FlowLine, hours: number): boolean {
    const wanted = this.#flow.flow(arc) + hours
    return this.#flow.reroute(arc, wanted, this.#sendAround) === wanted
  }

  /** Sends hours from one node to another: first by way of what demands lack, then of what people have left. */
  #sendAround = (from: number, to: number, hours: number): number => {
    const sent = this.#flow.augmentBy(this.#search(0), { from, to, limit: hours })
    return sent + this.#flow.augmentBy(this.#search(1), { from, to, limit: hours - sent })
  }

  #search(side: 0 | 1): Search {
    const [first, last] = side ? [this.#source + 1, this.#priorities.length] : [this.#source, this.#source]
    return this.searchesAll ? { ...everywhere, side } : { side, most: nearby, except: [first, last] }
  }

  /** The people and demands between which another line would give more hours. */
  ends(): { people: number[]; demands: number[] } {
    const isReached = this.#flow.reachableFrom(this.#source)
    const reaching = this.#priorities.map((node) => this.#flow.reaching(node))
    return {
      people: [...this.#people.keys()].filter((person) => isReached(this.#personAt(person).node)),
      demands: [...this.#demands.keys()].filter((demand) =>
        reaching.some((isReaching) => isReaching(this.#demandAt(demand).node)),
      ),
    }
  }

  #personAt = (person: number) => this.#people[person] as LineEnd
  #demandAt = (demand: number) => this.#demands[demand] as LineEnd

  #open(line: FlowLine) {
    this.#remember(line)
    line.is_open = true
    const { need } = this.problem.demands[line.demand] as Demand
    this.#flow.widen(line.arc, need - this.#flow.residual(line.arc))
  }

  #shut(line: FlowLine) {
    this.#remember(line)
    line.is_open = false
    this.#flow.widen(line.arc, -this.#flow.residual(line.arc))
  }

  #remember(line: FlowLine) {
    if (this.#depth) this.#before.push({ line, is_open: line.is_open, fixed: line.fixed })
  }

  #path = ({ person, demand, arc }: FlowLine) => [this.#personAt(person).arc, arc, this.#demandAt(demand).arc]

  /** Takes these hours of the line out of the flow, and puts back the hours that were fixed before. */
  #fix(line: FlowLine, hours: number) {
    this.#remember(line)
    for (const arc of this.#path(line)) this.#flow.widen(arc ^ 1, line.fixed - hours)
    line.fixed = hours
  }
}
