import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { evenTicks, spread } from '../../../chart/axes.ts'
import { axisWith, Plot, type Reading } from '../../../chart/plot.tsx'
import { weekText } from '../../../language/dates.ts'
import { say } from '../../../language/text.ts'
import { daysOf, hours, number } from '../../../language/wording.ts'
import { useLive } from '../../../live/live.tsx'
import type { Week } from '../answers.ts'
import { sometimes } from '../planning-parts.tsx'
import { cliffRows } from './cliffs.tsx'

// The lines differ in pattern as well as colour, for readers who cannot tell the colours apart.
const looks = [
  { name: 'required', label: 'Required', color: 'var(--console-chart-required)', strokeDasharray: '9 5' },
  { name: 'booked', label: 'Booked', color: 'var(--console-allowed)', strokeDasharray: undefined },
  { name: 'secure', label: 'Secure', color: 'var(--console-chart-secure)', strokeDasharray: '2 4' },
] as const

const series = () => looks.map((look) => ({ ...look, label: say(look.label) }))

type Props = { weeks: Week[]; unit: string; onPick: (week: Week) => void }

/** Hours required, booked and secure, week by week. The table of weeks has the same figures. */
export function ForecastChart({ weeks, unit, onPick }: Props) {
  const steps = useSteps(unit)
  const data = weeks.map(({ week, required_hours, booked_hours, secure_hours }) => ({
    at: week,
    required: Number(required_hours),
    booked: Number(booked_hours),
    secure: Number(secure_hours),
  }))
  // A cliff would be a dent if the axis reached to far more hours than anybody has.
  const staffed = data.flatMap(({ booked, secure }) => [booked, secure])
  const required = Math.max(...data.map(({ required }) => required))
  const isFar = required > 1.25 * Math.max(...staffed)
  const all = isFar ? staffed : [...staffed, required]
  const ticks = evenTicks(Math.min(...all), Math.max(...all))
  return (
    <Plot label={describe(weeks)} height={280} readAt={(index) => read(weeks[index ?? 0])}>
      {(width, common) => (
        <LineChart
          {...common}
          h={280}
          data={data}
          dataKey="at"
          series={series().filter(({ name }) => !isFar || name !== 'required')}
          curveType="stepAfter"
          referenceLines={steps}
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

/** How many steps can have a name without covering each other. */
const mostNamed = 4

/** The largest losses, each a mark at its week with the name of who is lost. */
function useSteps(unit: string) {
  const { data } = useLive({
    name: 'planning.cliffs',
    of: cliffRows,
    input: { org_unit_id: unit || undefined, page: 1, page_size: 25 },
    every: sometimes,
  })
  const losses = (data?.results ?? []).filter(({ direction }) => direction === 'LOSS')
  const byWeek = [...Map.groupBy(losses, ({ week }) => week)].map(([week, [first, ...others]]) => ({
    x: week,
    lost: [first, ...others].reduce((sum, cliff) => sum + Number(cliff?.hours ?? 0), 0),
    name: `${first?.employee_name.split(', ')[0]}${others.length ? ` +${others.length}` : ''}`,
  }))
  return byWeek
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, mostNamed)
    .map(({ x, lost, name }) => ({
      x,
      label: `−${hours(lost, 0)} ${name}`,
      labelPosition: 'insideTopRight' as const,
      color: 'var(--console-short)',
    }))
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
