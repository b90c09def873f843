import { Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../language/text.ts'
import { kinds } from '../change-kinds.ts'
import type { Change } from '../sandbox-link.ts'
import { type Added, FieldInput } from './change-fields.tsx'

type Props = {
  change: Change
  number: number
  /** What the service says about the fields. */
  errors: Record<string, string[]>
  added: Added
  onField: (name: string, value: unknown) => void
  onRemove: () => void
}

/** One change, with a form for its fields. */
export function ChangeForm({ change, number, errors, added, onField, onRemove }: Props) {
  const t = useText()
  const kind = kinds[change.kind]
  const heading = useId()
  const general = Object.entries(errors).filter(([name]) => !kind?.fields[name])
  return (
    <Card withBorder component="li" padding="sm" aria-labelledby={heading} style={{ overflow: 'visible' }}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={3} size="h5" id={heading}>{`${number}. ${kind && t(kind.label)}`}</Title>
        <Button
          size="xs"
          variant="default"
          onClick={onRemove}
          aria-label={t('Remove change {number}', { number })}
        >
          {t('Remove')}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {Object.entries(kind?.fields ?? {}).map(([name, field]) => (
          <FieldInput
            key={name}
            field={field}
            value={change[name]}
            error={errors[name]?.join(' ')}
            added={added}
            onChange={(value) => onField(name, value)}
          />
        ))}
      </SimpleGrid>
      {general.map(([name, messages]) => (
        <Text key={name} size="sm" c="var(--mantine-color-error)">
          {messages.join(' ')}
        </Text>
      ))}
    </Card>
  )
}
