import type { CountChartProps } from './count-bars.tsx'
import { lazily } from './lazy-page.tsx'

const CountBars = lazily(() => import('./count-bars.tsx').then((part) => part.CountBars), 1)

/** Counts over time as stacked bars. Its library is large, so it is fetched when the first chart is shown. */
export const CountChart = (props: CountChartProps) => (
  <div style={{ minHeight: `calc(${props.height}px + 4.2rem)` }}>
    <CountBars {...props} />
  </div>
)
