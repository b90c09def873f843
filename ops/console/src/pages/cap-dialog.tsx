import { Text, TextInput } from '@mantine/core'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
import { useDecimal } from '../decimal-field.ts'
import { ImpactPreview } from './impact-preview.tsx'

export function CapDialog({ cap }: { cap: string | null }) {
  const { decimal, isValid, field } = useDecimal(cap)
  return (
    <ActionDialog
      title="Change the clinic’s weekly cap"
      confirm="Save"
      isReady={isValid}
      done="The clinic’s cap was changed."
      act={(reason) => api.operator.rules.set_clinic_cap.mutate({ max_weekly_hours: decimal, reason })}
    >
      <Text size="sm">Overrides the MAX_WEEKLY_HOURS threshold for everyone in the clinic.</Text>
      <TextInput
        label="Hours per week"
        description="Above 0, at most 168. Leave empty to remove the cap."
        {...field}
      />
      {isValid && <ImpactPreview change={{ code: 'MAX_WEEKLY_HOURS', clinic_cap: decimal }} />}
    </ActionDialog>
  )
}
