import { Tabs } from '@mantine/core'
import { Page } from '../parts.tsx'
import { TagLog, TransitionLog } from './clinic-logs.tsx'
import { OperatorLog } from './operator-log.tsx'

const logs = [
  ['Operators', OperatorLog],
  ['Transitions', TransitionLog],
  ['Tag changes', TagLog],
] as const

export const AuditPage = () => (
  <Page title="Audit">
    <Tabs defaultValue="Operators" keepMounted={false}>
      <Tabs.List mb="md" aria-label="Logs">
        {logs.map(([name]) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {logs.map(([name, Log]) => (
        <Tabs.Panel key={name} value={name}>
          <Log />
        </Tabs.Panel>
      ))}
    </Tabs>
  </Page>
)
