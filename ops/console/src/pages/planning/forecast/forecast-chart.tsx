import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { evenTicks, spread } from '../../../chart/axes.ts'
import { axisWith, Plot, type Reading } from '../../../chart/plot.tsx'
import { weekText } from '../../../language/dates.ts'
import { say } from '../../../language/text.ts'
import { daysOf, hours, number } from '../../../language/wording.ts'
import type { Week } from '../answers.ts'

// The lines differ in pattern as well as colour, for readers who cannot tell the colours apart.
const looks = [
  { name: 'required', label: 'Required', color: 'var(--console-chart-required)', strokeDasharray: '9 5' },
  { name: 'booked', label: 'Booked', color: 'var(--console-allowed)', strokeDasharray: undefined },
  { name: 'secure', label: 'Secure', color: 'var(--console-chart-secure)', strokeDasharray: '2 4' },
] as const

const series = () => looks.map((look) => ({ ...look, label: say(look.label) }))

type Props = { weeks: Week[]; onPick: (week: Week) => void }

/** Hours required, booked and secure, week by week. The table of weeks has the same figures. */
export function ForecastChart({ weeks, onPick }: Props) {
  const data = weeks.map(({ week, required_hours, booked_hours, secure_hours }) => ({
    at: week,
    required: Number(required_hours),
    booked: Number(booked_hours),
    secure: Number(secure_hours),
  }))
  const all = data.flatMap(({ required, booked, secure }) => [required, booked, secure])
  const ticks = evenTicks(Math.min(...all), Math.max(...all))
  return (
    <Plot label={describe(weeks)} height={280} readAt={(index) => read(weeks[index ?? 0])}>
      {(width, common) => (
        <LineChart
          {...common}
          h={280}
          data={data}
          dataKey="at"
          series={series()}
          curveType="linear"
          withDots={false}
          lineProps={({ name, color }) => ({
            isAnimationActive: false,
            ...(name === 'secure' && { dot: { r: 3, strokeWidth: 0, fill: color } }),
          })}
          yAxisProps={axisWith(ticks, (tick) => number(tick))}
          xAxisProps={{
            ticks: spread(data, Math.max(2, Math.floor((width - 44) / 60))).map(({ at }) => at),
            tickFormatter: weekText,
            interval: 0,
          }}
          lineChartProps={{
            accessibilityLayer: false,
            margin: { top: 8, right: 24, left: 0, bottom: 0 },
            onClick: ({ activeTooltipIndex }) => {
              const week = weeks[Number(activeTooltipIndex ?? Number.NaN)]
              if (week) onPick(week)
            },
          }}
        />
      )}
    </Plot>
  )
}

/** The hours of a week. */
function read(week: Week | undefined): Reading {
  if (!week) return { when: '', figures: [] }
  const of = { required: week.required_hours, booked: week.booked_hours, secure: week.secure_hours }
  return {
    when: `${weekText(week.week)}, ${daysOf(week.start_date, week.end_date)}`,
    figures: series().map(({ name, label, color, strokeDasharray: dash = '' }) => ({
      label,
      color,
      dash,
      value: hours(of[name]),
    })),
  }
}

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
