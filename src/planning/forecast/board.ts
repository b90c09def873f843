import { formatHundredths, formattedHours } from '../../hours.ts'
import type { Language } from '../../language.ts'
import { compareText } from '../../text-order.ts'
import type { AssignedHours, ClinicFacts, PositionFacts } from '../facts/clinic-facts.ts'
import { requiredOn } from '../facts/known-dates.ts'
import { type Cliff, cliffsOf, shownCliff } from './cliffs.ts'
import { type Ahead, outlooksAhead } from './outlook.ts'
import { positionsWithin, shownEmployee, shownUnit } from './parts.ts'
import { hoursByPosition } from './totals.ts'
import { shownWeek } from './weeks.ts'

export type BoardInput = {
  weeks: number
  /** The org units, with those below them; none for the clinic. */
  org_unit_ids: readonly string[]
  by: 'UNIT' | 'POSITION'
  language?: Language | undefined
}

/** The maximum number of rows, the worst first. */
export const mostRows = 200

/** What units or positions lack in secure hours week by week, the worst first, and who loses hours there. */
export function board(facts: ClinicFacts, { weeks, org_unit_ids, by, language }: BoardInput) {
  const chosen = org_unit_ids.length ? org_unit_ids : [null]
  const positions = [...new Set(chosen.flatMap((id) => positionsWithin(facts, id)))]
  const ahead = outlooksAhead(facts, weeks)
  const cells = cellsIn(facts, ahead, { positions, language })
  const keyOf = (position: number) => (by === 'UNIT' ? facts.positions[position]?.unit : position)
  const rows = Array.from(Map.groupBy(positions, keyOf), ([key = -1, own]) => {
    const name = (by === 'UNIT' ? facts.units[key]?.name : facts.positions[key]?.title) ?? ''
    return { name, own, worst: Math.max(...cells.map(({ lacking }) => lacking(own))) }
  }).sort((a, b) => b.worst - a.worst || compareText(a.name, b.name))
  const staff = Map.groupBy(facts.assignments.entries(), ([, { position }]) => position)
  return {
    weeks: ahead.map(({ week }) => shownWeek(week)),
    count: rows.length,
    rows: rows.slice(0, mostRows).map(({ name, own }) => {
      const [first = -1] = own
      const position = facts.positions[first]
      const assigned = by === 'POSITION' ? staff.get(first) : undefined
      return {
        name,
        ...shownUnit(facts, position?.unit),
        position_id: by === 'POSITION' ? (position?.id ?? null) : null,
        cells: cells.map(({ shown }) => shown(own)),
        staff: (assigned ?? []).flatMap((one) => shownStaff(facts, ahead, one)),
      }
    }),
  }
}

type Shown = { positions: readonly number[]; language: Language | undefined }

/** For each week, what some positions lack, and what they require and have, with the losses of people on them. */
function cellsIn(facts: ClinicFacts, ahead: readonly Ahead[], { positions, language }: Shown) {
  const losses = cliffsOf(facts, ahead, positions)
    .filter(({ direction }) => direction === 'LOSS')
    .map((cliff) => ({ ...cliff, sentence: shownCliff(facts, cliff, language).sentence }))
  const lossesIn = Map.groupBy(losses, ({ week }) => week.name)
  return ahead.map(({ week, outlook }) => {
    const hours = hoursByPosition(facts, outlook)
    const required = (position: number) => requiredOn(facts.positions[position] as PositionFacts, outlook.day)
    const secure = (position: number) => hours[position]?.secure ?? 0
    const sum = (own: readonly number[], of: (position: number) => number) =>
      own.reduce((total, position) => total + of(position), 0)
    /** A surplus of one position does not make up for what another lacks. */
    const lacking = (own: readonly number[]) =>
      sum(own, (position) => Math.max(0, required(position) - secure(position)))
    const shown = (own: readonly number[]) => ({
      ...formattedHours({ required: sum(own, required), secure: sum(own, secure), lacking: lacking(own) }),
      losses: lossesOn(facts, new Set(own), lossesIn.get(week.name) ?? []),
    })
    return { lacking, shown }
  })
}

type Loss = Cliff & { sentence: string }

const lossesOn = (facts: ClinicFacts, own: ReadonlySet<number>, losses: readonly Loss[]) =>
  losses.flatMap(({ employee, positions, held, sentence }) => {
    const lost = positions.reduce((sum, one) => sum + (own.has(one.position) ? one.hours : 0), 0)
    const who = { ...shownEmployee(facts, employee), employee_tag: held?.id ?? null }
    return lost > 0 ? [{ ...who, hours: formatHundredths(lost), sentence }] : []
  })

/** Who is assigned, with the hours that can be counted on in each week, and why the rest cannot. */
function shownStaff(
  facts: ClinicFacts,
  ahead: readonly Ahead[],
  [index, { employee, hours, is_suspended }]: [number, AssignedHours],
) {
  if (is_suspended) return []
  const weeks = ahead.map(({ outlook }) => ({
    secure_hours: formatHundredths(outlook.secure[index] ?? 0),
    risk: outlook.risk[index] ?? null,
  }))
  return [{ ...shownEmployee(facts, employee), booked_hours: formatHundredths(hours), weeks }]
}
