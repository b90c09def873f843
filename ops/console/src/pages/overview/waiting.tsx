import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Message, say } from '../../language/text.ts'
import { number } from '../../language/wording.ts'
import { Live, type Question } from '../../live/live.tsx'
import { Note, PageLink, Panel } from '../../parts/parts.tsx'
import styles from './overview.module.css'

/** What is waiting, the number of rows, and the first of them. */
type Found<Row> = { count: number; is_more: boolean; what: string; first: readonly Row[] }
/** One row; on the right it says until when or how much. */
type Line = { id: string | number; main: ReactNode; to: string; more: ReactNode; right: ReactNode }

type Props<Input, Answer, Row> = {
  title: Message
  ask: Question<Input, Answer>
  /** The page with all rows. */
  to: string
  waiting: (answer: Answer) => Found<Row>
  nothing: Message
  line: (row: Row, index: number, first: readonly Row[]) => Line
  /** Shown below the rows. */
  more?: (answer: Answer) => ReactNode
  /** Shown at the bottom, even before the rows have loaded. */
  children?: ReactNode
}

/** A panel with the number of rows that wait, which links to all of them, and the first rows. */
export const Waiting = <Input, Answer, Row>(panel: Props<Input, Answer, Row>) => (
  <Panel title={say(panel.title)}>
    <Live {...panel.ask}>
      {(answer) => (
        <>
          <First {...panel} found={panel.waiting(answer)} />
          {panel.more?.(answer)}
        </>
      )}
    </Live>
    {panel.children}
  </Panel>
)

type FirstProps<Row> = Pick<Props<never, never, Row>, 'to' | 'nothing' | 'line'> & { found: Found<Row> }

function First<Row>({ to, nothing, line, found: { count, is_more, what, first } }: FirstProps<Row>) {
  if (!first.length) return <Note>{say(nothing)}</Note>
  return (
    <Stack gap="xs">
      <PageLink to={to} c="inherit" aria-label={`${number(count)} ${what}`}>
        <span className={styles.count}>
          {is_more ? say('over {count, number}', { count }) : number(count)}
        </span>{' '}
        {what}
      </PageLink>
      <ul className="plain">
        {first.map(line).map(({ id, main, to, more, right }) => (
          <li key={id} className={styles.line}>
            <div className={styles.what}>
              <PageLink to={to}>{main}</PageLink>
              {more && <Note>{more}</Note>}
            </div>
            <div className={styles.right}>{right}</div>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
