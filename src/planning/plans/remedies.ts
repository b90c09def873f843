import { PlanningNetwork } from '../flow/network.ts'
import { holds, isLeavingSoon, mayCreate, withTags } from '../flow/problem.ts'
import type { Person, PlanRequest } from '../flow/solution.ts'
import { partWith } from '../forecast/parts.ts'
import { type Change, DayPlan } from '../qualifications/day-plan.ts'
import type { Planned } from './plan-request.ts'
import type { ExplainedShortage, TagSet } from './shortages.ts'

export const remedyKinds = ['RENEW', 'CERTIFY', 'RETURN', 'OVERTIME', 'HIRE', 'SMALLER_MINIMUM'] as const
export type RemedyKind = (typeof remedyKinds)[number]

/** A single change that would close some of a shortage. The hours that two remedies close do not add up. */
export type Remedy = {
  kind: RemedyKind
  /** The tag of a RENEW or CERTIFY. */
  tag: number | null
  employees: number[]
  /** How many hours fewer would stay open, in hundredths. */
  closes: number
}

/** The smallest minimum that a plan may have, in hundredths. */
export const smallestMinimum = 25

/** The maximum number of people that one RENEW or CERTIFY names, and of those tried for it. */
const mostCertified = 3
const mostTried = 6
/** Budgets of an answer, in plans made again: for new certificates, and for all other remedies. */
const mostTries = { grants: 300, others: 600 }

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
  readonly #plan: DayPlan
  /** What stays short in any plan. */
  readonly #short: Record<'demands' | 'groups' | 'people', ReadonlySet<number>>
  /** Everyone in the plan, those with the most unused hours first. */
  readonly #byUnused: Person[]
  readonly #smallerMinimum: number
  readonly #left = { ...mostTries }

  constructor(planned: Planned) {
    const { facts, solution } = planned
    const { problem, maximum_without_minimum } = solution
    this.#planned = planned
    this.#plan = new DayPlan(facts, planned.request, problem)
    const { positions, people } = solution.certificate.short
    const demands = positions.map((position) => problem.demand_of.get(position) ?? -1)
    const groups = demands.map((demand) => this.#plan.network.groups.of_demand[demand] ?? -1)
    this.#short = { demands: new Set(demands), groups: new Set(groups), people: new Set(people) }
    this.#byUnused = peopleByUnusedHours(planned)
    const { maximum } = this.#plan.network
    this.#smallerMinimum =
      maximum_without_minimum > maximum
        ? new PlanningNetwork({ ...problem, minimum: smallestMinimum }).maximum - maximum
        : 0
  }

  /**
   * The remedies that close some of the shortage, by kind. Ask first about the greatest shortage: after too many tries,
   * none are found.
   */
  find(shortage: ExplainedShortage): Remedy[] {
    const { facts } = this.#planned
    const certifications = [...new Set(shortage.tag_sets.flatMap(({ tags }) => tags))].filter(
      (tag) => facts.tags[tag]?.category === 'CERTIFICATION' && facts.tags[tag].is_active,
    )
    return [
      ...certifications.flatMap((tag) => (this.#left.grants > 0 ? this.#grants(shortage, tag) : [])),
      this.#return(shortage),
      this.#overtime(shortage),
      this.#hire(shortage),
      remedy('SMALLER_MINIMUM', shortage.holders.left_below_minimum > 0 ? this.#smallerMinimum : 0),
    ].filter(({ closes }) => closes > 0)
  }

  #closes(budget: keyof typeof mostTries, changes: readonly Change[]): number {
    const most = changes.reduce((sum, change) => sum + this.#mostOf(change), 0)
    if (most <= 0 || this.#left[budget] <= 0) return 0
    this.#left[budget]--
    return this.#plan.open - this.#plan.openAfter(changes, most)
  }

  /**
   * A change closes no more than the certificate allows: the free hours of a person who can fill nothing short without
   * it, and what short positions no longer lack.
   */
  #mostOf(change: Change): number {
    const { problem, network } = this.#plan
    const { demands, groups, people } = this.#short
    const { person } = change
    const was = problem.people[change.instead ?? -1]
    const before = people.has(was?.employee ?? -1) ? (was?.free ?? 0) : 0
    const isOfUse =
      person &&
      (mayCreate(problem, person)
        ? network.groups.reach(person).some((group) => groups.has(group))
        : person.raises.some(({ demand }) => demands.has(demand)))
    const fewer = this.#plan.needsAfter([change]).filter(({ demand, by }) => by < 0 && demands.has(demand))
    return fewer.reduce((sum, { by }) => sum - by, (isOfUse ? person.free : 0) - before)
  }

  /** The employee at work, with further tags from the day on. */
  #atWork(employee: number, granted: readonly number[] = []): Change {
    const held = withTags(this.#plan.employee(employee), granted, this.#planned.request.day)
    return this.#plan.change({ employee, as: { ...held, status: 'ACTIVE' } })
  }

  /** The certificate for those who work where it is required, and for those who could then begin there. */
  #grants({ tag_sets, short }: ExplainedShortage, tag: number): Remedy[] {
    const sets = tag_sets.filter(({ tags }) => tags.includes(tag))
    const { people } = partWith(
      this.#planned.facts,
      sets.flatMap(({ positions }) => positions),
    )
    const there = new Set<number | null>(people)
    const lacking = this.#byUnused.filter(lacksOnly(tag, sets))
    const isThere = ({ employee }: Person) => there.has(employee)
    return [
      this.#grant('RENEW', { tag, short, people: lacking.filter(isThere) }),
      this.#grant('CERTIFY', { tag, short, people: lacking.filter((person) => !isThere(person)) }),
    ]
  }

  /** Gives the certificate to one after the other, as long as each closes more. */
  #grant(kind: RemedyKind, { tag, short, people }: { tag: number; short: number; people: Person[] }): Remedy {
    const chosen: Change[] = []
    let closes = 0
    let tries = 0
    for (const { employee } of people) {
      const change = this.#atWork(employee as number, [tag])
      if (this.#mostOf(change) <= 0) continue
      const together = this.#closes('grants', [...chosen, change])
      if (together > closes) chosen.push(change)
      closes = Math.max(closes, together)
      if (++tries === mostTried || chosen.length === mostCertified || closes >= short) break
    }
    return { ...remedy(kind, closes, employeesOf(chosen)), tag }
  }

  /** People who come back also work the hours booked for them, which positions then no longer lack. */
  #return({ holders }: ExplainedShortage): Remedy {
    const changes = holders.on_leave
      .filter((employee) => !isLeavingSoon(this.#plan.facts, this.#plan.employee(employee)))
      .map((employee) => this.#atWork(employee))
    return remedy('RETURN', this.#closes('others', changes), employeesOf(changes))
  }

  /** Everybody who holds the tags works up to the weekly cap. */
  #overtime({ holders }: ExplainedShortage): Remedy {
    if (this.#planned.request.hours_limit === 'WEEKLY_CAP') return remedy('OVERTIME', 0)
    const changes = holders.active.map((employee) =>
      this.#plan.change({ employee, as: this.#plan.employee(employee), limit: 'WEEKLY_CAP' }),
    )
    return remedy('OVERTIME', this.#closes('others', changes))
  }

  /** New people who cover what is short, and hold every tag that the positions require. */
  #hire(shortage: ExplainedShortage): Remedy {
    const { tag_sets } = shortage
    const tags = [...new Set(tag_sets.flatMap(({ tags }) => tags))].sort((a, b) => a - b)
    const free = hiredHours(shortage, this.#planned.request)
    const person = { employee: null, free, tags, raises: [], barred: [] }
    return remedy('HIRE', this.#closes('others', [{ instead: null, person, lost: [] }]))
  }
}

const employeesOf = (changes: readonly Change[]) => changes.flatMap(({ person }) => person?.employee ?? [])

/** Returns whether this tag is all that a person lacks of one of the sets. */
function lacksOnly(tag: number, sets: readonly TagSet[]) {
  const rests = sets.map(({ tags }) => tags.filter((one) => one !== tag))
  return ({ tags }: Person) => !tags.includes(tag) && rests.some((rest) => holds(tags, rest))
}

function peopleByUnusedHours({ solution: { problem, lines } }: Planned): Person[] {
  const used = new Map<number, number>()
  for (const { employee, added } of lines) used.set(employee, (used.get(employee) ?? 0) + added)
  const unused = ({ employee, free }: Person) => free - (used.get(employee ?? -1) ?? 0)
  return problem.people.toSorted((a, b) => unused(b) - unused(a) || b.free - a.free)
}
