import { BarChart } from '@mantine/charts'
import type { ActivityRange } from '../../../../src/accounts/limits.ts'
import { compact, number, tickOf, timesOf } from '../language/wording.ts'
import { evenTicks, spread, timeTicks } from './axes.ts'
import { axisWith, Plot, type Reading } from './plot.tsx'

export type CountChartProps = {
  /** What the chart shows, for screen readers. */
  label: string
  height: number
  range: ActivityRange
  /** The counts of each series in each interval. */
  data: readonly { at: string; [series: string]: string | number }[]
  /** The series, from the bottom of each bar to its top. */
  series: readonly { name: string; label: string; color: string }[]
  /** Whether a legend beside the chart says what the colours mean. */
  hasLegendElsewhere?: boolean
  /** A line that the counts should stay below. */
  limit?: { value: number; label: string }
}

/** Counts over time as stacked bars. */
export function CountBars(chart: CountChartProps) {
  const { label, height, range, data, series, limit } = chart
  const instants = data.map(({ at }) => at)
  const sums = data.map((counts) => series.reduce((sum, { name }) => sum + Number(counts[name]), 0))
  const ticks = evenTicks(0, Math.max(0, limit?.value ?? 0, ...sums), height < 100 ? 2 : 4)
  return (
    <Plot
      label={label}
      height={height}
      readAt={(index) => ({ ...read(chart, index), areNamedElsewhere: chart.hasLegendElsewhere })}
    >
      {(common, labels) => (
        <BarChart
          {...common}
          h={height}
          type="stacked"
          data={[...data]}
          dataKey="at"
          series={[...series]}
          yAxisProps={axisWith(ticks, compact)}
          xAxisProps={{
            ticks: spread(timeTicks(instants, range), labels),
            tickFormatter: (at: string) => tickOf(at, range),
            interval: 0,
            height: 22,
          }}
          referenceLines={
            limit && [
              {
                y: limit.value,
                label: limit.label,
                // The label would cover the figures if it stood above the line.
                labelPosition: 'insideTopLeft',
                color: 'var(--console-blocked)',
              },
            ]
          }
          barProps={{ isAnimationActive: false }}
          barChartProps={{
            accessibilityLayer: false,
            barCategoryGap: '10%',
            margin: { top: 8, right: 24, left: 0, bottom: 0 },
          }}
        />
      )}
    </Plot>
  )
}

/** The counts of one interval, or of all together. */
function read({ range, data, series }: CountChartProps, index?: number): Reading {
  const times = data.map(({ at }) => new Date(at).getTime())
  const width = (times[1] ?? 0) - (times[0] ?? 0)
  const [first, last] = index === undefined ? [0, data.length - 1] : [index, index]
  return {
    when: timesOf(times[first] ?? 0, (times[last] ?? 0) + width, range),
    figures: series.map(({ name, ...shown }) => ({
      ...shown,
      value: number(data.slice(first, last + 1).reduce((sum, counts) => sum + Number(counts[name]), 0)),
    })),
  }
}
