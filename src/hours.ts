import { Decimal } from 'decimal.js'

/** Bounds of D13: hours of one assignment in a week, and hours that a position may require. */
export const maximumWeekHours = 168
export const maximumRequiredHours = '9999.99'

/** Hours of one shift, by which D33 turns weekly hours into working days. */
export const fullDayHours = 8

/** Exact, whatever its digits; the text is one of a checked decimal. */
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
