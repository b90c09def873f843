import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
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

/** Whether a key is blocked, limited, or close to its limit; who set that, and why. */
export function Standing({ of }: { of: Key }) {
  const { blocked_until, limit_until, limit, remaining, used } = of
  const isNear = used >= 0.8 * limit
  return (
    <Stack gap={2} align="flex-start" miw={140} maw={280}>
      {blocked_until && (
        <>
          <State tone="bad">{say('blocked until {moment}', { moment: untilOf(blocked_until) })}</State>
          <SetBy act={of.blocked_by} />
        </>
      )}
      {limit_until && (
        <>
          <State tone="none">
            {say('limit {limit} until {moment}', { limit: number(limit), moment: untilOf(limit_until) })}
          </State>
          <SetBy act={of.limited_by} />
        </>
      )}
      {!blocked_until && remaining === 0 && <State tone="bad">{say('at its limit')}</State>}
      {!blocked_until && remaining > 0 && isNear && <State tone="low">{say('near its limit')}</State>}
      {!blocked_until && !limit_until && remaining > 0 && !isNear && (
        <Text span size="sm" c="dimmed">
          {say('within its limit')}
        </Text>
      )}
    </Stack>
  )
}

/** The same in one line. */
export function standingText({ blocked_until, limit_until, limit, remaining, used }: Key): string {
  if (blocked_until) return say('blocked until {moment}', { moment: momentOf(blocked_until) })
  if (limit_until)
    return say('limit {limit} until {moment}', { limit: number(limit), moment: momentOf(limit_until) })
  if (remaining === 0) return say('at its limit')
  return used >= 0.8 * limit ? say('near its limit') : say('within its limit')
}

/** A moment in the future; without the date if that is today. */
export function untilOf(instant: string) {
  const isToday = new Date(instant).toDateString() === new Date().toDateString()
  return isToday ? intl().formatTime(instant, { hour: 'numeric', minute: '2-digit' }) : momentOf(instant)
}

function SetBy({ act }: { act: Key['blocked_by'] }) {
  if (!act) return null
  return <Note>{say('{who}: {reason}', { who: act.actor_name, reason: act.reason })}</Note>
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
