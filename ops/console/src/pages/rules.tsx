import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api.ts'
import { Empty, Loaded, useLive } from '../live.tsx'
import { Fact, Facts, PageTitle, Panel, State } from '../parts.tsx'
import { ChangeButton } from '../viewer.tsx'
import { hours, number, words } from '../wording.ts'
import { CapDialog } from './cap-dialog.tsx'
import { type Rule, RuleDialog, unitOf } from './rule-dialog.tsx'

const severityTones = { BLOCKING: 'bad', WARNING: 'low', INFO: 'none' } as const

export function RulesPage() {
  const rules = useLive(['rules'], (signal) => api.operator.rules.list.query(undefined, { signal }))
  const [open, setOpen] = useState<Rule | 'cap'>()
  const close = () => setOpen(undefined)
  return (
    <Stack>
      <PageTitle>Rules</PageTitle>
      <Loaded query={rules} rows={10}>
        {({ rules, clinic }) => (
          <>
            <Panel
              title="Weekly cap of the clinic"
              right={
                clinic && (
                  <ChangeButton size="xs" onClick={() => setOpen('cap')}>
                    Change the clinic’s cap …
                  </ChangeButton>
                )
              }
            >
              {clinic ? (
                <Text>
                  {clinic.max_weekly_hours
                    ? `${clinic.name} has a cap of its own: ${hours(clinic.max_weekly_hours)} a week. It goes before the threshold of MAX_WEEKLY_HOURS.`
                    : `${clinic.name} has no cap of its own: the threshold of MAX_WEEKLY_HOURS holds.`}
                </Text>
              ) : (
                <Empty>There is no clinic yet.</Empty>
              )}
            </Panel>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {rules.map((rule) => (
                <RulePanel key={rule.code} rule={rule} change={() => setOpen(rule)} />
              ))}
            </SimpleGrid>
            {typeof open === 'object' && <RuleDialog rule={open} onClose={close} />}
            {open === 'cap' && <CapDialog cap={clinic?.max_weekly_hours ?? null} onClose={close} />}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function RulePanel({ rule, change }: { rule: Rule; change: () => void }) {
  return (
    <Panel
      title={rule.name}
      right={
        <ChangeButton size="xs" aria-label={`Change ${rule.code}`} onClick={change}>
          Change …
        </ChangeButton>
      }
    >
      <Stack gap="sm">
        <div>
          <Text size="sm" c="dimmed" ff="monospace">
            {rule.code}
          </Text>
          <Text size="sm">{rule.description}</Text>
        </div>
        <Facts>
          <Fact label="Severity">
            <State tone={severityTones[rule.severity]}>{words(rule.severity)}</State>
          </Fact>
          {rule.takes_threshold && (
            <Fact label="Threshold">
              {rule.threshold ? `${number(rule.threshold)} ${unitOf(rule.code)}` : 'none'}
            </Fact>
          )}
          <Fact label="Enabled">{rule.enabled ? 'yes' : 'no'}</Fact>
        </Facts>
      </Stack>
    </Panel>
  )
}
