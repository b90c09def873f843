import { toDate } from '../../calendar.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { TagCategory } from '../../people/tag.ts'
import type { ClinicFacts, EmployeeFacts, HeldTagFacts, ShownPart, TagFacts } from '../facts/clinic-facts.ts'
import { mondayOf } from '../facts/day.ts'
import { isOnDuty } from '../facts/known-dates.ts'
import { usualRequest } from '../flow/problem.ts'
import { aloneIn } from '../forecast/outlook.ts'
import { placeOf, positionsWithin } from '../forecast/parts.ts'
import { headroomSentence, renewalSentence } from '../words/qualifications.ts'
import { DayPlan, secureOn, shownPair, unitsOf } from './day-plan.ts'

export type RenewalsInput = {
  weeks: number
  org_unit_id: string | null
  category: TagCategory | null
} & ShownPart

/** The employee tags that end within the weeks, by the secure hours that fall with each; what stays open is planned. */
export function renewals(facts: ClinicFacts, input: RenewalsInput) {
  const { limit, offset, org_unit_id, language } = input
  const found = renewalsIn(facts, input)
  const rows = found.slice(offset, offset + limit)
  const request = { ...usualRequest, demand: 'SECURE', units: unitsOf(facts, org_unit_id) } as const
  const days = new Set(rows.map(({ day }) => day))
  const plans = new Map(Array.from(days, (day) => [day, new DayPlan(facts, { ...request, day })]))
  return {
    count: found.length,
    rows: rows.map((one) => shownRenewal(plans.get(one.day) as DayPlan, one, language)),
  }
}

/** Each employee tag that ends, and the secure hours that fall with it on `day`: the Monday after its last week. */
function renewalsIn(facts: ClinicFacts, { weeks, org_unit_id, category }: RenewalsInput) {
  const positions = new Set(positionsWithin(facts, org_unit_id))
  const last = mondayOf(facts.today) + 7 * weeks - 1
  const own = Map.groupBy(facts.assignments, ({ employee }) => employee)
  const isShown = ({ tag }: HeldTagFacts) => category === null || facts.tags[tag]?.category === category
  return facts.employees
    .flatMap((entry, employee) => {
      if (!own.has(employee) || !isOnDuty(entry, last + 1)) return []
      const due = entry.tags.filter((held) => isDue(facts, held, last) && isShown(held))
      return due.map((held) => {
        const day = mondayOf(held.end) + 7
        const renewed = renewedBy(facts, entry, { day })
        const lapsed = renewedBy(facts, entry, { day, except: held })
        const secure = (as: EmployeeFacts) => secureOn(aloneIn(facts, as, own.get(employee)), day)
        const after = secure(lapsed)
        const falls = secure(renewed)
          .map(({ position, hours }, at) => ({ position, hours: hours - (after[at]?.hours ?? 0) }))
          .filter(({ position, hours }) => hours > 0 && positions.has(position))
          .sort((a, b) => b.hours - a.hours)
        const hours = falls.reduce((sum, one) => sum + one.hours, 0)
        return { employee, held, day, renewed, lapsed, falls, hours }
      })
    })
    .filter(({ hours }) => hours > 0)
    .sort((a, b) => b.hours - a.hours || a.held.end - b.held.end || a.employee - b.employee)
}

/** Whether the tag ends from today to the last day. Tags that take hours, such as planned leave, are not renewed. */
const isDue = ({ today, tags }: ClinicFacts, { tag, end }: HeldTagFacts, last: number) =>
  end >= today && end <= last && (tags[tag]?.hours_delta ?? -1) >= 0

/** The employee with every tag renewed that is due on the day before, except one. */
function renewedBy(facts: ClinicFacts, entry: EmployeeFacts, at: { day: number; except?: HeldTagFacts }) {
  const isRenewed = (held: HeldTagFacts) => held !== at.except && isDue(facts, held, at.day - 1)
  const renewed = (held: HeldTagFacts) => ({ ...held, end: renewedEnd(facts, entry, held) })
  return { ...entry, tags: entry.tags.map((held) => (isRenewed(held) ? renewed(held) : held)) }
}

/** Never, except that a contract ends when the next one begins: both would give their hours at once. */
function renewedEnd({ tags }: ClinicFacts, entry: EmployeeFacts, { tag, end }: HeldTagFacts): number {
  const { hours_delta = 0, category } = tags[tag] ?? {}
  if (hours_delta === 0) return Number.POSITIVE_INFINITY
  const next = entry.tags.filter(
    (one) => one.start > end && tags[one.tag]?.category === category && (tags[one.tag]?.hours_delta ?? 0) > 0,
  )
  return Math.min(...next.map(({ start }) => start - 1))
}

function shownRenewal(plan: DayPlan, one: ReturnType<typeof renewalsIn>[number], language?: Language) {
  const { facts } = plan
  const { employee, held, hours } = one
  const pair = shownPair(facts, { employee, tag: held.tag })
  const last_day = toDate(held.end)
  const openIf = (as: EmployeeFacts) => plan.openIf([{ employee, as, isFull: true }])
  // What other positions gain does not help those that lose hours.
  const open = Math.max(0, openIf(one.lapsed) - openIf(one.renewed))
  return {
    ...pair,
    tag_category: (facts.tags[held.tag] as TagFacts).category,
    employee_tag: held.id,
    last_day,
    hours: formatHundredths(hours),
    open_hours: formatHundredths(open),
    positions: one.falls.map(({ position, hours }) => {
      return { ...placeOf(facts, position), hours: formatHundredths(hours) }
    }),
    sentence:
      renewalSentence({ ...pair, last_day, hours, open }, language) + headroomSentence(facts, language),
  }
}
