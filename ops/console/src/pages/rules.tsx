import { SimpleGrid, Stack, Text } from '@mantine/core'
import { DialogButton } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { Empty, Live } from '../live.tsx'
import { Facts, Page, Panel, Status } from '../parts.tsx'
import { hours, number } from '../wording.ts'
import { CapDialog } from './cap-dialog.tsx'
import { type Rule, RuleDialog, unitOf } from './rule-dialog.tsx'

export const RulesPage = () => (
  <Page title="Rules">
    <Live name="rules" of={api.operator.rules.list} input={undefined} rows={10}>
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
    </Live>
  </Page>
)

function CapPanel({ clinic }: Pick<OperatorAnswers['rules']['list'], 'clinic'>) {
  const cap = clinic?.max_weekly_hours ?? null
  return (
    <Panel
      title="Clinic weekly cap"
      right={clinic && <DialogButton dialog={<CapDialog cap={cap} />}>Change the clinic’s cap…</DialogButton>}
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
  const threshold = rule.threshold ? `${number(rule.threshold)} ${unitOf(rule.code)}` : 'none'
  return (
    <Panel
      title={rule.name}
      right={
        <DialogButton aria-label={`Change ${rule.code}`} dialog={<RuleDialog rule={rule} />}>
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
        <Facts
          of={{
            Severity: <Status of={rule.severity} />,
            Threshold: rule.takes_threshold ? threshold : undefined,
            Enabled: rule.enabled ? 'yes' : 'no',
          }}
        />
      </Stack>
    </Panel>
  )
}
