import { Decimal } from 'decimal.js'

/** The weekly hours of one assignment, and those that a position may require, at most (D13). */
export const maximumWeekHours = 168
export const maximumRequiredHours = '9999.99'

/** Hours of one shift, for converting weekly hours to working days (D33). */
export const fullDayHours = 8

/** The exact value of a validated decimal. */
export function toDecimal(text: string): Decimal {
  return new Decimal(text)
}

/** The exact sum; zero for none. */
export function sumHours(hours: readonly (string | Decimal)[]): Decimal {
  return Decimal.sum(0, ...hours)
}

/** Two decimals, half away from zero. Rounded before it is written, since toFixed alone gives "-0.00". */
export function formatHours(hours: Decimal): string {
  return hours.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2)
}
