import { lazily } from '../live/lazy-page.tsx'
import styles from './chart.module.css'
import type { CountChartProps } from './count-bars.tsx'

const CountBars = lazily(() => import('./count-bars.tsx'), 'CountBars', 1)

/** Counts over time as stacked bars. Its library is large, so it is fetched when the first chart is shown. */
export const CountChart = (props: CountChartProps) => (
  <div className={styles.place}>
    <div
      className={styles.room}
      data-short={props.hasLegendElsewhere}
      style={{ minHeight: `calc(${props.height}px + var(--readout))` }}
    >
      <CountBars {...props} />
    </div>
  </div>
)
