import { invalid } from '../errors.ts'

export const unitTypes = ['CLINIC', 'DEPARTMENT', 'SERVICE', 'UNIT'] as const
export type UnitType = (typeof unitTypes)[number]

const parentTypes: Record<UnitType, readonly UnitType[]> = {
  CLINIC: [],
  DEPARTMENT: ['CLINIC'],
  SERVICE: ['DEPARTMENT'],
  UNIT: ['SERVICE', 'DEPARTMENT'],
}

/** The reason why a unit of this type may not sit under a parent of that type (null: no parent); undefined if it may. */
export function nestingError(unitType: UnitType, parentType: UnitType | null): string | undefined {
  const allowed = parentTypes[unitType]
  if (parentType === null) {
    return allowed.length === 0
      ? undefined
      : `A ${unitType} must be placed under a ${allowed.join(' or a ')}.`
  }
  return allowed.includes(parentType) ? undefined : `A ${unitType} cannot be placed under a ${parentType}.`
}

type UnitState = { unit_type: UnitType; is_active: boolean }

/** 400 `parent_id` for a parent of the wrong type, and for an inactive one (D30). */
export function checkPlacement(unitType: UnitType, parent: UnitState | undefined) {
  const misplaced = nestingError(unitType, parent?.unit_type ?? null)
  if (misplaced) throw invalid('parent_id', misplaced)
  if (parent && !parent.is_active) throw invalid('parent_id', 'The parent must be active.')
}

/** 400 for a weekly cap, decimal hours or null, on anything but a CLINIC (D30). */
export function checkWeeklyCap(unitType: UnitType, maxWeeklyHours: string | null | undefined) {
  if (unitType !== 'CLINIC' && maxWeeklyHours)
    throw invalid('max_weekly_hours', 'Only a CLINIC may set the weekly hours.')
}

/** 400 `org_unit_id` unless the unit is a UNIT, and active unless it may be inactive. */
export function checkHoldsPositions(unit: UnitState, { mayBeInactive = false } = {}) {
  if (unit.unit_type !== 'UNIT' || !(unit.is_active || mayBeInactive))
    throw invalid('org_unit_id', 'The org unit must be an active UNIT.')
}
