import { LineChart } from '@mantine/charts'
import { Text } from '@mantine/core'
import type { Week } from './answers.ts'
import { weekText } from './days.ts'
import styles from './planning.module.css'

// Told apart by pattern as well as by colour.
const series = [
  { name: 'needed', label: 'Needed', color: 'var(--console-chart-needed)', strokeDasharray: '9 5' },
  { name: 'booked', label: 'Booked', color: 'var(--console-allowed)' },
  { name: 'secure', label: 'Secure', color: 'var(--console-chart-secure)', strokeDasharray: '2 4' },
]

type Props = { weeks: Week[]; onPick: (week: Week) => void }

/** Hours needed, booked and secure, week by week. The table of weeks has the same figures. */
export const ForecastChart = ({ weeks, onPick }: Props) => (
  <div>
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ name, label, color, strokeDasharray }) => (
        <li key={name}>
          <svg width="36" height="10" role="presentation">
            <line x2="36" y1="5" y2="5" stroke={color} strokeWidth="3" strokeDasharray={strokeDasharray} />
            {name === 'secure' && <circle cx="18" cy="5" r="4" fill={color} />}
          </svg>
          <Text size="sm">{label}</Text>
        </li>
      ))}
    </ul>
    <div role="img" aria-label={describe(weeks)}>
      <LineChart
        h={280}
        data={weeks.map((week) => ({
          at: weekText(week.week),
          needed: Number(week.required_hours),
          booked: Number(week.booked_hours),
          secure: Number(week.secure_hours),
        }))}
        dataKey="at"
        series={series}
        curveType="linear"
        gridAxis="x"
        unit=" h"
        withDots={false}
        lineProps={({ name, color }) => ({
          isAnimationActive: false,
          ...(name === 'secure' && { dot: { r: 3, strokeWidth: 0, fill: color } }),
        })}
        yAxisProps={{ domain: ['auto', 'auto'], width: 64 }}
        xAxisProps={{ minTickGap: 16 }}
        lineChartProps={{
          accessibilityLayer: false,
          onClick: ({ activeTooltipIndex }) => {
            const week = weeks[Number(activeTooltipIndex ?? Number.NaN)]
            if (week) onPick(week)
          },
        }}
      />
    </div>
  </div>
)

const whole = (decimal: string | undefined) => Math.round(Number(decimal))

function describe(weeks: Week[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return 'No weeks'
  const span = `${weekText(first.week)} to ${weekText(last.week)}`
  const secure = `secure from ${whole(first.secure_hours)} h to ${whole(last.secure_hours)} h`
  return `Weekly hours, ${span}: needed ${whole(first.required_hours)} h, booked ${whole(first.booked_hours)} h, ${secure}`
}
