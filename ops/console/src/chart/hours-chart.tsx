import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { say } from '../language/text.ts'
import { hours } from '../language/wording.ts'
import { evenTicks, spread } from './axes.ts'
import { axisWith, Plot, type Reading } from './plot.tsx'

// The lines differ in pattern as well as colour, for readers who cannot tell the colours apart.
const looks = [
  { name: 'required', label: 'Required', color: 'var(--console-chart-required)', strokeDasharray: '9 5' },
  { name: 'booked', label: 'Booked', color: 'var(--console-allowed)', strokeDasharray: undefined },
  { name: 'secure', label: 'Secure', color: 'var(--console-chart-secure)', strokeDasharray: '2 4' },
] as const

const series = () => looks.map((look) => ({ ...look, label: say(look.label) }))

type HoursFigures = Record<'required_hours' | 'booked_hours' | 'secure_hours', string>
export type HoursPoint = HoursFigures & {
  at: string
  /** The time that the point is about. */
  when: string
}

type Props = {
  label: string
  points: readonly HoursPoint[]
  tickOf: (at: string) => string
  onPick?: (index: number) => void
  /** Where the numbers 1, 2, 3... mark something. */
  marks?: readonly string[]
}

/** Hours required, booked and secure over time. A table beside it has the same figures. */
export function HoursChart({ label, points, tickOf, onPick, marks = [] }: Props) {
  const { data, ticks, isFar } = figuresOf(points)
  return (
    <Plot label={label} height={280} readAt={(index) => read(points[index ?? 0])}>
      {(common, labels) => (
        <LineChart
          {...common}
          h={280}
          data={data}
          dataKey="at"
          series={series().filter(({ name }) => !isFar || name !== 'required')}
          curveType="stepAfter"
          referenceLines={marks.map((x, index) => ({
            x,
            label: `${index + 1}`,
            // Those of neighbouring weeks would run together.
            labelPosition: index % 2 ? 'insideBottomRight' : 'insideTopRight',
            color: 'var(--console-short)',
          }))}
          withDots={false}
          lineProps={({ name, color }) => ({
            isAnimationActive: false,
            ...(name === 'secure' && points.length < 60 && { dot: { r: 3, strokeWidth: 0, fill: color } }),
          })}
          yAxisProps={axisWith(ticks)}
          xAxisProps={{ ticks: spread(data, labels).map(({ at }) => at), tickFormatter: tickOf, interval: 0 }}
          lineChartProps={{
            accessibilityLayer: false,
            margin: { top: 8, right: 24, left: 0, bottom: 0 },
            onClick: ({ activeTooltipIndex }) => {
              if (activeTooltipIndex != null) onPick?.(Number(activeTooltipIndex))
            },
          }}
        />
      )}
    </Plot>
  )
}

/** The label of such a chart, with the hours required and booked now. */
export function labelOf(
  points: readonly HoursPoint[],
  now: HoursFigures | undefined,
  nameOf: (at: string) => string,
): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || !now) return ''
  return say(
    'Weekly hours, {first} to {last}: required {required}, booked {booked}, secure from {secure} to {later}',
    {
      first: nameOf(first.at),
      last: nameOf(last.at),
      required: hours(now.required_hours, 0),
      booked: hours(now.booked_hours, 0),
      secure: hours(first.secure_hours, 0),
      later: hours(last.secure_hours, 0),
    },
  )
}

/** The hours at each point, with an axis that shows their steps. */
function figuresOf(points: readonly HoursPoint[]) {
  const data = points.map(({ at, required_hours, booked_hours, secure_hours }) => ({
    at,
    required: Number(required_hours),
    booked: Number(booked_hours),
    secure: Number(secure_hours),
  }))
  const staffed = data.flatMap(({ booked, secure }) => [booked, secure])
  const required = Math.max(...data.map(({ required }) => required))
  // A cliff would be a dent if the axis reached to far more hours than anybody has.
  const isFar = required > 1.25 * Math.max(...staffed)
  const all = isFar ? staffed : [...staffed, required]
  return { data, isFar, ticks: evenTicks(Math.min(...all), Math.max(...all)) }
}

function read(point: HoursPoint | undefined): Reading {
  if (!point) return { when: '', figures: [] }
  const of = { required: point.required_hours, booked: point.booked_hours, secure: point.secure_hours }
  return {
    when: point.when,
    figures: series().map(({ name, label, color, strokeDasharray: dash = '' }) => ({
      label,
      color,
      dash,
      value: hours(of[name]),
    })),
  }
}
