import { Tabs } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
import { type Message, say } from '../../language/text.ts'
import { useMay, useMayOversee } from '../../live/viewer.tsx'
import { Page } from '../../parts/parts.tsx'
import { changeLog } from './change-log.tsx'
import { tagLog, transitionLog } from './clinic-logs.tsx'
import { Log } from './log.tsx'
import { OperatorLog } from './operator-log.tsx'
import { securityLog } from './security-log.tsx'

const logs = {
  operators: { title: 'Operators', Log: OperatorLog },
  changes: { title: 'Changes', Log: () => <Log {...changeLog} /> },
  security: { title: 'Security', Log: () => <Log {...securityLog} /> },
  transitions: { title: 'Transitions', Log: () => <Log {...transitionLog} /> },
  tags: { title: 'Tag changes', Log: () => <Log {...tagLog} /> },
} as const satisfies Record<string, { title: Message; Log: React.ComponentType }>
type Name = keyof typeof logs

/** The filters that every log has, which stay when the user opens another log. */
const common = ['search', 'date_from', 'date_to', 'person', 'user']

export function AuditPage() {
  const mayOversee = useMayOversee()
  const isAdmin = useMay('act_as_admin')
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const hidden: Name[] = [
    ...(mayOversee ? [] : (['operators', 'changes'] as const)),
    ...(isAdmin ? [] : (['security'] as const)),
  ]
  const shown = (Object.keys(logs) as Name[]).filter((name) => !hidden.includes(name))
  const open = shown.find((name) => name === address.get('log')) ?? shown[0]
  const choose = (name: string | null) => {
    const kept = [...address].filter(([parameter]) => common.includes(parameter))
    navigate({ search: `?${new URLSearchParams([['log', name ?? ''], ...kept])}` })
  }
  return (
    <Page title={say('Audit')}>
      <Tabs value={open ?? null} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md" aria-label={say('Logs')}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {say(logs[name].title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((name) => {
          const { Log } = logs[name]
          return (
            <Tabs.Panel key={name} value={name}>
              <Log />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}
