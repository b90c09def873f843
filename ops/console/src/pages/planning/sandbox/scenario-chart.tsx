import { AreaChart } from '@mantine/charts'
import { evenTicks, spread } from '../../../chart/axes.ts'
import { axisWith, Plot, type Reading } from '../../../chart/plot.tsx'
import { say } from '../../../language/text.ts'
import { daysOf, hours, shortDayOf } from '../../../language/wording.ts'
import { Note } from '../../../parts/parts.tsx'
import type { Scenario } from '../answers.ts'

const series = () =>
  [
    { name: 'before', label: say('Secure before'), color: 'var(--console-none)', strokeDasharray: '9 5' },
    { name: 'after', label: say('Secure after'), color: 'var(--console-chart-secure)' },
  ] as const

/** Secure hours before and after the changes, week by week; the gap between the lines is shaded. */
export function ScenarioChart({ result: { before, after } }: { result: Scenario }) {
  const data = before.map(({ start_date, secure_hours }, index) => ({
    at: start_date,
    before: Number(secure_hours),
    after: Number(after[index]?.secure_hours ?? secure_hours),
  }))
  const all = data.flatMap(({ before, after }) => [before, after])
  const first = data.find(({ before, after }) => before !== after)
  return (
    <>
      <Note>{first ? differenceOf(first) : say('The secure hours stay the same in every week.')}</Note>
      <Plot
        label={say('Secure hours before and after')}
        height={180}
        readAt={(index) => read(before, after, index)}
      >
        {(common, labels) => (
          <AreaChart
            {...common}
            h={180}
            data={data}
            dataKey="at"
            series={[...series()]}
            curveType="stepAfter"
            withDots={false}
            withGradient={false}
            fillOpacity={0.25}
            areaProps={{ isAnimationActive: false }}
            yAxisProps={axisWith(evenTicks(Math.min(...all), Math.max(...all)))}
            xAxisProps={{
              ticks: spread(data, labels).map(({ at }) => at),
              tickFormatter: shortDayOf,
              interval: 0,
            }}
            areaChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 24, left: 0, bottom: 0 } }}
          />
        )}
      </Plot>
    </>
  )
}

/** What the first week with a difference says: "25 h less from Nov 30 on". */
function differenceOf({ at, before, after }: { at: string; before: number; after: number }) {
  const of = { hours: hours(Math.abs(after - before)), day: shortDayOf(at) }
  return after < before ? say('{hours} less from {day} on', of) : say('{hours} more from {day} on', of)
}

function read(before: Scenario['before'], after: Scenario['after'], index = 0): Reading {
  const [was, is] = [before[index], after[index]]
  if (!was || !is) return { when: '', figures: [] }
  const of = { before: was.secure_hours, after: is.secure_hours }
  return {
    when: daysOf(was.start_date, was.end_date),
    figures: series().map(({ name, label, color }) => ({ label, color, value: hours(of[name]) })),
  }
}
