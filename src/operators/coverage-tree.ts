import { Decimal } from 'decimal.js'
import { coveragePct } from '../coverage.ts'
import { formatHours, fullTimeEquivalents, toDecimal, totalHours } from '../hours.ts'
import type { UnitType } from '../org-unit.ts'

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
  /** The sum of what each position lacks; a surplus elsewhere makes up for nothing. */
  shortfall_hours: string
}

const counts = ['position_count', 'vacant', 'partial', 'covered', 'over_covered'] as const
const hours = ['required_hours', 'assigned_hours', 'shortfall_hours'] as const

/** Each unit with the totals of itself and all units below it; a unit comes right before those below it. */
export function rollUp(units: readonly UnitTotals[]) {
  const below = Map.groupBy(units, ({ parent_id }) => parent_id)
  return (below.get(null) ?? []).flatMap((root) => branch(root, 0, below))
}

type Rolled = UnitTotals & { depth: number; shortfall_fte: string; coverage_pct: string }

function branch(unit: UnitTotals, depth: number, below: Map<string | null, UnitTotals[]>): Rolled[] {
  const branches = (below.get(unit.id) ?? []).map((child) => branch(child, depth + 1, below))
  const parts = [unit, ...branches.flatMap(([child]) => child ?? [])]
  const total = { ...unit }
  for (const field of counts) total[field] = parts.reduce((sum, part) => sum + part[field], 0)
  for (const field of hours) total[field] = totalHours(parts.map((part) => part[field]))
  const shares = {
    shortfall_fte: fullTimeEquivalents(total.shortfall_hours),
    coverage_pct: coveragePct(total.assigned_hours, total.required_hours),
  }
  return [{ ...total, ...shares, depth }, ...branches.flat()]
}

/** The hours that a position lacks, also as full-time equivalents; zero when it has more than it requires. */
export function shortfall(assigned: string, required: string) {
  const shortfall_hours = formatHours(Decimal.max(0, toDecimal(required).minus(assigned)))
  return { shortfall_hours, shortfall_fte: fullTimeEquivalents(shortfall_hours) }
}
