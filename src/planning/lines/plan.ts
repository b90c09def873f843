import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { certificate } from '../flow/certificate.ts'
import { PlanningNetwork } from '../flow/network.ts'
import { mayCreate, planningProblem } from '../flow/problem.ts'
import type { Pair, Person, PlannedLine, PlanRequest, Problem, Solution } from '../flow/solution.ts'
import { fewestForHours, mostShares } from './exact.ts'
import { fewestNew } from './fewest.ts'
import { closeLines, compare, mostPairs, openLines, pairsOf, rearrange } from './improve.ts'
import { type FlowLine, LineNetwork } from './line-network.ts'
import { Packing } from './packing.ts'
import { Reserve, raiseAssignments, type Share } from './reserve.ts'

/** How many arcs the searches may look at, which takes some seconds. A time limit would make plans differ. */
const mostEffort = 250e6

/**
 * Plans a day with as many hours as it can find, and proves how many there can be at most. Once the effort is used up,
 * hours are given as the maximum flow has them.
 */
export function solve(facts: ClinicFacts, request: PlanRequest, effort = mostEffort): Solution {
  const problem = planningProblem(facts, request)
  const network = new PlanningNetwork(problem)
  const short = network.shortDemands()
  const proof = certificate(problem, short)
  const isSmall = pairsOf(problem, network.groups) <= mostPairs
  const fewest = Math.max(fewestNew(network, short), isSmall ? fewestForHours(problem, proof.maximum) : 0)
  const shares = sharesOf(network, { keep: request.keep, effort, isSmall, fewest })
  const planned = shares.reduce((sum, { hours }) => sum + hours, 0)
  const lines = plannedLines(problem, shares)
  const created = lines.filter(({ assignment }) => assignment === null).length
  return {
    lines,
    planned,
    maximum: proof.maximum,
    is_maximum: planned === proof.maximum,
    maximum_without_minimum: new PlanningNetwork({ ...problem, minimum: 0 }).maximum,
    new_assignments_at_least: Math.min(fewest, created),
    certificate: proof,
    problem,
  }
}

type Wanted = { keep: readonly PlannedLine[]; effort: number; isSmall: boolean; fewest: number }

function sharesOf(network: PlanningNetwork, { keep, effort, isSmall, fewest }: Wanted): Share[] {
  const { maximum, problem } = network
  const reserve = new Reserve(network, effort)
  keepLines(reserve, keep)
  const keptShares = [...reserve.shares]
  const kept = new Set(keptShares.map(({ person, demand }) => `${person} ${demand}`))
  const isKept = ({ person, demand }: Pair) => kept.has(`${person} ${demand}`)
  raiseAssignments(reserve, (line) => !isKept(line) && !reserve.usable(line.person))
  const rest = new PlanningNetwork(reserve.rest())
  const creating = new Reserve(rest, effort - network.flow.effort, problem.demands)
  raiseAssignments(creating, (line) => !isKept(line) && creating.usable(line.person) > 0)
  new Packing(creating).pack()
  const shares = [...reserve.shares, ...creating.shares]
  let lines = new LineNetwork(problem, shares)
  const keptLines = () => [...lines.lines.values()].filter(isKept)
  const freeze = () => {
    for (const line of keptLines()) lines.freeze(line)
  }
  freeze()
  const open = () => maximum - lines.total()
  lines.augment()
  openLines(lines, network.groups, open())
  if (isSmall && open() > 0) lines = withMost(lines, keptShares)
  if (open() > 0 && kept.size) {
    for (const line of keptLines()) lines.thaw(line)
    lines.augment()
    openLines(lines, network.groups, open())
  }
  freeze()
  closeLines(lines, isKept)
  const keptNew = keptLines().filter(({ is_raise }) => !is_raise).length
  const isBest = (created: number) => open() === 0 && created + keptNew <= fewest
  if (isSmall) rearrange(lines, network.groups, { isKept, isBest })
  return [...lines.lines.values()]
    .map((line: FlowLine) => ({ person: line.person, demand: line.demand, hours: lines.hours(line) }))
    .filter(({ hours }) => hours > 0)
}

/** The lines, or others with more hours. */
function withMost(lines: LineNetwork, kept: readonly Share[]): LineNetwork {
  const shares = mostShares(lines.problem, kept)
  const others = shares && new LineNetwork(lines.problem, shares)
  return others && compare(others.worth(), lines.worth()) > 0 ? others : lines
}

/** Plans the lines of the earlier plan again, as far as they still fit. */
function keepLines(reserve: Reserve, keep: readonly PlannedLine[]) {
  const { problem } = reserve
  for (const { employee, position, assignment, added } of keep) {
    const person = problem.person_of.get(employee)
    const demand = problem.demand_of.get(position)
    if (person === undefined || demand === undefined) continue
    const raised = problem.people[person]?.raises.find((raise) => raise.demand === demand)?.assignment ?? null
    if (raised !== assignment) continue
    const isNew = raised === null
    if (isNew && !mayCreate(problem, problem.people[person] as Person)) continue
    reserve.giveMost({ person, demand, hours: added }, isNew ? reserve.least(demand) : 1)
  }
}

function plannedLines({ people, demands }: Problem, shares: readonly Share[]): PlannedLine[] {
  return shares
    .map(({ person, demand, hours }) => ({
      employee: people[person]?.employee ?? -1,
      position: demands[demand]?.position ?? -1,
      assignment: people[person]?.raises.find((raise) => raise.demand === demand)?.assignment ?? null,
      added: hours,
    }))
    .sort((a, b) => a.position - b.position || a.employee - b.employee)
}
