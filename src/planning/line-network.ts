import { FlowNetwork } from './max-flow.ts'
import { leastOf } from './problem.ts'
import type { Share } from './reserve.ts'
import type { Demand, Problem } from './solution.ts'

/**
 * A line of the plan: an arc from its person to its demand. The `fixed` hours, those without which a new assignment
 * would be too small, lie outside the flow, so that no flow can take them away.
 */
export type Line = Omit<Share, 'hours'> & { arc: number; fixed: number; is_raise: boolean; is_open: boolean }

/** How many people and demands a search visits for another way: it is mostly near, or there is none. */
const nearby = 300

type Place = { node: number; arc: number }

/**
 * The lines of a plan as a flow: source -> person -> demand -> priority. Hours move between open lines, but no priority
 * gives hours away to another.
 */
export class LineNetwork {
  readonly problem: Problem
  readonly lines = new Map<number, Line>()
  readonly #flow = new FlowNetwork()
  readonly #source = this.#flow.addNode()
  readonly #priorities: number[]
  readonly #people: Place[]
  readonly #demands: Place[]

  /** With the shares as lines, and all assignments that can be raised. */
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

  /** The line of the pair; closed when it is new. */
  line(person: number, demand: number): Line {
    const key = person * this.problem.demands.length + demand
    const known = this.lines.get(key)
    if (known) return known
    const arc = this.#flow.addArc(this.#personAt(person).node, this.#demandAt(demand).node, 0)
    const line = { person, demand, arc, fixed: 0, is_raise: false, is_open: false }
    this.lines.set(key, line)
    return line
  }

  hours = ({ arc, fixed }: Line) => this.#flow.flow(arc) + fixed

  /** What a person has left, and what a demand still lacks. */
  left = (person: number) => this.#flow.residual(this.#personAt(person).arc)
  lack = (demand: number) => this.#flow.residual(this.#demandAt(demand).arc)

  /** The fewest hours of the line. */
  leastOf = ({ demand, is_raise }: Line) =>
    is_raise ? 0 : leastOf(this.problem, this.problem.demands[demand] as Demand)

  /** Gives as many more hours as the open lines can take, the most urgent priority first. Returns how many. */
  augment(): number {
    return this.#priorities.reduce((sum, node) => sum + this.#flow.augment(this.#source, node), 0)
  }

  /** Keeps the line's hours as they are, or no longer. */
  freeze(line: Line) {
    this.#fix(line, this.hours(line))
    this.#flow.widen(line.arc, -this.#flow.residual(line.arc))
  }

  thaw(line: Line) {
    this.#open(line)
    this.#fix(line, this.leastOf(line))
  }

  /** Opens the line if that gives more hours in all, at the cost of other lines too. Returns how many. */
  openIfMore(line: Line): number {
    let more = 0
    const least = this.leastOf(line)
    const isDone = this.#flow.attempt(() => {
      this.#open(line)
      more = this.augment()
      if (more === 0 || this.#flow.reroute(line.arc, least) < least) return false
      this.#fix(line, least)
      return true
    })
    line.is_open = isDone
    if (!isDone) line.fixed = 0
    return isDone ? more : 0
  }

  /** Closes the line if all its hours find another way. */
  closeIfFree(line: Line): boolean {
    const hours = this.hours(line)
    const isDone = this.#flow.attempt(() => {
      const { fixed } = line
      this.#fix(line, 0)
      line.fixed = fixed
      this.#flow.widen(line.arc, -this.#flow.residual(line.arc))
      this.#flow.widen(line.arc ^ 1, -hours)
      return this.#sendAround(line, hours)
    })
    if (isDone) Object.assign(line, { is_open: false, fixed: 0 })
    return isDone
  }

  /** Sends the line's hours other ways: first through what others lack, then through what others have left. */
  #sendAround({ person, demand }: Line, hours: number): boolean {
    const [from, to] = [this.#personAt(person).node, this.#demandAt(demand).node]
    const ahead = { side: 0, most: nearby, except: [this.#source, this.#source] } as const
    const back = { side: 1, most: nearby, except: [this.#source + 1, this.#priorities.length] } as const
    const sent = this.#flow.augmentBy(ahead, { from, to, limit: hours })
    return sent + this.#flow.augmentBy(back, { from, to, limit: hours - sent }) === hours
  }

  /** The people and demands between whom another line would give more hours. */
  ends(): { people: number[]; demands: number[] } {
    const reached = this.#flow.reachableFrom(this.#source)
    const reaching = this.#priorities.map((node) => this.#flow.reaching(node))
    return {
      people: [...this.#people.keys()].filter((person) => reached[this.#personAt(person).node]),
      demands: [...this.#demands.keys()].filter((demand) =>
        reaching.some((nodes) => nodes[this.#demandAt(demand).node]),
      ),
    }
  }

  #personAt = (person: number) => this.#people[person] as Place
  #demandAt = (demand: number) => this.#demands[demand] as Place

  #open(line: Line) {
    line.is_open = true
    const { need } = this.problem.demands[line.demand] as Demand
    this.#flow.widen(line.arc, need - this.#flow.residual(line.arc))
  }

  #path = ({ person, demand, arc }: Line) => [this.#personAt(person).arc, arc, this.#demandAt(demand).arc]

  /** Takes that many of the line's hours out of the flow, and puts back those that were. */
  #fix(line: Line, hours: number) {
    for (const arc of this.#path(line)) this.#flow.widen(arc ^ 1, line.fixed - hours)
    line.fixed = hours
  }
}
