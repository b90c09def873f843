import { formatHundredths, toHundredths, totalHours } from '../hours.ts'
import { compareText } from '../text-order.ts'
import type { UnitType } from './org-unit.ts'

export const coverageStates = ['VACANT', 'PARTIAL', 'COVERED', 'OVER_COVERED'] as const
export type CoverageState = (typeof coverageStates)[number]

/** The state by the ratio of assigned to required hours, both in hundredths; COVERED if both are zero. */
export function coverageStateOf(assigned: number, required: number): CoverageState {
  if (assigned === required) return 'COVERED'
  if (assigned === 0) return 'VACANT'
  return assigned < required ? 'PARTIAL' : 'OVER_COVERED'
}

/** Assigned hours as a percentage of required hours: two decimals, half up, at most 999.99; "0.00" when none are required (D35). */
export const coveragePct = (assigned: string, required: string): string =>
  coveragePctOf(toHundredths(assigned), toHundredths(required))

/** The same, of whole hundredths. */
export function coveragePctOf(assigned: number, required: number): string {
  if (required === 0) return '0.00'
  const rounded = Math.floor((20_000 * assigned + required) / (2 * required))
  return formatHundredths(Math.min(rounded, 99_999))
}

/** One org unit with its active positions counted by state; hours are decimal strings. */
export type UnitCoverage = {
  org_unit_id: string
  org_unit_name: string
  org_unit_type: UnitType
  parent_id: string | null
  position_count: number
  covered: number
  partial: number
  vacant: number
  over_covered: number
  required_hours: string
  assigned_hours: string
  employee_breakdown: { active: number; on_leave: number; other: number }
}

/** The summary over all units, and each of them: worst coverage first, then by name and id (D35). */
export function coverageSummary(units: readonly UnitCoverage[]) {
  const total = (column: 'position_count' | 'covered' | 'partial' | 'vacant' | 'over_covered') =>
    units.reduce((sum, unit) => sum + unit[column], 0)
  const required = totalHours(units.map((unit) => unit.required_hours))
  const assigned = totalHours(units.map((unit) => unit.assigned_hours))
  return {
    global: {
      total_positions: total('position_count'),
      covered_positions: total('covered'),
      partial_positions: total('partial'),
      vacant_positions: total('vacant'),
      over_covered_positions: total('over_covered'),
      total_required_hours: required,
      total_assigned_hours: assigned,
      coverage_pct: coveragePct(assigned, required),
    },
    by_unit: units
      .map((unit) => ({
        ...unit,
        required_hours: totalHours([unit.required_hours]),
        assigned_hours: totalHours([unit.assigned_hours]),
        coverage_pct: coveragePct(unit.assigned_hours, unit.required_hours),
      }))
      .sort(
        (a, b) =>
          Number(a.coverage_pct) - Number(b.coverage_pct) ||
          compareText(a.org_unit_name, b.org_unit_name) ||
          compareText(a.org_unit_id, b.org_unit_id),
      ),
  }
}
