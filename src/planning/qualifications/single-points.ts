import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import { type ClinicFacts, type ShownPart, tagNames } from '../facts/clinic-facts.ts'
import { tagsOn } from '../facts/day.ts'
import { isOnDuty } from '../facts/known-dates.ts'
import { holds, withTags } from '../flow/problem.ts'
import { shownEmployee, shownUnit } from '../forecast/parts.ts'
import { headroomSentence, singlePointSentence } from '../words/qualifications.ts'
import { type Asked, type DayPlan, dayPlan, type HoursOn, shownPair } from './day-plan.ts'
import { isTrainable } from './training.ts'

export type SinglePointsInput = Omit<Asked, 'demand'> & ShownPart

/** The maximum number of people named who could be trained, and of those tried. */
const mostTrained = 3
const mostTried = 8

/** A person on duty, and how many of their secure hours nobody could take over; `unit` has most of them. */
type SinglePoint = { employee: number; unit: number; works: HoursOn[]; hours: number }

/** The people whose hours nobody could take over, by unit, the worst unit and in it the worst person first. */
export function singlePoints(facts: ClinicFacts, input: SinglePointsInput) {
  const { limit, offset, language } = input
  const plan = dayPlan(facts, { ...input, demand: 'SECURE' })
  const short = new Set(plan.network.shortDemands())
  const people = [...facts.employees.keys()]
  const found = people.flatMap((employee) => singlePoint(plan, employee, short) ?? [])
  const ofUnit = new Map<number, number>()
  for (const { unit, hours } of found) ofUnit.set(unit, (ofUnit.get(unit) ?? 0) + hours)
  const hoursIn = ({ unit }: SinglePoint) => ofUnit.get(unit) ?? 0
  found.sort(
    (a, b) => hoursIn(b) - hoursIn(a) || a.unit - b.unit || b.hours - a.hours || a.employee - b.employee,
  )
  return {
    count: found.length,
    rows: found.slice(offset, offset + limit).map((one) => ({
      ...shownUnit(facts, one.unit),
      org_unit_hours: formatHundredths(hoursIn(one)),
      ...shownPoint(plan, one, language),
    })),
  }
}

/** Compares a plan without the person with one in which they take no more hours, so that only their work counts. */
function singlePoint(plan: DayPlan, employee: number, short: ReadonlySet<number>): SinglePoint | undefined {
  const works = plan.secureOf(employee)
  if (works.length === 0) return undefined
  // Where hours stay short anyhow, nobody has any to spare, so there is no need to plan again.
  const hours = works.every(({ position }) => short.has(plan.problem.demand_of.get(position) ?? -1))
    ? sumOf(works)
    : plan.openIf([{ employee, as: null }]) -
      plan.openIf([{ employee, as: plan.employee(employee), isFull: true }])
  const unitOf = ({ position }: HoursOn) => plan.facts.positions[position]?.unit ?? -1
  const inUnit = (wanted: number) => sumOf(works.filter((one) => unitOf(one) === wanted))
  const unit = works.map(unitOf).reduce((a, b) => (inUnit(b) > inUnit(a) ? b : a))
  return hours > 0 ? { employee, unit, works, hours } : undefined
}

const sumOf = (works: readonly HoursOn[]) => works.reduce((sum, { hours }) => sum + hours, 0)

function shownPoint(plan: DayPlan, { employee, works, hours }: SinglePoint, language?: Language) {
  const { facts } = plan
  const who = shownEmployee(facts, employee)
  const { required, others } = scarcest(plan, employee, works)
  const tags = tagNames(facts, required)
  const could_train = trainedFor(plan, employee, required)
  const told = { ...who, works: sumOf(works), hours, tags, others, could_train }
  return {
    ...who,
    works_hours: formatHundredths(told.works),
    hours: formatHundredths(hours),
    tags,
    other_holders: others,
    could_train,
    sentence: singlePointSentence(told, language) + headroomSentence(facts, language),
  }
}

/** What is required where the fewest others on duty hold it; among equals, where the person works most. */
function scarcest({ facts, request: { day } }: DayPlan, employee: number, works: readonly HoursOn[]) {
  const others = facts.employees.filter((one, at) => at !== employee && isOnDuty(one, day))
  const held = others.map((one) => tagsOn(one, day))
  return works
    .map(({ position }) => {
      const required = (facts.positions[position]?.mandatory ?? []).toSorted((a, b) => a - b)
      return { required, others: held.filter((tags) => holds(tags, required)).length }
    })
    .reduce((a, b) => (b.others < a.others ? b : a))
}

/** People with hours left who lack one of the required tags, by the hours that training them would close. */
function trainedFor(plan: DayPlan, left: number, required: readonly number[]) {
  const { facts, request, problem } = plan
  const gone = { employee: left, as: null }
  const open = plan.openIf([gone])
  return problem.people
    .flatMap(({ employee, tags, free }) => {
      const [missing = -1, ...others] = required.filter((tag) => !tags.includes(tag))
      const tag = facts.tags[missing]
      if (employee === null || employee === left || free === 0 || others.length || !tag) return []
      return isTrainable(tag, true) ? { employee, free, tag: missing } : []
    })
    .sort((a, b) => b.free - a.free || a.employee - b.employee)
    .slice(0, mostTried)
    .flatMap(({ employee, tag }) => {
      const trained = { employee, as: withTags(plan.employee(employee), [tag], request.day) }
      const closes = open - plan.openIf([gone, trained])
      return closes > 0 ? { employee, tag, closes } : []
    })
    .sort((a, b) => b.closes - a.closes)
    .slice(0, mostTrained)
    .map(({ closes, ...pair }) => ({ ...shownPair(facts, pair), closes_hours: formatHundredths(closes) }))
}
