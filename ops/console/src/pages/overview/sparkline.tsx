import styles from './overview.module.css'

type Props = { counts: readonly number[]; color: string }

const width = 120
const height = 32

/** Counts over time as small bars; the numbers beside them say what matters. */
export function Sparkline({ counts, color }: Props) {
  const most = Math.max(...counts, 1)
  const step = width / counts.length
  const bars = counts.flatMap((count, at) => {
    const tall = Math.max((count / most) * height, count && 2)
    return tall ? [`M${at * step} ${height}v${-tall}h${step * 0.75}v${tall}z`] : []
  })
  return (
    <svg
      aria-hidden="true"
      className={styles.spark}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <path d={bars.join('')} fill={color} />
      <path d={`M0 ${height - 0.5}h${width}`} stroke="var(--mantine-color-default-border)" />
    </svg>
  )
}
