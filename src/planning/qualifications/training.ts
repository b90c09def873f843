import { formattedHours } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, TagFacts } from '../facts/clinic-facts.ts'
import { isOnDuty } from '../facts/known-dates.ts'
import { mayCreate, withTags } from '../flow/problem.ts'
import { missingTags } from '../forecast/outlook.ts'
import { headroomSentence, trainingSentence } from '../words/qualifications.ts'
import { type Asked, DayPlan, dayPlan, shownPair } from './day-plan.ts'

/** The most pairs that an answer has, and that are tried for each of them. */
export const mostPairs = 20
const mostTried = 200

export type TrainingInput = Asked & {
  pairs: number
  include_qualifications: boolean
  language?: Language | undefined
}

/** A person and a tag to train them for; `most` is how many hours that could open. */
type Pair = { employee: number; tag: number; most: number }

/** Whether people may be trained for the tag. A profession is a QUALIFICATION in most clinics, and takes years. */
export const isTrainable = ({ category, is_active, hours_delta }: TagFacts, withQualifications: boolean) =>
  is_active &&
  hours_delta === 0 &&
  (category === 'CERTIFICATION' || (withQualifications && category === 'QUALIFICATION'))

/** The pairs of person and qualification that open most hours, each on top of those before it. */
export function training(facts: ClinicFacts, input: TrainingInput) {
  const first = dayPlan(facts, input)
  const pairs = []
  let plan = first
  for (let best = bestPair(plan, input); best && pairs.length < input.pairs; best = bestPair(plan, input)) {
    const employees = plan.facts.employees.with(best.employee, trained(plan, best))
    const before = plan.open
    plan = new DayPlan({ ...facts, employees }, first.request)
    const { open } = plan
    const hours = formattedHours({ closes: before - open, closed: first.open - open, open })
    pairs.push({ ...shownPair(facts, best), ...hours })
  }
  const told = { pairs: pairs.length, before: first.open, closed: first.open - plan.open }
  return {
    ...formattedHours({ lacking: first.lacking, open: first.open }),
    pairs,
    sentence: trainingSentence(told, input.language) + headroomSentence(facts, input.language),
  }
}

/** The pair that leaves the fewest hours open; undefined if none closes any. */
function bestPair(plan: DayPlan, input: TrainingInput): Pair | undefined {
  let [best, least]: [Pair | undefined, number] = [undefined, plan.open]
  for (const pair of pairsOf(plan, input).slice(0, mostTried)) {
    if (plan.open - pair.most >= least) break
    const open = plan.openIf([{ employee: pair.employee, as: trained(plan, pair) }])
    if (open < least) [best, least] = [pair, open]
  }
  return best
}

const trained = (plan: DayPlan, { employee, tag }: Pair) =>
  withTags(plan.employee(employee), [tag], plan.request.day)

/** The pairs that could open hours, those that could open most first. */
function pairsOf(plan: DayPlan, { include_qualifications }: TrainingInput): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { employee, missing, most } of [...lackedOnShort(plan), ...lackedOnOwn(plan)]) {
    const tag = missing[0] ?? -1
    const facts = plan.facts.tags[tag]
    if (missing.length !== 1 || !facts || !isTrainable(facts, include_qualifications)) continue
    const key = `${employee} ${tag}`
    pairs.set(key, { employee, tag, most: most + (pairs.get(key)?.most ?? 0) })
  }
  return [...pairs.values()].sort((a, b) => b.most - a.most || a.employee - b.employee || a.tag - b.tag)
}

/** What an employee lacks of the tags that are required somewhere, and the most hours that they could then open there. */
type Lacked = { employee: number; missing: number[]; most: number }

/** What people with hours to spare lack of the tags that are short. Of people who are alike, one is enough. */
function lackedOnShort(plan: DayPlan): Lacked[] {
  const { problem } = plan
  const short = plan.shortSets()
  const alike = Map.groupBy(problem.people, ({ tags, barred }) => `${tags}|${barred}`)
  const hasSpare = plan.spareHours()
  return [...alike.values()].flatMap((people) => {
    const person = people.reduce((a, b) => (b.free > a.free ? b : a))
    const { employee, free, tags } = person
    if (employee === null || !mayCreate(problem, person) || !hasSpare(person)) return []
    return short.map((set) => ({
      employee,
      missing: set.tags.filter((tag) => !tags.includes(tag)),
      most: Math.min(free, set.most),
    }))
  })
}

/** What people on duty lack on their own positions, where they could then be counted on, or be given more hours. */
function lackedOnOwn(plan: DayPlan): Lacked[] {
  const { facts, request, problem } = plan
  return facts.assignments.flatMap((assignment) => {
    const { employee, position, is_suspended, hours } = assignment
    const entry = facts.employees[employee]
    if (is_suspended || !entry || !isOnDuty(entry, request.day) || !problem.demand_of.has(position)) return []
    const missing = missingTags(facts, assignment, request.day)
    const most = (request.demand === 'SECURE' ? hours : 0) + (plan.personOf(employee)?.free ?? 0)
    return { employee, missing, most }
  })
}
