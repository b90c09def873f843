import type { Groups } from '../flow/groups.ts'
import { mayCreate } from '../flow/problem.ts'
import type { Person } from '../flow/solution.ts'
import type { FlowLine, LineNetwork } from './line-network.ts'

// Budgets count tries, not time, so that the same request always gives the same plan.
const openings = 4000
const thoroughOpenings = 200
const closings = 1500
const replacements = 6000

/** Opens lines until the plan has the missing hours or the tries run out. */
export function openLines(network: LineNetwork, groups: Groups, missing: number) {
  const gained = openSome(network, groups, { missing, most: openings })
  network.searchesAll = true
  openSome(network, groups, { missing: missing - gained, most: thoroughOpenings })
  network.searchesAll = false
}

/** Lines to close, and lines to open in their place. */
type Move = Record<'closed' | 'opened', readonly FlowLine[]>
type Meant = { missing: number; isKept: (line: FlowLine) => boolean }

/** Replaces lines, one by two or two by two, until the plan has the missing hours or the tries run out. */
export function replaceLines(network: LineNetwork, groups: Groups, { missing, isKept }: Meant) {
  let gained = 0
  let tries = replacements
  for (let before = -1; before < gained; ) {
    before = gained
    for (const { closed, opened } of moves(network, groups, isKept)) {
      if (gained >= missing || tries-- <= 0 || network.isSpent) return
      if (opened.length && closed.every(isOpen) && !opened.some(isOpen))
        gained += network.replaceIfMore(closed, opened)
    }
  }
}

const isOpen = ({ is_open }: FlowLine) => is_open

/** Others take over a line, whose person may then begin elsewhere; or two people change places. */
function* moves(network: LineNetwork, groups: Groups, isKept: Meant['isKept']): Generator<Move> {
  const { people, demands } = network.ends()
  const lines = smallestFirst(network).filter((line) => !isKept(line))
  const between = (person: number, demand: number) => {
    const of = network.problem.people[person] as Person
    const mayBegin = mayCreate(network.problem, of) && !of.barred.includes(demand)
    const isReached = mayBegin && groups.reach(of).includes(groups.of_demand[demand] as number)
    return isReached ? [network.line(person, demand)] : []
  }
  for (const line of lines) {
    const places = demands.flatMap((demand) => between(line.person, demand))
    for (const other of people.flatMap((person) => between(person, line.demand))) {
      yield { closed: [line], opened: [other] }
      for (const place of places) yield { closed: [line], opened: [other, place] }
    }
    for (const other of lines) {
      const opened = [...between(line.person, other.demand), ...between(other.person, line.demand)]
      yield { closed: [line, other], opened: opened.length === 2 ? opened : [] }
    }
  }
}

function openSome(
  network: LineNetwork,
  groups: Groups,
  { missing, most }: { missing: number; most: number },
) {
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
    if (!mayCreate(problem, person)) continue
    const reached = groups.reach(person).flatMap((group) => ofGroup.get(group) ?? [])
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
    for (const line of smallestFirst(network)) {
      if (isKept(line)) continue
      if (tries-- <= 0 || network.isSpent) return
      if (network.closeIfFree(line)) isBetter = true
    }
  }
}

function smallestFirst(network: LineNetwork): FlowLine[] {
  return [...network.lines.values()]
    .filter(({ is_open, is_raise }) => is_open && !is_raise)
    .sort((a, b) => network.hours(a) - network.hours(b) || a.demand - b.demand || a.person - b.person)
}
