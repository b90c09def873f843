import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, isoWeek, overlapDays } from '../../../src/calendar.ts'
import {
  balanceStates,
  type HoursFacts,
  hoursBalance,
  simulateHours,
} from '../../../src/people/hours-balance.ts'

// The week of Tuesday 2026-03-24 is 2026-03-23 to 2026-03-29.
const reference = '2026-03-24'

const tag = (
  name: string,
  hours_delta: string,
  start_date = '2026-01-01',
  end_date: string | null = null,
) => ({
  name,
  hours_delta,
  start_date,
  end_date,
})
const balanceOf = (tags: HoursFacts['tags'], assigned_hours = '0.00', assignment_count = 0) =>
  hoursBalance(reference, { tags, assigned_hours, assignment_count })

test('the states of the hours balance are those of the contract', () => {
  expect(balanceStates).toEqual(['DEFICIT', 'BALANCED', 'SURPLUS'])
})

test('the hours balance is the pool of the tags minus the assigned hours', () => {
  const tags = [tag('Nurse', '0.00'), tag('FullTime', '40.00'), tag('Leave', '-10.00', '2026-03-27')]
  expect(balanceOf(tags, '20', 2)).toEqual({
    period: { start_date: '2026-03-23', end_date: '2026-03-29' },
    pool: { base_hours: '40.00', adjustment_delta: '-4.29', effective_hours: '35.71' },
    consumption: { assigned_hours: '20.00', assignment_count: 2 },
    balance: '15.71',
    state: 'DEFICIT',
    tags: ['FullTime', 'Leave', 'Nurse'],
    error: null,
  })
})

test('the hours balance of an employee without tags is all zeros with NO_ACTIVE_TAGS', () => {
  expect(balanceOf([])).toEqual({
    period: { start_date: '2026-03-23', end_date: '2026-03-29' },
    pool: { base_hours: '0.00', adjustment_delta: '0.00', effective_hours: '0.00' },
    consumption: { assigned_hours: '0.00', assignment_count: 0 },
    balance: '0.00',
    state: 'BALANCED',
    tags: [],
    error: 'NO_ACTIVE_TAGS',
  })
})

test.each([
  ['39.99', '0.01', 'DEFICIT'],
  ['40.00', '0.00', 'BALANCED'],
  ['40.01', '-0.01', 'SURPLUS'],
])('the balance of a pool of 40 hours with %s assigned is %s, %s', (assigned, balance, state) => {
  expect(balanceOf([tag('FullTime', '40.00')], assigned, 1)).toMatchObject({ balance, state })
})

test.each([
  ['from the reference date on', '2026-03-24', null, '40.00', null],
  ['up to the reference date', '2026-01-01', '2026-03-24', '40.00', null],
  ['on the reference date alone', '2026-03-24', '2026-03-24', '40.00', null],
  ['from the day after', '2026-03-25', null, '0.00', 'NO_ACTIVE_TAGS'],
  ['up to the day before', '2026-01-01', '2026-03-23', '0.00', 'NO_ACTIVE_TAGS'],
])(
  'a positive tag counts in full if it covers the reference date: %s',
  (_, start, end, base_hours, error) => {
    const { pool, tags, ...rest } = balanceOf([tag('FullTime', '40.00', start, end)])
    expect({ base: pool.base_hours, error: rest.error, tags }).toEqual({
      base: base_hours,
      error,
      tags: ['FullTime'],
    })
  },
)

test('positive tags stack', () => {
  const twice = [tag('Overtime', '5.50'), tag('Overtime', '5.50'), tag('FullTime', '40.00')]
  expect(balanceOf(twice)).toMatchObject({
    pool: { base_hours: '51.00' },
    tags: ['FullTime', 'Overtime', 'Overtime'],
  })
})

test.each([
  ['seven', '2026-01-01', null, '-10.00'],
  ['six', '2026-03-24', null, '-8.57'],
  ['five', '2026-03-25', null, '-7.14'],
  ['four', '2026-03-26', null, '-5.71'],
  ['three', '2026-03-27', null, '-4.29'],
  ['two', '2026-01-01', '2026-03-24', '-2.86'],
  ['one', '2026-03-29', null, '-1.43'],
])('a negative tag of 10 hours counts for its days in the week: %s', (_, start, end, adjustment) => {
  expect(balanceOf([tag('Leave', '-10.00', start, end)]).pool.adjustment_delta).toBe(adjustment)
})

test('several negative tags are rounded once, at the end', () => {
  const oneDay = tag('Leave', '-10.00', '2026-03-29')
  expect(balanceOf([oneDay, oneDay, oneDay, oneDay, oneDay]).pool.adjustment_delta).toBe('-7.14')
})

test('the pool is never below zero', () => {
  const tags = [tag('HalfTime', '20.00'), tag('Leave', '-30.00')]
  expect(balanceOf(tags, '5.00', 1)).toMatchObject({
    pool: { base_hours: '20.00', adjustment_delta: '-30.00', effective_hours: '0.00' },
    balance: '-5.00',
    state: 'SURPLUS',
  })
})

test('an employee with only a reduction has NO_ACTIVE_TAGS', () => {
  expect(balanceOf([tag('Leave', '-10.00')]).error).toBe('NO_ACTIVE_TAGS')
})

describe('a simulation', () => {
  const current = { balance: '10.00' }

  test.each([
    ['9.99', '0.01', 'DEFICIT', false],
    ['10.00', '0.00', 'BALANCED', false],
    ['10.01', '-0.01', 'SURPLUS', true],
    ['0', '10.00', 'DEFICIT', false],
    ['-8.5', '18.50', 'DEFICIT', false],
    ['168.00', '-158.00', 'SURPLUS', true],
  ])(
    'a simulation of %s more hours on a balance of 10.00 leaves %s',
    (additional, projected_balance, state, exceeds) => {
      expect(simulateHours(current, additional)).toEqual({
        projected_balance,
        projected_state: state,
        would_exceed_pool: exceeds,
      })
    },
  )
})

const hours = (minimum: number, maximum: number) =>
  fc
    .integer({ min: Math.round(minimum * 100), max: Math.round(maximum * 100) })
    .map((cents) => (cents / 100).toFixed(2))
const factsWith = (delta: fc.Arbitrary<string>, assigned_hours: fc.Arbitrary<string>) =>
  fc.record({
    tags: fc.array(
      fc
        .tuple(delta, fc.integer({ min: -40, max: 5 }), fc.option(fc.nat(60)))
        .map(([hours_delta, shift, length]) => {
          const start_date = addDays(reference, shift)
          return {
            name: 'Tag',
            hours_delta,
            start_date,
            end_date: length === null ? null : addDays(start_date, length),
          }
        }),
    ),
    assigned_hours,
    assignment_count: fc.nat(9),
  })
const facts = factsWith(hours(-60, 60), hours(0, 200))
const cents = (text: string) => Math.round(Number(text) * 100)

test('every figure of a balance has two decimals and is not "-0.00", and the balance adds up', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { pool, consumption, balance, state } = hoursBalance(reference, given)
      for (const figure of [...Object.values(pool), consumption.assigned_hours, balance]) {
        expect(figure).toMatch(/^(?!-0\.00$)-?\d+\.\d\d$/)
      }
      const effective = Math.max(0, cents(pool.base_hours) + cents(pool.adjustment_delta))
      expect(cents(pool.effective_hours)).toBe(effective)
      expect(cents(balance)).toBe(effective - cents(consumption.assigned_hours))
      expect(state).toBe(cents(balance) > 0 ? 'DEFICIT' : cents(balance) < 0 ? 'SURPLUS' : 'BALANCED')
    }),
  )
})

/** The same in decimal.js: exact until it rounds once, half up and away from zero. */
function exactBalance({ tags, assigned_hours }: HoursFacts) {
  const base = tags
    .filter(({ start_date, end_date }) => start_date <= reference && (!end_date || reference <= end_date))
    .map(({ hours_delta }) => Decimal.max(0, hours_delta))
  const reductions = tags.map((held) =>
    Decimal.min(0, held.hours_delta).times(overlapDays(held, isoWeek(reference))),
  )
  const baseHours = Decimal.sum(0, ...base)
  const adjustment = Decimal.sum(0, ...reductions)
    .div(7)
    .toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
  const effective = Decimal.max(0, baseHours.plus(adjustment))
  const written = (hours: Decimal) => (hours.isZero() ? '0.00' : hours.toFixed(2))
  return {
    base_hours: written(baseHours),
    adjustment_delta: written(adjustment),
    effective_hours: written(effective),
    balance: written(effective.minus(assigned_hours)),
  }
}

const anyFacts = fc.oneof(facts, factsWith(hours(-9999.99, 9999.99), hours(0, 10_000_000)))

test('every figure of a balance equals that of exact decimals, rounded half up once', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { pool, balance } = hoursBalance(reference, given)
      expect({ ...pool, balance }).toEqual(exactBalance(given))
    }),
    { numRuns: 5000 },
  )
})

test('a simulation of no hours changes nothing, and opposite simulations cancel out', () => {
  fc.assert(
    fc.property(facts, hours(-168, 168), (given, additional) => {
      const balance = hoursBalance(reference, given)
      const { projected_balance } = simulateHours(balance, additional)
      const opposite = (-Number(additional)).toFixed(2)
      expect(simulateHours({ balance: projected_balance }, opposite).projected_balance).toBe(balance.balance)
      expect(simulateHours(balance, '0.00').projected_state).toBe(balance.state)
    }),
  )
})
