import { Card, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../../language/text.ts'
import { fte, hours, number } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { Metric, Moment, Note, PageLink } from '../../parts/parts.tsx'
import styles from './overview.module.css'
import * as ask from './questions.ts'

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <Card withBorder component="section" aria-label={label}>
    {children}
  </Card>
)

/** The weekly hours that the clinic's positions lack. */
export function HoursShort() {
  const label = say('Hours short per week')
  return (
    <Tile label={label}>
      <Live {...ask.shortages} rows={2}>
        {({ shortfall_hours, shortfall_fte, vacant, partial }) => (
          <Metric
            label={label}
            value={
              <PageLink to="/coverage" inherit c="inherit">
                {hours(shortfall_hours)}
              </PageLink>
            }
            more={say(
              '{fte}: <vacant>{vacantCount, plural, one {# vacant position} other {# vacant positions}}</vacant>, <partial>{partialCount, number} partly covered</partial>',
              {
                fte: fte(shortfall_fte),
                vacantCount: vacant,
                partialCount: partial,
                vacant: (parts) => (
                  <PageLink to={ask.links.vacant} inherit>
                    {parts}
                  </PageLink>
                ),
                partial: (parts) => (
                  <PageLink to={ask.links.partial} inherit>
                    {parts}
                  </PageLink>
                ),
              },
            )}
          />
        )}
      </Live>
    </Tile>
  )
}

type Refusals = OperatorAnswers['overview']['refusals']

/** Refused requests of the last hour. */
export function RefusedRequests() {
  const label = say('Requests refused in the last hour')
  return <Trend label={label} of={({ requests }) => requests} color="var(--console-blocked)" />
}

/** Failed logins of the last hour. */
export function FailedLoginsTile() {
  const label = say('Failed logins in the last hour')
  return <Trend label={label} of={({ logins }) => logins} color="var(--console-near)" />
}

type TrendProps = { label: string; of: (found: Refusals) => Refusals['requests']; color: string }

const Trend = ({ label, of, color }: TrendProps) => (
  <Tile label={label}>
    <Live {...ask.refusals} rows={2}>
      {(found) => {
        const { last_hour, hour_before, series } = of(found)
        return (
          <Stack gap="xs" h="100%">
            <Metric
              label={label}
              value={
                <PageLink to={ask.links.lastHour} inherit c="inherit">
                  {number(last_hour)}
                </PageLink>
              }
              more={<HourlyChange by={last_hour - hour_before} />}
            />
            <Sparkline counts={series.map(({ count }) => count)} color={color} />
            <OfOneProcess redis={found.redis} />
          </Stack>
        )
      }}
    </Live>
  </Tile>
)

function HourlyChange({ by }: { by: number }) {
  if (by === 0) return say('as many as in the hour before')
  return by > 0
    ? say('↑ {count, number} more than in the hour before', { count: by })
    : say('↓ {count, number} fewer than in the hour before', { count: -by })
}

/** Whether the stores respond, and when the clean-up last ran. */
export function Stores() {
  const label = say('PostgreSQL and Redis')
  return (
    <Tile label={label}>
      <Live {...ask.stores} rows={2}>
        {({ database, redis, sweeps }) => {
          const isWell = database.state === 'connected' && redis.state !== 'unreachable'
          const words = isWell ? say('Normal') : say('Down')
          return (
            <Metric
              label={label}
              value={
                <PageLink to="/system" inherit c="inherit">
                  {words}
                </PageLink>
              }
              more={
                <>
                  {[...answerTime('PostgreSQL', database), ...answerTime('Redis', redis)]}
                  {say('cleaned up')} <Moment of={sweeps.last?.finished_at ?? null} />
                </>
              }
            />
          )
        }}
      </Live>
    </Tile>
  )
}

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

/** Said while Redis is away: what other processes count is not known. */
export function OfOneProcess({ redis }: { redis: Redis }) {
  if (redis !== 'unreachable') return null
  return <Note>{say('Redis is not responding. Only what this process has counted is known.')}</Note>
}
