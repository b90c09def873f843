import { expect, test } from 'vitest'
import {
  assignmentStatuses,
  assignmentTransitionNames,
  availableAssignmentTransitions,
  endReasons,
  nextAssignmentStatus,
} from '../../../src/work/assignment-lifecycle.ts'

test('the statuses, transitions and end reasons of assignments are those of the contract', () => {
  expect(assignmentStatuses).toEqual(['ACTIVE', 'SUSPENDED', 'ENDED'])
  expect(assignmentTransitionNames).toEqual(['suspend', 'resume', 'end'])
  expect(endReasons).toEqual(['RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER'])
})

test.each([
  ['suspend', 'ACTIVE', 'SUSPENDED'],
  ['suspend', 'SUSPENDED', undefined],
  ['suspend', 'ENDED', undefined],
  ['resume', 'ACTIVE', undefined],
  ['resume', 'SUSPENDED', 'ACTIVE'],
  ['resume', 'ENDED', undefined],
  ['end', 'ACTIVE', 'ENDED'],
  ['end', 'SUSPENDED', 'ENDED'],
  ['end', 'ENDED', undefined],
] as const)('%s of an assignment that is %s leads to %s', (transition, status, next) => {
  expect(nextAssignmentStatus(transition, status)).toBe(next)
})

test.each([
  ['ACTIVE', ['suspend', 'end']],
  ['SUSPENDED', ['resume', 'end']],
  ['ENDED', []],
] as const)('an assignment that is %s has the available transitions %j', (status, available) => {
  expect(availableAssignmentTransitions(status)).toEqual(available)
})
