import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { useDecimal } from '../decimal-field.ts'
import { number, words } from '../wording.ts'
import { ImpactPreview } from './impact-preview.tsx'

export type Rule = OperatorAnswers['rules']['list']['rules'][number]

/** The unit of a rule's threshold. */
export const unitOf = (code: Rule['code']) => (code === 'MAX_WEEKLY_HOURS' ? 'hours' : 'days')

export function RuleDialog({ rule }: { rule: Rule }) {
  const [severity, setSeverity] = useInputState(rule.severity)
  const { decimal, isValid, field } = useDecimal(rule.threshold)
  const [enabled, setEnabled] = useInputState(rule.enabled)
  const { code, takes_threshold } = rule
  const change = { code, severity, enabled, threshold: takes_threshold ? decimal : undefined }
  return (
    <ActionDialog
      title={`Change ${rule.name}`}
      confirm="Save"
      isReady={isValid}
      done={`${code} was changed.`}
      act={(reason) => api.operator.rules.update.mutate({ ...change, reason })}
    >
      <Text size="sm">{rule.description}</Text>
      <NativeSelect
        label="Severity"
        value={severity}
        onChange={setSeverity}
        data={rule.allowed_severities.map((value) => ({ value, label: words(value) }))}
      />
      {takes_threshold && (
        <TextInput
          label={`Threshold in ${unitOf(code)}`}
          description={`Leave empty for the default of ${number(rule.default_threshold ?? '0')}.`}
          {...field}
        />
      )}
      <Checkbox label="Enabled" checked={enabled} onChange={setEnabled} />
      {isValid && <ImpactPreview change={change} />}
    </ActionDialog>
  )
}
