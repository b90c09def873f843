import { describe, expect, test } from 'vitest'
import {
  type EmployeeTagState,
  employeeTagStatuses,
  tagChange,
  tagChangeActions,
} from '../../../src/people/employee-tag-lifecycle.ts'
import { tagCategories } from '../../../src/people/tag.ts'

const tag = (status: EmployeeTagState['status']): EmployeeTagState => ({
  status,
  start_date: '2026-01-01',
  end_date: '2026-06-30',
})
const newDates = { start_date: '2026-02-01', end_date: null }

test('the statuses, actions and categories of tags are those of the contract', () => {
  expect(employeeTagStatuses).toEqual(['ACTIVE', 'EXPIRED', 'REVOKED'])
  expect(tagChangeActions).toEqual(['ASSIGNED', 'REMOVED', 'REVOKED', 'EXPIRED', 'MODIFIED'])
  expect(tagCategories).toEqual(['CONTRACT', 'QUALIFICATION', 'EXCEPTION', 'CERTIFICATION'])
})

describe.each([
  ['without new dates', {}],
  ['with new dates', newDates],
])('a PATCH of the status %s', (_, dates) => {
  test.each([
    ['ACTIVE', 'REVOKED'],
    ['ACTIVE', 'EXPIRED'],
    ['EXPIRED', 'REVOKED'],
    ['EXPIRED', 'EXPIRED'],
    ['REVOKED', 'REVOKED'],
    ['REVOKED', 'EXPIRED'],
  ] as const)('a PATCH of a tag from %s to %s logs the action of the status only', (from, to) => {
    expect(tagChange(tag(from), { status: to, ...dates })).toEqual({ kind: 'logged', action: to })
  })

  test.each(['EXPIRED', 'REVOKED'] as const)('a PATCH of a tag from %s back to ACTIVE is refused', (from) => {
    expect(tagChange(tag(from), { status: 'ACTIVE', ...dates })).toEqual({
      kind: 'refused',
      message: `A tag that is ${from} cannot become ACTIVE again; assign a new one.`,
    })
  })
})

describe.each(employeeTagStatuses)('a PATCH of a tag that stays %s', (status) => {
  test.each([
    ['a later start', { start_date: '2026-01-02' }],
    ['another end', { end_date: '2026-07-01' }],
    ['an open end', { end_date: null }],
    ['both dates new', newDates],
    ['one date new and one repeated', { start_date: '2026-01-01', end_date: null }],
  ])('a PATCH of a tag with %s logs MODIFIED', (_, patch) => {
    expect(tagChange(tag(status), patch)).toEqual({ kind: 'logged', action: 'MODIFIED' })
  })

  test.each([
    ['nothing', {}],
    ['the start it has', { start_date: '2026-01-01' }],
    ['the dates it has', { start_date: '2026-01-01', end_date: '2026-06-30' }],
  ])('a PATCH of a tag with %s logs nothing', (_, patch) => {
    expect(tagChange(tag(status), patch)).toEqual({ kind: 'unchanged' })
  })
})

test('a PATCH of an ACTIVE tag to ACTIVE does not change its status', () => {
  expect(tagChange(tag('ACTIVE'), { status: 'ACTIVE' })).toEqual({ kind: 'unchanged' })
  expect(tagChange(tag('ACTIVE'), { status: 'ACTIVE', end_date: null })).toEqual({
    kind: 'logged',
    action: 'MODIFIED',
  })
})

test('a PATCH that repeats an open end changes nothing', () => {
  expect(tagChange({ ...tag('ACTIVE'), end_date: null }, { end_date: null })).toEqual({ kind: 'unchanged' })
})
