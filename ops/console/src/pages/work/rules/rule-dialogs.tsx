import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { ActionDialog } from '../../../dialog/action-dialog.tsx'
import { useDecimal } from '../../../fields/decimal-field.ts'
import { say } from '../../../language/text.ts'
import { hours, words } from '../../../language/wording.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { ImpactPreview } from './impact-preview.tsx'
import {
  isCap,
  limitText,
  type Rule,
  ruleFields,
  ruleName,
  rulePurpose,
  sameDecimal,
  thresholdLabel,
} from './rule-words.ts'

export function RuleDialog({ rule }: { rule: Rule }) {
  const [severity, setSeverity] = useInputState(rule.severity)
  const { decimal, setDecimal, isValid, field } = useDecimal(rule.threshold)
  const [enabled, setEnabled] = useInputState(rule.enabled)
  const { code, takes_threshold, default_threshold } = rule
  const change = { code, severity, enabled, threshold: takes_threshold ? decimal : undefined }
  const isChanged =
    severity !== rule.severity || enabled !== rule.enabled || !sameDecimal(decimal, rule.threshold)
  return (
    <ActionDialog
      title={say('Change “{rule}”', { rule: ruleName(rule) })}
      confirm={say('Save')}
      isReady={isValid && isChanged}
      done={say('The rule was changed.')}
      of={{ etag: rule.etag, fields: ruleFields(rule) }}
      takeOver={() => {
        setSeverity(rule.severity)
        setDecimal(rule.threshold)
        setEnabled(rule.enabled)
      }}
      act={(reason, condition) => api.operator.rules.update.mutate({ ...change, reason }, condition)}
    >
      <Text size="sm">{rulePurpose(rule)}</Text>
      <NativeSelect
        label={say('Severity')}
        value={severity}
        onChange={setSeverity}
        data={rule.allowed_severities.map((value) => ({ value, label: words(value) }))}
      />
      {takes_threshold && (
        <TextInput
          label={thresholdLabel(code)}
          description={
            default_threshold
              ? say('Leave empty for the default of {limit}.', { limit: limitText(code, default_threshold) })
              : say('Leave empty for the default.')
          }
          {...field}
        />
      )}
      <Checkbox label={say('In force')} checked={enabled} onChange={setEnabled} />
      {isValid && <ImpactPreview change={change} />}
    </ActionDialog>
  )
}

type Clinic = NonNullable<OperatorAnswers['rules']['list']['clinic']>

export function CapDialog({ clinic: { max_weekly_hours: cap, etag } }: { clinic: Clinic }) {
  const { decimal, setDecimal, isValid, field } = useDecimal(cap)
  const isPossible = isValid && isCap(decimal)
  return (
    <ActionDialog
      title={say('Change the clinic’s weekly cap')}
      confirm={say('Save')}
      isReady={isPossible && !sameDecimal(decimal, cap)}
      done={say('The clinic’s cap was changed.')}
      of={{ etag, fields: { [say('Hours per week')]: cap ? hours(cap) : undefined } }}
      takeOver={() => setDecimal(cap)}
      act={(reason, condition) =>
        api.operator.rules.set_clinic_cap.mutate({ max_weekly_hours: decimal, reason }, condition)
      }
    >
      <Text size="sm">
        {say('Overrides the threshold of maximum weekly hours for everyone in the clinic.')}
      </Text>
      <TextInput
        label={say('Hours per week')}
        description={say('Above 0, at most 168. Leave empty to remove the cap.')}
        {...field}
        error={isValid && !isPossible ? say('The cap must be above 0 and at most 168 hours.') : field.error}
      />
      {isPossible && <ImpactPreview change={{ code: 'MAX_WEEKLY_HOURS', clinic_cap: decimal }} />}
    </ActionDialog>
  )
}
