import { Decimal } from 'decimal.js'

/** The maximum weekly hours of an assignment, and those that a position may require (D13). */
export const maximumWeekHours = 168
export const maximumRequiredHours = '9999.99'

/** Hours of one shift, for converting weekly hours to working days (D33). */
export const fullDayHours = 8

/** Weekly hours of one full-time equivalent, unless the clinic has set others. */
export const fullTimeHours = 40

/** Weekly hours as full-time equivalents of so many hours, in hundredths. */
export const fullTimeEquivalents = (weeklyHours: string, fullTime: number) =>
  formatHours(toDecimal(weeklyHours).mul(100).div(fullTime))

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

/**
 * A validated decimal in whole hundredths, which add up exactly below 2^51: even 300 million tags of 9999.99 hours,
 * each held for seven days, stay below.
 */
export function toHundredths(text: string): number {
  return Math.round(Number(text) * 100)
}

/** Whole hundredths with two decimals. */
export function formatHundredths(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}

/** The same of several, each under its name with `_hours` after it. */
export const formattedHours = <Name extends string>(hundredths: Record<Name, number>) =>
  Object.fromEntries(
    Object.entries<number>(hundredths).map(([name, hours]) => [`${name}_hours`, formatHundredths(hours)]),
  ) as Record<`${Name}_hours`, string>

/** The exact sum, with two places, of decimals that have at most two. */
export function totalHours(hours: readonly string[]): string {
  return formatHundredths(hours.reduce((sum, text) => sum + toHundredths(text), 0))
}
