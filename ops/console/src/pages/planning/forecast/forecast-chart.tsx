import { HoursChart } from '../../../chart/hours-chart.tsx'
import { weekText } from '../../../language/dates.ts'
import { say } from '../../../language/text.ts'
import { daysOf, hours } from '../../../language/wording.ts'
import type { Week } from '../answers.ts'

type Props = { weeks: Week[]; onPick: (week: Week) => void }

/** Hours required, booked and secure, week by week. The table of weeks has the same figures. */
export const ForecastChart = ({ weeks, onPick }: Props) => (
  <HoursChart
    label={describe(weeks)}
    points={weeks.map(({ week, start_date, end_date, ...figures }) => ({
      ...figures,
      at: week,
      when: `${weekText(week)}, ${daysOf(start_date, end_date)}`,
    }))}
    tickOf={weekText}
    onPick={(index) => {
      const week = weeks[index]
      if (week) onPick(week)
    }}
  />
)

function describe(weeks: Week[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return say('No weeks')
  return say(
    'Weekly hours, {first} to {last}: required {required}, booked {booked}, secure from {secure} to {later}',
    {
      first: weekText(first.week),
      last: weekText(last.week),
      required: hours(first.required_hours, 0),
      booked: hours(first.booked_hours, 0),
      secure: hours(first.secure_hours, 0),
      later: hours(last.secure_hours, 0),
    },
  )
}
