import { describe, expect, test } from 'vitest'
import {
  availableEmployeeTransitions,
  employeeStatuses,
  employeeTransitionNames,
  employeeTransitions,
  nextEmployeeStatus,
  proposalDays,
  proposalExpired,
  proposalTypes,
  systemEmployeeTransitions,
} from '../../../src/people/employee-lifecycle.ts'
import * as restated from '../../expect/employee-states.ts'

test('the statuses of employees are those of the contract', () => {
  expect(employeeStatuses).toEqual(restated.employeeStatuses)
})

describe.each(['ACTIVE', 'ON_LEAVE'] as const)('an employee who was %s before any proposal', (previous) => {
  const cells = restated.employeeStatuses.flatMap((status) => [
    ...restated.transitions.map((name) => ({ name, status, next: restated.target(name, status, previous) })),
    { name: 'expire_proposal' as const, status, next: status === 'PROPOSAL_PENDING' ? previous : '-' },
  ])

  test.each(cells)('an employee goes by $name from $status to $next', ({ name, status, next }) => {
    expect(nextEmployeeStatus(name, status, previous) ?? '-').toBe(next)
  })
})

test('a proposal without a recorded previous status has nowhere to return to', () => {
  expect(nextEmployeeStatus('accept_proposal', 'PROPOSAL_PENDING', null)).toBeUndefined()
})

test.each(restated.employeeStatuses)(
  'the available transitions of an employee who is %s are those that lead to a status',
  (status) => {
    expect(availableEmployeeTransitions(status)).toEqual(restated.transitionsFrom(status))
  },
)

test.each(restated.transitions)('%s requires the role that the contract names', (name) => {
  expect(employeeTransitions[name].role).toBe(restated.roleOf(name))
})

test('expire_proposal is the only transition of the service itself', () => {
  expect(Object.keys(systemEmployeeTransitions)).toEqual(['expire_proposal'])
  expect(employeeTransitionNames).toEqual(restated.transitions)
})

test('a proposal is of the types of the contract and lasts 1 to 90 days, 7 by default', () => {
  expect(proposalTypes).toEqual(['ASSIGNMENT', 'TRANSFER'])
  expect(proposalDays).toEqual({ minimum: 1, maximum: 90, default: 7 })
})

test.each([
  ['a millisecond before', '2026-03-01T11:59:59.999Z', false],
  ['at', '2026-03-01T12:00:00.000Z', true],
  ['a millisecond after', '2026-03-01T12:00:00.001Z', true],
])('a proposal %s its expires_at, at %s, has expired: %s', (_, now, expired) => {
  expect(proposalExpired(new Date('2026-03-01T12:00:00.000Z'), new Date(now))).toBe(expired)
})

test('a proposal without expires_at never expires', () => {
  expect(proposalExpired(null, new Date('9999-12-31T23:59:59Z'))).toBe(false)
})
