import { Text, TextInput } from '@mantine/core'
import { ActionDialog } from '../../../dialog/action-dialog.tsx'
import { useDecimal } from '../../../fields/decimal-field.ts'
import { useText } from '../../../language/text.ts'
import { api } from '../../../live/api.ts'
import { ImpactPreview } from './impact-preview.tsx'
import { isCap, sameDecimal } from './rule-words.ts'

export function CapDialog({ cap }: { cap: string | null }) {
  const t = useText()
  const { decimal, isValid, field } = useDecimal(cap)
  const isPossible = isValid && isCap(decimal)
  return (
    <ActionDialog
      title={t('Change the clinic’s weekly cap')}
      confirm={t('Save')}
      isReady={isPossible && !sameDecimal(decimal, cap)}
      done={t('The clinic’s cap was changed.')}
      act={(reason) => api.operator.rules.set_clinic_cap.mutate({ max_weekly_hours: decimal, reason })}
    >
      <Text size="sm">
        {t('Overrides the threshold of maximum weekly hours for everyone in the clinic.')}
      </Text>
      <TextInput
        label={t('Hours per week')}
        description={t('Above 0, at most 168. Leave empty to remove the cap.')}
        {...field}
        error={isValid && !isPossible ? t('The cap must be above 0 and at most 168 hours.') : field.error}
      />
      {isPossible && <ImpactPreview change={{ code: 'MAX_WEEKLY_HOURS', clinic_cap: decimal }} />}
    </ActionDialog>
  )
}
