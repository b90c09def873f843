import { expect, test } from 'vitest'
import { nestingError, unitTypes } from '../../../src/work/org-unit.ts'

test('the unit types are those of the contract', () => {
  expect(unitTypes).toEqual(['CLINIC', 'DEPARTMENT', 'SERVICE', 'UNIT'])
})

test.each([
  ['CLINIC', null, undefined],
  ['CLINIC', 'CLINIC', 'A CLINIC cannot be placed under a CLINIC.'],
  ['CLINIC', 'DEPARTMENT', 'A CLINIC cannot be placed under a DEPARTMENT.'],
  ['CLINIC', 'SERVICE', 'A CLINIC cannot be placed under a SERVICE.'],
  ['CLINIC', 'UNIT', 'A CLINIC cannot be placed under a UNIT.'],
  ['DEPARTMENT', null, 'A DEPARTMENT must be placed under a CLINIC.'],
  ['DEPARTMENT', 'CLINIC', undefined],
  ['DEPARTMENT', 'DEPARTMENT', 'A DEPARTMENT cannot be placed under a DEPARTMENT.'],
  ['DEPARTMENT', 'SERVICE', 'A DEPARTMENT cannot be placed under a SERVICE.'],
  ['DEPARTMENT', 'UNIT', 'A DEPARTMENT cannot be placed under a UNIT.'],
  ['SERVICE', null, 'A SERVICE must be placed under a DEPARTMENT.'],
  ['SERVICE', 'CLINIC', 'A SERVICE cannot be placed under a CLINIC.'],
  ['SERVICE', 'DEPARTMENT', undefined],
  ['SERVICE', 'SERVICE', 'A SERVICE cannot be placed under a SERVICE.'],
  ['SERVICE', 'UNIT', 'A SERVICE cannot be placed under a UNIT.'],
  ['UNIT', null, 'A UNIT must be placed under a SERVICE or a DEPARTMENT.'],
  ['UNIT', 'CLINIC', 'A UNIT cannot be placed under a CLINIC.'],
  ['UNIT', 'DEPARTMENT', undefined],
  ['UNIT', 'SERVICE', undefined],
  ['UNIT', 'UNIT', 'A UNIT cannot be placed under a UNIT.'],
] as const)(
  'a %s under %s is placed or refused as the nesting rules say: %s',
  (unitType, parentType, error) => {
    expect(nestingError(unitType, parentType)).toBe(error)
  },
)
