import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatHours, formatHundredths, sumHours, toDecimal, toHundredths } from '../../src/hours.ts'

test.each([
  ['0', '0.00'],
  ['-0', '0.00'],
  ['-0.00', '0.00'],
  ['-0.004', '0.00'],
  ['-0.005', '-0.01'],
  ['0.005', '0.01'],
  ['1.005', '1.01'],
  ['2.675', '2.68'],
  ['40', '40.00'],
  ['7.1', '7.10'],
  ['-12.5', '-12.50'],
  ['9999999999.99', '9999999999.99'],
  ['1e21', '1000000000000000000000.00'],
])('%s hours are formatted as "%s"', (hours, text) => {
  expect(formatHours(toDecimal(hours))).toBe(text)
})

test('hours add up exactly, and the sum of no hours is zero', () => {
  expect(formatHours(sumHours(['0.10', '0.20', toDecimal('-0.30')]))).toBe('0.00')
  expect(sumHours(['0.10', '0.20']).toString()).toBe('0.3')
  expect(formatHours(sumHours([]))).toBe('0.00')
})

test.each([
  ['0', 0, '0.00'],
  ['-0.00', 0, '0.00'],
  ['0.29', 29, '0.29'],
  ['-0.07', -7, '-0.07'],
  ['1.1', 110, '1.10'],
  ['-12.5', -1250, '-12.50'],
  ['9999.99', 999_999, '9999.99'],
])('%s hours are %i hundredths, and are formatted as "%s"', (hours, hundredths, text) => {
  expect(toHundredths(hours)).toBeCloseTo(hundredths, 10)
  expect(formatHundredths(toHundredths(hours))).toBe(text)
})

test('every number of hundredths below 2^51 is read and written exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 51), max: 2 ** 51 }), (hundredths) => {
      const text = formatHours(toDecimal(`${hundredths}`).div(100))
      expect(formatHundredths(hundredths)).toBe(text)
      expect(toHundredths(text)).toBe(hundredths)
    }),
    { numRuns: 3000 },
  )
})
