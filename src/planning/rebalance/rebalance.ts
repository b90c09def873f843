import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { requirementsOf, serving } from '../flow/certificate.ts'
import type { Demand, Pair, PlannedLine, PlanRequest, Problem } from '../flow/solution.ts'
import { solve } from '../lines/plan.ts'
import { suggesting } from '../suggestions/suggestion.ts'
import type { RebalanceProof } from '../words/rebalance.ts'
import { inOrder } from './in-order.ts'
import { type Imbalance, imbalanceOf, RebalanceNetwork, type Transfer } from './rebalance-network.ts'

export type RebalanceSolution = {
  missed: ReturnType<typeof missedIn>
  /** In an order in which the service accepts each. */
  changes: PlannedLine[]
  /** The lacking hours that positions get, and the hours over contract that people lose. */
  covered: number
  relieved: number
  certificate: RebalanceProof
  is_maximum: boolean
  /** A lower bound on the changes that put the maximum right; null if these do not. */
  changes_at_least: number | null
}

/** How often changes are looked for that avoid what the rules have refused. */
const mostTries = 4

/**
 * Moves hours to where they are missing: first by a plan, then by changes that become possible by taking hours away
 * elsewhere. Only the minimum of new assignments and what the rules refuse can keep it from the most hours; it may make
 * more changes than needed.
 */
export function rebalance(facts: ClinicFacts, request: PlanRequest): RebalanceSolution {
  const imbalance = imbalanceOf(facts, request)
  const short = new RebalanceNetwork(imbalance).short()
  const certificate = certificateOf(imbalance, short)
  const changes = acceptedChanges(facts, request, imbalance)
  const missed = missedIn(imbalance)
  const after = missedIn(imbalanceOf(withChanges(facts, changes), request))
  const covered = missed.lacking - after.lacking
  const relieved = missed.over - after.over
  const is_maximum = covered + relieved === certificate.maximum
  return {
    missed,
    changes,
    covered,
    relieved,
    certificate,
    is_maximum,
    changes_at_least: is_maximum ? fewestChanges(imbalance, short, { covered, relieved }) : null,
  }
}

const total = (list: readonly number[]) => list.reduce((sum, hours) => sum + hours, 0)

/** What positions lack, what people have over their contracts, and positions above what they require. */
const missedIn = ({ problem, over, surplus }: Imbalance) => ({
  lacking: total(problem.demands.map(({ need }) => need)),
  over: total(over),
  people: over.filter((hours) => hours > 0).length,
  surplus: total(surplus),
})

/** The changes that the service accepts; what it refuses is avoided, or left out with all that depends on it. */
function acceptedChanges(facts: ClinicFacts, request: PlanRequest, imbalance: Imbalance): PlannedLine[] {
  const { problem } = imbalance
  const barred = new Set<number>()
  const isBarred = (pair: Pair) => barred.has(pairKey(problem, pair))
  let lines: readonly PlannedLine[] = solve(facts, request).lines
  let transfers: readonly Transfer[] = []
  for (let tries = 1; ; tries++) {
    if (tries <= mostTries) {
      const planned = withChanges(facts, lines)
      const network = new RebalanceNetwork(without(imbalanceOf(planned, request), isBarred))
      network.simplify()
      transfers = network.transfers()
    }
    lines = lines.filter((line) => !isBarred(pairOf(problem, line)))
    transfers = transfers.filter(({ given, taken }) => !given.some(isBarred) && !taken.some(isBarred))
    transfers = withoutSmall({ imbalance, lines }, transfers)
    const wanted = changesOf({ imbalance, lines }, transfers)
    const { made, refused } = inOrder(suggesting(facts, request.day), wanted, request.minimum)
    if (refused.length === 0) return made
    for (const change of refused) barred.add(pairKey(problem, pairOf(problem, change)))
  }
}

const pairOf = (
  { person_of, demand_of }: Problem,
  { employee, position }: Pick<PlannedLine, 'employee' | 'position'>,
): Pair => ({ person: person_of.get(employee) ?? -1, demand: demand_of.get(position) ?? -1 })

/** The imbalance in which these pairs neither give nor get hours. */
function without(imbalance: Imbalance, isBarred: (pair: Pair) => boolean): Imbalance {
  const { problem, held } = imbalance
  const people = problem.people.map((person, at) => {
    const raises = person.raises.filter(({ demand }) => !isBarred({ person: at, demand }))
    const barred = [...problem.demands.keys()].filter((demand) => isBarred({ person: at, demand }))
    return barred.length ? { ...person, raises, barred: [...person.barred, ...barred] } : person
  })
  return { ...imbalance, problem: { ...problem, people }, held: held.filter((one) => !isBarred(one)) }
}

/** The clinic once the changes are made. */
function withChanges(facts: ClinicFacts, changes: readonly PlannedLine[]): ClinicFacts {
  const assignments = [...facts.assignments]
  for (const { employee, position, assignment, added } of changes) {
    const changed = assignments[assignment ?? -1]
    const created = { id: '', employee, position, hours: added, from: null, is_suspended: false }
    assignments[assignment ?? assignments.length] = changed
      ? { ...changed, hours: changed.hours + added }
      : created
  }
  return { ...facts, assignments: assignments.filter(({ hours }) => hours > 0) }
}

type Short = ReturnType<RebalanceNetwork['short']>
type Done = Pick<RebalanceSolution, 'covered' | 'relieved'>

function certificateOf({ problem, held, over, surplus }: Imbalance, short: Short): RebalanceProof {
  const { people, demands } = problem
  const needs = demands.map(({ need }) => need)
  const free = people.map((person) => person.free)
  const missedBy = (list: readonly number[], among?: ReadonlySet<number>) =>
    list.reduce((sum, hours, at) => sum + (among && !among.has(at) ? 0 : hours), 0)
  const parts = {
    missed: missedBy(needs, short.demands) + missedBy(over, short.people),
    free: missedBy(free, short.people),
    surplus: missedBy(surplus, short.demands),
    elsewhere: held
      .filter(({ person, demand }) => short.people.has(person) && !short.demands.has(demand))
      .reduce((sum, { hours }) => sum + hours, 0),
  }
  const missed = missedBy(needs) + missedBy(over)
  const reachable = isClosed(problem, short) ? parts.free + parts.surplus + parts.elsewhere : Infinity
  return {
    missed,
    short: {
      ...parts,
      positions: needs.filter((need, at) => need > 0 && short.demands.has(at)).length,
      people: over.filter((hours, at) => hours > 0 && short.people.has(at)).length,
    },
    maximum: missed - parts.missed + reachable,
  }
}

/** Whether only the short people may be given hours on short demands, now or once they have lost others. */
function isClosed(problem: Problem, short: Short): boolean {
  const serves = serving({ ...problem, minimum: 0 }, requirementsOf(problem.demands, [...short.demands]))
  return problem.people.every(
    (person, at) => short.people.has(at) || serves({ ...person, free: Infinity }).length === 0,
  )
}

/**
 * The larger of two lower bounds. First: filled positions and used-up people each gain hours on some assignment,
 * relieved people and used-up positions each lose some, and no change counts twice. Second: the covered hours take at
 * least some number of positions, the relieved hours some number of people.
 */
function fewestChanges({ problem, over, surplus }: Imbalance, short: Short, done: Done): number {
  const needs = problem.demands.map(({ need }) => need)
  const count = (list: readonly number[], isCounted: (at: number) => boolean) =>
    list.filter((hours, at) => hours > 0 && isCounted(at)).length
  const filled = count(needs, (at) => !short.demands.has(at))
  const relieved = count(over, (at) => !short.people.has(at))
  const free = problem.people.map((person) => person.free)
  const usedUp = count(free, (at) => short.people.has(at)) + count(surplus, (at) => short.demands.has(at))
  const covering = Math.max(filled, fewestToReach(needs, done.covered))
  const relieving = Math.max(relieved, fewestToReach(over, done.relieved))
  return Math.max(filled + relieved + usedUp, covering + relieving)
}

/** The fewest of the numbers that reach the sum. */
function fewestToReach(numbers: readonly number[], sum: number): number {
  let [left, count] = [sum, 0]
  for (const number of numbers.toSorted((a, b) => b - a)) {
    if (left > 0) count++
    left -= number
  }
  return count
}

type Start = { imbalance: Imbalance; lines: readonly PlannedLine[] }

/** Leaves out transfers that would make a new assignment smaller than the minimum. */
function withoutSmall(start: Start, transfers: readonly Transfer[]): readonly Transfer[] {
  const { problem, held } = start.imbalance
  const existing = new Set(held.map((one) => pairKey(problem, one)))
  const change = hoursByPair(start, transfers)
  const isSmall = (pair: Pair) => {
    const key = pairKey(problem, pair)
    const hours = change.get(key) ?? 0
    const { need } = problem.demands[pair.demand] as Demand
    return hours > 0 && !existing.has(key) && hours < Math.min(problem.minimum, need || problem.minimum)
  }
  const left = transfers.filter(({ given, taken }) => !given.some(isSmall) && !taken.some(isSmall))
  return left.length < transfers.length ? withoutSmall(start, left) : transfers
}

const pairKey = ({ demands }: Problem, { person, demand }: Pair) => person * demands.length + demand

/** How many hours more, or fewer, each pair has after the lines and the transfers. */
function hoursByPair({ imbalance: { problem }, lines }: Start, transfers: readonly Transfer[]) {
  const hours = new Map<number, number>()
  const add = (pair: Pair, by: number) =>
    hours.set(pairKey(problem, pair), (hours.get(pairKey(problem, pair)) ?? 0) + by)
  for (const line of lines) add(pairOf(problem, line), line.added)
  for (const transfer of transfers) {
    for (const pair of transfer.given) add(pair, transfer.hours)
    for (const held of transfer.taken) add(held, -transfer.hours)
  }
  return hours
}

function changesOf(start: Start, transfers: readonly Transfer[]): PlannedLine[] {
  const { problem, held } = start.imbalance
  const assignments = new Map(held.map((one) => [pairKey(problem, one), one.assignment]))
  return [...hoursByPair(start, transfers)]
    .filter(([, added]) => added !== 0)
    .sort(([a], [b]) => a - b)
    .map(([key, added]) => ({
      employee: problem.people[Math.floor(key / problem.demands.length)]?.employee ?? -1,
      position: problem.demands[key % problem.demands.length]?.position ?? -1,
      assignment: assignments.get(key) ?? null,
      added,
    }))
}
