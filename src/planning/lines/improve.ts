import type { Groups } from '../flow/groups.ts'
import { mayServe } from '../flow/problem.ts'
import type { Person, Problem } from '../flow/solution.ts'
import type { FlowLine, LineNetwork, Worth } from './line-network.ts'

// Budgets count tries, not time, so that the same request always gives the same plan.
const openings = 4000
const thoroughOpenings = 200
const closings = 1500
const rearrangements = 12_000
const rearrangementsPerPair = 15
/** More pairs are neither rearranged nor solved exactly, because that would take seconds. */
export const mostPairs = 2000

type Meant = { isKept: (line: FlowLine) => boolean; isBest: (created: number) => boolean }

/**
 * The objective of every search, most important first: the most hours in all, the most of them where it is most urgent,
 * and the fewest new assignments. Above zero if one plan is better than the other.
 */
export function compare(one: Worth, other: Worth): number {
  const [ours, theirs] = [ranked(one), ranked(other)]
  const at = ours.findIndex((value, index) => value !== theirs[index])
  return at < 0 ? 0 : (ours[at] as number) - (theirs[at] as number)
}

const ranked = ({ hours, created }: Worth) => [hours.reduce((sum, one) => sum + one, 0), ...hours, -created]

/** Opens lines until the plan has the missing hours or the tries run out. */
export function openLines(network: LineNetwork, groups: Groups, missing: number) {
  const gained = openSome(network, groups, { missing, most: openings })
  network.searchesAll = true
  openSome(network, groups, { missing: missing - gained, most: thoroughOpenings })
  network.searchesAll = false
}

/**
 * Closes a line at random and opens another in its place, as long as the plan becomes no worse: many steps that change
 * nothing lead to one that saves a line. It ends early where `isBest` says so.
 */
export function rearrange(network: LineNetwork, groups: Groups, { isKept, isBest }: Meant) {
  const any = randomly()
  const isMeant = (line: FlowLine) => line.is_open && !line.is_raise && !isKept(line)
  let open = [...network.lines.values()].filter(isMeant)
  let tries = Math.min(rearrangements, rearrangementsPerPair * pairsOf(network.problem, groups))
  while (open.length && tries-- > 0 && !network.isSpent && !isBest(open.length)) {
    const closed = open[any(open.length)] as FlowLine
    const opened: FlowLine[] = []
    const before = network.worth(open.length)
    const isDone = network.attempt(() => {
      network.drop(closed)
      network.augment()
      const line = anyLine(network, any)
      if (line && line !== closed && network.openIfMore(line)) opened.push(line)
      network.augment()
      return compare(network.worth(open.length - 1 + opened.length), before) >= 0
    })
    if (!isDone) continue
    open.push(...opened)
    const ends = [closed, ...opened]
    const isNear = (line: FlowLine) =>
      ends.some(({ person, demand }) => person === line.person || demand === line.demand)
    for (const line of open) if (isMeant(line) && isNear(line)) network.closeIfFree(line)
    open = open.filter(isMeant)
  }
}

/** A closed line, chosen at random from those that would give more hours. */
function anyLine(network: LineNetwork, any: (count: number) => number): FlowLine | undefined {
  const { people, demands } = network.ends()
  for (let tries = 8; tries > 0 && people.length && demands.length; tries--) {
    const [index, demand] = [people[any(people.length)] as number, demands[any(demands.length)] as number]
    if (!mayServe(network.problem, network.problem.people[index] as Person, demand)) continue
    const line = network.line(index, demand)
    if (!line.is_open) return line
  }
}

/** Between how many pairs of a person and a demand the plan may have hours. */
export function pairsOf(problem: Problem, groups: Groups): number {
  const { people, demands } = problem
  const lacking = groups.demands.map(({ members }) => members.filter((one) => demands[one]?.need).length)
  const created = (person: Person) =>
    groups.creatable(person).reduce((sum, group) => sum + (lacking[group] as number), 0)
  return people.reduce((sum, person) => (person.free ? sum + person.raises.length + created(person) : sum), 0)
}

/** Random numbers below a count, always the same ones (Lehmer). */
function randomly() {
  let state = 1
  return (count: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % count
  }
}

type Opening = { missing: number; most: number }

function openSome(network: LineNetwork, groups: Groups, { missing, most }: Opening) {
  let gained = 0
  let tries = 0
  for (let before = -1; before < gained; ) {
    before = gained
    for (const line of candidates(network, groups)) {
      if (gained >= missing || tries++ >= most || network.isSpent) return gained
      gained += network.openIfMore(line)
    }
  }
  return gained
}

/** Closed lines that would give more hours: first those of the people with most left and the demands that lack most. */
function* candidates(network: LineNetwork, groups: Groups): Generator<FlowLine> {
  const { problem } = network
  const { people, demands } = network.ends()
  people.sort((a, b) => network.left(b) - network.left(a) || a - b)
  demands.sort((a, b) => network.lack(b) - network.lack(a) || a - b)
  const ofGroup = Map.groupBy(demands, (demand) => groups.of_demand[demand])
  for (const index of people) {
    const person = problem.people[index] as Person
    const reached = groups.creatable(person).flatMap((group) => ofGroup.get(group) ?? [])
    for (const demand of reached) {
      const line = person.barred.includes(demand) ? undefined : network.line(index, demand)
      if (line && !line.is_open) yield line
    }
  }
}

/** Closes lines whose hours can go elsewhere, the smallest first. */
export function closeLines(network: LineNetwork, isKept: (line: FlowLine) => boolean) {
  let tries = closings
  let isBetter = true
  while (isBetter && tries > 0) {
    isBetter = false
    const { hours } = network
    const lines = network.created().filter((line) => !isKept(line))
    lines.sort((a, b) => hours(a) - hours(b) || a.demand - b.demand || a.person - b.person)
    for (const line of lines) {
      if (tries-- <= 0 || network.isSpent) return
      if (network.closeIfFree(line)) isBetter = true
    }
  }
}
