import { Stack, Tabs } from '@mantine/core'
import { type Message, say } from '../../language/text.ts'
import { api } from '../../live/api.ts'
import { useMayOversee, useViewer } from '../../live/viewer.tsx'
import { useAddress } from '../../parts/address.ts'
import { PageLink, Panel } from '../../parts/parts.tsx'
import { usePaged } from '../../table/paged-list.tsx'
import { changeColumns } from './change-log.tsx'
import { LogTable } from './log.tsx'
import { operatorColumns } from './operator-log.tsx'
import { securityColumns } from './security-log.tsx'

const { audit } = api.operator

/** A user, a person, or the scope and key of a throttle, such as `login 203.0.113.7`. */
type Of = { user: string } | { person: string } | { target: string }

const prefix = 'log-'

function OperatorActions({ of }: { of: Of }) {
  const { paged } = usePaged({ name: 'audit', of: audit.list, also: of, prefix })
  return (
    <LogTable
      title="What operators did"
      csv="operator-actions"
      log="list"
      paged={paged}
      columns={operatorColumns}
    />
  )
}

function Changes({ of }: { of: { person: string } | { actor: string } }) {
  const { paged } = usePaged({ name: 'changes', of: audit.changes, also: of, prefix })
  const title = 'actor' in of ? 'Changes by this user' : 'Changes of master data'
  return <LogTable title={title} csv="changes" log="changes" paged={paged} columns={changeColumns} />
}

function SecurityEvents({ of }: { of: { user: string } }) {
  const { paged } = usePaged({ name: 'security', of: audit.security, also: of, prefix })
  return (
    <LogTable title="Security events" csv="security" log="security" paged={paged} columns={securityColumns} />
  )
}

type Part = { title: Message; log: React.ReactNode; path: string }

/** The logs that have entries about it, and where they are found with filters. */
function partsOf(of: Of, mayChange: boolean): Part[] {
  const operators: Part = {
    title: 'What operators did',
    log: <OperatorActions of={of} />,
    path: `/audit?${new URLSearchParams(of)}`,
  }
  if ('target' in of) return [operators]
  if ('person' in of) {
    const path = `/audit?log=changes&person=${of.person}`
    return [{ title: 'Changes of master data', log: <Changes of={of} />, path }, operators]
  }
  const { user } = of
  const security: Part = {
    title: 'Security events',
    log: <SecurityEvents of={of} />,
    path: `/audit?log=security&user=${user}`,
  }
  const changes: Part = {
    title: 'Changes by this user',
    log: <Changes of={{ actor: user }} />,
    path: `/audit?log=changes&actor=${user}`,
  }
  return mayChange ? [operators, security, changes] : [operators, changes]
}

/** What the logs have about a user, a person or a key, for its page; nothing for those who may not see everyone. */
export function LogOf(of: Of) {
  const { at, go } = useAddress()
  const mayChange = useViewer().who?.may_change ?? false
  const parts = partsOf(of, mayChange)
  const part = parts.find(({ title }) => title === at('log')) ?? parts[0]
  const choose = (title: string | null) =>
    go({ log: title ?? '', [`${prefix}page`]: '', [`${prefix}ordering`]: '' })
  if (!useMayOversee() || !part) return null
  return (
    <Panel title={say('Log')} right={<PageLink to={part.path}>{say('Open in Audit')}</PageLink>}>
      <Stack>
        {parts.length > 1 && (
          <Tabs value={part.title} onChange={choose} keepMounted={false}>
            <Tabs.List aria-label={say('Log')}>
              {parts.map(({ title }) => (
                <Tabs.Tab key={title} value={title}>
                  {say(title)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        )}
        {part.log}
      </Stack>
    </Panel>
  )
}
