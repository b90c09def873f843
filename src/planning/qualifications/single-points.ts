import { toDay } from '../../calendar.ts'
import { invalid } from '../../errors.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import { type ClinicFacts, type EmployeeFacts, type PositionFacts, tagNames } from '../facts/clinic-facts.ts'
import { tagsOn } from '../facts/day.ts'
import { holds, usualRequest } from '../flow/problem.ts'
import { isOnDuty } from '../forecast/outlook.ts'
import { positionsWithin } from '../forecast/parts.ts'
import { dayProblem } from '../plans/plan-request.ts'
import { headroomSentence, singlePointSentence } from '../words/qualifications.ts'
import { DayPlan, withTag } from './day-plan.ts'
import { mostPositions, shownPosition, unitsOf } from './shown.ts'
import { isTrainable } from './training.ts'

export type SinglePointsInput = {
  org_unit_id: string | null
  reference_date: string
  limit: number
  offset: number
  language?: Language | undefined
}

/** The maximum number of people named who could be trained, and of those tried. */
const mostTrained = 3
const mostTried = 8

/** An employee whose hours others could not take over in full. */
type SinglePoint = {
  employee: number
  /** The unit where most of their secure hours are. */
  unit: number
  works: { position: number; hours: number }[]
  /** The hours that nobody could take over. */
  hours: number
}

/** The people whose hours nobody could take over, by unit, the worst unit and in it the worst person first. */
export function singlePoints(facts: ClinicFacts, input: SinglePointsInput) {
  const { org_unit_id, limit, offset, language } = input
  const day = toDay(input.reference_date)
  const badDay = dayProblem(facts.today, day)
  if (badDay) throw invalid('reference_date', badDay)
  positionsWithin(facts, org_unit_id)
  const units = unitsOf(facts, org_unit_id)
  const plan = new DayPlan(facts, { ...usualRequest, day, demand: 'SECURE', units })
  const found = [...facts.employees.keys()].flatMap((employee) => singlePoint(plan, employee) ?? [])
  const ofUnit = new Map<number, number>()
  for (const { unit, hours } of found) ofUnit.set(unit, (ofUnit.get(unit) ?? 0) + hours)
  const of = (unit: number) => ofUnit.get(unit) ?? 0
  found.sort(
    (a, b) => of(b.unit) - of(a.unit) || a.unit - b.unit || b.hours - a.hours || a.employee - b.employee,
  )
  return {
    count: found.length,
    rows: found.slice(offset, offset + limit).map((one) => ({
      org_unit_id: facts.units[one.unit]?.id ?? '',
      org_unit_name: facts.units[one.unit]?.name ?? '',
      org_unit_hours: formatHundredths(of(one.unit)),
      ...shownPoint(plan, one, language),
    })),
  }
}

function singlePoint(plan: DayPlan, employee: number): SinglePoint | undefined {
  const works = plan.secureOf(employee).sort((a, b) => b.hours - a.hours)
  if (works.length === 0) return undefined
  const hours = nobodyTakes(plan, employee)
  if (hours === 0) return undefined
  const inUnit = new Map<number, number>()
  for (const { position, hours } of works) {
    const unit = plan.facts.positions[position]?.unit ?? -1
    inUnit.set(unit, (inUnit.get(unit) ?? 0) + hours)
  }
  const [unit = -1] = [...inUnit].sort((a, b) => b[1] - a[1])[0] ?? []
  return { employee, unit, works, hours }
}

/** How many of the employee's hours would stay open if they left. Hours that they could still be given do not count. */
function nobodyTakes(plan: DayPlan, employee: number, on?: number): number {
  const left = { employee, as: 'GONE', ...(on !== undefined && { on }) } as const
  return plan.openIf([left]) - plan.openIf([{ employee, as: 'FULL' }])
}

function shownPoint(plan: DayPlan, { employee, works, hours }: SinglePoint, language?: Language) {
  const { facts, request } = plan
  const { id, name, number } = facts.employees[employee] as EmployeeFacts
  const alone = works.map(({ position }) => ({ position, hours: nobodyTakes(plan, employee, position) }))
  const worst = alone.reduce((a, b) => (b.hours > a.hours ? b : a))
  const { mandatory } = facts.positions[worst.position] as PositionFacts
  const required = mandatory.toSorted((a, b) => a - b)
  const others = facts.employees.filter(
    (one, at) => at !== employee && isOnDuty(one) && holds(tagsOn(one, request.day), required),
  ).length
  const works_hours = works.reduce((sum, one) => sum + one.hours, 0)
  const tags = tagNames(facts, required)
  const trained = trainedFor(plan, employee, required)
  const told = { employee_name: name, works: works_hours, hours, tags, others, trained: trained.map(spoken) }
  return {
    employee: id,
    employee_name: name,
    employee_number: number,
    works_hours: formatHundredths(works_hours),
    hours: formatHundredths(hours),
    tags,
    other_holders: others,
    positions: works.slice(0, mostPositions).map((at) => shownPosition(facts, at)),
    could_train: trained.map(({ closes, ...one }) => ({ ...one, closes_hours: formatHundredths(closes) })),
    sentence: `${singlePointSentence(told, language)}${headroomSentence(facts.headroom, language)}`,
  }
}

type Trained = ReturnType<typeof trainedFor>[number]
const spoken = ({ employee_name, tag_name }: Trained) => ({ employee_name, tag_name })

/** People with hours left who lack one qualification of those required, by what each would close if trained. */
function trainedFor(plan: DayPlan, left: number, required: readonly number[]) {
  const { facts, request, problem } = plan
  const gone = { employee: left, as: 'GONE' } as const
  const open = plan.openIf([gone])
  return problem.people
    .flatMap(({ employee, tags, free }) => {
      const missing = required.filter((tag) => !tags.includes(tag))
      const tag = facts.tags[missing[0] ?? -1]
      if (employee === null || employee === left || free === 0 || missing.length !== 1) return []
      return tag && isTrainable(tag, true) ? [{ employee, free, tag, missing: missing[0] as number }] : []
    })
    .sort((a, b) => b.free - a.free || a.employee - b.employee)
    .slice(0, mostTried)
    .map(({ employee, tag, missing }) => {
      const entry = facts.employees[employee] as EmployeeFacts
      const trained = { employee, as: withTag(entry, missing, request.day) }
      const closes = open - plan.openIf([gone, trained])
      return { employee: entry.id, employee_name: entry.name, tag: tag.id, tag_name: tag.name, closes }
    })
    .filter(({ closes }) => closes > 0)
    .sort((a, b) => b.closes - a.closes)
    .slice(0, mostTrained)
}
