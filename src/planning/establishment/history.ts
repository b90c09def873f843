import { formatHours, formatHundredths, sumHours, toHundredths } from '../../hours.ts'
import { coveragePct } from '../../work/coverage.ts'
import { keptWeeks } from './night.ts'

/** A night of an org unit; `ahead` and `said` are by {@link keptWeeks}, and `said` is null but on Mondays. */
export type HistoryNight = {
  date: string
  required_hours: string
  booked_hours: string
  secure_hours: string
  /** The secure hours that were forecast on that day. */
  ahead: string[]
  /** The secure hours that earlier nights had forecast for that day. */
  said: (string | null)[]
}

/** The nights as clients see them, and how right the forecasts were. */
export const shownHistory = (nights: readonly HistoryNight[]) => ({
  nights: nights.map(({ ahead: [in4, in8, in12], said: [said4, said8, said12], ...night }) => ({
    ...night,
    secure_coverage_pct: coveragePct(night.secure_hours, night.required_hours),
    secure_in_4_weeks: in4 ?? '',
    secure_in_8_weeks: in8 ?? '',
    secure_in_12_weeks: in12 ?? '',
    said_4_weeks_ago: said4 ?? null,
    said_8_weeks_ago: said8 ?? null,
    said_12_weeks_ago: said12 ?? null,
  })),
  accuracy: keptWeeks.map((weeks_ahead, at) => {
    const differences = nights.flatMap(({ secure_hours, said }) => {
      const hours = said[at]
      return hours == null ? [] : [toHundredths(secure_hours) - toHundredths(hours)]
    })
    const sizes = differences.map(Math.abs)
    return {
      weeks_ahead,
      mondays: differences.length,
      mean_difference_hours: meanOf(differences),
      mean_error_hours: meanOf(sizes),
      largest_error_hours: sizes.length ? formatHundredths(Math.max(...sizes)) : null,
    }
  }),
})

/** Rounded half away from zero, so that differences of one sign have the same mean as their sizes. */
const meanOf = (hundredths: readonly number[]) =>
  hundredths.length ? formatHours(sumHours(hundredths.map(formatHundredths)).div(hundredths.length)) : null
