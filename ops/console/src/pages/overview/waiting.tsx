import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../../language/text.ts'
import { number } from '../../language/wording.ts'
import { Note, PageLink } from '../../parts/parts.tsx'
import styles from './overview.module.css'

type WaitingProps<Row> = {
  of: { count: number; is_more: boolean; first: readonly Row[] }
  /** Where all of it is. */
  to: string
  /** What there is so much of. */
  what: string
  /** Said when there is none. */
  nothing: string
  line: (row: Row) => ReactNode
}

/** How much waits, which leads to all of it, and the first of it. */
export function Waiting<Row extends { id: string | number }>({
  of,
  to,
  what,
  nothing,
  line,
}: WaitingProps<Row>) {
  if (!of.first.length) return <Note>{nothing}</Note>
  return (
    <Stack gap="xs">
      <PageLink to={to} c="inherit" aria-label={`${number(of.count)} ${what}`}>
        <span className={styles.count}>
          {of.is_more ? say('over {count, number}', { count: of.count }) : number(of.count)}
        </span>{' '}
        {what}
      </PageLink>
      <ul className={styles.lines}>
        {of.first.map((row) => (
          <li key={row.id} className={styles.line}>
            {line(row)}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

type LineProps = { main: ReactNode; to: string; more?: ReactNode; right: ReactNode }

/** What waits, and on the right until when or how much. */
export const WaitingLine = ({ main, to, more, right }: LineProps) => (
  <>
    <div className={styles.what}>
      <PageLink to={to}>{main}</PageLink>
      {more && <Note>{more}</Note>}
    </div>
    <div className={styles.right}>{right}</div>
  </>
)
