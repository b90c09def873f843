import { Alert } from '@mantine/core'
import { say } from '../../language/text.ts'
import { Loading, useLive } from '../../live/live.tsx'
import { useMay } from '../../live/viewer.tsx'
import { PageLink, Panel } from '../../parts/parts.tsx'
import { alarmsOf } from './alarms.ts'
import styles from './overview.module.css'
import * as ask from './questions.ts'

/** Lists what needs an operator now, or says that nothing does. */
export function Attention({ of }: { of: ReturnType<typeof useAlarms> }) {
  const { alarms, isLoading, isUnknown } = of
  if (!alarms.length && isLoading) return <Loading rows={4} />
  if (!alarms.length && !isUnknown)
    return (
      <Alert color="green" title={say('Nothing needs you right now')}>
        {say('The stores respond, no key is at its limit, and no proposal expires today.')}
      </Alert>
    )
  return (
    <Panel title={say('Needs you now')}>
      <ul className="plain">
        {alarms.map(({ tone, text, to }) => (
          <li key={text} className={styles.alarm} data-tone={tone}>
            <PageLink to={to}>{text}</PageLink>
          </li>
        ))}
        {isUnknown && (
          <li className={styles.alarm} data-tone="bad">
            {say('Part of this page could not be loaded. See below.')}
          </li>
        )}
      </ul>
    </Panel>
  )
}

/** The answers to all questions of the overview, once there are any. */
export function useAlarms() {
  const isAdmin = useMay('act_as_admin')
  const parts = {
    stores: useLive(ask.stores),
    keys: useLive(ask.keys),
    refusals: useLive(ask.refusals),
    proposals: useLive(ask.proposals()),
    leavers: useLive(ask.leavers),
    reuse: useLive({ ...ask.reuse, isWanted: isAdmin }),
  }
  const others = [
    useLive(ask.shortages),
    useLive(ask.ending('contracts')),
    useLive(ask.ending('certificates')),
  ]
  const asked = [...Object.values(parts), ...others]
  return {
    alarms: alarmsOf(parts),
    isLoading: asked.some(({ isLoading }) => isLoading),
    isUnknown: asked.some(({ error }) => error),
  }
}
