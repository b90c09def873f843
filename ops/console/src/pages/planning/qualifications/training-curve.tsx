import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { evenTicks } from '../../../chart/axes.ts'
import { axisWith, Plot } from '../../../chart/plot.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import type { Training } from '../answers.ts'

const height = 220
const color = 'var(--console-chart-secure)'

/** The hours that the trainings close, one after the other; the table has the same figures. */
export function TrainingCurve({ training: { open_hours, pairs } }: { training: Training }) {
  const data = ['0', ...pairs.map(({ closed_hours }) => closed_hours)].map((closed, at) => ({
    at,
    closed: Number(closed),
  }))
  const last = data.at(-1)?.closed ?? 0
  const label = say('Closed in all')
  return (
    <Plot
      label={say('{count, plural, one {# training closes} other {# trainings close}} {closed} of {open}', {
        count: pairs.length,
        closed: hours(last),
        open: hours(open_hours),
      })}
      height={height}
      readAt={(index) => ({
        when: say('{count, plural, one {# training} other {# trainings}}', { count: index ?? pairs.length }),
        figures: [{ label, color, value: hours(data[index ?? pairs.length]?.closed ?? last) }],
      })}
    >
      {(common) => (
        <LineChart
          {...common}
          h={height}
          data={data}
          dataKey="at"
          series={[{ name: 'closed', label, color }]}
          curveType="linear"
          lineProps={{ isAnimationActive: false }}
          yAxisProps={axisWith(evenTicks(0, last))}
          lineChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 24, left: 0, bottom: 0 } }}
        />
      )}
    </Plot>
  )
}
