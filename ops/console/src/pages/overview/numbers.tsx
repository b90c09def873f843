import { Card, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Message, say } from '../../language/text.ts'
import { fte, hours, number } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Live, type Question } from '../../live/live.tsx'
import { Metric, Moment, Note, PageLink } from '../../parts/parts.tsx'
import styles from './overview.module.css'
import * as ask from './questions.ts'

type TileProps<Answer> = {
  label: Message
  ask: Question<undefined, Answer>
  to: string
  value: (answer: Answer) => string
  more: (answer: Answer) => ReactNode
  below?: (answer: Answer) => ReactNode
}

/** A number that leads to the page where it is explained. */
const Tile = <Answer,>({ label, ask, to, value, more, below }: TileProps<Answer>) => (
  <Card withBorder component="section" aria-label={say(label)}>
    <Live {...ask} rows={2}>
      {(answer) => (
        <Stack gap="xs" h="100%">
          <Metric
            label={say(label)}
            value={
              <PageLink to={to} inherit c="inherit">
                {value(answer)}
              </PageLink>
            }
            more={more(answer)}
          />
          {below?.(answer)}
        </Stack>
      )}
    </Live>
  </Card>
)

/** The weekly hours that the clinic's positions lack. */
export const HoursShort = () => (
  <Tile
    label="Hours short per week"
    ask={ask.shortages}
    to="/coverage"
    value={({ shortfall_hours }) => hours(shortfall_hours)}
    more={({ shortfall_fte, vacant, partial }) =>
      say(
        '{fte}: <vacant>{vacantCount, plural, one {# vacant position} other {# vacant positions}}</vacant>, <partial>{partialCount, number} partly covered</partial>',
        {
          fte: fte(shortfall_fte),
          vacantCount: vacant,
          partialCount: partial,
          vacant: linkTo(ask.links.vacant),
          partial: linkTo(ask.links.partial),
        },
      )
    }
  />
)

const linkTo = (to: string) => (parts: ReactNode[]) => (
  <PageLink to={to} inherit>
    {parts}
  </PageLink>
)

type RefusedProps = { label: Message; of: 'requests' | 'logins'; color: string }

/** What was refused in the last hour, and whether that is more than in the hour before. */
export const Refused = ({ label, of, color }: RefusedProps) => (
  <Tile
    label={label}
    ask={ask.refusals}
    to={ask.links.lastHour}
    value={(found) => number(found[of].last_hour)}
    more={(found) => hourlyChange(found[of].last_hour - found[of].hour_before)}
    below={(found) => (
      <>
        <Sparkline counts={found[of].series.map(({ count }) => count)} color={color} />
        <OfOneProcess redis={found.redis} />
      </>
    )}
  />
)

function hourlyChange(by: number) {
  if (by === 0) return say('as many as in the hour before')
  return by > 0
    ? say('↑ {count, number} more than in the hour before', { count: by })
    : say('↓ {count, number} fewer than in the hour before', { count: -by })
}

/** Whether the stores respond, and when the clean-up last ran. */
export const Stores = () => (
  <Tile
    label="PostgreSQL and Redis"
    ask={ask.stores}
    to="/system"
    value={({ database, redis }) => {
      const states = [database.state, redis.state]
      if (states.includes('unreachable')) return say('Down')
      return states.includes('read_only') ? say('Read only') : say('Normal')
    }}
    more={({ database, redis, sweeps }) => (
      <>
        {[...answerTime('PostgreSQL', database), ...answerTime('Redis', redis)]}
        {say('cleaned up')} <Moment of={sweeps.last?.finished_at ?? null} />
      </>
    )}
  />
)

const answerTime = (name: string, { latency_ms: time }: { latency_ms: number | null }) =>
  time === null ? [] : [`${name} ${number(time, 1)} ms, `]

type Props = { counts: readonly number[]; color: string }

const width = 120
const height = 32

/** Counts over time as small bars; the numbers beside them say what matters. */
function Sparkline({ counts, color }: Props) {
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

type Redis = OperatorAnswers['overview']['keys']['redis']

/** Shown while Redis is down, because the counts of other processes are then unknown. */
export function OfOneProcess({ redis }: { redis: Redis }) {
  if (redis !== 'unreachable') return null
  return <Note>{say('Redis is not responding. Only what this process has counted is known.')}</Note>
}
