import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { intl } from '../../../language/language.ts'
import { say } from '../../../language/text.ts'
import { momentOf, number } from '../../../language/wording.ts'
import { Note, PageLink, State } from '../../../parts/parts.tsx'
import { type CountsSource, isOfConsole, type Key, pathOfKey } from './scopes.ts'
import styles from './throttles.module.css'

/** How much of its limit a key has used, as a number and a bar. */
export function Used({ of: { used, limit } }: { of: Pick<Key, 'used' | 'limit'> }) {
  const share = limit ? Math.min(100, (100 * used) / limit) : 100
  const color =
    share >= 100 ? 'var(--console-blocked)' : share >= 80 ? 'var(--console-near)' : 'var(--console-allowed)'
  const said = say('{used} of {limit}', { used: number(used), limit: number(limit) })
  return (
    <div style={{ minWidth: 90 }}>
      <Text size="sm" component="span">
        {said}
      </Text>
      <Progress value={share} color={color} size="sm" className={styles.bar} aria-label={said} />
    </div>
  )
}

type Standing = { tone: 'bad' | 'low' | 'none'; text: string; act?: Key['blocked_by'] }

/** Whether a key is blocked, limited, or close to its limit, and who set that. */
function standingsOf(key: Key, momentText: (instant: string) => string = momentOf): Standing[] {
  const { blocked_until, limit_until, limit, remaining, used } = key
  const found: Standing[] = []
  if (blocked_until) {
    const text = say('blocked until {moment}', { moment: momentText(blocked_until) })
    found.push({ tone: 'bad', text, act: key.blocked_by })
  }
  if (limit_until) {
    const of = { limit: number(limit), moment: momentText(limit_until) }
    found.push({ tone: 'none', text: say('limit {limit} until {moment}', of), act: key.limited_by })
  }
  if (!blocked_until && remaining === 0) found.push({ tone: 'bad', text: say('at its limit') })
  else if (!blocked_until && used >= 0.8 * limit) found.push({ tone: 'low', text: say('near its limit') })
  return found
}

/** The state of a key; who set it, and why. */
export function Standing({ of }: { of: Key }) {
  const standings = standingsOf(of, untilOf)
  if (!standings.length) return <Note>{say('within its limit')}</Note>
  return (
    <Stack gap={2} align="flex-start" miw={140} maw={280}>
      {standings.map(({ tone, text, act }) => (
        <Fragment key={text}>
          <State tone={tone}>{text}</State>
          {act && <Note>{say('{who}: {reason}', { who: act.actor_name, reason: act.reason })}</Note>}
        </Fragment>
      ))}
    </Stack>
  )
}

/** The same in one line. */
export const standingText = (key: Key) =>
  standingsOf(key)
    .map(({ text }) => text)
    .join('; ') || say('within its limit')

/** A moment in the future; without the date if that is today. */
export function untilOf(instant: string) {
  const isToday = new Date(instant).toDateString() === new Date().toDateString()
  return isToday ? intl().formatTime(instant, { hour: 'numeric', minute: '2-digit' }) : momentOf(instant)
}

/** A key as a link to its page; a user by name and email. */
export function KeyLink({ of }: { of: Pick<Key, 'scope' | 'key' | 'user'> }) {
  const { key, user } = of
  const more = [user?.email !== user?.name && user?.email, isOfConsole(of) && say('console')]
  return (
    <Group gap="0 0.5rem">
      <PageLink to={pathOfKey(of)} style={{ overflowWrap: 'anywhere' }}>
        {user?.name ?? key.replace(/^ops:/, '')}
      </PageLink>
      <Note>{more.filter(Boolean).join(', ')}</Note>
    </Group>
  )
}

/** Warns when the numbers do not come from Redis. */
export function SourceAlert({ of: { source, redis } }: { of: CountsSource }) {
  if (redis === 'unreachable')
    return (
      <Alert color="red" role="alert" title={say('Redis is not responding')}>
        {say(
          'Until it is back, each process counts on its own, and these are the numbers of one process. The console recovers by itself.',
        )}
      </Alert>
    )
  if (source === 'memory')
    return (
      <Alert color="gray" title={say('Running without Redis')}>
        {say(
          'REDIS_URL is not set. These are the numbers of one process, and they are lost when it restarts.',
        )}
      </Alert>
    )
  return null
}
