import { toDate, toDay } from '../../calendar.ts'
import { invalid } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, EmployeeFacts, TagFacts } from '../facts/clinic-facts.ts'
import { mayCreate, usualRequest } from '../flow/problem.ts'
import type { PlanRequest } from '../flow/solution.ts'
import { isOnDuty, missingTags } from '../forecast/outlook.ts'
import { positionsWithin } from '../forecast/parts.ts'
import { dayProblem } from '../plans/plan-request.ts'
import { headroomSentence, trainingSentence } from '../words/qualifications.ts'
import { DayPlan, withTag } from './day-plan.ts'
import { unitsOf } from './shown.ts'

/** The most pairs that an answer has, and that are tried for each of them. */
export const mostPairs = 20
const mostTried = 200

export type TrainingInput = {
  org_unit_id: string | null
  reference_date: string
  demand: PlanRequest['demand']
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

/**
 * The pairs of person and qualification that open most hours. Each is the one that opens most on top of those before
 * it, as planning again with it shows.
 */
export function training(facts: ClinicFacts, input: TrainingInput) {
  const { reference_date, demand, org_unit_id, language } = input
  const day = toDay(reference_date)
  const badDay = dayProblem(facts.today, day)
  if (badDay) throw invalid('reference_date', badDay)
  positionsWithin(facts, org_unit_id)
  const request = { ...usualRequest, day, demand, units: unitsOf(facts, org_unit_id) }
  const first = new DayPlan(facts, request)
  const chosen: { pair: Pair; open: number }[] = []
  for (let plan = first; chosen.length < input.pairs; ) {
    const best = bestPair(plan, input.include_qualifications)
    if (!best) break
    chosen.push(best)
    const employees = [...plan.facts.employees]
    const { employee, tag } = best.pair
    employees[employee] = withTag(employees[employee] as EmployeeFacts, tag, day)
    plan = new DayPlan({ ...plan.facts, employees }, request)
  }
  const pairs = chosen.map(({ pair, open }, at) => {
    const opens = (chosen[at - 1]?.open ?? first.open) - open
    return shownPair(facts, pair, { opens, opened: first.open - open, open })
  })
  const last = chosen.at(-1)?.open ?? first.open
  const told = { pairs: pairs.length, before: first.open, opened: first.open - last }
  return {
    reference_date: toDate(day),
    lacking_hours: formatHundredths(first.lacking),
    open_hours: formatHundredths(first.open),
    pairs,
    sentence: `${trainingSentence(told, language)}${headroomSentence(facts.headroom, language)}`,
  }
}

function shownPair(
  { employees, tags }: ClinicFacts,
  pair: Pair,
  hours: Record<'opens' | 'opened' | 'open', number>,
) {
  const { id, name, number } = employees[pair.employee] as EmployeeFacts
  const tag = tags[pair.tag] as TagFacts
  return {
    employee: id,
    employee_name: name,
    employee_number: number,
    tag: tag.id,
    tag_name: tag.name,
    tag_category: tag.category,
    opens_hours: formatHundredths(hours.opens),
    opened_hours: formatHundredths(hours.opened),
    open_hours: formatHundredths(hours.open),
  }
}

/** The pair that leaves the fewest hours open, and how many; undefined if none opens any. */
function bestPair(plan: DayPlan, withQualifications: boolean): { pair: Pair; open: number } | undefined {
  const { facts, request } = plan
  let best: { pair: Pair; open: number } | undefined
  for (const pair of pairsOf(plan, withQualifications).slice(0, mostTried)) {
    const least = best?.open ?? plan.open
    if (plan.open - pair.most >= least) break
    const { employee, tag } = pair
    const as = withTag(facts.employees[employee] as EmployeeFacts, tag, request.day)
    const open = plan.openIf([{ employee, as }])
    if (open < least) best = { pair, open }
  }
  return best
}

/** The pairs that could open hours, those that could open most first. */
function pairsOf(plan: DayPlan, withQualifications: boolean): Pair[] {
  const { tags } = plan.facts
  const trainable = new Set(
    tags.keys().filter((tag) => isTrainable(tags[tag] as TagFacts, withQualifications)),
  )
  const pairs = new Map<string, Pair>()
  for (const { employee, missing, most } of [...lackedOnShort(plan), ...lackedOnOwn(plan)]) {
    const [tag = -1] = missing
    if (missing.length !== 1 || !trainable.has(tag)) continue
    const key = `${employee} ${tag}`
    pairs.set(key, { employee, tag, most: most + (pairs.get(key)?.most ?? 0) })
  }
  return [...pairs.values()].sort((a, b) => b.most - a.most || a.employee - b.employee || a.tag - b.tag)
}

/** What an employee lacks of the tags that are required somewhere, and the most hours that having them could open there. */
type Lacked = { employee: number; missing: number[]; most: number }

/** What people with hours to spare lack of the tags that are short. Of people who are alike, one is enough. */
function lackedOnShort({ network, problem }: DayPlan): Lacked[] {
  const short = network.shortSets()
  const alike = Map.groupBy(problem.people, ({ tags, barred }) => `${tags}|${barred}`)
  const hasSpare = network.spareHours()
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
  return facts.assignments
    .filter(({ employee, position, is_suspended }) => {
      const entry = facts.employees[employee]
      return !is_suspended && entry && isOnDuty(entry) && problem.demand_of.has(position)
    })
    .map((assignment) => {
      const { employee, hours } = assignment
      const missing = missingTags(facts, assignment, request.day)
      const most = (request.demand === 'SECURE' ? hours : 0) + (plan.personOf(employee)?.free ?? 0)
      return { employee, missing, most }
    })
}
