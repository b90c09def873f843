import '@mantine/charts/styles.layer.css'
import type { BarChartProps } from '@mantine/charts'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { number } from '../language/wording.ts'
import styles from './chart.module.css'
import { Swatch } from './legend.tsx'

/** What a chart shows at one point of its time axis, or over all of it. */
export type Reading = {
  when: string
  figures: { label: string; value: string; color: string; dash?: string }[]
  /** Whether a legend beside the chart says what the colours mean. */
  areNamedElsewhere?: boolean | undefined
}

type Common = Pick<BarChartProps, 'gridAxis' | 'gridProps' | 'tickLine' | 'tooltipProps'>

type Props = {
  /** What the chart shows, for screen readers. */
  label: string
  height: number
  /** The figures at an index of the data, or of all data. */
  readAt: (index: number | undefined) => Reading
  /** Draws the chart with the parts that all charts share, and with at most so many labels below it. */
  children: (common: Common, labels: number) => ReactNode
}

/** A chart below its legend, which shows the figures under the pointer; a tooltip would cover the bars it describes. */
export function Plot({ label, height, readAt, children }: Props) {
  const [readout, setReadout] = useState<HTMLElement | null>(null)
  const { ref, width } = useElementSize()
  return (
    <div>
      <div ref={setReadout} className={styles.readout} aria-hidden="true" />
      <div ref={ref} role="img" aria-label={label} style={{ height }}>
        {readout &&
          width > 0 &&
          children(
            {
              gridAxis: 'x',
              gridProps: { syncWithTicks: true },
              tickLine: 'none',
              tooltipProps: {
                portal: readout,
                wrapperStyle: { visibility: 'visible' },
                content: ({ active, activeIndex }) => (
                  <Figures {...readAt(active && activeIndex != null ? Number(activeIndex) : undefined)} />
                ),
              },
            },
            Math.max(2, Math.floor((width - axisWidth) / 60)),
          )}
      </div>
    </div>
  )
}

const Figures = ({ when, figures, areNamedElsewhere }: Reading) => (
  <ul className={styles.figures}>
    <li className={styles.when}>{when}</li>
    {figures.map(({ value, ...series }) => (
      <li key={series.label}>
        <Swatch of={series} />
        <span>
          {!areNamedElsewhere && series.label} <strong>{value}</strong>
        </span>
      </li>
    ))}
  </ul>
)

const axisWidth = 44

/** A vertical axis with a line and a label for each tick. */
export const axisWith = (ticks: number[], format = (tick: number) => number(tick)) => ({
  ticks,
  domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
  interval: 0 as const,
  width: axisWidth,
  tickFormatter: format,
})
