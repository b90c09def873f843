import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, isoWeek, overlapDays } from '../../../src/calendar.ts'
import { type HoursFacts, hoursBalance, simulateHours } from '../../../src/people/hours-balance.ts'

// The week of Tuesday 2026-03-24 is 2026-03-23 to 2026-03-29.
const reference = '2026-03-24'

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
    error: baseHours.isZero() ? 'NO_ACTIVE_TAGS' : null,
  }
}

const anyFacts = fc.oneof(facts, factsWith(hours(-9999.99, 9999.99), hours(0, 10_000_000)))

test('every figure of a balance equals that of exact decimals, rounded half up once', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { pool, balance, error } = hoursBalance(reference, given)
      expect({ ...pool, balance, error }).toEqual(exactBalance(given))
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
