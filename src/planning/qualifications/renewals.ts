import { toDate } from '../../calendar.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { TagCategory } from '../../people/tag.ts'
import type { ClinicFacts, EmployeeFacts, HeldTagFacts, TagFacts } from '../facts/clinic-facts.ts'
import { mondayOf } from '../facts/day.ts'
import { usualRequest } from '../flow/problem.ts'
import { isOnDuty } from '../forecast/outlook.ts'
import { positionsWithin } from '../forecast/parts.ts'
import { headroomSentence, renewalSentence } from '../words/qualifications.ts'
import { aloneIn, DayPlan, secureOn } from './day-plan.ts'
import { mostPositions, shownPosition, unitsOf } from './shown.ts'

export type RenewalsInput = {
  weeks: number
  org_unit_id: string | null
  category: TagCategory | null
  limit: number
  offset: number
  language?: Language | undefined
}

/** An employee tag that ends, and what falls with it on `day`: the Monday after its last week. */
type Renewal = {
  employee: number
  held: HeldTagFacts
  day: number
  /** The employee with all tags renewed that end before the day, and with all of these but this one. */
  renewed: EmployeeFacts
  lapsed: EmployeeFacts
  positions: { position: number; hours: number }[]
  hours: number
}

/** The employee tags that end within the weeks, by the secure hours that fall with each; what stays open is planned. */
export function renewals(facts: ClinicFacts, input: RenewalsInput) {
  const { limit, offset, org_unit_id, language } = input
  const found = renewalsIn(facts, input)
  const units = unitsOf(facts, org_unit_id)
  const plans = new Map<number, DayPlan>()
  const planOn = (day: number) => {
    const plan = plans.get(day) ?? new DayPlan(facts, { ...usualRequest, day, demand: 'SECURE', units })
    plans.set(day, plan)
    return plan
  }
  return {
    count: found.length,
    rows: found.slice(offset, offset + limit).map((one) => shownRenewal(planOn(one.day), one, language)),
  }
}

function renewalsIn(facts: ClinicFacts, { weeks, org_unit_id, category }: RenewalsInput): Renewal[] {
  const positions = new Set(positionsWithin(facts, org_unit_id))
  const last = mondayOf(facts.today) + 7 * weeks - 1
  const isDue = ({ tag, end }: HeldTagFacts) => end >= facts.today && end <= last && mayRenew(facts, tag)
  const own = Map.groupBy(facts.assignments, ({ employee }) => employee)
  return facts.employees
    .flatMap((entry, employee) => {
      if (!own.has(employee) || !isOnDuty(entry)) return []
      const due = entry.tags.filter((held) => isDue(held))
      return due
        .filter(({ tag }) => category === null || facts.tags[tag]?.category === category)
        .map((held): Renewal => {
          const day = mondayOf(held.end) + 7
          const renew = (except?: HeldTagFacts) => renewedBy(facts, entry, { day, except })
          const [renewed, lapsed] = [renew(), renew(held)]
          const secure = (as: EmployeeFacts) => secureOn(aloneIn(facts, as, own.get(employee)), day)
          const after = secure(lapsed)
          const falls = secure(renewed)
            .map(({ position, hours }, at) => ({ position, hours: hours - (after[at]?.hours ?? 0) }))
            .filter(({ position, hours }) => hours !== 0 && positions.has(position))
            .sort((a, b) => b.hours - a.hours)
          const hours = falls.reduce((sum, one) => sum + one.hours, 0)
          return { employee, held, day, renewed, lapsed, positions: falls, hours }
        })
    })
    .filter(({ hours }) => hours > 0)
    .sort((a, b) => b.hours - a.hours || a.held.end - b.held.end || a.employee - b.employee)
}

/** Tags that take hours, such as planned leave, are not renewed. */
const mayRenew = ({ tags }: ClinicFacts, tag: number) => (tags[tag]?.hours_delta ?? -1) >= 0

/** The employee with every tag renewed that ends from today until the day, except one. */
function renewedBy(
  facts: ClinicFacts,
  entry: EmployeeFacts,
  { day, except }: { day: number; except?: HeldTagFacts | undefined },
): EmployeeFacts {
  const isRenewed = (held: HeldTagFacts) =>
    held !== except && held.end >= facts.today && held.end < day && mayRenew(facts, held.tag)
  const tags = entry.tags.map((held) => (isRenewed(held) ? { ...held, end: Number.POSITIVE_INFINITY } : held))
  return { ...entry, tags }
}

function shownRenewal(plan: DayPlan, one: Renewal, language?: Language) {
  const { facts } = plan
  const { employee, held, renewed, lapsed, hours } = one
  const { id, name, number } = facts.employees[employee] as EmployeeFacts
  const tag = facts.tags[held.tag] as TagFacts
  const open = plan.openIf([{ employee, as: lapsed }]) - plan.openIf([{ employee, as: renewed }])
  const last_day = toDate(held.end)
  const told = { employee_name: name, tag_name: tag.name, last_day, hours, open }
  return {
    employee: id,
    employee_name: name,
    employee_number: number,
    employee_tag: held.id,
    tag: tag.id,
    tag_name: tag.name,
    tag_category: tag.category,
    last_day,
    hours: formatHundredths(hours),
    open_hours: formatHundredths(open),
    positions: one.positions.slice(0, mostPositions).map((at) => shownPosition(facts, at)),
    sentence: `${renewalSentence(told, language)}${headroomSentence(facts.headroom, language)}`,
  }
}
