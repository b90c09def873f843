import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import { compareText } from '../../text-order.ts'
import type { AssignedHours, ClinicFacts } from '../facts/clinic-facts.ts'
import { requiredOn } from '../facts/known-dates.ts'
import { type Cliff, cliffsOf } from './cliffs.ts'
import { type Ahead, outlooksAhead } from './outlook.ts'
import { positionsWithin } from './parts.ts'
import { shownCliff } from './shown-cliff.ts'
import { type BookedHours, hoursByPosition } from './totals.ts'
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

/** Some positions of one unit, and what they lack in the worst of the weeks, in hundredths. */
type Row = { name: string; own: readonly number[]; worst: number }

/** What units or positions lack in secure hours week by week, the worst first, and who loses hours there. */
export function board(facts: ClinicFacts, { weeks, org_unit_ids, by, language }: BoardInput) {
  const chosen = org_unit_ids.length ? org_unit_ids : [null]
  const positions = [...new Set(chosen.flatMap((id) => positionsWithin(facts, id)))]
  const ahead = outlooksAhead(facts, weeks)
  const cells = new Cells(facts, ahead, { positions, language })
  const keyOf = (position: number) => (by === 'UNIT' ? facts.positions[position]?.unit : position)
  const rows = Array.from(Map.groupBy(positions, keyOf), ([key = -1, own]): Row => {
    const name = (by === 'UNIT' ? facts.units[key]?.name : facts.positions[key]?.title) ?? ''
    return { name, own, worst: Math.max(...ahead.map((_, week) => cells.lacking(own, week))) }
  }).sort((a, b) => b.worst - a.worst || compareText(a.name, b.name))
  const staff = Map.groupBy(facts.assignments.entries(), ([, { position }]) => position)
  return {
    weeks: ahead.map(({ week }) => shownWeek(week)),
    count: rows.length,
    rows: rows.slice(0, mostRows).map(({ name, own }) => {
      const [first = -1] = own
      const unit = facts.units[facts.positions[first]?.unit ?? -1]
      return {
        ...{ name, org_unit_id: unit?.id ?? '', org_unit_name: unit?.name ?? '' },
        position_id: by === 'POSITION' ? (facts.positions[first]?.id ?? null) : null,
        cells: ahead.map((_, week) => cells.shown(own, week)),
        staff:
          by === 'POSITION' ? (staff.get(first) ?? []).flatMap((one) => shownStaff(facts, ahead, one)) : [],
      }
    }),
  }
}

/** The hours of positions, and the losses of people on them, by the week's index. */
class Cells {
  readonly #facts: ClinicFacts
  readonly #hours: BookedHours[][]
  readonly #losses: Map<string, { cliff: Cliff; sentence: string }[]>
  readonly #weeks: string[]
  readonly #days: number[]

  constructor(
    facts: ClinicFacts,
    ahead: readonly Ahead[],
    { positions, language }: { positions: readonly number[]; language: Language | undefined },
  ) {
    this.#facts = facts
    this.#weeks = ahead.map(({ week }) => week.name)
    this.#days = ahead.map(({ outlook }) => outlook.day)
    this.#hours = ahead.map(({ outlook }) => hoursByPosition(facts, outlook))
    const losses = cliffsOf(facts, ahead, positions)
      .filter(({ direction }) => direction === 'LOSS')
      .map((cliff) => ({ cliff, sentence: shownCliff(facts, cliff, language).sentence }))
    this.#losses = Map.groupBy(losses, ({ cliff }) => cliff.week.name)
  }

  #required = (position: number, week: number) => {
    const facts = this.#facts.positions[position]
    return facts ? requiredOn(facts, this.#days[week] as number) : 0
  }

  /** A surplus of one position does not make up for what another lacks. */
  lacking(own: readonly number[], week: number): number {
    const lackingOf = (position: number) =>
      Math.max(0, this.#required(position, week) - this.#secure(position, week))
    return own.reduce((sum, position) => sum + lackingOf(position), 0)
  }

  shown(own: readonly number[], week: number) {
    const sum = (of: (position: number, week: number) => number) =>
      formatHundredths(own.reduce((total, position) => total + of(position, week), 0))
    return {
      required_hours: sum(this.#required),
      secure_hours: sum(this.#secure),
      lacking_hours: formatHundredths(this.lacking(own, week)),
      losses: this.#lossesOn(new Set(own), week),
    }
  }

  #secure = (position: number, week: number) => this.#hours[week]?.[position]?.secure ?? 0

  #lossesOn(own: ReadonlySet<number>, week: number) {
    return (this.#losses.get(this.#weeks[week] ?? '') ?? []).flatMap(({ cliff, sentence }) => {
      const lost = cliff.positions.reduce((sum, one) => sum + (own.has(one.position) ? one.hours : 0), 0)
      const { id = '', name = '' } = this.#facts.employees[cliff.employee] ?? {}
      const who = { employee: id, employee_name: name, employee_tag: cliff.held?.id ?? null }
      return lost > 0 ? [{ ...who, hours: formatHundredths(lost), sentence }] : []
    })
  }
}

/** Who is assigned, with the hours that can be counted on in each week, and why the rest cannot. */
function shownStaff(
  { employees }: ClinicFacts,
  ahead: readonly Ahead[],
  [index, { employee, hours, is_suspended }]: [number, AssignedHours],
) {
  const { id = '', name = '' } = employees[employee] ?? {}
  if (is_suspended) return []
  const weeks = ahead.map(({ outlook }) => ({
    secure_hours: formatHundredths(outlook.secure[index] ?? 0),
    risk: outlook.risk[index] ?? null,
  }))
  return [{ employee: id, employee_name: name, booked_hours: formatHundredths(hours), weeks }]
}
