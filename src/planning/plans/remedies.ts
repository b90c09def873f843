import type { EmployeeFacts } from '../facts/clinic-facts.ts'
import { PlanningNetwork } from '../flow/network.ts'
import { holds, isLeavingSoon, mayCreate, personReader, planningProblem } from '../flow/problem.ts'
import type { Person, PlanRequest, Problem } from '../flow/solution.ts'
import type { Planned } from './plan-request.ts'
import type { ExplainedShortage, TagSet } from './shortages.ts'

export const remedyKinds = ['CERTIFY', 'RETURN', 'OVERTIME', 'HIRE', 'SMALLER_MINIMUM'] as const
export type RemedyKind = (typeof remedyKinds)[number]

/** A single change that would close some of a shortage. The hours that two remedies close do not add up. */
export type Remedy = {
  kind: RemedyKind
  /** The tag of a CERTIFY. */
  tag: number | null
  employees: number[]
  /** How much the maximum would grow, in hundredths. */
  closes: number
}

/** The smallest minimum that a plan may have, in hundredths. */
export const smallestMinimum = 25

/** The maximum number of people that one CERTIFY names, and of those tried for it. */
const mostCertified = 3
const mostTried = 6

/** A person who takes another's place in the problem, or joins it. */
type StandIn = { instead: number | null; person: Person }

const remedy = (kind: RemedyKind, closes: number, employees: number[] = []): Remedy => ({
  kind,
  tag: null,
  employees,
  closes,
})

/** The hours of the new people: as many as are short, but enough for a new assignment. */
export const hiredHours = ({ short }: ExplainedShortage, { minimum }: PlanRequest) => Math.max(short, minimum)

/** Finds what would close the shortages of a plan. It tries each remedy by planning again with its change made. */
export class RemedyFinder {
  readonly #planned: Planned
  readonly #network: PlanningNetwork
  readonly #read: ReturnType<typeof personReader>
  readonly #readOvertime: ReturnType<typeof personReader>
  /** People who could take a new assignment, those with the most unused hours first. */
  readonly #byUnused: Person[]
  readonly #smallerMinimum: number

  constructor(planned: Planned) {
    const { facts, request, solution } = planned
    const { problem } = solution
    this.#planned = planned
    this.#network = new PlanningNetwork(problem)
    this.#read = personReader(facts, request, problem.demands)
    this.#readOvertime = personReader(facts, { ...request, hours_limit: 'WEEKLY_CAP' }, problem.demands)
    this.#byUnused = peopleByUnusedHours(planned)
    this.#smallerMinimum =
      solution.maximum_without_minimum > this.#network.maximum
        ? new PlanningNetwork({ ...problem, minimum: smallestMinimum }).maximum - this.#network.maximum
        : 0
  }

  /** The remedies that close some of the shortage, by kind. */
  find(shortage: ExplainedShortage): Remedy[] {
    const { facts } = this.#planned
    const certifications = [...new Set(shortage.tag_sets.flatMap(({ tags }) => tags))].filter(
      (tag) => facts.tags[tag]?.category === 'CERTIFICATION' && facts.tags[tag].is_active,
    )
    return [
      ...certifications.map((tag) => this.#certify(shortage, tag)),
      this.#return(shortage),
      this.#overtime(shortage),
      this.#hire(shortage),
      remedy('SMALLER_MINIMUM', shortage.holders.left_below_minimum > 0 ? this.#smallerMinimum : 0),
    ].filter(({ closes }) => closes > 0)
  }

  /** People who lack only this certificate, as long as each closes more. */
  #certify({ tag_sets, short }: ExplainedShortage, tag: number): Remedy {
    const chosen: StandIn[] = []
    let closes = 0
    for (const { employee } of this.#byUnused.filter(lacksOnly(tag, tag_sets)).slice(0, mostTried)) {
      const change = this.#changeTo(this.#read(employee as number, [tag]))
      const together = this.#gain([...chosen, change])
      if (together > closes) chosen.push(change)
      closes = Math.max(closes, together)
      if (chosen.length === mostCertified || closes >= short) break
    }
    return { ...remedy('CERTIFY', closes, employeesOf(chosen)), tag }
  }

  #return({ holders }: ExplainedShortage): Remedy {
    const changes = holders.on_leave_employees
      .filter((employee) => !isLeavingSoon(this.#planned.facts, employee))
      .map((employee) => this.#changeTo(this.#read(employee)))
    const people = employeesOf(changes)
    const isSecure = this.#planned.request.demand === 'SECURE'
    return remedy('RETURN', isSecure ? this.#closedByReturn(people) : this.#gain(changes), people)
  }

  /** People who come back also work the hours assigned to them, which positions then no longer lack. */
  #closedByReturn(people: readonly number[]): number {
    if (people.length === 0) return 0
    const { facts, request, solution } = this.#planned
    const employees = [...facts.employees]
    for (const one of people) employees[one] = { ...(employees[one] as EmployeeFacts), status: 'ACTIVE' }
    const after = planningProblem({ ...facts, employees }, request)
    return openIn(solution.problem, this.#network) - openIn(after, new PlanningNetwork(after))
  }

  /** Everybody who holds the tags works up to the weekly cap. */
  #overtime({ holders }: ExplainedShortage): Remedy {
    if (this.#planned.request.hours_limit === 'WEEKLY_CAP') return remedy('OVERTIME', 0)
    const changes = holders.active_employees.map((employee) => this.#changeTo(this.#readOvertime(employee)))
    return remedy('OVERTIME', this.#gain(changes))
  }

  /** New people who cover what is short, and hold every tag that the positions require. */
  #hire(shortage: ExplainedShortage): Remedy {
    const { tag_sets } = shortage
    const tags = [...new Set(tag_sets.flatMap(({ tags }) => tags))].sort((a, b) => a - b)
    const free = hiredHours(shortage, this.#planned.request)
    const person = { employee: null, free, tags, raises: [], barred: [] }
    return remedy('HIRE', this.#gain([this.#changeTo(person)]))
  }

  #changeTo = (person: Person): StandIn => ({
    instead: this.#planned.solution.problem.person_of.get(person.employee ?? -1) ?? null,
    person,
  })

  #gain(changes: readonly StandIn[]): number {
    if (changes.length === 0) return 0
    return this.#network.maximumIf({ people: changes }) - this.#network.maximum
  }
}

const openIn = ({ demands }: Problem, { maximum }: PlanningNetwork) =>
  demands.reduce((sum, { need }) => sum + need, 0) - maximum

const employeesOf = (changes: readonly StandIn[]) => changes.flatMap(({ person }) => person.employee ?? [])

/** Returns whether this tag is all that a person lacks of one of the sets. */
function lacksOnly(tag: number, sets: readonly TagSet[]) {
  const rests = sets
    .filter(({ tags }) => tags.includes(tag))
    .map(({ tags }) => tags.filter((one) => one !== tag))
  return ({ tags }: Person) => !tags.includes(tag) && rests.some((rest) => holds(tags, rest))
}

function peopleByUnusedHours({ solution: { problem, lines } }: Planned): Person[] {
  const used = new Map<number, number>()
  for (const { employee, added } of lines) used.set(employee, (used.get(employee) ?? 0) + added)
  const unused = ({ employee, free }: Person) => free - (used.get(employee ?? -1) ?? 0)
  return problem.people
    .filter((person) => mayCreate(problem, person))
    .sort((a, b) => unused(b) - unused(a) || b.free - a.free)
}
