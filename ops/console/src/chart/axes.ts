import type { ActivityRange } from '../../../../src/accounts/limits.ts'

/** Evenly spaced whole numbers that enclose both bounds, in steps of 1, 2 or 5 times a power of ten. */
export function evenTicks(least: number, most: number, intervals = 4): number[] {
  const step = evenStep((most - least) / intervals)
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** The smallest such step that is at least this large. */
function evenStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(atLeast, 1)))
  return power * ([1, 2, 5].find((digit) => digit * power >= atLeast) ?? 10)
}

/** The instants at which a quarter-hour, a quarter-day or a day begins, in the browser's time zone. */
export function timeTicks(instants: readonly string[], range: ActivityRange): string[] {
  const parts = instants.map((instant) => periodOf[range](new Date(instant)))
  return instants.filter((_, index) => index > 0 && parts[index] !== parts[index - 1])
}

const periodOf: Record<ActivityRange, (at: Date) => number> = {
  hour: (at) => Math.floor(at.getMinutes() / 15),
  day: (at) => Math.floor(at.getHours() / 6),
  week: (at) => at.getDate(),
}

/** At most `most` of the values, evenly spaced, with the first among them. */
export function spread<Value>(values: readonly Value[], most: number): Value[] {
  const step = Math.ceil(values.length / most)
  return values.filter((_, index) => index % step === 0)
}
