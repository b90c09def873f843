import { Stack, Tabs } from '@mantine/core'
import { PageTitle } from '../parts.tsx'
import { TagLog, TransitionLog } from './clinic-logs.tsx'
import { OperatorLog } from './operator-log.tsx'

export function AuditPage() {
  return (
    <Stack>
      <PageTitle>Audit</PageTitle>
      <Tabs defaultValue="operators" keepMounted={false}>
        <Tabs.List mb="md" aria-label="Logs">
          <Tabs.Tab value="operators">Operators</Tabs.Tab>
          <Tabs.Tab value="transitions">Transitions</Tabs.Tab>
          <Tabs.Tab value="tags">Tag changes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="operators">
          <OperatorLog />
        </Tabs.Panel>
        <Tabs.Panel value="transitions">
          <TransitionLog />
        </Tabs.Panel>
        <Tabs.Panel value="tags">
          <TagLog />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
