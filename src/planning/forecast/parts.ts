import { unknownChoice } from '../../errors.ts'
import { compareText } from '../../text-order.ts'
import type { ClinicFacts, UnitFacts } from '../facts/clinic-facts.ts'

/** Some of the clinic's positions and people, by index. */
export type Part = { positions: number[]; people: number[] }

/** The positions in an org unit and below it, or all; 400 `org_unit_id` for an unknown unit. */
export function positionsWithin({ units, positions }: ClinicFacts, orgUnitId: string | null): number[] {
  if (orgUnitId === null) return [...positions.keys()]
  const unit = units.findIndex(({ id }) => id === orgUnitId)
  if (unit < 0) throw unknownChoice('org_unit_id')
  const isWithin = (at: number | null | undefined): boolean =>
    at === unit || (at != null && isWithin(units[at]?.parent))
  return [...positions.keys()].filter((position) => isWithin(positions[position]?.unit))
}

/** The position as clients see it, with the name of its unit. */
export function placeOf({ positions, units }: ClinicFacts, position: number) {
  const { id = '', title = '', unit = -1 } = positions[position] ?? {}
  return { position_id: id, title, org_unit_name: units[unit]?.name ?? '' }
}

/** The employee as clients see them. */
export function shownEmployee({ employees }: ClinicFacts, employee: number) {
  const { id = '', name = '' } = employees[employee] ?? {}
  return { employee: id, employee_name: name }
}

/** The org unit as clients see it. */
export function shownUnit({ units }: ClinicFacts, unit = -1) {
  const { id = '', name = '' } = units[unit] ?? {}
  return { org_unit_id: id, org_unit_name: name }
}

/** All positions and everybody. */
export const wholeClinic = ({ positions, employees }: ClinicFacts): Part => ({
  positions: [...positions.keys()],
  people: [...employees.keys()],
})

/** The positions with everybody who has an ACTIVE assignment to one of them. */
export function partWith({ assignments }: ClinicFacts, positions: readonly number[]): Part {
  const wanted = new Set(positions)
  const people = new Set<number>()
  for (const { employee, position, is_suspended } of assignments)
    if (!is_suspended && wanted.has(position)) people.add(employee)
  return { positions: [...positions], people: [...people] }
}

/** The positions by the org unit that holds them, in the order of the units' names. */
export function byUnit(facts: ClinicFacts, positions: readonly number[]) {
  const ofUnits = Map.groupBy(positions, (position) => facts.positions[position]?.unit ?? -1)
  return Array.from(ofUnits, ([unit, own]) => ({ unit: facts.units[unit] as UnitFacts, own })).sort(
    (a, b) => compareText(a.unit.name, b.unit.name) || compareText(a.unit.id, b.unit.id),
  )
}
