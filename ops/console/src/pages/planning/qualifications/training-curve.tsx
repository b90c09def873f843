import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { evenTicks } from '../../../chart/axes.ts'
import { axisWith, Plot } from '../../../chart/plot.tsx'
import { say } from '../../../language/text.ts'
import { hours, number } from '../../../language/wording.ts'
import type { Training } from '../answers.ts'

const height = 220
const color = 'var(--console-short)'

/** The hours that stay open after each training; the table has the same figures. */
export function TrainingCurve({ training: { open_hours, pairs } }: { training: Training }) {
  const data = [open_hours, ...pairs.map((pair) => pair.open_hours)].map((open, at) => ({
    at,
    open: Number(open),
  }))
  const last = data.at(-1)?.open ?? 0
  const label = say('Still open')
  return (
    <Plot
      label={say('Hours still open: {before} without training, {after} after {count, number}', {
        before: hours(open_hours),
        after: hours(last),
        count: pairs.length,
      })}
      height={height}
      readAt={(index) => ({
        when: say('{count, plural, one {# training} other {# trainings}}', { count: index ?? pairs.length }),
        figures: [{ label, color, value: hours(data[index ?? pairs.length]?.open ?? last) }],
      })}
    >
      {(_, common) => (
        <LineChart
          {...common}
          h={height}
          data={data}
          dataKey="at"
          series={[{ name: 'open', label, color }]}
          curveType="stepAfter"
          lineProps={{ isAnimationActive: false }}
          yAxisProps={axisWith(evenTicks(Math.min(last, 0), Number(open_hours)), (tick) => number(tick))}
          lineChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 24, left: 0, bottom: 0 } }}
        />
      )}
    </Plot>
  )
}
