import { expect, test } from 'vitest'
import { formatHours, sumHours, toDecimal } from '../../src/hours.ts'

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
])('%s hours leave the service as "%s"', (hours, text) => {
  expect(formatHours(toDecimal(hours))).toBe(text)
})

test('hours add up exactly, and no hours are zero', () => {
  expect(formatHours(sumHours(['0.10', '0.20', toDecimal('-0.30')]))).toBe('0.00')
  expect(sumHours(['0.10', '0.20']).toString()).toBe('0.3')
  expect(formatHours(sumHours([]))).toBe('0.00')
})
