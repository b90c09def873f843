import styles from './chart.module.css'

type Shown = { label: string; color: string; dash?: string }

/** A legend shared by the charts beside it. */
export const Legend = ({ of }: { of: readonly Shown[] }) => (
  <ul className={styles.figures}>
    {of.map((series) => (
      <li key={series.label}>
        <Swatch of={series} />
        {series.label}
      </li>
    ))}
  </ul>
)

/** The colour of a series, or its line. */
export const Swatch = ({ of: { color, dash } }: { of: Shown }) => (
  <svg width={dash === undefined ? 10 : 20} height="10" role="presentation">
    <line
      x2="20"
      y1="5"
      y2="5"
      stroke={color}
      strokeWidth={dash === undefined ? 10 : 3}
      strokeDasharray={dash}
    />
  </svg>
)
