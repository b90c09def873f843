import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
import { number } from '../wording.ts'
import { ImpactPreview } from './impact-preview.tsx'

export function CapDialog({ cap, onClose }: { cap: string | null; onClose: () => void }) {
  const [text, setText] = useState(cap ? number(cap) : '')
  const typed = text.trim()
  const isReady = typed === '' || /^\d+([.,]\d+)?$/.test(typed)
  const max_weekly_hours = typed === '' ? null : typed.replace(',', '.')
  return (
    <ActionDialog
      title="Change the clinic’s weekly cap"
      confirm="Save"
      isReady={isReady}
      done="The clinic’s cap was changed."
      act={(reason) => api.operator.rules.set_clinic_cap.mutate({ max_weekly_hours, reason })}
      onClose={onClose}
    >
      <Text size="sm">It goes before the threshold of MAX_WEEKLY_HOURS, for everybody in the clinic.</Text>
      <TextInput
        label="Hours a week"
        description="Above 0 and at most 168; empty for no cap of its own."
        inputMode="decimal"
        error={isReady ? undefined : 'A number, such as 48 or 37.5.'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isReady && <ImpactPreview change={{ code: 'MAX_WEEKLY_HOURS', clinic_cap: max_weekly_hours }} />}
    </ActionDialog>
  )
}
