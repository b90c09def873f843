import { formatHundredths, formattedHours } from '../../hours.ts'
import { balanceState } from '../../people/hours-balance.ts'
import { coveragePctOf, coverageStateOf } from '../../work/coverage.ts'
import { shownUnit } from '../forecast/parts.ts'
import { totalsIn } from '../forecast/totals.ts'
import type { HoursChange } from '../words/scenario.ts'
import type { WeekHours } from './hours.ts'

type Row = Record<string, number>
type Rows<Columns extends Row> = ReadonlyMap<string, { name: string; row: Columns }>

/**
 * The rows whose numbers differ, new ones last. Rows are matched by id, because closing a position shifts the indexes.
 * A row that exists only before or only after the changes has null for the other.
 */
function changed<Columns extends Row, Shown>(
  [before, after]: [Rows<Columns>, Rows<Columns>],
  show: (row: Columns) => Shown,
) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    if (was && is && Object.keys(was.row).every((key) => was.row[key] === is.row[key])) return []
    const both = { before: was ? show(was.row) : null, after: is ? show(is.row) : null }
    return [{ id, name: (is ?? was)?.name ?? '', ...both }]
  })
}

/** The hours of each position by its id. */
const positionRows = ({ facts, positions }: WeekHours) =>
  new Map(
    facts.positions.map(({ id, title, unit, required }, index) => {
      const { booked = 0, secure = 0 } = positions[index] ?? {}
      return [id, { name: title, row: { unit, required, booked, secure } }]
    }),
  )

/** The positions whose hours or unit differ. */
export const positionsChanged = (before: WeekHours, after: WeekHours) =>
  changed([positionRows(before), positionRows(after)], ({ unit, required, booked, secure }) => ({
    ...shownUnit(after.facts, unit),
    ...formattedHours({ required, booked, secure }),
    coverage_state: coverageStateOf(booked, required),
    secure_coverage_state: coverageStateOf(secure, required),
  })).map(({ id, name, ...both }) => ({ position_id: id, position_title: name, ...both }))

function unitRows({ facts, outlook }: WeekHours) {
  const totalsOf = totalsIn(facts, outlook)
  const ofUnits = Map.groupBy(facts.positions.keys(), (position) => facts.positions[position]?.unit)
  return new Map(
    facts.units.map(({ id, name }, unit) => {
      const positions = ofUnits.get(unit) ?? []
      const { required, booked, secure } = totalsOf({ positions, people: [] })
      return [id, { name, row: { positions: positions.length, required, booked, secure } }]
    }),
  )
}

/** The org units whose positions differ in number or hours. */
export const unitsChanged = (before: WeekHours, after: WeekHours) =>
  changed([unitRows(before), unitRows(after)], ({ positions, required, booked, secure }) => ({
    position_count: positions,
    ...formattedHours({ required, booked, secure }),
    coverage_pct: coveragePctOf(booked, required),
    secure_coverage_pct: coveragePctOf(secure, required),
  })).map(({ id, name, ...both }) => ({ org_unit_id: id, org_unit_name: name, ...both }))

const balanceRows = ({ facts, outlook: { pools }, assigned }: WeekHours) =>
  new Map(
    facts.employees.map(({ id, name }, index) => {
      return [id, { name, row: { pool: pools[index] ?? 0, assigned: assigned[index] ?? 0 } }]
    }),
  )

/** The employees whose balance differs. Leave and termination do not change it, because it follows the contract. */
export const balancesChanged = (before: WeekHours, after: WeekHours) =>
  changed([balanceRows(before), balanceRows(after)], ({ pool, assigned }) => ({
    ...formattedHours({ pool, assigned }),
    balance: formatHundredths(pool - assigned),
    state: balanceState(pool - assigned),
  })).map(({ id, name, ...both }) => ({ employee: id, employee_name: name, ...both }))

/** The positions whose hours or unit differ, with their rows. */
const moved = (before: WeekHours, after: WeekHours) =>
  changed([positionRows(before), positionRows(after)], (row) => row)

/** Whether what positions require, or what they have, differs in the week. */
export const isCoverageChanged = (before: WeekHours, after: WeekHours) => moved(before, after).length > 0

/** Whether a balance differs in the week; that of a new employee differs once there are hours. */
export const isBalanceChanged = (before: WeekHours, after: WeekHours) =>
  changed([balanceRows(before), balanceRows(after)], (row) => row).some(
    (one) => one.before || one.after?.pool || one.after?.assigned,
  )

/** How hours differ between the clinic before and after, as the scenario's sentence says it. */
export function hoursEffect(before: WeekHours, after: WeekHours) {
  const rows = moved(before, after)
  return {
    lost: secureMoved(rows, -1),
    gained: secureMoved(rows, 1),
    required: requiredIn(after) - requiredIn(before),
    pools: poolsIn(after) - poolsIn(before),
  }
}

const requiredIn = ({ facts }: WeekHours) =>
  facts.positions.reduce((sum, position) => sum + position.required, 0)

const poolsIn = ({ outlook: { pools } }: WeekHours) => pools.reduce((sum, pool) => sum + pool, 0)

/** Secure hours that positions lose (-1) or gain (1) in the week, and how many of them positions need. */
function secureMoved(rows: ReturnType<typeof moved>, sign: -1 | 1): HoursChange {
  const all = { hours: 0, needed: 0, units: new Set<number>() }
  for (const { before: was, after: is } of rows) {
    const { unit = -1, required = 0 } = is ?? was ?? {}
    const [hadBefore, has] = [was?.secure ?? 0, is?.secure ?? 0]
    if (Math.sign(has - hadBefore) !== sign) continue
    all.hours += Math.abs(has - hadBefore)
    all.needed += Math.abs(Math.min(required, has) - Math.min(required, hadBefore))
    all.units.add(unit)
  }
  return { ...all, units: all.units.size }
}
