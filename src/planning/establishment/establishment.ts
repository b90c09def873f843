import { formatHundredths, formattedHours, fullTimeEquivalents } from '../../hours.ts'
import { compareText } from '../../text-order.ts'
import { coveragePctOf } from '../../work/coverage.ts'
import { type ClinicFacts, type PositionFacts, tagNames } from '../facts/clinic-facts.ts'
import { referenceDay } from '../facts/day.ts'
import { isOnDuty, requiredOn } from '../facts/known-dates.ts'
import { divided, type Outlook, outlooksOn, staffing } from '../forecast/outlook.ts'
import { byUnit, positionsWithin } from '../forecast/parts.ts'
import { hoursByPosition } from '../forecast/totals.ts'

export type EstablishmentInput = {
  /** The org unit, with those below it; null for the clinic. */
  org_unit_id: string | null
  reference_date: string
}

const columns = ['required', 'contracted', 'assigned', 'secure', 'vacant'] as const

/** Hours in hundredths. */
type Hours = Record<(typeof columns)[number], number>

const noHours: Hours = { required: 0, contracted: 0, assigned: 0, secure: 0, vacant: 0 }

/** What each org unit requires of each group of qualifications, and who is there for it. */
export function establishment(facts: ClinicFacts, { org_unit_id, reference_date }: EstablishmentInput) {
  const day = referenceDay(facts, reference_date)
  const positions = positionsWithin(facts, org_unit_id)
  const [outlook] = outlooksOn(facts, [day]) as [Outlook]
  const contracted = contractedIn(facts, outlook)
  const hours = hoursByPosition(facts, outlook).map(({ booked: assigned, secure }, position): Hours => {
    const required = requiredOn(facts.positions[position] as PositionFacts, day)
    const vacant = Math.max(0, required - assigned)
    return { required, contracted: contracted.by_position[position] ?? 0, assigned, secure, vacant }
  })
  const shown = (own: readonly number[]) => {
    const sums = { ...noHours }
    for (const position of own) for (const column of columns) sums[column] += hours[position]?.[column] ?? 0
    return { positions: own.length, ...shownSums(sums, facts.full_time) }
  }
  return {
    totals: shown(positions),
    unplaced_hours: formatHundredths(contracted.unplaced),
    units: byUnit(facts, positions).map(({ unit: { id, name, code }, own }) => {
      const groups = groupsOf(facts, own).map(([tags, members]) => ({ tags, ...shown(members) }))
      return { org_unit_id: id, org_unit_name: name, org_unit_code: code, ...shown(own), groups }
    }),
  }
}

/** The positions by the mandatory tags that they have in common. */
function groupsOf(facts: ClinicFacts, positions: readonly number[]): [tags: string[], positions: number[]][] {
  const byTags = Map.groupBy(positions, (position) =>
    tagNames(facts, facts.positions[position]?.mandatory ?? []).join('\n'),
  )
  return [...byTags]
    .sort(([a], [b]) => compareText(a, b))
    .map(([names, members]) => [names ? names.split('\n') : [], members])
}

/** The pool of each person on duty, divided among their ACTIVE assignments in proportion to the hours. */
function contractedIn(facts: ClinicFacts, { day, pools }: Outlook) {
  const by_position = facts.positions.map(() => 0)
  let unplaced = 0
  for (const [employee, own] of staffing(facts).entries()) {
    const entry = facts.employees[employee]
    const pool = entry && isOnDuty(entry, day) ? (pools[employee] ?? 0) : 0
    if (!own.length) unplaced += pool
    const assignments = own.map((index) => facts.assignments[index])
    const hours = assignments.map((one) => one?.hours ?? 0)
    for (const [at, share] of divided(pool, hours).entries()) {
      const position = assignments[at]?.position ?? -1
      if (position < 0) unplaced += share
      else by_position[position] = (by_position[position] ?? 0) + share
    }
  }
  return { by_position, unplaced }
}

function shownSums(sums: Hours, fullTime: number) {
  const hours = formattedHours(sums)
  const inFullTime = (column: keyof Hours) => fullTimeEquivalents(hours[`${column}_hours`], fullTime)
  const fte = columns.map((column) => [`${column}_fte`, inFullTime(column)])
  return {
    ...hours,
    ...(Object.fromEntries(fte) as Record<`${keyof Hours}_fte`, string>),
    vacant_pct: coveragePctOf(sums.vacant, sums.required),
    secure_coverage_pct: coveragePctOf(sums.secure, sums.required),
  }
}
