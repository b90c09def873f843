export const unitTypes = ['CLINIC', 'DEPARTMENT', 'SERVICE', 'UNIT'] as const
export type UnitType = (typeof unitTypes)[number]

/** Contract, "Org unit", nesting. */
const parentTypes: Record<UnitType, readonly UnitType[]> = {
  CLINIC: [],
  DEPARTMENT: ['CLINIC'],
  SERVICE: ['DEPARTMENT'],
  UNIT: ['SERVICE', 'DEPARTMENT'],
}

/** Why a unit of this type may not sit under a parent of that type (null: no parent); undefined when it may. */
export function nestingError(unitType: UnitType, parentType: UnitType | null): string | undefined {
  const allowed = parentTypes[unitType]
  if (parentType === null) {
    return allowed.length === 0
      ? undefined
      : `A ${unitType} must be placed under a ${allowed.join(' or a ')}.`
  }
  return allowed.includes(parentType) ? undefined : `A ${unitType} cannot be placed under a ${parentType}.`
}
