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
} from '../../src/employee-lifecycle.ts'

// '-' is refused (409); BACK is the status before the proposal.
const statuses = [
  'ONBOARDING',
  'ACTIVE',
  'PROPOSAL_PENDING',
  'ON_LEAVE',
  'DEACTIVATED',
  'TERMINATED',
] as const
const grid = {
  activate: ['ACTIVE', '-', '-', '-', '-', '-'],
  propose: ['-', 'PROPOSAL_PENDING', '-', 'PROPOSAL_PENDING', '-', '-'],
  accept_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  reject_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  cancel_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  force_accept_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  go_on_leave: ['-', 'ON_LEAVE', '-', '-', '-', '-'],
  return_from_leave: ['-', '-', '-', 'ACTIVE', '-', '-'],
  deactivate: ['-', 'DEACTIVATED', '-', '-', '-', '-'],
  reactivate: ['-', '-', '-', '-', 'ACTIVE', '-'],
  terminate: ['-', 'TERMINATED', '-', 'TERMINATED', 'TERMINATED', '-'],
  rehire: ['-', '-', '-', '-', '-', 'ONBOARDING'],
  expire_proposal: ['-', '-', 'BACK', '-', '-', '-'],
} as const
type Name = keyof typeof grid
const names = Object.keys(grid) as Name[]

test('the statuses are those of the contract', () => {
  expect(employeeStatuses).toEqual(statuses)
})

describe.each(['ACTIVE', 'ON_LEAVE'] as const)('an employee who was %s before any proposal', (previous) => {
  const cells = names.flatMap((name) =>
    statuses.map((status, column) => {
      const cell = grid[name][column] as string
      return { name, status, next: cell === 'BACK' ? previous : cell }
    }),
  )

  test.each(cells)('goes by $name from $status to $next', ({ name, status, next }) => {
    expect(nextEmployeeStatus(name, status, previous) ?? '-').toBe(next)
  })
})

test('a proposal without a recorded previous status has nowhere to return to', () => {
  expect(nextEmployeeStatus('accept_proposal', 'PROPOSAL_PENDING', null)).toBeUndefined()
})

test.each([
  ['ONBOARDING', ['activate']],
  ['ACTIVE', ['propose', 'go_on_leave', 'deactivate', 'terminate']],
  ['PROPOSAL_PENDING', ['accept_proposal', 'reject_proposal', 'cancel_proposal', 'force_accept_proposal']],
  ['ON_LEAVE', ['propose', 'return_from_leave', 'terminate']],
  ['DEACTIVATED', ['reactivate', 'terminate']],
  ['TERMINATED', ['rehire']],
] as const)('from %s the available transitions are %j', (status, available) => {
  expect(availableEmployeeTransitions(status)).toEqual(available)
})

test('every transition requires the role that the contract names', () => {
  const roles = Object.fromEntries(
    Object.entries(employeeTransitions).map(([name, { role }]) => [name, role]),
  )
  expect(roles).toEqual({
    activate: 'ADMIN',
    propose: 'MANAGER',
    accept_proposal: 'EMPLOYEE',
    reject_proposal: 'EMPLOYEE',
    cancel_proposal: 'MANAGER',
    force_accept_proposal: 'SUPERUSER',
    go_on_leave: 'EMPLOYEE',
    return_from_leave: 'EMPLOYEE',
    deactivate: 'ADMIN',
    reactivate: 'ADMIN',
    terminate: 'ADMIN',
    rehire: 'ADMIN',
  })
})

test('expire_proposal is the only transition that belongs to the service itself', () => {
  expect(Object.keys(systemEmployeeTransitions)).toEqual(['expire_proposal'])
  expect(employeeTransitionNames).toEqual(names.filter((name) => name !== 'expire_proposal'))
})

test('a proposal is of the types of the contract and lasts 1 to 90 days, 7 by default', () => {
  expect(proposalTypes).toEqual(['ASSIGNMENT', 'TRANSFER'])
  expect(proposalDays).toEqual({ minimum: 1, maximum: 90, default: 7 })
})

test.each([
  ['a millisecond before', '2026-03-01T11:59:59.999Z', false],
  ['at', '2026-03-01T12:00:00.000Z', true],
  ['a millisecond after', '2026-03-01T12:00:00.001Z', true],
])('%s its expires_at, whether a proposal has expired is told right', (_, now, expired) => {
  expect(proposalExpired(new Date('2026-03-01T12:00:00.000Z'), new Date(now))).toBe(expired)
})

test('a proposal without expires_at never expires', () => {
  expect(proposalExpired(null, new Date('9999-12-31T23:59:59Z'))).toBe(false)
})
