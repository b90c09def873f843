import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { Group, Stack, Text } from '@mantine/core'
import { evenTicks, spread } from '../../../chart/axes.ts'
import { axisWith, Plot, type Reading } from '../../../chart/plot.tsx'
import { weekText } from '../../../language/dates.ts'
import { say } from '../../../language/text.ts'
import { daysOf, hours, number, shortDayOf, spokenName } from '../../../language/wording.ts'
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
  const { data, ticks, isFar } = figuresOf(weeks)
  return (
    <Stack gap="xs">
      <Plot label={describe(weeks)} height={280} readAt={(index) => read(weeks[index ?? 0])}>
        {(width, common) => (
          <LineChart
            {...common}
            h={280}
            data={data}
            dataKey="at"
            series={series().filter(({ name }) => !isFar || name !== 'required')}
            curveType="stepAfter"
            referenceLines={steps.map(({ week }, index) => ({
              x: week,
              label: `${index + 1}`,
              labelPosition: 'insideTopRight',
              color: 'var(--console-short)',
            }))}
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
      <Steps of={steps} />
    </Stack>
  )
}

/** The hours of each week, with an axis that shows their steps. */
function figuresOf(weeks: Week[]) {
  const data = weeks.map(({ week, required_hours, booked_hours, secure_hours }) => ({
    at: week,
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

/** How many steps have a name, the largest of all. */
const mostNamed = 5

type Step = { week: string; date: string; lost: number; names: string[] }

/** The weeks in which most secure hours are lost, with who is lost. */
function useSteps(unit: string): Step[] {
  const { data } = useLive({
    name: 'planning.cliffs',
    of: cliffRows,
    input: { org_unit_id: unit || undefined, page: 1, page_size: 25 },
    every: sometimes,
  })
  const losses = (data?.results ?? []).filter(({ direction }) => direction === 'LOSS')
  return [...Map.groupBy(losses, ({ week }) => week)]
    .map(([week, cliffs]) => ({
      week,
      date: cliffs[0]?.date ?? '',
      lost: cliffs.reduce((sum, cliff) => sum + Number(cliff.hours), 0),
      names: cliffs.map(({ employee_name }) => spokenName(employee_name)),
    }))
    .sort((a, b) => b.lost - a.lost)
    .slice(0, mostNamed)
    .sort((a, b) => a.week.localeCompare(b.week))
}

/** What the numbers in the chart stand for. */
const Steps = ({ of }: { of: Step[] }) => (
  <Group component="ol" gap="0.2rem 1.2rem" m={0} p={0} style={{ listStyle: 'none' }}>
    {of.map(({ week, date, lost, names }, index) => (
      <Text component="li" key={week} size="sm">
        <strong>{index + 1}</strong> {shortDayOf(date)}: −{hours(lost)} {names.slice(0, 2).join(', ')}
        {names.length > 2 && ` ${say('and {count} more', { count: names.length - 2 })}`}
      </Text>
    ))}
  </Group>
)

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
