import { BarChart, type BarChartSeries } from '@mantine/charts'

type Props = {
  /** What the chart shows, for screen readers. */
  label: string
  height: number
  data: { at: string; [name: string]: string | number }[]
  series: BarChartSeries[]
}

/** Counts over time as stacked bars. */
export const CountChart = ({ label, height, data, series }: Props) => (
  <div role="img" aria-label={label}>
    <BarChart
      h={height}
      type="stacked"
      data={data}
      dataKey="at"
      series={series}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ allowDecimals: false, width: 40 }}
      xAxisProps={{ minTickGap: 40, interval: 'preserveStartEnd' }}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false, barCategoryGap: '10%' }}
    />
  </div>
)
