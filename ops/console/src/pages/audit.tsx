import { Tabs } from '@mantine/core'
import { Page } from '../parts.tsx'
import { useMayOversee, useViewer } from '../viewer.tsx'
import { ChangeLog } from './change-log.tsx'
import { TagLog, TransitionLog } from './clinic-logs.tsx'
import { OperatorLog } from './operator-log.tsx'
import { SecurityLog } from './security-log.tsx'

const logs = [
  ['Operators', OperatorLog],
  ['Changes', ChangeLog],
  ['Security', SecurityLog],
  ['Transitions', TransitionLog],
  ['Tag changes', TagLog],
] as const

export function AuditPage() {
  const mayOversee = useMayOversee()
  const mayChange = useViewer().who?.may_change ?? true
  const hidden = [...(mayOversee ? [] : ['Operators', 'Changes']), ...(mayChange ? [] : ['Security'])]
  const shown = logs.filter(([name]) => !hidden.includes(name))
  return (
    <Page title="Audit">
      <Tabs defaultValue={shown[0]?.[0] ?? null} keepMounted={false}>
        <Tabs.List mb="md" aria-label="Logs">
          {shown.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([name, Log]) => (
          <Tabs.Panel key={name} value={name}>
            <Log />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
