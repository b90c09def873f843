import { limitOf } from '../../work/business-rules.ts'
import type { AssignedHours, ClinicFacts, EmployeeFacts } from '../facts/clinic-facts.ts'
import { mondayOf, poolOn, tagsOn } from '../facts/day.ts'
import { enabledRule, weeklyLimit } from '../facts/rules.ts'
import { workloadOf } from '../facts/workload.ts'
import { secureHours } from '../forecast/totals.ts'
import type { Demand, Person, PlanRequest, Problem } from './solution.ts'

/** The defaults of a plan request. */
export const usualRequest: Omit<PlanRequest, 'day'> = {
  units: null,
  hours_limit: 'CONTRACT',
  demand: 'BOOKED',
  minimum: 4_00,
  priorities: [],
  exclude_employees: [],
  exclude_positions: [],
  allow: 'CREATE_AND_RAISE',
  keep: [],
}

/** The problem of the request's day: all ACTIVE employees, and the positions of the request's units. */
export function planningProblem(facts: ClinicFacts, request: PlanRequest): Problem {
  const demands = demandsOn(facts, request)
  const demand_of = new Map(demands.map(({ position }, index) => [position, index]))
  const personOf = personReader(facts, request, { demands, demand_of })
  const excluded = new Set(request.exclude_employees)
  const people = byId(facts.employees)
    .filter(([employee, { status }]) => status === 'ACTIVE' && !excluded.has(employee))
    .filter(([, entry]) => !isLeavingSoon(facts, entry))
    .map(([employee, entry]) => personOf(employee, entry))
  const person_of = new Map(people.map(({ employee }, index) => [employee ?? -1, index]))
  return { people, demands, minimum: request.minimum, allow: request.allow, person_of, demand_of }
}

type Demands = Pick<Problem, 'demands' | 'demand_of'>

/** Turns an employee, perhaps with other tags or another status, into a person of the problem. */
export function personReader(facts: ClinicFacts, request: PlanRequest, { demands, demand_of }: Demands) {
  const limit = weeklyLimit(facts)
  const indexed = facts.assignments.map((assignment, index) => ({ ...assignment, index }))
  const own = Map.groupBy(indexed, ({ employee }) => employee)
  const canRaise = raisable(facts, request)

  return (employee: number, entry: EmployeeFacts): Person => {
    const tags = tagsOn(entry, request.day)
    const assignments = own.get(employee) ?? []
    const pool = request.hours_limit === 'CONTRACT' ? poolOn(facts, entry, request.day) : limit
    const booked = assignments.reduce((sum, { is_suspended, hours }) => sum + (is_suspended ? 0 : hours), 0)
    const raises = new Map<number, number>()
    const barred = new Set<number>()
    for (const assignment of assignments) {
      const demand = demand_of.get(assignment.position)
      const required = demands[demand ?? -1]?.tags ?? []
      if (demand === undefined || !holds(tags, required)) continue
      if (canRaise(entry, assignment, required)) raises.set(demand, assignment.index)
      else barred.add(demand)
    }
    return {
      employee,
      free: Math.max(0, Math.min(limit, pool) - booked),
      tags,
      raises: [...raises].sort(([a], [b]) => a - b).map(([demand, assignment]) => ({ demand, assignment })),
      // The position may have a SUSPENDED assignment of the person as well as an ACTIVE one.
      barred: [...barred.keys().filter((demand) => !raises.has(demand))].sort((a, b) => a - b),
    }
  }
}

/** The employee with further tags, held from the day on. */
export function withTags(entry: EmployeeFacts, granted: readonly number[], day: number): EmployeeFacts {
  const tags = granted.map((tag) => ({ id: '', tag, start: day, end: Number.POSITIVE_INFINITY }))
  return granted.length ? { ...entry, tags: [...entry.tags, ...tags] } : entry
}

/** Whether the tags include all required ones; both lists are sorted. */
export function holds(tags: readonly number[], required: readonly number[]): boolean {
  let at = 0
  for (const tag of required) {
    while (at < tags.length && (tags[at] as number) < tag) at++
    if (tags[at] !== tag) return false
  }
  return true
}

/** Tells by index which of the sets of tags somebody holds. It looks only at those whose rarest tag they hold. */
export function heldAmong(sets: readonly { tags: readonly number[] }[]) {
  const count = new Map<number, number>()
  for (const { tags } of sets) for (const tag of tags) count.set(tag, (count.get(tag) ?? 0) + 1)
  const rarity = (tag: number) => count.get(tag) ?? 0
  const rarest = (index: number) => sets[index]?.tags.toSorted((a, b) => rarity(a) - rarity(b))[0]
  const byRarest = Map.groupBy(sets.keys(), rarest)
  const known = new Map<string, readonly number[]>()
  return (tags: readonly number[]): readonly number[] =>
    known.getOrInsertComputed(tags.join(), () =>
      [undefined, ...tags]
        .flatMap((tag) => byRarest.get(tag) ?? [])
        .filter((index) => holds(tags, sets[index]?.tags ?? []))
        .sort((a, b) => a - b),
    )
}

/** Whether the person may take a new assignment. */
export const mayCreate = ({ minimum, allow }: Problem, { free }: Person) =>
  allow !== 'RAISE' && free > 0 && free >= minimum

/** Whether the person may be given hours there, new or more. */
export function mayServe(problem: Problem, person: Person, demand: number): boolean {
  if (person.raises.some((raise) => raise.demand === demand)) return true
  const { tags } = problem.demands[demand] as Demand
  return mayCreate(problem, person) && holds(person.tags, tags) && !person.barred.includes(demand)
}

/** The fewest hours of a new assignment to the demand. */
export const leastOf = ({ minimum }: Problem, { need }: Demand) => Math.min(minimum, need)

/** Tells whether an assignment of a position that requires the tags can get more hours. */
function raisable(facts: ClinicFacts, { allow, demand, day }: PlanRequest) {
  const sunday = mondayOf(day) + 6
  const isTagRuleBlocking = enabledRule(facts, 'TAG_REQUIREMENT_MISMATCH')?.severity === 'BLOCKING'

  return (entry: EmployeeFacts, { is_suspended, from }: AssignedHours, required: readonly number[]) => {
    if (is_suspended || allow === 'CREATE') return false
    // A raise is refused if the employee lacked a tag when the assignment began.
    if (isTagRuleBlocking && !holds(tagsOn(entry, from ?? facts.today), required)) return false
    // An assignment that begins after the week adds no secure hours to it.
    return demand === 'BOOKED' || from === null || from <= sunday
  }
}

function demandsOn(facts: ClinicFacts, request: PlanRequest): Demand[] {
  const units = request.units && new Set(request.units)
  const excluded = new Set(request.exclude_positions)
  const { demand, day, hours_limit } = request
  const covered = demand === 'BOOKED' ? workloadOf(facts).ofPosition : secureHours(facts, day, hours_limit)
  return byId(facts.positions).flatMap(([position, { unit, required, mandatory }]) => {
    const above = [...withAncestors(facts, unit)]
    if (excluded.has(position) || (units && !above.some((one) => units.has(one)))) return []
    const need = Math.max(0, required - (covered[position] as number))
    const priority = request.priorities.findIndex((one) => above.includes(one))
    const tags = mandatory.toSorted((a, b) => a - b)
    return [{ position, need, tags, priority: priority < 0 ? request.priorities.length : priority }]
  })
}

/** The rows with their indexes in the order of their ids, so that a plan does not depend on the order of the rows. */
const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
  [...rows.entries()].sort(([, a], [, b]) => (a.id < b.id ? -1 : 1))

function* withAncestors({ units }: ClinicFacts, unit: number) {
  for (let at: number | null | undefined = unit; at != null; at = units[at]?.parent) yield at
}

/** Whether the rule CONTRACT_NEAR_EXPIRY would refuse every assignment of the employee. */
export function isLeavingSoon(facts: ClinicFacts, { tags }: EmployeeFacts): boolean {
  const rule = enabledRule(facts, 'CONTRACT_NEAR_EXPIRY')
  if (rule?.severity !== 'BLOCKING') return false
  const { today } = facts
  const last = today + Number(limitOf(rule, null))
  return tags.some(({ tag, end }) => facts.tags[tag]?.category === 'CONTRACT' && end >= today && end <= last)
}
