import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { number, words } from '../wording.ts'
import { ImpactPreview } from './impact-preview.tsx'

export type Rule = OperatorAnswers['rules']['list']['rules'][number]

/** What a threshold counts. */
export const unitOf = (code: Rule['code']) => (code === 'MAX_WEEKLY_HOURS' ? 'hours' : 'days')

export function RuleDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [severity, setSeverity] = useState(rule.severity)
  const [threshold, setThreshold] = useState(rule.threshold ? number(rule.threshold) : '')
  const [enabled, setEnabled] = useState(rule.enabled)
  const { code, takes_threshold } = rule
  const typed = threshold.trim()
  const isTyped = /^\d+([.,]\d+)?$/.test(typed)
  const change = {
    code,
    severity,
    enabled,
    ...(takes_threshold && { threshold: typed === '' ? null : typed.replace(',', '.') }),
  }
  const isReady = !takes_threshold || typed === '' || isTyped
  return (
    <ActionDialog
      title={`Change ${rule.name}`}
      confirm="Save"
      isReady={isReady}
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
          description={`Empty for the default of ${number(rule.default_threshold ?? '0')}.`}
          inputMode="decimal"
          error={isReady ? undefined : 'A number, such as 48 or 37.5.'}
          value={threshold}
          onChange={(event) => setThreshold(event.currentTarget.value)}
        />
      )}
      <Checkbox
        label="Enabled"
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      {isReady && <ImpactPreview change={change} />}
    </ActionDialog>
  )
}
