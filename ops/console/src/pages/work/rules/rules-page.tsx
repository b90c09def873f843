import { SimpleGrid, Text } from '@mantine/core'
import { DialogButton } from '../../../dialog/action-dialog.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { Empty, Live } from '../../../live/live.tsx'
import { Facts, Page, Panel, Status } from '../../../parts/parts.tsx'
import { CapDialog, RuleDialog } from './rule-dialogs.tsx'
import { type Rule, ruleFields, ruleName, rulePurpose, thresholdText } from './rule-words.ts'

export const RulesPage = () => (
  <Page title={say('Rules')}>
    <Live name="rules" of={api.operator.rules.list} input={undefined} rows={10}>
      {({ rules, clinic }) => (
        <>
          <CapPanel clinic={clinic} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {rules.map((rule) => (
              <RulePanel key={rule.code} rule={rule} cap={clinic?.max_weekly_hours} />
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
      title={say('Clinic weekly cap')}
      right={
        clinic && (
          <DialogButton dialog={<CapDialog clinic={clinic} />}>
            {say('Change the clinic’s cap…')}
          </DialogButton>
        )
      }
    >
      {clinic ? (
        <Text>
          {cap
            ? say(
                '{clinic} has its own cap of {hours} per week. It overrides the rule on maximum weekly hours.',
                { clinic: clinic.name, hours: hours(cap) },
              )
            : say('{clinic} has no cap of its own. The rule on maximum weekly hours applies.', {
                clinic: clinic.name,
              })}
        </Text>
      ) : (
        <Empty>{say('There is no clinic yet.')}</Empty>
      )}
    </Panel>
  )
}

/** A rule with what is in force: a cap of the clinic overrides the threshold of the maximum. */
function RulePanel({ rule, cap }: { rule: Rule; cap: string | null | undefined }) {
  const name = ruleName(rule)
  const isOverridden = rule.code === 'MAX_WEEKLY_HOURS' && cap
  return (
    <Panel
      title={name}
      right={
        <DialogButton aria-label={say('Change “{rule}”', { rule: name })} dialog={<RuleDialog rule={rule} />}>
          {say('Change…')}
        </DialogButton>
      }
      gap="sm"
    >
      <div>
        <Text size="sm" c="dimmed" ff="monospace">
          {rule.code}
        </Text>
        <Text size="sm">{rulePurpose(rule)}</Text>
      </div>
      <Facts
        of={{
          ...ruleFields(rule),
          [say('Severity')]: <Status of={rule.severity} />,
          ...(isOverridden && {
            [say('Threshold')]: say('{hours}, the clinic’s cap instead of {threshold}', {
              hours: hours(cap),
              threshold: thresholdText(rule),
            }),
          }),
        }}
      />
    </Panel>
  )
}
