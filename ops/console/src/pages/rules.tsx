import { SimpleGrid, Stack, Text } from '@mantine/core'
import { api, type OperatorAnswers } from '../api.ts'
import { Empty, Loaded, useLive } from '../live.tsx'
import { Fact, Facts, PageTitle, Panel, State } from '../parts.tsx'
import { DialogButton } from '../viewer.tsx'
import { hours, number, words } from '../wording.ts'
import { CapDialog } from './cap-dialog.tsx'
import { type Rule, RuleDialog, unitOf } from './rule-dialog.tsx'

const severityTones = { BLOCKING: 'bad', WARNING: 'low', INFO: 'none' } as const

export function RulesPage() {
  const rules = useLive(['rules'], (signal) => api.operator.rules.list.query(undefined, { signal }))
  return (
    <Stack>
      <PageTitle>Rules</PageTitle>
      <Loaded query={rules} rows={10}>
        {({ rules, clinic }) => (
          <>
            <CapPanel clinic={clinic} />
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {rules.map((rule) => (
                <RulePanel key={rule.code} rule={rule} />
              ))}
            </SimpleGrid>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

type Clinic = OperatorAnswers['rules']['list']['clinic']

function CapPanel({ clinic }: { clinic: Clinic }) {
  const cap = clinic?.max_weekly_hours ?? null
  return (
    <Panel
      title="Clinic weekly cap"
      right={
        clinic && (
          <DialogButton dialog={(onClose) => <CapDialog cap={cap} onClose={onClose} />}>
            Change the clinic’s cap…
          </DialogButton>
        )
      }
    >
      {clinic ? (
        <Text>
          {cap
            ? `${clinic.name} has its own cap of ${hours(cap)} per week. It overrides the MAX_WEEKLY_HOURS threshold.`
            : `${clinic.name} has no cap of its own. The MAX_WEEKLY_HOURS threshold applies.`}
        </Text>
      ) : (
        <Empty>There is no clinic yet.</Empty>
      )}
    </Panel>
  )
}

function RulePanel({ rule }: { rule: Rule }) {
  return (
    <Panel
      title={rule.name}
      right={
        <DialogButton
          aria-label={`Change ${rule.code}`}
          dialog={(onClose) => <RuleDialog rule={rule} onClose={onClose} />}
        >
          Change…
        </DialogButton>
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
