import { formatHundredths, formattedHours } from '../../hours.ts'
import { balanceState } from '../../people/hours-balance.ts'
import { coveragePctOf, coverageStateOf } from '../../work/coverage.ts'
import type { HoursChange } from '../words/scenario.ts'
import type { WeekHours } from './hours.ts'

type Named<Row> = { name: string; row: Row }

/**
 * The rows whose numbers differ, new ones last. Rows are matched by id, because closing a position shifts the indexes.
 * A row that exists only before or only after the changes has null for the other.
 */
function changed<Row extends Record<string, number>, Shown>(
  before: ReadonlyMap<string, Named<Row>>,
  after: ReadonlyMap<string, Named<Row>>,
  show: (row: Row) => Shown,
) {
  const shown = (named: Named<Row> | undefined) => (named ? show(named.row) : null)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    if (was && is && Object.keys(was.row).every((key) => was.row[key] === is.row[key])) return []
    return [{ id, name: (is ?? was)?.name ?? '', before: shown(was), after: shown(is) }]
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
  changed(positionRows(before), positionRows(after), ({ unit, required, booked, secure }) => ({
    org_unit_id: after.facts.units[unit]?.id ?? '',
    org_unit_name: after.facts.units[unit]?.name ?? '',
    ...formattedHours({ required, booked, secure }),
    coverage_state: coverageStateOf(booked, required),
    secure_coverage_state: coverageStateOf(secure, required),
  })).map(({ id, name, ...both }) => ({ position_id: id, position_title: name, ...both }))

function unitRows({ facts, positions }: WeekHours) {
  const rows = facts.units.map(() => ({ positions: 0, required: 0, booked: 0, secure: 0 }))
  for (const [index, { unit, required }] of facts.positions.entries()) {
    const row = rows[unit]
    const hours = positions[index]
    if (!row || !hours) continue
    row.positions += 1
    row.required += required
    row.booked += hours.booked
    row.secure += hours.secure
  }
  return new Map(
    facts.units.flatMap(({ id, name }, index) => (rows[index] ? [[id, { name, row: rows[index] }]] : [])),
  )
}

/** The org units whose positions differ in number or hours. */
export const unitsChanged = (before: WeekHours, after: WeekHours) =>
  changed(unitRows(before), unitRows(after), ({ positions, required, booked, secure }) => ({
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
  changed(balanceRows(before), balanceRows(after), ({ pool, assigned }) => ({
    ...formattedHours({ pool, assigned }),
    balance: formatHundredths(pool - assigned),
    state: balanceState(pool - assigned),
  })).map(({ id, name, ...both }) => ({ employee: id, employee_name: name, ...both }))

/** Whether what positions require, or what they have, differs in the week. */
export const isCoverageChanged = (before: WeekHours, after: WeekHours) =>
  changed(positionRows(before), positionRows(after), (row) => row).length > 0

/** Whether a balance differs in the week; that of a new employee differs once there are hours. */
export const isBalanceChanged = (before: WeekHours, after: WeekHours) =>
  after.facts.employees.some(
    (_, index) =>
      (before.outlook.pools[index] ?? 0) !== after.outlook.pools[index] ||
      (before.assigned[index] ?? 0) !== after.assigned[index],
  )

/** How hours differ between the clinic before and after, as the scenario's sentence says it. */
export function hoursEffect(before: WeekHours, after: WeekHours) {
  const rows = changed(positionRows(before), positionRows(after), (row) => row)
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

type PositionHours = Record<'unit' | 'required' | 'secure', number>
type Difference = { before: PositionHours | null; after: PositionHours | null }

/** Secure hours that positions lose (-1) or gain (1) in the week, and how many of them positions need. */
function secureMoved(rows: readonly Difference[], sign: -1 | 1): HoursChange {
  const moved = { hours: 0, needed: 0, units: new Set<number>() }
  for (const { before: was, after: is } of rows) {
    const { unit = -1, required = 0 } = is ?? was ?? {}
    const [hadBefore, has] = [was?.secure ?? 0, is?.secure ?? 0]
    if (Math.sign(has - hadBefore) !== sign) continue
    moved.hours += Math.abs(has - hadBefore)
    moved.needed += Math.abs(Math.min(required, has) - Math.min(required, hadBefore))
    moved.units.add(unit)
  }
  return { ...moved, units: moved.units.size }
}
