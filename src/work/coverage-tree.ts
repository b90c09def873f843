import { formatHundredths, fullTimeEquivalents, toHundredths, totalHours } from '../hours.ts'
import { coveragePct } from './coverage.ts'
import type { UnitType } from './org-unit.ts'

/** One org unit with the totals of the active positions in it; hours are decimal strings. Siblings are in order. */
export type UnitTotals = {
  id: string
  parent_id: string | null
  unit_type: UnitType
  code: string
  name: string
  is_active: boolean
  is_management: boolean
  position_count: number
  vacant: number
  partial: number
  covered: number
  over_covered: number
  required_hours: string
  assigned_hours: string
  /** The sum of what each position lacks; the surplus of others does not reduce it. */
  shortfall_hours: string
}

const counts = ['position_count', 'vacant', 'partial', 'covered', 'over_covered'] as const
const hourFields = ['required_hours', 'assigned_hours', 'shortfall_hours'] as const

type Sums = Pick<UnitTotals, (typeof counts)[number] | (typeof hourFields)[number]>

/** Adds up totals; `fullTime` is the hours of a full-time equivalent, in hundredths. Covered and missing hours make up the required hours, covered and surplus hours the assigned ones. */
export function coverageTotals(parts: readonly Sums[], fullTime: number) {
  const count = (field: (typeof counts)[number]) => parts.reduce((sum, part) => sum + part[field], 0)
  const sum = (field: (typeof hourFields)[number]) => totalHours(parts.map((part) => part[field]))
  const required_hours = sum('required_hours')
  const assigned_hours = sum('assigned_hours')
  const shortfall_hours = sum('shortfall_hours')
  const covered_hours = minus(required_hours, shortfall_hours)
  return {
    position_count: count('position_count'),
    vacant: count('vacant'),
    partial: count('partial'),
    covered: count('covered'),
    over_covered: count('over_covered'),
    required_hours,
    assigned_hours,
    shortfall_hours,
    shortfall_fte: fullTimeEquivalents(shortfall_hours, fullTime),
    covered_hours,
    surplus_hours: minus(assigned_hours, covered_hours),
    covered_pct: toHundredths(required_hours) ? coveragePct(covered_hours, required_hours) : null,
    coverage_pct: coveragePct(assigned_hours, required_hours),
  }
}

const minus = (hours: string, others: string) => formatHundredths(toHundredths(hours) - toHundredths(others))

/** Each unit with the totals of itself and all units below it; a unit comes right before those below it. */
export function rollUp(units: readonly UnitTotals[], fullTime: number) {
  const below = Map.groupBy(units, ({ parent_id }) => parent_id)
  return (below.get(null) ?? []).flatMap((root) => branch({ unit: root, depth: 0 }, below, fullTime))
}

type Below = ReadonlyMap<string | null, UnitTotals[]>
type Rolled = UnitTotals & ReturnType<typeof coverageTotals> & { depth: number }

type Placed = { unit: UnitTotals; depth: number }

function branch({ unit, depth }: Placed, below: Below, fullTime: number): Rolled[] {
  const children = below.get(unit.id) ?? []
  const branches = children.map((child) => branch({ unit: child, depth: depth + 1 }, below, fullTime))
  const parts = [unit, ...branches.flatMap(([child]) => child ?? [])]
  return [{ ...unit, ...coverageTotals(parts, fullTime), depth }, ...branches.flat()]
}

/** The missing hours of one position, also as full-time equivalents, and its surplus hours. */
export function shortfall(assigned: string, required: string, fullTime: number) {
  const missing = toHundredths(required) - toHundredths(assigned)
  const shortfall_hours = formatHundredths(Math.max(0, missing))
  return {
    shortfall_hours,
    shortfall_fte: fullTimeEquivalents(shortfall_hours, fullTime),
    surplus_hours: formatHundredths(Math.max(0, -missing)),
  }
}
