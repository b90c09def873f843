import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { useDecimal } from '../decimal-field.ts'
import { number, words } from '../wording.ts'
import { ImpactPreview } from './impact-preview.tsx'

export type Rule = OperatorAnswers['rules']['list']['rules'][number]

/** The unit of a rule's threshold. */
export const unitOf = (code: Rule['code']) => (code === 'MAX_WEEKLY_HOURS' ? 'hours' : 'days')

export function RuleDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [severity, setSeverity] = useState(rule.severity)
  const { decimal, isValid, field } = useDecimal(rule.threshold)
  const [enabled, setEnabled] = useState(rule.enabled)
  const { code, takes_threshold } = rule
  const change = { code, severity, enabled, threshold: takes_threshold ? decimal : undefined }
  return (
    <ActionDialog
      title={`Change ${rule.name}`}
      confirm="Save"
      isReady={isValid}
      done={`${code} was changed.`}
      act={(reason) => api.operator.rules.update.mutate({ ...change, reason })}
      onClose={onClose}
    >
      <Text size="sm">{rule.description}</Text>
      <NativeSelect
        label="Severity"
        value={severity}
        onChange={(event) => setSeverity(event.currentTarget.value as Rule['severity'])}
        data={rule.allowed_severities.map((value) => ({ value, label: words(value) }))}
      />
      {takes_threshold && (
        <TextInput
          label={`Threshold in ${unitOf(code)}`}
          description={`Leave empty for the default of ${number(rule.default_threshold ?? '0')}.`}
          {...field}
        />
      )}
      <Checkbox
        label="Enabled"
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      {isValid && <ImpactPreview change={change} />}
    </ActionDialog>
  )
}
